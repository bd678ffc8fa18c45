import type { UserId } from '../../platform/auth.server.ts';
import type { Services } from '../../platform/context.server.ts';
import { alertsOf, createAlert } from './rules.server.ts';

/** Two alerts of the demonstration's login: one told as soon as a listing fits, one each morning. Lays nothing when the login has any. */
export async function seedAlerts(
  services: Pick<Services, 'db' | 'env'>,
  who: { userId: UserId; email: string },
): Promise<void> {
  if ((await alertsOf(services.db, who.userId)).length > 0) return;
  await createAlert(services, who, {
    criteria: { transaction: 'achat', places: ['34172'], type: ['appartement'], prixMax: 350_000 },
    frequency: 'immediate',
  });
  await createAlert(services, who, {
    criteria: { transaction: 'location', places: ['69383', '69387'], pieces: 2, prixMax: 1_100 },
    frequency: 'daily',
    hour: 8,
  });
}
