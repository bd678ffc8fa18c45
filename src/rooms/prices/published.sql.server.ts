import { sql } from 'kysely';
import { copyRows, type Tx } from '#platform/db.server.ts';
import { prepare } from '#platform/prepared.server.ts';

/** A median as it is published; cents per m². */
export interface PublishedRow {
  /** INSEE. */
  readonly code: string;
  readonly kind: 'apartment' | 'house';
  readonly n: number;
  readonly median: number;
}

/** Makes the table hold exactly these rows. */
export async function replacePublished(tx: Tx, rows: readonly PublishedRow[]): Promise<void> {
  await sql`delete from price_published`.execute(tx);
  await copyRows(
    tx,
    'copy price_published (code, kind, n, median) from stdin',
    rows.map(({ code, kind, n, median }) => `${code}\t${kind}\t${n}\t${median}\n`).join(''),
  );
  // At once: the first pages must not wait for the autovacuum.
  await sql`analyze price_published`.execute(tx);
}

/** The medians of places, each under its own code. */
export const selectPublished = prepare<[codes: readonly string[]], PublishedRow>(
  (codes) => sql`select code, kind, n, median from price_published where code = any(${codes}::text[])`,
);

export interface FormerRow extends PublishedRow {
  /** Null when only the code is known. */
  readonly name: string | null;
}

/** What is published under the codes of communes that are part of this one today; most sales first. */
export const selectFormer = prepare<[placeCode: string], FormerRow>(
  (placeCode) => sql`
    select published.code, former.name, published.kind, published.n, published.median
    from (
      select alias.code, min(alias.name) as name from place_alias as alias
      where alias.place_code = ${placeCode} and not exists (select from place where place.code = alias.code)
      group by alias.code
    ) as former
    join price_published as published on published.code = former.code
    order by published.n desc, published.code`,
);

/** Several medians put together: a mean weighted by their sales, which is no median. Cents per m². */
export interface MeanRow {
  readonly kind: 'apartment' | 'house';
  readonly n: number;
  readonly value: number;
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

/** The means of a department, over its communes and districts of today. */
export const selectMeans = prepare<[departmentCode: string], MeanRow>(
  (departmentCode) => sql`
    select published.kind, sum(published.n)::integer as n,
      round(sum(published.n * published.median) / sum(published.n) / 100)::bigint * 100 as value,
      count(*)::integer as count, min(published.median) as low, max(published.median) as high
    from place join price_published as published on published.code = place.code
    where place.department_code = ${departmentCode} and place.kind <> 'department'
    group by published.kind`,
);
