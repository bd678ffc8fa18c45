import { isDeepStrictEqual } from 'node:util';
import type { UserId } from '#platform/auth.server.ts';
import type { Db } from '#platform/db.server.ts';
import { requestedArea } from '#rooms/criteria/area-around.ts';
import { areaWordsIn, areaWordsOf, withoutArea } from '#rooms/criteria/area-words.ts';
import {
  type Criteria,
  type Filters,
  placeCodeOf,
  readableQuery,
  readFilters,
  readPlaceSlugs,
  readTransaction,
  writeSearch,
} from '#rooms/criteria/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { type Place, placeLabel, slugify } from '#rooms/places/contract.ts';
import {
  countEach,
  countListings,
  isObservedFor,
  placesOfSlugs,
  type Sought,
  searchListings,
} from '#rooms/search/search.server.ts';
import { alertsOfAccount, provenAddress } from '../alerts.sql.server.ts';
import type { AlertView } from '../contract.ts';
import { type PlaceMap, placesOf, soughtIn } from './described-search.server.ts';
import { looserOf } from './loosening.ts';
import { PREVIEW_DAYS, type Preview } from './preview.ts';
import {
  DEFAULT_HOUR,
  DEFAULT_WEEKDAY,
  everyEvent,
  type Frequency,
  frequencies,
  type Rhythm,
  usualEvents,
  usualRhythm,
} from './rhythm.ts';
import { sketchOf } from './sketch.server.ts';

const EXAMPLES = 3;

/**
 * What the form begins with: the search that an address says, how often to tell it (`frequence`, `heure`, of a copy),
 * what it finds today, and the alert of the same account that already asks for it.
 */
export async function alertDraft(db: Db, words: URLSearchParams, userId: UserId | null) {
  const found = await placesOfSlugs(db, slugsIn(words));
  const draft = {
    transaction: readTransaction(words) ?? 'achat',
    places: found.map(chosenPlace),
    filters: readFilters(words),
    area: requestedArea(areaWordsOf(words)),
    ...readRhythm(words),
    push: true,
  } as const;
  const criteria: Criteria = {
    transaction: draft.transaction,
    places: draft.places.map(({ code }) => code),
    ...draft.filters,
    ...draft.area,
  };
  return {
    // Another search is another form.
    draft: { ...draft, key: words.toString() },
    preview: found.length > 0 ? await previewOf(db, criteria) : null,
    proven: userId !== null && (await provenAddress(db, userId)) !== null,
    twin: userId !== null && found.length > 0 ? await twinOf(db, userId, criteria) : null,
  };
}

/** The form of an alert that exists; what an address says of it (a draft, reloaded) comes before what is stored. */
export async function editDraft(db: Db, words: URLSearchParams, alert: AlertView) {
  const { frequency, hour, weekday, quiet, events, minDrop, push } = alert;
  const own = { frequency, hour, weekday, quiet, events, minDrop, push };
  if (slugsIn(words).length > 0) {
    const { draft, preview } = await alertDraft(db, words, null);
    const rhythm = words.has('frequence') ? { ...own, frequency: draft.frequency } : own;
    return { draft: { ...draft, ...rhythm, key: `${alert.updatedAt} ${draft.key}` }, preview };
  }
  const { zone, bbox, rayon, ...rest } = alert.criteria;
  const { transaction, places: codes, ...filters } = rest;
  const places = await placesOf(db, alert.criteria);
  return {
    draft: {
      transaction,
      places: codes.flatMap((code) => {
        const place = places.get(code);
        return place ? [chosenPlace(place)] : [];
      }),
      filters,
      area: { ...(zone && { zone }), ...(bbox && { bbox }), ...(rayon && { rayon }) },
      ...own,
      key: alert.updatedAt,
    },
    preview: await previewOf(db, alert.criteria),
  };
}

/** The places chosen and, of a form without JavaScript, the one being typed. */
function slugsIn(words: URLSearchParams): string[] {
  const typed = slugify(words.get('lieu') ?? '');
  return [...readPlaceSlugs(words), ...(typed ? [typed] : [])];
}

