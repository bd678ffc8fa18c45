import { fail, Refusal, sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import { sideOfKey } from './appeal-keys.server.ts';
import { selectContested } from './appeals.sql.server.ts';
import {
  type AppealAnswer,
  type AppealView,
  appealErrors,
  appealFaults,
  appealSchema,
  contestUntil,
  readAppeal,
} from './appeals.ts';
import { reportStatuses } from './contract.ts';
import { insertAppeal, lockReport } from './decisions.sql.server.ts';

interface Key {
  readonly ref: string;
  readonly cle: string;
}

/** What the address of a mail opens: the decision, and whether this side may still contest it. Changes nothing. */
export async function appealOf(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { ref, cle }: Key,
): Promise<AppealView> {
  const side = sideOfKey(env, ref, cle);
  const report = side && (await selectContested(db, ref, side));
  if (!report?.decidedAt || !report.reached) return { state: 'unknown', ref, cle, decided: null };
  const until = contestUntil(report.decidedAt);
  const { title, listingReference, status, statement } = report;
  return {
    state: report.said !== null ? 'sent' : clock.now() > until ? 'late' : 'open',
    ref,
    cle,
    decided: {
      listing: title ? `${title}, référence ${listingReference}` : `référence ${listingReference}`,
      outcome: reportStatuses[status],
      statement: statement ?? '',
      at: report.decidedAt.toISOString(),
      until: until.toISOString(),
    },
  };
}

/**
 * Contests a decision: the case waits again, for a person, and the operator of the site is told. The same words again change
 * nothing. Throws APPEAL_UNKNOWN, APPEAL_LATE, APPEAL_SENT when this side said something else before.
 */
export async function contest(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { ref, cle, text }: Key & { readonly text: string },
): Promise<{ reference: string }> {
  const side = sideOfKey(env, ref, cle);
  if (side === null) throw fail(appealErrors.APPEAL_UNKNOWN);
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const known = await selectContested(tx, ref, side);
    const report = known && (await lockReport(tx, known.id));
    // Read again under the lock: the same press may have arrived twice.
    const still = report && (await selectContested(tx, ref, side));
    if (!still?.decidedAt || !still.reached) throw fail(appealErrors.APPEAL_UNKNOWN);
    if (still.said !== null) {
      if (still.said === text) return { reference: ref };
      throw fail(appealErrors.APPEAL_SENT);
    }
    if (now > contestUntil(still.decidedAt)) throw fail(appealErrors.APPEAL_LATE);
    await insertAppeal(tx, { reportId: still.id, side, body: text, at: now });
    const { appealNoticeMail } = await import('./decisions.mails.server.tsx');
    await sendMail(
      tx,
      appealNoticeMail({
        origin: env.publicUrl,
        reference: ref,
        side,
        listingReference: still.listingReference,
        caseUrl: `${env.publicUrl}${paths.adminReports()}?cas=${still.id}`,
      }),
      { key: `report-appeal:${ref}:${side}`, stream: `report:${ref}`, to: env.contactAddress },
    );
    return { reference: ref };
  });
}

/** What a page says to an appeal sent without JavaScript. */
export async function answerAppeal(
  services: Pick<Services, 'db' | 'env'>,
  form: FormData,
): Promise<{ status: number; answer: AppealAnswer }> {
  const typed = readAppeal(form);
  const faults = appealFaults(typed);
  if (faults)
    return { status: sharedErrors.VALIDATION_ERROR.status, answer: { fields: faults, text: typed.text } };
  try {
    const { reference } = await contest(services, appealSchema.parse(typed));
    return { status: 200, answer: { contested: reference } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.spec.status, answer: { failure: error.message, text: typed.text } };
  }
}
