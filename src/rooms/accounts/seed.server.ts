import type { UserId } from '#platform/auth.server.ts';
import type { Db } from '#platform/db.server.ts';
import { addDemoAccount } from './accounts.server.ts';

/** Published with the product: it opens nothing but a demonstration on loopback. */
const demoLogin = { email: 'claire@demo.vigie.test', password: 'Vigie2026' } as const;

/** The login of the demonstration, added when it is missing. */
export async function seedAccounts(db: Db): Promise<{ userId: UserId; email: string }> {
  const userId = await addDemoAccount(db, {
    ...demoLogin,
    firstName: 'Claire',
    lastName: 'Marchand',
    civility: 'Mme',
    // Of the numbers that the regulator keeps for fiction.
    phone: '+33639980142',
  });
  return { userId, email: demoLogin.email };
}
