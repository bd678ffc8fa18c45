/**
 * Reports: what somebody says is wrong with a listing, without an account (domain.md 3.6; DSA, article 16).
 * Owns the tables report, report_appeal and report_attachment.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, type FieldIssue, sharedErrors } from '#contract/errors.ts';
import { emailMessages, lastName, nameMessages, optionalEmail } from '#contract/fields.ts';
import { textOf } from '#contract/form-text.ts';
import { isBlank, visibleText } from '#contract/visible.ts';

export const reportReasons = {
  scam: 'Arnaque suspectée',
  unavailable: 'Bien déjà vendu, loué ou qui n’existe pas',
  price: 'Prix ou loyer faux, ou loyer au-dessus de l’encadrement',
  mentions: 'Mentions légales manquantes',
  energy: 'DPE absent ou faux',
  photos: 'Photos d’un autre bien, ou prises sans droit',
  duplicate: 'Annonce en double',
  discrimination: 'Discrimination',
  contact: 'Coordonnées fausses',
  illegal: 'Autre contenu illicite',
  child_abuse: 'Infraction sexuelle sur mineur',
  other: 'Autre chose',
} as const;
export type ReportReason = keyof typeof reportReasons;

/** A name and an address are asked, but for these offences (DSA, article 16, 2 c). */
export const mayStayUnknown = (reason: string): boolean => reason === 'child_abuse';

/** What is looked at first: what may hurt somebody before anybody reads it. */
export const priorities: Readonly<Record<ReportReason, 1 | 2 | 3>> = {
  child_abuse: 1,
  scam: 1,
  discrimination: 1,
  illegal: 1,
  price: 2,
  mentions: 2,
  energy: 2,
  photos: 2,
  contact: 2,
  unavailable: 3,
  duplicate: 3,
  other: 3,
};

export const reportStatuses = {
  new: 'Nouveau',
  in_progress: 'En cours',
  founded: 'Fondé',
  unfounded: 'Non fondé',
  duplicate: 'Doublon',
} as const;
export type ReportStatus = keyof typeof reportStatuses;

/** Who found it. */
export const reportKinds = {
  person: 'Signalé par une personne',
  rule: 'Trouvé par une règle',
} as const;
export type ReportKind = keyof typeof reportKinds;

/** What is done to the listing (domain.md 3.6, `decision`). */
export const measures = {
  none: 'Rien sur l’annonce',
  correction: 'Correction demandée à l’agence',
  suspension: 'Annonce suspendue',
} as const;
export type Measure = keyof typeof measures;

export const EXPLANATION_MIN = 20;
export const EXPLANATION_MAX = 2_000;
/** Reports that one address, and one client, may send before they are asked to wait. */
export const REPORTS_PER_ADDRESS_DAY = 10;
export const REPORTS_PER_CLIENT_HOUR = 10;
/** Receipts that strangers may cause to an address in a day (security.md, threat 22). */
export const RECEIPTS_PER_DAY = 3;
/** After which nothing is left of a report (security.md L3), and of the network it came from. */
export const KEPT_YEARS = 3;
export const CLIENT_KEPT_HOURS = 24;

/** The sentence of good faith, as it is read and agreed to (DSA, article 16, 2 d). */
export const GOOD_FAITH = 'Je signale de bonne foi des faits que je crois exacts et complets.';

const explanationLength = `Expliquez en ${EXPLANATION_MIN} à ${EXPLANATION_MAX} caractères`;

const blankIsNothing = z.pipe(
  z.optional(z.string()),
  z.transform((value: string | undefined) => (isBlank(value ?? '') ? undefined : value)),
);

/** What the form asks. Whether a name and an address may be left out depends on the reason: `missingIn` says. */
export const reportSchema = z.object({
  reason: z.enum(Object.keys(reportReasons) as ReportReason[], 'Choisissez un motif'),
  explanation: z.pipe(
    z.pipe(z.string('Expliquez ce qui ne va pas'), z.transform(visibleText)),
    z
      .string()
      .check(
        z.minLength(1, { error: 'Expliquez ce qui ne va pas', abort: true }),
        z.minLength(EXPLANATION_MIN, { error: explanationLength, abort: true }),
        z.maxLength(EXPLANATION_MAX, explanationLength),
      ),
  ),
  name: z.pipe(blankIsNothing, z.optional(lastName)),
  email: optionalEmail,
  goodFaith: z.literal(true, 'Cochez cette phrase pour envoyer le signalement'),
  /** A field that people do not see: filled in, the report is marked. */
  website: z.optional(z.string()),
  /** One per form: the same report sent again after a silence is kept once. */
  submission: z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/))),
});
export type Reported = z.output<typeof reportSchema>;

/** What was typed in the form, right or wrong. */
export interface TypedReport {
  readonly reason: string;
  readonly explanation: string;
  readonly name: string;
  readonly email: string;
  readonly goodFaith: boolean;
  readonly website?: string;
  readonly submission?: string;
}

/** What the fields of the form say. */
export function readReport(form: FormData): TypedReport {
  const submission = textOf(form, 'submission');
  return {
    reason: textOf(form, 'reason'),
    explanation: textOf(form, 'explanation'),
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    goodFaith: textOf(form, 'goodFaith') === 'oui',
    website: textOf(form, 'website'),
    ...(submission ? { submission } : {}),
  };
}

/** Who reports must be known, but where the law lets them stay unknown; there, either is welcome alone. */
export function missingIn({
  reason,
  name,
  email,
}: {
  reason?: unknown;
  name?: string | undefined;
  email?: string | undefined;
}): FieldIssue[] {
  if (typeof reason === 'string' && mayStayUnknown(reason)) return [];
  return [
    ...(!isBlank(name ?? '') ? [] : [{ field: 'name', message: nameMessages.lastName.required }]),
    ...(!isBlank(email ?? '') ? [] : [{ field: 'email', message: emailMessages.required }]),
  ];
}

/** What a form must correct, by field, in its order; null when it may be sent. */
export function faultsOf(given: TypedReport): Record<string, string> | null {
  const parsed = reportSchema.safeParse(given);
  const found = [
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))),
    ...missingIn(given),
  ];
  return found.length === 0
    ? null
    : Object.fromEntries(found.toReversed().map(({ field, message }) => [field, message]));
}

export const reportErrors = defineErrors({
  REPORT_LISTING_UNKNOWN: [404, 'Cette annonce n’existe pas ou n’existe plus.'],
});

export const reportCall = defineCall({
  method: 'POST',
  path: '/listings/:id/reports',
  access: 'all',
  tier: 'sensitive',
  summary: 'Signale une annonce, sans compte ; un accusé de réception part à l’adresse donnée',
  params: z.object({ id: z.string() }),
  body: reportSchema,
  answer: z.object({
    reference: z.string(),
    /** Whether a receipt leaves for the address. */
    receipt: z.boolean(),
    /** Opens the call that attaches files to it, for an hour. */
    attachKey: z.string(),
  }),
  errors: [reportErrors.REPORT_LISTING_UNKNOWN, sharedErrors.RATE_LIMIT_EXCEEDED],
});
