import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { Place } from './contract.ts';
import { placeColumns } from './places.sql.server.ts';

export interface Hit extends Place {
  /** Inhabitants behind the best term, lessened for weaker kinds of term, times ten when typed in full. */
  readonly score: number;
  readonly typedInFull: boolean;
  /** The best term, and the old name that it is when it is one. */
  readonly term: string;
  readonly alias: string | null;
}

/** Which places may answer: those of a postal code (or its beginning), or of these departments. */
export interface Within {
  readonly postal?: string;
  readonly departments?: readonly string[];
}

// Above every character of a search spelling in the "C" order.
const LAST = '~';

/** Places one of whose terms begins so, best first; beyond `limit`, the best that was typed in full. */
export async function selectByBeginning(
  db: Queryable,
  beginning: string,
  within: Within,
  limit: number,
): Promise<Hit[]> {
  return selectHits(db, limit, {
    condition: sql`term >= ${beginning} and term < ${beginning + LAST} ${inside(within)}`,
    score: sql`weight * case when term = ${beginning} then 10 else 1 end`,
    typedInFull: sql`term = ${beginning} and kind <= 3`,
  });
}

export interface Keys {
  /** The name run together. */
  readonly letters: string;
  readonly sound: string | null;
  readonly typo: readonly number[];
}

/** Names that begin to sound so, and names that about one letter parts from this one (`typoKeys`); biggest first. */
export async function selectSimilarNames(
  db: Queryable,
  { letters, sound, typo }: Keys,
  within: Within,
  limit: number,
): Promise<(Hit & { sounding: boolean })[]> {
  const heard = sql`
    (select place_code, term, alias, weight, true as sounding from place_term
    where sound >= ${sound} and sound < ${`${sound}${LAST}`} ${inside(within)}
    order by weight desc, place_code limit ${limit})
    union all`;
  const { rows } = await sql<Hit & { sounding: boolean }>`
    with hit as (
      ${sound === null ? sql`` : heard}
      (select place_code, term, alias, weight, false as sounding from place_term
      where typo && ${typo}::integer[] and abs(length(replace(term, ' ', '')) - ${letters.length}) <= 1
        ${inside(within)}
      order by weight desc, place_code limit ${limit})
    )
    select hit.term, hit.alias, hit.weight as score, hit.sounding, false as typed_in_full, ${placeColumns()}
    from hit join place on place.code = hit.place_code
    order by hit.weight desc, place.code`.execute(db);
  return rows;
}

/** Places whose name is spelled about so: the likeness counts most, then the inhabitants. */
export async function selectBySpelling(
  db: Queryable,
  key: string,
  within: Within,
  limit: number,
): Promise<Hit[]> {
  return selectHits(db, limit, {
    condition: sql`spelling % ${key} ${inside(within)}`,
    score: sql`weight`,
    order: sql`similarity(spelling, ${key}) + 0.05 * log(weight + 10)`,
  });
}

function inside({ postal, departments }: Within): RawBuilder<unknown> {
  if (postal && postal.length === 5) {
    return sql`and place_code in (select code from place where postal_codes @> array[${postal}])`;
  }
  if (postal) {
    return sql`and place_code in (
      select place_code from place_term where kind = 5 and term >= ${postal} and term < ${postal + LAST})`;
  }
  if (departments)
    return sql`and place_code in (select code from place where department_code = any(${departments}::text[]))`;
  return sql``;
}

interface Search {
  readonly condition: RawBuilder<unknown>;
  readonly score: RawBuilder<unknown>;
  /** The score when not given. */
  readonly order?: RawBuilder<unknown>;
  readonly typedInFull?: RawBuilder<unknown>;
}

/** A place is rarely found by more of its terms than this at once; their doubles are dropped here. */
const TERMS_EACH = 4;

async function selectHits(db: Queryable, limit: number, search: Search): Promise<Hit[]> {
  const { condition, score, order = score, typedInFull = sql`false` } = search;
  const { rows } = await sql<Hit>`
    with hit as (
      select place_code, term, alias, ${score} as score, ${order} as value, ${typedInFull} as typed_in_full
      from place_term where ${condition}
    ), shown as (
      (select * from hit order by value desc, place_code limit ${limit * TERMS_EACH})
      union all
      (select * from hit where typed_in_full order by value desc, place_code limit 1)
    )
    select shown.term, shown.alias, shown.score, shown.typed_in_full, ${placeColumns()}
    from shown join place on place.code = shown.place_code
    order by shown.value desc, place.code`.execute(db);
  const seen = new Set<string>();
  const first = rows.filter(({ code }) => !seen.has(code) && seen.add(code));
  return first.filter(({ typedInFull: full }, index) => index < limit || full);
}
