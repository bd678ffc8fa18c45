import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { FoundAgency } from './agency-search.ts';

// Above every character of a search spelling in the "C" order.
const LAST = '~';
/** Words that begin so, of one that was typed. */
const BEGUN = 200;

export interface FoundRow extends FoundAgency {
  readonly id: number;
}

function found(which: RawBuilder<unknown>): RawBuilder<FoundRow> {
  return sql<FoundRow>`
    select agency.id, agency.owner_reference, agency.name, agency.postal_code, agency.city, agency.siren,
      (select count(*)::int from listing_online where listing_online.agency_id = agency.id) as listings,
      exists (select from agency_account where agency_account.agency_id = agency.id) as registered
    ${which}`;
}

/** The agencies of a SIREN, and that of a SIRET when one was given; those with the most listings on line first. */
export async function selectBySiren(
  db: Queryable,
  { siren, siret }: { siren: string; siret: string | null },
  limit: number,
): Promise<FoundRow[]> {
  const { rows } = await found(sql`
    from agency where agency.siren = ${siren} or agency.siret = ${siret}
    order by agency.siret is not distinct from ${siret} desc, listings desc, agency.name, agency.id limit ${limit}`).execute(
    db,
  );
  return rows;
}

export async function selectFound(db: Queryable, ids: readonly number[]): Promise<FoundRow[]> {
  // Each by its number, however many: `offset` keeps all agencies from being read to find them.
  const { rows } = await found(sql`
    from unnest(${ids}::bigint[]) as wanted(id)
    cross join lateral (select * from agency where id = wanted.id offset 0) as agency`).execute(db);
  return rows;
}

/** Words of agencies that have one of these keys in common with what was typed, or begin with one of these letters. */
export async function selectTerms(
  db: Queryable,
  { keys, beginnings }: { keys: readonly number[]; beginnings: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select near.word from unnest(${keys}::integer[]) as left_of(key)
    cross join lateral (select word from agency_term where typo @> array[left_of.key]) as near
    union
    select begun.word from unnest(${beginnings}::text[]) as typed(beginning)
    cross join lateral (
      select word from agency_term
      where word >= typed.beginning collate "C" and word < (typed.beginning || ${LAST}) collate "C"
      order by word limit ${BEGUN}) as begun`.execute(db);
  return rows.map(({ word }) => word);
}

/** One word of agencies that answers what was typed: which of the words typed, and what parts them. */
export interface TermMatch {
  readonly word: string;
  readonly token: number;
  readonly cost: number;
}

export interface Scored {
  readonly id: number;
  /** Those of the words typed that it answers, and in all what parts it from them. */
  readonly tokens: number[];
  readonly cost: number;
  /** How many of them its town answers, not its name. */
  readonly inTown: number;
  /** What parts its name run together from all that was typed; null when too much does. */
  readonly together: number | null;
}

/** What was typed run together is this token; the others begin at 1. */
export const TOGETHER = 0;

/** The agencies that answer most of what was typed, by their words and, for figures, by their postal code. */
export async function selectScored(
  db: Queryable,
  { near, codes, asked }: { near: readonly TermMatch[]; codes: readonly TermMatch[]; asked: number },
  limit: number,
): Promise<Scored[]> {
  const { rows } = await sql<Scored>`
    with hit as (
      select agency_word.agency_id, near.token, near.cost, agency_word.town
      from ${nears(near)} join agency_word on agency_word.word = near.word
      where near.token > ${TOGETHER} or not agency_word.town
      union all
      select agency.id, near.token, near.cost, true
      from ${nears(codes)} join agency on agency.postal_code collate "C" >= near.word
        and agency.postal_code collate "C" < near.word || ${LAST}
    ), best as (
      select distinct on (agency_id, token) * from hit order by agency_id, token, cost, town
    )
    select agency_id as id, coalesce(array_agg(token) filter (where token > ${TOGETHER}), '{}') as tokens,
      coalesce(sum(cost) filter (where token > ${TOGETHER}), 0) as cost,
      count(*) filter (where town and token > ${TOGETHER})::int as in_town,
      min(cost) filter (where token = ${TOGETHER}) as together
    from best group by agency_id
    order by bool_or(token = ${TOGETHER}) or count(*) filter (where token > ${TOGETHER}) = ${asked} desc,
      cardinality(coalesce(array_agg(token) filter (where token > ${TOGETHER}), '{}')) desc, cost, agency_id
    limit ${limit}`.execute(db);
  return rows;
}

function nears(near: readonly TermMatch[]): RawBuilder<unknown> {
  return sql`unnest(${near.map(({ word }) => word)}::text[], ${near.map(({ token }) => token)}::integer[],
    ${near.map(({ cost }) => cost)}::float8[]) as near(word, token, cost)`;
}

/** The agencies whose town has all of these words, with a postal code that begins so, or none. */
export async function selectInTown(
  db: Queryable,
  { words, beginnings }: { words: readonly string[]; beginnings: readonly string[] },
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select agency.id from (
      select agency_id from agency_word where town and word = any(${words}::text[])
      group by agency_id having count(*) = ${words.length}
    ) as there cross join lateral (select * from agency where id = there.agency_id offset 0) as agency
    where agency.postal_code is null or left(agency.postal_code, 2) = any(${beginnings}::text[])
    order by agency.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
