import type { Services } from './platform/context.server.ts';
import { seedAccounts } from './rooms/accounts/seed.server.ts';

/** The demonstration, room by room; each part is laid once. */
export async function seedDemonstration({ db }: Services, _say: (line: string) => void): Promise<void> {
  await seedAccounts(db);
}
