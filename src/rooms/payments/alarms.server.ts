import { fail } from '#contract/errors.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import {
  type AlarmRow,
  lockAlarm,
  lockUnlogged,
  markLogged,
  markSeen,
  selectAlarms,
} from './alarms.sql.server.ts';
import { todoOf } from './alarms.ts';
import { paymentErrors } from './contract.ts';

const AT_ONCE = 50;

/** Says each alarm once in the log, as an error, wherever it was raised. True: there may be more. */
export async function logAlarms({ db, log }: Pick<Services, 'db' | 'log'>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const found = await lockUnlogged(tx, AT_ONCE);
    for (const { reference, alarm } of found) log.error({ order: reference, alarm }, 'paiement à regarder');
    if (found.length > 0)
      await markLogged(
        tx,
        found.map(({ id }) => id),
        clock.now(),
      );
    return found.length === AT_ONCE;
  });
}

export interface PaymentAlarm extends Omit<AlarmRow, 'alarm'> {
  /** What happened, and what there is to do about it. */
  readonly lines: readonly { readonly says: string; readonly todo: string | null }[];
}

/** What a person must look at, the oldest first; `all`: what was looked at before, too. */
export async function paymentAlarms(
  db: Queryable,
  { all = false }: { readonly all?: boolean } = {},
): Promise<PaymentAlarm[]> {
  const rows = await selectAlarms(db, all);
  return rows.map(({ alarm, ...order }) => ({
    ...order,
    lines: alarm.split('\n').map((says) => ({ says, todo: todoOf(says) })),
  }));
}

/**
 * A person has looked at the alarm of an order: it leaves the list until another one is raised. Twice is once. `reason`: what was
 * done about it. Throws ORDER_UNKNOWN.
 */
export async function closeAlarm(
  db: Db,
  word: string,
  { by, reason }: { readonly by: AdministratorName; readonly reason: string | null },
): Promise<void> {
  const reference = word.trim().toUpperCase();
  await db.transaction().execute(async (tx) => {
    const found = await lockAlarm(tx, reference);
    if (!found) throw fail(paymentErrors.ORDER_UNKNOWN);
    if (found.seenAt) return;
    await markSeen(tx, reference, clock.now());
    await recordAction(tx, {
      by,
      action: 'payment.alarm',
      subject: { kind: 'payment', id: reference, label: reference },
      before: { alarm: found.alarm },
      after: { seen: true },
      reason,
    });
  });
}
