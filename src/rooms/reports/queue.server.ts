import { Readable } from 'node:stream';
import { fail, sharedErrors } from '#contract/errors.ts';
import { formatDate, formatTime } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { measures, reportKinds, reportReasons, reportStatuses } from './contract.ts';
import {
  type Case,
  type CaseHeading,
  CURSOR,
  QUEUE_PAGE,
  type QueueState,
  REPEAT_MONTHS,
} from './decisions.ts';
import * as statements from './queue.sql.server.ts';

type Filter = statements.QueueFilter;

const IN_CSV = 1_000;

/** States that wait, and those that are closed: a filter on one reads nothing of the other part. */
const waits = new Set<QueueState>(['waiting', 'new', 'in_progress', 'contested']);

type Place = ({ part: 'waiting' } & statements.WaitingPlace) | ({ part: 'closed' } & statements.ClosedPlace);

/** A malformed cursor was refused at the door: what is none here begins at the beginning. */
function placeOf(cursor: string | null): Place | null {
  if (cursor === null || !CURSOR.test(cursor)) return null;
  const [first = '', time = '', id = ''] = cursor.split('-');
  const at = new Date(Number(time));
  return first === 'c'
    ? { part: 'closed', decidedAt: at, id: Number(id) }
    : { part: 'waiting', priority: Number(first.slice(1)), createdAt: at, id: Number(id) };
}

function cursorOf(place: Place): string {
  return place.part === 'closed'
    ? `c-${place.decidedAt.getTime()}-${place.id}`
    : `w${place.priority}-${place.createdAt.getTime()}-${place.id}`;
}

/** The next places of the queue: what waits, then what is closed. */
async function placesAfter(
  db: Queryable,
  filter: Filter,
  { after, limit }: { after: Place | null; limit: number },
): Promise<Place[]> {
  const { state } = filter;
  const places: Place[] = [];
  if (after?.part !== 'closed' && (state === undefined || waits.has(state)))
    for (const place of await statements.selectWaiting(db, filter, { after, limit }))
      places.push({ part: 'waiting', ...place });
  if (places.length < limit && (state === undefined || !waits.has(state)))
    for (const place of await statements.selectClosed(db, filter, {
      after: after?.part === 'closed' ? after : null,
      limit: limit - places.length,
    }))
      places.push({ part: 'closed', ...place });
  return places;
}

function repeatsSince(): Date {
  const since = new Date(clock.now());
  since.setUTCMonth(since.getUTCMonth() - REPEAT_MONTHS);
  return since;
}

function headingOf(row: statements.HeadingRow): CaseHeading {
  const { id, reference, kind, status, contested, priority, reason, takenBy } = row;
  return {
    id,
    reference,
    kind,
    status,
    contested,
    priority,
    reason,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    takenBy,
    listing: { id: row.listingId, reference: row.listingReference, title: row.title, url: row.url },
    agency: { id: row.agencyId, ownerReference: row.ownerReference, name: row.agencyName },
    repeatReporter: row.repeatReporter,
    repeatAgency: row.repeatAgency,
    attachments: row.attachments,
  };
}

async function headingsAt(db: Queryable, places: readonly Place[]): Promise<statements.HeadingRow[]> {
  const ids = places.map(({ id }) => id);
  const rows = new Map(
    (await statements.selectHeadings(db, ids, repeatsSince())).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** A page of the queue. `next` asks for the page after; null: it is the last. */
export async function queuePage(
  db: Queryable,
  filter: Filter,
  apres: string | null,
): Promise<{ cases: CaseHeading[]; next: string | null }> {
  const found = await placesAfter(db, filter, { after: placeOf(apres), limit: QUEUE_PAGE + 1 });
  const places = found.slice(0, QUEUE_PAGE);
  const last = found.length > QUEUE_PAGE ? places.at(-1) : undefined;
  return { cases: (await headingsAt(db, places)).map(headingOf), next: last ? cursorOf(last) : null };
}

/** The whole queue as a CSV file, read a page at a time: neither who reported nor a word of theirs. */
export function queueCsv(db: Queryable, filter: Filter): Readable {
  return Readable.from(csvOf(db, filter));
}

async function* csvOf(db: Queryable, filter: Filter): AsyncGenerator<string> {
  yield csvHead([
    'Référence',
    'Reçu le',
    'Heure',
    'Origine',
    'État',
    'Contesté',
    'Priorité',
    'Motif',
    'Agence',
    'Référence de l’agence',
    'Annonce',
    'Adresse',
    'Pris en charge par',
    'Tranché le',
    'Tranché par',
    'Mesure',
  ]);
  let after: Place | null = null;
  for (;;) {
    const places: Place[] = await placesAfter(db, filter, { after, limit: IN_CSV });
    for (const row of await headingsAt(db, places))
      yield csvLine([
        row.reference,
        formatDate(row.createdAt),
        formatTime(row.createdAt),
        reportKinds[row.kind],
        reportStatuses[row.status],
        row.contested ? 'oui' : 'non',
        row.priority,
        reportReasons[row.reason],
        row.agencyName,
        row.ownerReference,
        row.listingReference,
        row.url,
        row.takenBy,
        row.decidedAt && formatDate(row.decidedAt),
        row.decidedBy,
        row.measure && measures[row.measure],
      ]);
    if (places.length < IN_CSV) return;
    after = places.at(-1) ?? null;
  }
}

/** `12` as an address says it; null when it is no number of a row. */
export function readCaseId(word: string): number | null {
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : null;
}

/**
 * One case: the listing as it was read beside what it says today, who reported, what else was reported, what was decided. Throws
 * NOT_FOUND.
 */
export async function openCase({ db, env }: Pick<Services, 'db' | 'env'>, word: string): Promise<Case> {
  const id = readCaseId(word);
  const row = id === null ? undefined : await statements.selectCase(db, id, repeatsSince());
  if (!row) throw fail(sharedErrors.NOT_FOUND);
  const [others, files, appeals] = await Promise.all([
    row.listingId === null ? [] : statements.selectOthers(db, row.listingId, row.id),
    statements.selectAttachments(db, row.id),
    statements.selectAppeals(db, row.id),
  ]);
  return {
    ...headingOf(row),
    explanation: row.explanation,
    reporter:
      row.name === null && row.email === null
        ? null
        : { name: row.name, email: row.email, sent: row.sent, unfounded: row.unfounded },
    erased: row.erasedAt !== null,
    agencyFounded: row.agencyFounded,
    shown: row.shown,
    today: row.today,
    takenAt: row.takenAt?.toISOString() ?? null,
    agencyToldAt: row.agencyToldAt?.toISOString() ?? null,
    measure: row.measure,
    ground: row.ground,
    statement: row.statement,
    decidedBy: row.decidedBy,
    others: others.map(({ createdAt, ...other }) => ({ ...other, createdAt: createdAt.toISOString() })),
    files: files.map(({ id: file, kind, bytes, at }) => ({ id: file, kind, bytes, at: at.toISOString() })),
    appeals: appeals.map(({ at, decidedAt, ...appeal }) => ({
      ...appeal,
      at: at.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
    severalAdministrators: (env.administrators?.size ?? 0) > 1,
  };
}
