import { createHmac } from 'node:crypto';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { clientOf, tooMany } from '#platform/rate-limits.server.ts';
import {
  attemptsSince,
  deleteAttempt,
  deleteAttemptsBefore,
  deleteAttemptsOn,
  insertAttempt,
  type Outcome,
  settleAttempt,
} from './login-attempts.sql.server.ts';

/** security.md, D1 and threat 2. Kept in the database: a restart forgives nothing, and processes share them. */
const WINDOW_MS = 900_000;
const PER_ACCOUNT = 10;
const PER_CLIENT = 30;
/** Different addresses of which one client learns whether they have an account. */
const STRANGERS = 10;

export interface Attempt {
  /** It failed, and how: what counts against the client and the account until it is forgotten. */
  failed(outcome: Exclude<Outcome, 'pending'>): Promise<void>;
  /** It succeeded: nothing counts any more against the account. */
  succeeded(): Promise<void>;
}

const subjectOf = (env: Pick<Services['env'], 'secret'>, email: string) =>
  createHmac('sha256', env.secret).update(`attempt\n${email}`).digest();

/**
 * Counts an attempt before anything is looked up, so that many at once are counted too. `signUp`: no password is tried,
 * so it counts against the client only, or strangers could keep a person out. Throws RATE_LIMIT_EXCEEDED, whether or not
 * the password is right.
 */
export async function beginAttempt(
  { db, env }: Pick<Services, 'db' | 'env'>,
  given: { ip: string; email: string; signUp?: boolean },
): Promise<Attempt> {
  const now = clock.now();
  const client = clientOf(given.ip);
  const subject = subjectOf(env, given.email);
  const id = await insertAttempt(db, { client, subject, outcome: given.signUp ? 'known' : 'pending' }, now);
  const tried = await attemptsSince(db, { client, subject }, new Date(now.getTime() - WINDOW_MS));
  const oldest =
    tried.onSubject > PER_ACCOUNT && !given.signUp
      ? tried.oldestOnSubject
      : tried.fromClient > PER_CLIENT || tried.strangers > STRANGERS
        ? tried.oldestFromClient
        : null;
  if (oldest) {
    await deleteAttempt(db, id);
    throw tooMany((oldest.getTime() + WINDOW_MS - now.getTime()) / 1000);
  }
  return {
    failed: (outcome) => settleAttempt(db, id, outcome),
    async succeeded() {
      await deleteAttempt(db, id);
      await deleteAttemptsOn(db, subject);
    },
  };
}

/** Wrong passwords at this address count no more: the person who reads its mail has shown that it is theirs. */
export async function forgive(tx: Tx, env: Pick<Services['env'], 'secret'>, email: string): Promise<void> {
  await deleteAttemptsOn(tx, subjectOf(env, email));
}

export async function forgetAttempts(db: Db): Promise<void> {
  await deleteAttemptsBefore(db, new Date(clock.now().getTime() - WINDOW_MS));
}
