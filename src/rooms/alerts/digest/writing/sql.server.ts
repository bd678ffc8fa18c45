import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/db.server.ts';
import { visible } from '../../../search/criteria/rules.server.ts';
import { mayBeShown } from '../../results/sql.server.ts';

export interface Standing {
  readonly visible: boolean;
  /** It may be named, though it has left. */
  readonly shown: boolean;
}

/** Whether these listings are on line now. */
export async function standingOf(db: Queryable, ids: readonly number[]): Promise<Map<number, Standing>> {
  const { rows } = await sql<Standing & { id: number }>`
    select l.id, ${visible('l')} as visible, ${mayBeShown} as shown
    from listing l where l.id = any(${ids}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
