import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Lead } from './contract.ts';
import { PERSON, type Side } from './conversation.ts';

export type Conversation = Lead & {
  /** Who writes. */
  readonly side: Side;
  readonly agencyName: string;
};

/** Locks the lead of this token until the transaction ends; null when the token is unknown or the lead erased. */
export async function lockConversation(tx: Tx, token: string): Promise<Conversation | null> {
  const { rows } = await sql<Conversation>`
    select lead.*, agency.owner_reference as agency, agency.name as agency_name, address.side
    from lead_address address
      join lead on lead.id = address.lead_id join agency on agency.id = lead.agency_id
    where address.token = ${token} and lead.erased_at is null
    for no key update of lead
  `.execute(tx);
  return rows[0] ?? null;
}

export async function isKnown(tx: Tx, mailKey: string): Promise<boolean> {
  const { rows } = await sql`select from lead_event where mail_key = ${mailKey}`.execute(tx);
  return rows.length > 0;
}

/** Whether an agency is known by this address: its own, or one that opens its space. */
export async function isAddressOf(db: Queryable, agencyId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from agency where id = ${agencyId} and email = ${email})
      or exists (select from agency_account where agency_id = ${agencyId} and email = ${email})
  `.execute(db);
  return rows.length > 0;
}

/** Mails of one side since then, those that its machines wrote apart. */
export async function lettersSince(
  db: Queryable,
  given: { leadId: number; side: Side; kind: 'answer' | 'reply' | 'automatic'; since: Date },
): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(at) as oldest from lead_event join lead_letter on event_id = id
    where lead_id = ${given.leadId} and kind = ${given.kind} and at > ${given.since}
      and (by_whom = ${PERSON}) = ${given.side === 'person'}
  `.execute(db);
  return rows[0]!;
}

export async function insertLetter(
  tx: Tx,
  letter: {
    eventId: number;
    messageId: string | null;
    elsewhere: string | null;
    original: string | null;
    files: string[];
  },
): Promise<void> {
  await tx.insertInto('leadLetter').values(letter).execute();
}
