import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { IdentityState } from '#rooms/agencies/checks.ts';
import { runningStatuses } from '#rooms/boosts/contract.ts';
import type { ImportState } from '#rooms/feeds/diagnosis.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import { type AgencyFilters, failedImportNames } from './agencies.ts';

/** Above every character of a search spelling in the "C" order. */
const LAST = '~';

/** What was typed, as it is compared. */
export interface Sought {
  /** Lower case, without spaces around it. */
  readonly text: string;
  /** Its words in search spelling. */
  readonly words: readonly string[];
}

interface Asked extends Omit<AgencyFilters, 'q' | 'sort'> {
  readonly sought: Sought | null;
}

/** The agencies that what was typed may mean, by any of their names and numbers. */
function meant({ text, words }: Sought): RawBuilder<unknown> {
  const begins = `${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const figures = text.replaceAll(/[\s\u00a0]/g, '');
  const ways = [
    sql`agency.owner_reference like ${begins}`,
    sql`agency.feed_id like ${begins}`,
    sql`lower(agency.email) like ${begins}`,
    sql`exists (select from agency_account opened where opened.agency_id = agency.id and opened.email like ${begins})`,
    ...(/^\d{2,5}$/.test(figures) ? [sql`agency.postal_code like ${`${figures}%`}`] : []),
    ...(/^\d{9}$/.test(figures) ? [sql`agency.siren = ${figures}`] : []),
    ...(/^\d{14}$/.test(figures)
      ? [sql`agency.siret = ${figures}`, sql`agency.siren = ${figures.slice(0, 9)}`]
      : []),
    ...(words.length > 0 ? [sql.join(words.map(named), sql` and `)] : []),
  ];
  return sql`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`;
}

/** Agencies whose name or town has a word that begins so. */
function named(word: string): RawBuilder<unknown> {
  return sql`agency.id in (select agency_id from agency_word
    where word >= ${word}::text collate "C" and word < ${`${word}${LAST}`}::text collate "C")`;
}

const statuses = {
  active: sql`agency.suspended_on is null and agency.excluded_on is null`,
  suspended: sql`agency.suspended_on is not null`,
  excluded: sql`agency.suspended_on is null and agency.excluded_on is not null`,
} as const;

// Whoever writes a SIREN or a card writes a well-formed one: `sirenField` and `cardNumberField` of rooms/agencies.
const blocked = sql`(agency.siren is null or agency.card_number is null or agency.excluded_on is not null
  or agency.suspended_on is not null)`;
const space = sql`exists (select from agency_account opened where opened.agency_id = agency.id)`;

function matching({
  sought,
  status,
  identity,
  space: wanted,
  blocked: held,
  imports,
}: Asked): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      ...(sought ? [meant(sought)] : []),
      ...(status ? [statuses[status]] : []),
      ...(identity ? [sql`verified.state = ${identity}`] : []),
      ...(wanted ? [wanted === 'with' ? space : sql`not ${space}`] : []),
      ...(held ? [blocked] : []),
      ...(imports ? [sql`last.status = any(${failedImportNames}::text[])`] : []),
    ],
    sql` and `,
  );
}

export interface ListedAgency {
  readonly id: number;
  readonly ownerReference: string;
  readonly name: string;
  readonly siren: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly suspendedOn: string | null;
  readonly excludedOn: string | null;
  readonly identity: IdentityState;
  readonly space: boolean;
  readonly blocked: boolean;
  readonly importState: ImportState | null;
  readonly importAt: Date | null;
  readonly createdAt: Date;
}

/** Agencies that answer what is asked, by name or the newest first, beyond the agency `after` in that order. */
export async function selectListed(
  db: Queryable,
  asked: Asked & { readonly sort: 'name' | 'newest'; readonly after: number | null; readonly limit: number },
): Promise<ListedAgency[]> {
  const { sort, after, limit } = asked;
  const beyond =
    after === null
      ? sql`true`
      : sort === 'newest'
        ? sql`agency.id < ${after}`
        : sql`(lower(agency.name), agency.id) > (
            (select lower(last_seen.name) from agency last_seen where last_seen.id = ${after}), ${after}::bigint)`;
  const order = sort === 'newest' ? sql`agency.id desc` : sql`lower(agency.name), agency.id`;
  const { rows } = await sql<ListedAgency>`
    select agency.id, agency.owner_reference, agency.name, agency.siren, agency.postal_code, agency.city, agency.email,
      agency.suspended_on, agency.excluded_on, verified.state as identity, ${space} as space, ${blocked} as blocked,
      last.status as import_state, last.received_at as import_at, agency.created_at
    from agency
    join agency_identity verified on verified.agency_id = agency.id
    left join lateral (
      select sent.status, feed_import.received_at
      from feed_agency sent join feed_import on feed_import.id = sent.import_id
      where sent.agency_id = agency.id order by sent.import_id desc limit 1) last on true
    where ${matching(asked)} and ${beyond}
    order by ${order} limit ${limit}
  `.execute(db);
  return rows;
}

/** What of an agency is nowhere else: when it came, the identifier of its feeds, and its space. */
export async function selectPresence(
  db: Queryable,
  agencyId: number,
): Promise<{
  feedId: string | null;
  createdAt: Date;
  login: string | null;
  openedAt: Date | null;
  seenAt: Date | null;
} | null> {
  const { rows } = await sql<{
    feedId: string | null;
    createdAt: Date;
    login: string | null;
    openedAt: Date | null;
    seenAt: Date | null;
  }>`
    select agency.feed_id, agency.created_at, opened.email as login, opened.created_at as opened_at,
      (select max(seen_at) from agency_session where account_id = opened.id) as seen_at
    from agency left join agency_account opened on opened.agency_id = agency.id
    where agency.id = ${agencyId}
  `.execute(db);
  return rows[0] ?? null;
}

export interface AgencyFigures {
  readonly online: number;
  readonly refused: number;
  readonly pending: number;
  readonly listings: number;
  readonly leads: number;
  readonly leadsBefore: number;
  readonly boosts: number;
  readonly boostsRunning: number;
  readonly billed: number;
}

/** Counts of one agency; leads since `since`, and as long before it (`before`). */
export async function selectFigures(
  db: Queryable,
  agencyId: number,
  { since, before }: { since: Date; before: Date },
): Promise<AgencyFigures | undefined> {
  const { rows } = await sql<AgencyFigures>`
    select stock.*, asked.*, shown.*, paid.*
    from (
      select count(*) filter (where ${isOnline('listing')})::int as online,
        count(*) filter (where status = 'refused')::int as refused,
        count(*) filter (where status = 'pending')::int as pending, count(*)::int as listings
      from listing where agency_id = ${agencyId}) stock,
    (
      select count(*) filter (where created_at >= ${since})::int as leads,
        count(*) filter (where created_at < ${since})::int as leads_before
      from lead where agency_id = ${agencyId} and created_at >= ${before}
        and disqualified_because is distinct from 'spam') asked,
    (
      select count(*)::int as boosts,
        count(*) filter (where status = any(${[...runningStatuses]}::text[]))::int as boosts_running
      from boost where agency_id = ${agencyId}) shown,
    (
      select coalesce(sum(case series when 'F' then net else -net end), 0)::bigint as billed
      from invoice where agency_id = ${agencyId}) paid
  `.execute(db);
  return rows[0];
}

export interface InvoiceRow {
  readonly number: string;
  readonly series: 'F' | 'A';
  readonly issuedOn: string;
  readonly net: number;
  readonly gross: number;
  readonly mailedAt: Date | null;
}

/** The last invoices and credit notes of an agency first. */
export async function selectInvoices(db: Queryable, agencyId: number, limit: number): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select number, series, issued_on, net, gross, mailed_at from invoice
    where agency_id = ${agencyId} order by id desc limit ${limit}
  `.execute(db);
  return rows;
}
