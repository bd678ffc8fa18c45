import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { LawName } from './laws.ts';

/** One word of an operator on the end of a law. */
export interface ProlongationRow {
  readonly law: LawName;
  /** The last day, `YYYY-MM-DD`; null takes back what was said before. */
  readonly until: string | null;
  /** What prolongs it, or why that was wrong. */
  readonly text: string | null;
  readonly by: string;
  readonly at: Date;
}

/** Every word, the oldest first: of each law the last counts. */
export async function selectProlongations(db: Queryable): Promise<ProlongationRow[]> {
  const { rows } = await sql<ProlongationRow>`
    select law, until, text, by_whom as by, at from law_prolongation order by id
  `.execute(db);
  return rows;
}

export async function insertProlongation(
  tx: Tx,
  { law, until, text, by, at }: ProlongationRow,
): Promise<void> {
  await sql`
    insert into law_prolongation (law, until, text, by_whom, at) values (${law}, ${until}, ${text}, ${by}, ${at})
  `.execute(tx);
}

const LAWS = 7212;

/** One operator at a time, until the end of the transaction: what one has said, the next reads. */
export async function lockLaws(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LAWS)}, 0)`.execute(tx);
}
