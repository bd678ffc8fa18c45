import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { Agency, AgencyChanges, AgencyIdentity, NewAgency } from './contract.ts';

const identityColumns = [
  'rcs_city',
  'phone',
  'address',
  'postal_code',
  'city',
  'website',
  'fee_schedule_url',
  'fee_schedule_on',
  'trade_name',
  'company_name',
  'legal_form',
  'capital',
  'siret',
  'vat_number',
  'sole_trader',
  'card_office',
  'card_activities',
  'card_until',
  'guarantor_name',
  'guarantor_address',
  'guarantee_amount',
  'holds_no_funds',
  'insurance',
  'mediator_name',
  'mediator_url',
  'software',
  'opening_hours',
  'presentation',
  'languages',
  'specialties',
];
const namingColumns = ['owner_reference', 'name', 'siren', 'card_number', 'email', 'demo'];
const inserted = sql.raw([...namingColumns, ...identityColumns].join(', '));
const columns = sql`id, excluded_on, suspended_on, (
  select json_build_object('key', key, 'width', width, 'height', height) from agency_logo
  where agency_id = agency.id and agency.excluded_on is null) as logo, ${inserted}`;

export async function selectAgencies(db: Queryable, references: readonly string[] | null): Promise<Agency[]> {
  const { rows } = await sql<Agency>`
    select ${columns} from agency
    where ${references}::text[] is null or owner_reference = any(${references}::text[])
    order by owner_reference
  `.execute(db);
  return rows;
}

/** Agencies by the identifier of feeds: their own, else their reference. All that is asked is normal. */
export async function selectByFeedIds(
  db: Queryable,
  identifiers: readonly string[],
): Promise<(Agency & { readonly identifier: string })[]> {
  const { rows } = await sql<Agency & { identifier: string }>`
    select distinct on (identifier) ${columns}, identifier
    from unnest(${identifiers}::text[]) as identifier
    join agency on feed_id = identifier or owner_reference = identifier
    order by identifier, (feed_id is not distinct from identifier) desc
  `.execute(db);
  return rows;
}

/** The references of the agencies whose feeds carry another identifier, with it. */
export async function selectFeedIds(db: Queryable): Promise<{ ownerReference: string; feedId: string }[]> {
  const { rows } = await sql<{ ownerReference: string; feedId: string }>`
    select owner_reference, feed_id from agency where feed_id is not null
  `.execute(db);
  return rows;
}

/** Several agencies by their numbers, in the order of these; unknown ones are absent. */
export async function selectAgenciesById(db: Queryable, ids: readonly number[]): Promise<Agency[]> {
  const { rows } = await sql<Agency>`
    select ${columns} from agency where id = any(${ids}::bigint[]) order by id
  `.execute(db);
  return rows;
}

export async function selectAgencyById(db: Queryable, id: number): Promise<Agency | undefined> {
  const { rows } = await sql<Agency>`select ${columns} from agency where id = ${id}`.execute(db);
  return rows[0];
}

type Loose<T> = { [Name in keyof T]?: T[Name] | undefined };

/** Null when the reference is taken. */
export async function insertAgency(
  db: Queryable,
  agency: Omit<NewAgency, keyof AgencyIdentity> & Loose<AgencyIdentity> & { demo: boolean },
): Promise<Agency | null> {
  const { ref, name, siren, card, email, demo, feedId, ...identity } = agency;
  const row = {
    owner_reference: ref,
    name,
    siren,
    card_number: card,
    email,
    demo,
    feed_id: feedId,
    ...Object.fromEntries(Object.entries(identity).map(([key, value]) => [snakeCase(key), value])),
  };
  const { rows } = await sql<Agency>`
    insert into agency (${inserted}, feed_id)
    select ${inserted}, feed_id from json_populate_record(null::agency, ${JSON.stringify(row)}::json)
    on conflict (owner_reference) do nothing
    returning ${columns}
  `.execute(db);
  return rows[0] ?? null;
}

/** Updates the given columns of the agency of a reference, and nothing else; null when there is none. */
export async function updateAgency(
  db: Queryable,
  ownerReference: string,
  {
    card,
    ...said
  }: Loose<AgencyIdentity & Pick<Agency, 'name' | 'siren' | 'cardNumber' | 'email'>> & {
    card?: AgencyChanges['card'];
    feedId?: AgencyChanges['feedId'];
  },
): Promise<Agency | null> {
  const changes = Object.entries({ ...said, ...(card === undefined ? {} : { cardNumber: card }) }).filter(
    ([, value]) => value !== undefined,
  );
  const names = sql.raw(changes.map(([name]) => snakeCase(name)).join(', '));
  const row = Object.fromEntries(changes.map(([name, value]) => [snakeCase(name), value]));
  const { rows } = await sql<Agency>`
    update agency set ${
      changes.length === 0
        ? sql`name = name`
        : sql`(${names}) = (
      select ${names} from json_populate_record(null::agency, ${JSON.stringify(row)}::json))`
    }
    where owner_reference = ${ownerReference}
    returning ${columns}
  `.execute(db);
  return rows[0] ?? null;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
