import type { Db } from '#platform/db.server.ts';
import { deleteTouches } from './touches.sql.server.ts';

/**
 * Forgets which listings were written more than an hour ago, or in the server that a database was restored from, and says so
 * to who has not read it yet (`listing_touch_floor`).
 * Returns how many rows went. Safe to run twice.
 */
export async function forgetTouches(db: Db): Promise<number> {
  return deleteTouches(db);
}
