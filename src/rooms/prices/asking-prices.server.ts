import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { replaceAsking } from './asking-prices.sql.server.ts';
import { SALES_MIN } from './contract.ts';

/** Takes the medians asked today from the listings on line; returns how many areas and kinds have one. */
export async function refreshAsking(db: Db): Promise<number> {
  return db.transaction().execute((tx) => replaceAsking(tx, SALES_MIN, clock.now()));
}
