import { fail, sharedErrors } from '../../../contract/errors.ts';
import type { UserId } from '../../../platform/auth.server.ts';
import { clock } from '../../../platform/clock.server.ts';
import type { Db, Queryable } from '../../../platform/db.server.ts';
import type { Consent } from '../contract.ts';
import { holdAccount } from '../sql.server.ts';
import { type ConsentName, consentNames, consentSubjects } from './contract.ts';
import { consentsOf, insertConsent } from './sql.server.ts';

/** Where each consent stands and how it came to: without an answer, it is not given. */
export async function readConsents(db: Queryable, userId: UserId): Promise<Consent[]> {
  const rows = await consentsOf(db, userId);
  return consentNames.map((name) => {
    const { subject } = consentSubjects[name];
    const history = rows
      .filter((row) => row.subject === subject)
      .map(({ given, sentence, at }) => ({ given, sentence, at: at.toISOString() }));
    return { name, given: history[0]?.given ?? false, history };
  });
}

/** Notes that a consent is given or withdrawn, with the sentence read; the same answer again changes nothing. */
export async function setConsent(
  db: Db,
  userId: UserId,
  name: ConsentName,
  given: boolean,
): Promise<Consent[]> {
  return db.transaction().execute(async (tx) => {
    if (!(await holdAccount(tx, userId))) throw fail(sharedErrors.LOGIN_REQUIRED);
    const known = (await readConsents(tx, userId)).find((consent) => consent.name === name);
    if ((known?.given ?? false) !== given) {
      const { subject, sentence } = consentSubjects[name];
      await insertConsent(tx, {
        accountId: userId,
        subject,
        given,
        sentence,
        source: 'profile',
        at: clock.now(),
      });
    }
    return readConsents(tx, userId);
  });
}
