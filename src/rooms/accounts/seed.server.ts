import type { Db } from '../../platform/db.server.ts';
import { addDemoAccount } from './rules.server.ts';

/** Published with the product: it opens nothing but a demonstration on loopback. */
export const demoLogin = { email: 'claire@demo.vigie.test', password: 'Vigie2026' } as const;

export function seedAccounts(db: Db): Promise<void> {
  return addDemoAccount(db, { ...demoLogin, firstName: 'Claire', lastName: 'Marchand' });
}
