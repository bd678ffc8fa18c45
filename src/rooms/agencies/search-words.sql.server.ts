import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/** What the words of an agency are taken from, in one text. */
const source = sql`concat_ws(e'\n', name, coalesce(city, ''), coalesce(postal_code, ''))`;

export interface Unworded {
  readonly id: number;
  readonly name: string;
  readonly city: string | null;
  readonly postalCode: string | null;
  /** All of it in one text, as it is noted once its words are kept. */
  readonly said: string;
}

/** Whether there are agencies whose words are not those of what they say. */
export async function hasUnworded(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from agency where worded_as is distinct from ${source}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Locks agencies whose search words are outdated, all or one (`id`), until the transaction ends. */
export async function lockStaleAgencies(
  tx: Queryable,
  id: number | null,
  limit: number,
): Promise<Unworded[]> {
  const { rows } = await sql<Unworded>`
    select id, name, city, postal_code, ${source} as said from agency
    where worded_as is distinct from ${source} and (${id}::bigint is null or id = ${id}::bigint)
    order by id limit ${limit} for no key update
  `.execute(tx);
  return rows;
}

export interface Word {
  readonly agencyId: number;
  readonly word: string;
  readonly town: boolean;
}

/** Replaces the words of these agencies; `terms` are all of those words, with what errors leave of them. */
export async function replaceWords(
  tx: Queryable,
  agencies: readonly Unworded[],
  words: readonly Word[],
  terms: readonly { readonly word: string; readonly typo: readonly number[] }[],
): Promise<void> {
  const ids = agencies.map(({ id }) => id);
  await sql`delete from agency_word where agency_id = any(${ids}::bigint[])`.execute(tx);
  // In one order, so that two who write the same words wait for each other instead of for ever.
  await sql`
    insert into agency_term (word, typo)
    select word, typo from json_to_recordset(${JSON.stringify(terms)}::json) as said(word text, typo integer[])
    order by word
    on conflict (word) do update set typo = excluded.typo
      where cardinality(excluded.typo) > cardinality(agency_term.typo)`.execute(tx);
  await sql`
    insert into agency_word (word, agency_id, town)
    select word, agency_id, town from unnest(${words.map(({ word }) => word)}::text[],
      ${words.map(({ agencyId }) => agencyId)}::bigint[], ${words.map(({ town }) => town)}::boolean[])
      as said(word, agency_id, town)
    on conflict do nothing`.execute(tx);
  await sql`
    update agency set worded_as = taken.said
    from unnest(${ids}::bigint[], ${agencies.map(({ said }) => said)}::text[]) as taken(id, said)
    where agency.id = taken.id`.execute(tx);
}
