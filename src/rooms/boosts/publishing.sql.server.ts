import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/**
 * Takes the boost that has waited longest for its network, until then: nobody else takes it meanwhile, and somebody does
 * when this process dies. Null when none waits.
 */
export async function claimToSend(db: Queryable, now: Date, until: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update boost set next_attempt_at = ${until}
    where id = (select id from boost where next_attempt_at <= ${now} order by next_attempt_at, id
      limit 1 for update skip locked)
    returning id
  `.execute(db);
  return rows[0]?.id ?? null;
}

interface Measured {
  readonly id: number;
  readonly reference: string;
  readonly externalId: string;
  readonly createdAt: Date;
  /** Null: the network may have begun, and has not said so yet. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Boosts that the network may have shown since their figures were last read, those that ended lately included. */
export async function selectToMeasure(db: Queryable, readBefore: Date): Promise<Measured[]> {
  const { rows } = await sql<Measured>`
    select id, reference, external_id, created_at, started_at, ended_at from boost
    where publisher = 'meta' and external_id is not null
      and (ended_at is null or settled_at is null) and (figures_at is null or figures_at <= ${readBefore})
    order by figures_at nulls first, id
  `.execute(db);
  return rows;
}
