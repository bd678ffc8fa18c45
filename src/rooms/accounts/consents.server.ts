import { fail, sharedErrors } from '#contract/errors.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { lockAccount } from './accounts.sql.server.ts';
import { consentsOf, insertConsent } from './consents.sql.server.ts';
import { type ConsentName, consentNames, consentSubjects } from './consents.ts';
import type { Consent, ConsentProof } from './contract.ts';

/**
 * Where each consent stands and how it came to. `elsewhere`: proofs that other rooms keep; the last word counts,
 * wherever it was said. Without one, nothing is agreed to.
 */
export async function readConsents(
  db: Queryable,
  userId: UserId,
  elsewhere: readonly (ConsentProof & { name: ConsentName })[] = [],
): Promise<Consent[]> {
  const rows = await consentsOf(db, userId);
  return consentNames.map((name) => {
    const { subject } = consentSubjects[name];
    const here = rows
      .filter((row) => row.subject === subject)
      .map(({ given, sentence, at }) => ({
        given,
        sentence,
        at: at.toISOString(),
        source: 'profile' as const,
      }));
    const history = [
      ...here,
      ...elsewhere
        .filter((proof) => proof.name === name)
        .map(({ given, sentence, at, source }) => ({ given, sentence, at, source })),
    ].toSorted((a, b) => b.at.localeCompare(a.at));
    return { name, given: history[0]?.given ?? false, history };
  });
}

/** Records that a consent is given or withdrawn, with the sentence read. Throws LOGIN_REQUIRED when the account is gone. */
export async function recordConsent(
  db: Db,
  userId: UserId,
  name: ConsentName,
  given: boolean,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, userId))) throw fail(sharedErrors.LOGIN_REQUIRED);
    const { subject, sentence } = consentSubjects[name];
    await insertConsent(tx, {
      accountId: userId,
      subject,
      given,
      sentence,
      source: 'profile',
      at: clock.now(),
    });
  });
}
