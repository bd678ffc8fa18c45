import type { Queryable } from '#platform/db.server.ts';
import { areaWordsIn, hasArea, withoutArea } from '#rooms/criteria/area-words.ts';
import { type Criteria, placeCodeOf } from '#rooms/criteria/contract.ts';
import { describe } from '#rooms/criteria/wording.ts';
import { type Place, placeLabel } from '#rooms/places/contract.ts';
import { placesByCode } from '#rooms/places/places.server.ts';
import { searchPath } from '#rooms/search/contract.ts';
import { type Sought, withinOf } from '#rooms/search/search.server.ts';
import type { alertById } from '../alerts.sql.server.ts';
import type { AlertStatus, AlertView } from '../contract.ts';
import { type AlertEvent, type Frequency, type Rhythm, rhythmText } from './rhythm.ts';

export type AlertRow = Omit<NonNullable<Awaited<ReturnType<typeof alertById>>>, 'email'>;

/** Places by the codes that criteria use (`34172`, `D34`). */
export type PlaceMap = ReadonlyMap<string, Place>;

/** What an alert looks for. */
export function criteriaIn(row: { criteria: unknown }): Criteria {
  return row.criteria as Criteria;
}

/** The places of criteria; unknown codes are missing. */
export async function placesOf(db: Queryable, { places }: Pick<Criteria, 'places'>): Promise<PlaceMap> {
  const found = await placesByCode(db, [...new Set(places.map((code) => code.replace(/^D/, '')))]);
  return new Map([...found.values()].map((place) => [placeCodeOf(place), place]));
}

/** What an alert looks for, and where: an area with the circles around its places, as search, matcher and mails read it. */
export function soughtIn(criteria: Criteria, places: PlaceMap): Sought {
  const around = criteria.places.flatMap((code) => places.get(code) ?? []);
  const within = withinOf(new URLSearchParams(areaWordsIn(criteria)), around);
  return { ...withoutArea(criteria), ...(within ? { within } : {}) };
}

/** The same, its places looked up; nothing is where there is no area. */
export async function soughtBy(db: Queryable, criteria: Criteria): Promise<Sought> {
  if (!hasArea(areaWordsIn(criteria))) return criteria;
  return soughtIn(criteria, await placesOf(db, criteria));
}

/** Code to « Lyon 7e », as `describe` takes it. */
export function labelsOf(places: PlaceMap): Record<string, string> {
  return Object.fromEntries([...places].map(([code, place]) => [code, placeLabel(place)]));
}

/** What of a row says when and of what it speaks. */
type Speaking = Pick<
  AlertRow,
  'frequency' | 'hour' | 'weekday' | 'quietFrom' | 'quietTo' | 'events' | 'minDrop'
>;
export type DescribedAlert = Speaking & Pick<AlertRow, 'id' | 'name' | 'criteria'>;

/** An alert in a few words, for mails. */
export function recapOf(row: DescribedAlert, places: PlaceMap) {
  const { places: labels, chips } = describe(criteriaIn(row), labelsOf(places));
  return { name: row.name, places: labels, chips, rhythm: rhythmText(rhythmOf(row)) };
}

/** When a row of `alert` speaks, and of what. */
export function rhythmOf(row: Speaking): Rhythm {
  const { hour, weekday, quietFrom: from, quietTo: to, minDrop } = row;
  return {
    frequency: row.frequency as Frequency,
    hour,
    weekday,
    quiet: from === null || to === null ? null : { from, to },
    events: row.events as AlertEvent[],
    minDrop,
  };
}

/** An alert as the API and pages show it. */
export function viewOf(row: AlertRow, places: PlaceMap): AlertView {
  const criteria = criteriaIn(row);
  const described = describe(criteria, labelsOf(places));
  return {
    id: row.id,
    name: row.name,
    criteria,
    places: described.places,
    chips: described.chips,
    ...rhythmOf(row),
    events: row.events as AlertEvent[],
    push: row.push,
    status: row.status as AlertStatus,
    pausedUntil: row.status === 'paused' ? (row.pausedUntil?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    resultsPath: resultPages(criteria, places)[0]?.path ?? null,
  };
}

/** The pages that show what an alert looks for, one a place; a department has none. */
export function resultPages(criteria: Criteria, places: PlaceMap): { label: string; path: string }[] {
  const { transaction, places: codes, ...filters } = withoutArea(criteria);
  const area = areaWordsIn(criteria);
  return codes.flatMap((code) => {
    const place = places.get(code);
    const path = place && searchPath(transaction, { ...place, area }, { filters });
    return place && path ? [{ label: placeLabel(place), path }] : [];
  });
}
