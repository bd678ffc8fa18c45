import { createHmac } from 'node:crypto';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import type { Person } from '#platform/person.server.ts';
import type { MailStatus } from './contract.ts';
import {
  deleteMailsOf,
  deleteMailsTo,
  deleteRefusal,
  emptyMailsByKey,
  emptyMailsFrom,
  hasRefusal,
  insertRefusal,
  mailsTo,
  refusalsOf,
  takeAddresses,
} from './erasure.sql.server.ts';
import { masked } from './masking.ts';

type Secret = Pick<Env, 'secret'>;

/** Names an address only to a reader who knows it already. */
const subjectOf = (env: Secret, email: string) =>
  createHmac('sha256', env.secret).update(`mail-refusal\n${email}`).digest();

/** How the audit names an address, which it must not hold: only a reader who knows the address finds it there. */
export function addressKey(env: Secret, email: string): string {
  return subjectOf(env, email).toString('hex').slice(0, 16);
}

/** Mails to this person of the last year, without what opens anything, and whether their address refuses them. */
export async function personalDataOf(db: Queryable, { emails }: Pick<Person, 'emails'>) {
  if (emails.length === 0) return { mails: [], refusals: [] };
  const [mails, refusals] = await Promise.all([mailsTo(db, emails), refusalsOf(db, emails)]);
  return {
    mails: mails.map(({ status, text, ...mail }) => ({
      ...mail,
      status: status as MailStatus,
      text: text && masked(text),
    })),
    refusals,
  };
}

/**
 * Erases what was, or is to be, sent to this person; what others were sent with their address to answer to loses its
 * words. An address that refuses mail still does, as a keyed hash. Mails queued after this in the same transaction stay.
 */
export async function erasePerson(tx: Tx, env: Secret, { emails }: Pick<Person, 'emails'>): Promise<void> {
  if (emails.length === 0) return;
  await deleteMailsTo(tx, emails);
  await emptyMailsFrom(tx, emails);
  for (const { email, suppressedAt, reason } of await takeAddresses(tx, emails)) {
    if (suppressedAt && reason)
      await insertRefusal(tx, { subject: subjectOf(env, email), reason, at: suppressedAt });
  }
}

/** Erases what these addresses were sent about one thing (`account:12`), no matter who reads them. */
export async function eraseMailsOf(tx: Tx, stream: string, emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await deleteMailsOf(tx, stream, emails);
}

/** Empties mails of their words by what names them: their keys stay, and none leaves any more. */
export async function emptyMails(tx: Tx, dedupeKeys: readonly string[]): Promise<void> {
  if (dedupeKeys.length > 0) await emptyMailsByKey(tx, dedupeKeys);
}

/** Whether an erased person's address had refused mail. */
export async function isRefusedByHash(db: Queryable, env: Secret, email: string): Promise<boolean> {
  return hasRefusal(db, subjectOf(env, email));
}

/** Refuses mail to an address without keeping it. */
export async function refuseByHash(
  tx: Tx,
  env: Secret,
  refusal: { email: string; reason: 'bounces' | 'complaint'; at: Date },
): Promise<void> {
  const { email, reason, at } = refusal;
  await insertRefusal(tx, { subject: subjectOf(env, email), reason, at });
}

/** Forgets that it had; false when it had not. */
export async function allowByHash(db: Queryable, env: Secret, email: string): Promise<boolean> {
  return deleteRefusal(db, subjectOf(env, email));
}
