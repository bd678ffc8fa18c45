import type { Db, Queryable } from '#platform/db.server.ts';
import * as statements from './tally.sql.server.ts';

/** For counts of what is on line: read from the tally, or of any rows of `listing`. */
export { type Scope, standsIn, talliesOf } from './tally.sql.server.ts';

/**
 * Adds what writers of listings appended to the counts, which are exact before, meanwhile and after: they are read
 * together with what waits. Returns how many changed.
 */
export async function foldTally(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await statements.lockTally(tx);
    return statements.fold(tx);
  });
}

/** How many counts are not what the listings on line say, a sum of the whole table: none, ever. */
export async function tallyErrors(db: Queryable): Promise<number> {
  return (await statements.selectTallyGaps(db)).length;
}

/** Makes the counts what the listings on line say, while listings go on being written. Returns how many were wrong. */
export async function repairTally(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await statements.lockTally(tx);
    const wrong = await statements.insertTallyGaps(tx);
    await statements.fold(tx);
    return wrong;
  });
}
