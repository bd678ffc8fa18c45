import { fail, sharedErrors } from '#contract/errors.ts';
import { CONFIRM_AFTER_DAYS } from '#desks/portfolio/table.ts';
import { siteFigures } from '#desks/site/site.server.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { agencyById } from '#rooms/agencies/agencies.server.ts';
import { storedAgency } from '#rooms/agencies/sessions.server.ts';
import { runningBoostsOf } from '#rooms/boosts/running.server.ts';
import { spamCountOf } from '#rooms/leads/leads.server.ts';
import { leadRecipients, mailRecipients } from '#rooms/notifications/notifications.server.ts';
import { figuresOf } from '#rooms/statistics/statistics.server.ts';
import { wantsWeekly } from '#rooms/statistics/weekly.server.ts';
import { legalStateOf } from './agency-profile.server.ts';
import type { Dashboard } from './contract.ts';
import {
  countLateLeads,
  countLeadDays,
  countListings,
  countWatchers,
  selectFeeds,
  selectHolds,
  selectRecentLeads,
} from './dashboard.sql.server.ts';

const DAY_MS = 86_400_000;
const SHOWN = 5;
const DAYS_SHOWN = 30;

/** What waits for the agency that is signed in, and its figures. Throws LOGIN_REQUIRED when its space is gone. */
export async function dashboardOf(db: Db, agencyId: AgencyId): Promise<Dashboard> {
  const now = clock.now();
  const [
    agency,
    facts,
    listings,
    holds,
    feeds,
    days,
    late,
    aside,
    recent,
    statistics,
    weekly,
    leadsTo,
    mailed,
    running,
  ] = await Promise.all([
    storedAgency(db, agencyId),
    agencyById(db, agencyId),
    countListings(db, agencyId, new Date(now.getTime() - CONFIRM_AFTER_DAYS * DAY_MS)),
    selectHolds(db, agencyId, SHOWN),
    selectFeeds(db, agencyId, SHOWN),
    countLeadDays(db, agencyId, now),
    countLateLeads(db, agencyId, new Date(now.getTime() - DAY_MS)),
    spamCountOf(db, agencyId),
    selectRecentLeads(db, agencyId, SHOWN),
    figuresOf(db, agencyId),
    wantsWeekly(db, agencyId),
    leadRecipients(db, agencyId),
    mailRecipients(db, agencyId),
    runningBoostsOf(db, agencyId),
  ]);
  if (!facts) throw fail(sharedErrors.LOGIN_REQUIRED);
  const byDay = new Map(days.map(({ ago, leads }) => [ago, leads]));
  const between = (from: number, to: number) =>
    days.filter(({ ago }) => ago >= from && ago < to).reduce((sum, { leads }) => sum + leads, 0);
  return {
    agency,
    leadsTo: [...leadsTo],
    unreachable: mailed.length === 0,
    listings,
    holds,
    ...legalStateOf(facts),
    feeds: feeds.map(({ receivedAt, ...feed }) => ({ ...feed, receivedAt: receivedAt.toISOString() })),
    leads: {
      week: between(0, 7),
      weekBefore: between(7, 14),
      month: between(0, DAYS_SHOWN),
      monthBefore: between(DAYS_SHOWN, 2 * DAYS_SHOWN),
      late,
      aside,
      days: Array.from({ length: DAYS_SHOWN }, (_, rank) => byDay.get(DAYS_SHOWN - 1 - rank) ?? 0),
      recent: recent.map(({ firstName, lastName, createdAt, ...lead }) => ({
        ...lead,
        name: `${firstName} ${lastName}`.trim(),
        at: createdAt.toISOString(),
      })),
    },
    statistics,
    boosts: { running },
    weekly,
  };
}

/** True figures for the offer: what is on line, and how many people are waiting for a listing. */
export async function offerFigures(db: Db) {
  const [{ listings, agencies, cities }, watchers] = await Promise.all([siteFigures(db), countWatchers(db)]);
  return { listings, agencies, cities, watchers };
}
