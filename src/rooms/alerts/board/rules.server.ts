import type { UserId } from '../../../platform/auth.server.ts';
import { clock } from '../../../platform/clock.server.ts';
import type { Db } from '../../../platform/db.server.ts';
import { alertsOf } from '../rules.server.ts';
import type { Board } from './contract.ts';

/** What the list of somebody's alerts shows. */
export async function boardOf(db: Db, userId: UserId): Promise<Board> {
  return { alerts: await alertsOf(db, userId), now: clock.now().toISOString() };
}
