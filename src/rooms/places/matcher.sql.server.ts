import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

export interface NamedPair {
  /** Which of the asked pairs. */
  readonly n: number;
  readonly postal: string;
  /** Search spelling of the name, without figures. */
  readonly key: string;
  /** The same, to compare letter by letter. */
  readonly spelling: string;
}

export interface Candidate {
  readonly n: number;
  readonly code: string;
  readonly departmentCode: string;
  readonly population: number;
  /** It has the postal code. */
  readonly here: boolean;
  /** It bears, or bore, the name. */
  readonly named: boolean;
  /** One name begins with the other, at a word break. */
  readonly begins: boolean;
  /** 0 to 1, trigram similarity of the nearest name. */
  readonly likeness: number;
}

/** For each pair, the places of its postal code and the places of its name, in one statement. */
export async function selectCandidates(db: Queryable, asked: readonly NamedPair[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select asked.n, place.code, place.department_code, coalesce(place.population, 0) as population,
      place.postal_codes @> array[asked.postal] as here, worded.named, worded.begins, worded.likeness
    from ${pairs(asked)}
    cross join lateral (
      select code from place where postal_codes @> array[asked.postal]
      union
      select place_code from place_term where term = asked.key and kind <= 3
    ) as found
    join place on place.code = found.code and place.kind <> 'department'
    cross join lateral (
      select coalesce(bool_or(term = asked.key), false) as named,
        coalesce(bool_or(starts_with(term, asked.key || ' ') or starts_with(asked.key, term || ' ')), false) as begins,
        coalesce(max(similarity(spelling, asked.spelling)), 0) as likeness
      from place_term where place_code = place.code and kind <= 3 and asked.key <> ''
    ) as worded`.execute(db);
  return rows;
}

/** For each pair, the commune of its department whose name is spelled most alike, in one statement. */
export async function selectMostAlike(
  db: Queryable,
  asked: readonly NamedPair[],
): Promise<{ n: number; code: string }[]> {
  const { rows } = await sql<{ n: number; code: string }>`
    select asked.n, best.code
    from ${pairs(asked)}
    cross join lateral (
      select place.code
      from place_term join place on place.code = place_term.place_code
      where place_term.spelling % asked.spelling and place.kind = 'commune'
        and place.department_code = any(array[left(asked.postal, 2), left(asked.postal, 3)] ||
          case when asked.postal like '20%' then array['2A', '2B'] else '{}' end)
      order by similarity(place_term.spelling, asked.spelling) desc, place.population desc nulls last limit 1
    ) as best`.execute(db);
  return rows;
}

/** Departments by the search spelling of their names. Paris, which is one commune, is only there as such. */
export async function selectDepartments(
  db: Queryable,
  terms: readonly string[],
): Promise<{ term: string; departmentCode: string }[]> {
  const { rows } = await sql<{ term: string; departmentCode: string }>`
    select place_term.term, place.department_code
    from place_term join place on place.code = place_term.place_code
    where place_term.term = any(${terms}::text[]) and (place.kind = 'department' or place.name = place.department_name)`.execute(
    db,
  );
  return rows;
}

function pairs(asked: readonly NamedPair[]) {
  return sql`unnest(${asked.map(({ n }) => n)}::integer[], ${asked.map(({ postal }) => postal)}::text[],
    ${asked.map(({ key }) => key)}::text[], ${asked.map(({ spelling }) => spelling)}::text[])
    as asked(n, postal, key, spelling)`;
}
