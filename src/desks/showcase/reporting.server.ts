import { randomBytes } from 'node:crypto';
import { Refusal, sharedErrors } from '#contract/errors.ts';
import type { Actor } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { TooMany, waitText } from '#platform/rate-limits.server.ts';
import { faultsOf, readReport, reportSchema, type TypedReport } from '#rooms/reports/contract.ts';
import { receiveReport } from '#rooms/reports/reports.server.ts';

/** For the form without JavaScript: sent twice, it is one report. */
export const newSubmission = (): string => randomBytes(16).toString('hex');

interface Answer {
  readonly received?: { readonly reference: string; readonly receipt: boolean; readonly attachKey: string };
  readonly faults?: Readonly<Record<string, string>>;
  readonly failure?: string;
  readonly typed?: TypedReport;
  readonly submission?: string;
}

/** What the page says to a report sent without JavaScript: nothing typed is lost to a refusal. */
export async function answerReport(
  services: Pick<Services, 'db' | 'env'>,
  listingWord: string,
  form: FormData,
  from: { actor: Actor; ip: string },
): Promise<{ status: number; answer: Answer }> {
  const typed = readReport(form);
  const kept = { typed, ...(typed.submission ? { submission: typed.submission } : {}) };
  const faults = faultsOf(typed);
  const parsed = reportSchema.safeParse(typed);
  if (faults || !parsed.success)
    return { status: sharedErrors.VALIDATION_ERROR.status, answer: { ...kept, faults: faults ?? {} } };
  try {
    return {
      status: 200,
      answer: { received: await receiveReport(services, listingWord, parsed.data, from) },
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const failure =
      error instanceof TooMany
        ? `${error.message} Réessayez dans ${waitText(error.seconds)}.`
        : error.message;
    return { status: error.spec.status, answer: { ...kept, failure } };
  }
}
