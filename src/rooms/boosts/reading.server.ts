import { fail } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { photoPath } from '#rooms/listings/photos.ts';
import { isRunning } from './boosts.server.ts';
import { type BoostRow, selectBoosts } from './boosts.sql.server.ts';
import { type Boost, type BoostStatus, boostErrors } from './contract.ts';
import {
  type Comparison,
  selectBoostIds,
  selectComparisons,
  selectLedger,
  selectShownListings,
  selectTimeline,
} from './reading.sql.server.ts';

/** More than an agency orders in years. */
const SHOWN = 300;
const PHOTO_WIDTH = 400;
/** Fewer listings alike, or fewer days, say nothing. */
const ALIKE_LEAST = 3;
const WEEK_MS = 7 * 86_400_000;
const SHORTEST_MS = 3 * 86_400_000;

/** The boosts of an agency, the newest first, with their ledgers. */
export async function boostsOf(db: Queryable, agencyId: AgencyId): Promise<Boost[]> {
  return shown(db, await selectBoostIds(db, agencyId, SHOWN));
}

/** One of them, by its number. Throws BOOST_UNKNOWN when there is none any more. */
export async function boostOf(db: Queryable, id: number): Promise<Boost> {
  const [boost] = await shown(db, [id]);
  if (!boost) throw fail(boostErrors.BOOST_UNKNOWN);
  return boost;
}

async function shown(db: Queryable, ids: readonly number[]): Promise<Boost[]> {
  if (ids.length === 0) return [];
  const now = clock.now();
  const [rows, listings, ledger, events, comparisons] = await Promise.all([
    selectBoosts(db, ids),
    selectShownListings(db, ids),
    selectLedger(db, ids),
    selectTimeline(db, ids),
    selectComparisons(db, ids, now),
  ]);
  const of = <Row extends { readonly boostId: number }>(all: readonly Row[]) => {
    const groups = Map.groupBy(all, ({ boostId }) => boostId);
    return (id: number) => groups.get(id) ?? [];
  };
  const [listingsOf, daysOf, eventsOf] = [of(listings), of(ledger), of(events)];
  const comparisonOf = new Map(comparisons.map((one) => [one.boostId, one]));
  return rows.map((row) => ({
    ...facts(row),
    listings: listingsOf(row.id).map(({ id, reference, title, photo, dropped }) => ({
      id,
      reference,
      title,
      photo: photo && photoPath(photo, PHOTO_WIDTH),
      dropped,
    })),
    ledger: daysOf(row.id).map(({ day, impressions, reach, clicks, leads, spend }) => ({
      day,
      impressions,
      reach,
      clicks,
      leads,
      spend,
    })),
    costPerLead: costPerLead(daysOf(row.id), row),
    comparison: comparisonText(row, comparisonOf.get(row.id), now),
    timeline: eventsOf(row.id).map(({ status, at, reason }) => ({ status, at: at.toISOString(), reason })),
    may: mayBeDone(row.status),
  }));
}

function facts(row: BoostRow) {
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    formula: row.formulaName,
    networks: row.networks,
    objective: row.objective,
    place: row.placeName,
    radiusKm: row.radiusKm,
    title: row.title,
    text: row.text,
    callToAction: row.callToAction,
    days: row.days,
    freeDays: row.freeDays,
    mediaBudget: row.mediaBudget,
    fee: row.fee,
    startOn: row.startOn,
    createdAt: row.createdAt.toISOString(),
    startedAt: at(row.startedAt),
    endsAt: at(row.endsAt),
    endedAt: at(row.endedAt),
    endedBecause: row.endedBecause,
    failure: row.failure,
    url: row.externalUrl,
  };
}

/** What a lead cost so far: the share of the budget that was spent, and the fees. Null without a lead. */
function costPerLead(
  days: readonly { readonly leads: number; readonly spend: number }[],
  { fee }: Pick<BoostRow, 'fee'>,
): number | null {
  const leads = days.reduce((total, day) => total + day.leads, 0);
  const spend = days.reduce((total, day) => total + day.spend, 0);
  return leads === 0 ? null : Math.round((spend + fee) / leads);
}

function comparisonText(row: BoostRow, found: Comparison | undefined, now: Date): Boost['comparison'] {
  if (!found || !row.startedAt || found.alikeListings < ALIKE_LEAST || found.boostedListings === 0)
    return null;
  const span = (row.endedAt ?? now).getTime() - row.startedAt.getTime();
  if (span < SHORTEST_MS) return null;
  const perWeek = (leads: number, listings: number) =>
    Math.round((leads / listings / (span / WEEK_MS)) * 100) / 100;
  return {
    boosted: perWeek(found.boostedLeads, found.boostedListings),
    alike: perWeek(found.alikeLeads, found.alikeListings),
    listings: found.alikeListings,
  };
}

function mayBeDone(status: BoostStatus): Boost['may'] {
  return { pause: status === 'active', resume: status === 'paused', stop: isRunning(status) };
}