/** How often an address asks to be told, and of what (`frequence`, `heure`, `jour`, `calme-de`, `evenements`, `seuil`). */
function readRhythm(words: URLSearchParams): Rhythm {
  const number = (word: string, least: number, most: number, usual: number) => {
    const said = words.get(word);
    const value = said === null || said === '' ? Number.NaN : Number(said);
    return Number.isInteger(value) && value >= least && value <= most ? value : usual;
  };
  const often = words.get('frequence') ?? words.get('frequency') ?? '';
  const [from, to] = [number('calme-de', 0, 23, -1), number('calme-a', 0, 23, -1)];
  const told = everyEvent.filter((event) => words.get('evenements')?.split(',').includes(event));
  return {
    frequency: often in frequencies ? (often as Frequency) : usualRhythm.frequency,
    hour: number('heure', 0, 23, number('hour', 0, 23, DEFAULT_HOUR)),
    weekday: number('jour', 1, 7, number('weekday', 1, 7, DEFAULT_WEEKDAY)),
    quiet: from >= 0 && to >= 0 && from !== to ? { from, to } : null,
    events: told.length > 0 ? told : usualEvents,
    minDrop: number('seuil', 0, 50, 0),
  };
}

/** The name of an alert of this account that asks for exactly this. */
async function twinOf(db: Db, userId: UserId, criteria: Criteria): Promise<string | null> {
  const rows = await alertsOfAccount(db, userId);
  const same = rows.find(
    (row) => row.status !== 'stopped' && isDeepStrictEqual(row.criteria, asStored(criteria)),
  );
  return same?.name ?? null;
}

const asStored = (criteria: Criteria): unknown => JSON.parse(JSON.stringify(criteria));

/** As a radius widens, in kilometres. */
const RADII = [2, 5, 10, 15, 20, 30, 50, 100];

/**
 * What an alert would have found in the last 30 days, what it would bring a week, and which criterion costs the most. A
 * handful of statements, however many criteria there are.
 */
export async function previewOf(db: Db, criteria: Criteria): Promise<Preview> {
  const places = await placesOf(db, criteria);
  const sought = soughtIn(criteria, places);
  const recently = (one: Sought): Sought => ({
    ...one,
    depuis: Math.min(one.depuis ?? PREVIEW_DAYS, PREVIEW_DAYS),
  });
  const { transaction, places: codes, within, ...filters } = sought;
  const looser = looserOf(transaction, filters);
  const wider = RADII.find((km) => km > (criteria.rayon ?? Infinity));
  const around = wider === undefined ? null : soughtIn({ ...criteria, rayon: wider }, places);
  const [online, found, counts, [inRadius = 0], observed] = await Promise.all([
    countListings(db, sought),
    searchListings(db, recently(sought), { sort: 'date', page: 1, after: null }),
    countEach(
      db,
      looser.map((one) => recently({ transaction, places: codes, within, ...one.filters })),
    ),
    around ? countEach(db, [recently(around)]) : [],
    isObservedFor(db, PREVIEW_DAYS),
  ]);
  const newest = found.rows.slice(0, EXAMPLES).map(({ id }) => id);
  const [examples, sketch] = await Promise.all([listingsByIds(db, newest), sketchOf(db, newest)]);
  const { yes, maybe } = found.counts;
  const ways = [
    ...looser.map(({ filters: next, text, was }, index) => ({
      text,
      was,
      gain: (counts[index] ?? 0) - yes,
      query: queryOf({ ...criteria, ...cleared(filters), ...next }, places),
    })),
    ...(wider === undefined
      ? []
      : [
          {
            text: `Jusqu’à ${wider}\u00a0km autour`,
            was: `Jusqu’à ${criteria.rayon}\u00a0km autour`,
            gain: inRadius - yes,
            query: queryOf({ ...criteria, rayon: wider }, places),
          },
        ]),
  ];
  const best = ways.toSorted((a, b) => b.gain - a.gain)[0];
  return {
    recent: { yes, maybe },
    online: { yes: online.yes, maybe: online.maybe },
    weekly: observed ? Math.round(((yes * 7) / PREVIEW_DAYS) * 10) / 10 : null,
    examples,
    sketch,
    looser: best && best.gain > 0 ? best : null,
  };
}

const cleared = (filters: Filters): Filters =>
  Object.fromEntries(Object.keys(filters).map((word) => [word, undefined]));

/** A search as words of the address of the form. */
function queryOf(criteria: Criteria, places: PlaceMap): string {
  const { transaction, places: codes, ...filters } = withoutArea(criteria);
  const slugs = codes.flatMap((code) => places.get(code)?.slug ?? []);
  const where = readableQuery(new URLSearchParams(areaWordsIn(criteria)));
  return [writeSearch(transaction, slugs, filters), where].filter(Boolean).join('&');
}

function chosenPlace(place: Place) {
  return {
    code: placeCodeOf(place),
    slug: place.slug,
    label: placeLabel(place),
    detail:
      place.kind === 'department'
        ? `Département ${place.code}`
        : [place.postalCodes[0], place.departmentName].filter(Boolean).join(' · '),
  };
}
