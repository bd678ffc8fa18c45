import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { countFates } from './notified-listings.sql.server.ts';
import { LEDGER_DAYS, type Ledger, skipReasons } from './notified-listings.ts';

/** The account of an alert: every listing found is sent, waits, or was set aside for a reason. */
export async function ledgerOf(db: Queryable, alertId: number): Promise<Ledger> {
  const since = new Date(clock.now().getTime() - LEDGER_DAYS * 86_400_000);
  const fates = await countFates(db, alertId, since);
  const count = (wanted: string) => fates.find(({ fate }) => fate === wanted)?.count ?? 0;
  return {
    found: fates.reduce((sum, fate) => sum + fate.count, 0),
    sent: count('sent'),
    waiting: count('waiting'),
    aside: [
      ...Object.entries(skipReasons),
      ['paused', 'alerte en pause ou arrêtée avant l’envoi'] as const,
    ].flatMap(([why, text]) => (count(why) > 0 ? [{ text, count: count(why) }] : [])),
  };
}
