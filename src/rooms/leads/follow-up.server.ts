import { dayBefore, parisDay } from '#contract/day.ts';
import type { Db } from '#platform/db.server.ts';
import { recordNotifications } from '#rooms/notifications/notifications.server.ts';
import {
  type LeadToFollow,
  selectDueReminders,
  selectLateLeads,
  selectUnreadSpam,
} from './follow-up.sql.server.ts';

const HOUR_MS = 3_600_000;
const LATE_HOURS = 24;
/** How far back it looks, so that a worker that was down catches up. */
const LATE_UNTIL_HOURS = 96;
const REMIND_UNTIL_DAYS = 2;

/**
 * Records for each agency its leads without an answer for a day, its suspected leads of the days before that nobody read,
 * and its reminders of the day. Each one once, however often it is called.
 */
export async function recordLeadsToFollow(db: Db, now: Date): Promise<void> {
  const { day: today } = parisDay(now);
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  await db.transaction().execute(async (tx) => {
    const late = await selectLateLeads(tx, { from: ago(LATE_UNTIL_HOURS), until: ago(LATE_HOURS) });
    await recordNotifications(
      tx,
      'lateLead',
      late.map((lead) => toEvent(lead, 'Message sans suite depuis 24 heures')),
      now,
    );
    const spam = await selectUnreadSpam(tx, { from: ago(LATE_UNTIL_HOURS), today });
    await recordNotifications(
      tx,
      'lateLead',
      spam.map(({ agencyId, key, leads }) => ({
        agencyId,
        key,
        title:
          leads === 1
            ? '1 demande attend sous «\u00a0Indésirable\u00a0»'
            : `${leads} demandes attendent sous «\u00a0Indésirable\u00a0»`,
        page: '/leads?indesirable=oui',
      })),
      now,
    );
    const reminders = await selectDueReminders(tx, {
      from: dayBefore(today, REMIND_UNTIL_DAYS),
      until: today,
    });
    await recordNotifications(
      tx,
      'plannedReminder',
      reminders.map((lead) => toEvent(lead, 'Rappel prévu')),
      now,
    );
  });
}

function toEvent({ agencyId, key, leadId, listingReference }: LeadToFollow, title: string) {
  return {
    agencyId,
    key,
    title: listingReference === null ? title : `${title}, à propos de ${listingReference}`,
    page: `/leads?prospect=${leadId}`,
  };
}
