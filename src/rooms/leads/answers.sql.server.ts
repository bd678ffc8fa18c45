import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Lead } from './contract.ts';

/** Locks a lead of the agency until the transaction ends. */
export async function lockAnsweredLead(tx: Tx, agencyId: number, id: number): Promise<Lead | null> {
  const { rows } = await sql<Lead>`
    select lead.*, agency.owner_reference as agency from lead join agency on agency.id = lead.agency_id
    where lead.id = ${id} and lead.agency_id = ${agencyId}
    for no key update of lead
  `.execute(tx);
  return rows[0] ?? null;
}

/** Whether this very answer was written. */
export async function isAnswerSent(
  db: Queryable,
  { leadId, mailKey, text }: { leadId: number; mailKey: string; text: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from lead_event where lead_id = ${leadId} and kind = 'answer' and mail_key = ${mailKey} and text = ${text}
  `.execute(db);
  return rows.length > 0;
}

export interface Answerer {
  readonly name: string;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
}

export async function selectAnswerer(db: Queryable, agencyId: number): Promise<Answerer> {
  const { rows } = await sql<Answerer>`select name, email, phone from agency where id = ${agencyId}`.execute(
    db,
  );
  return rows[0]!;
}

export async function answersSince(
  db: Queryable,
  leadId: number,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(at) as oldest from lead_event
    where lead_id = ${leadId} and kind = 'answer' and at > ${since}
  `.execute(db);
  return rows[0]!;
}
