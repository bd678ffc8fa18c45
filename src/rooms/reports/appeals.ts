/**
 * Appeals: how a side contests what was decided of a report, free of charge and without account (DSA, article 20).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { textOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { visibleText } from '#contract/visible.ts';
import { CONTEST_MONTHS } from '#rooms/listings/moderation.ts';
import { APPEAL_WORD } from './words.ts';

export const appealSides = { reporter: 'La personne qui a signalé', agency: 'L’agence' } as const;
export type AppealSide = keyof typeof appealSides;
export const appealSideNames = Object.keys(appealSides) as [AppealSide, ...AppealSide[]];

export const appealOutcomes = { kept: 'Décision maintenue', changed: 'Décision changée' } as const;
export type AppealOutcome = keyof typeof appealOutcomes;
export const appealOutcomeNames = Object.keys(appealOutcomes) as [AppealOutcome, ...AppealOutcome[]];

export const APPEAL_MIN = 20;
export const APPEAL_MAX = 2_000;

/** Where a side contests: the contact page, with the reference and a signed key. */
export function appealPath(reference: string, key: string): string {
  return `${paths.contact()}?${new URLSearchParams({ motif: APPEAL_WORD, ref: reference, cle: key })}`;
}

/** The last moment at which a decision of this date is contested. */
export function contestUntil(decidedAt: Date): Date {
  const until = new Date(decidedAt);
  until.setUTCMonth(until.getUTCMonth() + CONTEST_MONTHS);
  return until;
}

const length = `Expliquez en ${APPEAL_MIN} à ${APPEAL_MAX} caractères`;

export const appealSchema = z.object({
  ref: z.string(),
  cle: z.string(),
  text: z.pipe(
    z.pipe(z.string('Dites pourquoi vous contestez'), z.transform(visibleText)),
    z
      .string()
      .check(
        z.minLength(1, { error: 'Dites pourquoi vous contestez', abort: true }),
        z.minLength(APPEAL_MIN, { error: length, abort: true }),
        z.maxLength(APPEAL_MAX, length),
      ),
  ),
});
type TypedAppeal = z.input<typeof appealSchema>;

/** What the fields of the form say. */
export function readAppeal(form: FormData): TypedAppeal {
  return { ref: textOf(form, 'ref'), cle: textOf(form, 'cle'), text: textOf(form, 'text') };
}

/** What the form of an appeal shows: the decision, and whether it is still open. */
export interface AppealView {
  /** unknown: the key opens nothing. sent: this side contested it already. late: six months are over. */
  readonly state: 'open' | 'sent' | 'late' | 'unknown';
  readonly ref: string;
  readonly cle: string;
  /** Null when the key opens nothing. */
  readonly decided: {
    readonly listing: string;
    readonly outcome: string;
    readonly statement: string;
    /** ISO. */
    readonly at: string;
    readonly until: string;
  } | null;
}

/** What a form of an appeal is answered, with JavaScript or without: nothing typed is lost. */
export interface AppealAnswer {
  readonly contested?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly failure?: string;
  readonly text?: string;
}

/** What the form must correct, by field; null when it may be sent. */
export function appealFaults(typed: TypedAppeal): Record<string, string> | null {
  const parsed = appealSchema.safeParse(typed);
  return parsed.success
    ? null
    : Object.fromEntries(
        parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
      );
}

export const appealErrors = defineErrors({
  APPEAL_UNKNOWN: [
    404,
    'Ce lien n’ouvre aucune contestation. Reprenez celui du courriel qui annonce la décision, ou écrivez-nous.',
  ],
  APPEAL_LATE: [
    410,
    'Cette décision ne se conteste plus\u00a0: les six mois sont passés. Le juge reste ouvert.',
  ],
  APPEAL_SENT: [409, 'Vous avez déjà contesté cette décision. Une personne y répond à votre adresse.'],
});

export const appealCall = defineCall({
  method: 'POST',
  path: '/reports/appeals',
  access: 'token',
  tier: 'sensitive',
  summary: 'Conteste ce qui a été décidé d’un signalement, par la clé du courriel qui l’annonce',
  body: appealSchema,
  answer: z.object({ reference: z.string() }),
  errors: Object.values(appealErrors),
});
