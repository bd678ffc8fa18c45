import { createHmac } from 'node:crypto';
import { clock } from '../../../platform/clock.server.ts';
import type { Services } from '../../../platform/context.server.ts';
import type { Db } from '../../../platform/db.server.ts';
import { clientOf, tooMany } from '../../../platform/rate-limits.server.ts';
import {
  attemptsSince,
  deleteAttempt,
  deleteAttemptsBefore,
  deleteAttemptsOn,
  insertAttempt,
  type Outcome,
  settleAttempt,
} from './sql.server.ts';

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

/**
 * Counts an attempt before anything is looked up, so that many at once are counted too. Throws RATE_LIMIT_EXCEEDED,
 * whether or not the password is right.
 */
export async function beginAttempt(
  { db, env }: Pick<Services, 'db' | 'env'>,
  given: { ip: string; email: string },
): Promise<Attempt> {
  const now = clock.now();
  const client = clientOf(given.ip);
  const subject = createHmac('sha256', env.secret).update(`attempt\n${given.email}`).digest();
  const id = await insertAttempt(db, { client, subject }, now);
  const tried = await attemptsSince(db, { client, subject }, new Date(now.getTime() - WINDOW_MS));
  const oldest =
    tried.onSubject > PER_ACCOUNT
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

export async function forgetAttempts(db: Db): Promise<void> {
  await deleteAttemptsBefore(db, new Date(clock.now().getTime() - WINDOW_MS));
}
