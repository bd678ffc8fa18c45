import type { Db } from '#platform/db.server.ts';
import { addDemoSpace } from './sessions.server.ts';

/** Published with the product: it opens nothing but a demonstration on loopback. */
const demoAgencyLogin = {
  ownerReference: 'micocoule',
  email: 'agence@demo.vigie.test',
  password: 'Vigie2026',
} as const;

/** The space of one agency of the demonstration, added when it is missing. */
export async function seedAgencySpace(db: Db): Promise<void> {
  await addDemoSpace(db, demoAgencyLogin);
}
