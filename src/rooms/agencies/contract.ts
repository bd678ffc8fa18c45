/**
 * Agencies: who publishes.
 * Owns the tables agency, agency_account, agency_session, agency_registration, agency_link, agency_asked, agency_exclusion, agency_exclusion_asked, agency_logo, agency_term, agency_word, agency_check and agency_note, and the views agency_stated and agency_identity.
 */
import * as z from 'zod/mini';
import { defineErrors } from '#contract/errors.ts';
import { email, shownLine } from '#contract/fields.ts';
import { paths } from '#contract/paths.ts';
import type { AgencyLogo } from './logo.ts';

/** First segments of the agency map: `/agence/annonces` is a page, never an agency (interface.md, fine points 5). */
export const reservedReferences: ReadonlySet<string> = new Set(
  Object.values(paths).flatMap(({ pattern }) => {
    const [, first, second] = pattern.split('/');
    return first === 'agence' && second && !second.startsWith(':') ? [second] : [];
  }),
);

export const ownerReferenceField = z.string().check(
  z.regex(/^[a-z0-9-]{3,32}$/, {
    error:
      'La référence compte de 3 à 32 lettres minuscules, chiffres ou tirets, par exemple agence-du-port.',
    abort: true,
  }),
  z.refine((reference) => !reservedReferences.has(reference), {
    error: 'Cette référence est le nom d’une page : choisissez-en une autre.',
  }),
);

/** The key of a SIREN (Luhn); La Poste's establishments are no exception here, only their SIRET are. */
export function isSiren(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = text.split('').reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const spaces = /[\s\u00a0\u202f]/g;

export const sirenField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replaceAll(spaces, '')),
  ),
  z.string().check(
    z.refine(isSiren, {
      error: 'Le SIREN compte 9 chiffres et sa clé doit être juste, par exemple 732 829 320.',
    }),
  ),
);

/** « CPI 7501 2026 000 000 000 »: office, year and number of the professional card. */
export const cardNumberField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .toUpperCase()
        .replaceAll(spaces, '')
        .replace(/^CPI(\d{4})(\d{4})(\d{3})(\d{3})(\d{3})$/, 'CPI $1 $2 $3 $4 $5'),
    ),
  ),
  z.string().check(
    z.regex(/^CPI \d{4} \d{4} \d{3} \d{3} \d{3}$/, {
      error: 'Le numéro de carte s’écrit comme CPI 7501 2026 000 000 000.',
    }),
  ),
);

/**
 * The identifier that the feeds of an agency carry when it is not its reference: any text, kept as it is compared, without
 * stray spaces nor capitals (formats/poliris.md, section 3).
 */
export const feedIdField = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, { error: 'L’identifiant des flux compte de 1 à 64 caractères.' }),
  z.maxLength(64, { error: 'L’identifiant des flux compte de 1 à 64 caractères.' }),
  // oxlint-disable-next-line no-control-regex
  z.regex(/^[^\u0000-\u001f\u007f]*$/, { error: 'L’identifiant des flux tient sur une ligne.' }),
);

export const nameField = z
  .string()
  .check(
    shownLine,
    z.minLength(2, { error: 'Le nom compte de 2 à 120 caractères.' }),
    z.maxLength(120, { error: 'Le nom compte de 2 à 120 caractères.' }),
  );

export const lineField = z
  .string()
  .check(
    shownLine,
    z.minLength(1, { error: 'Ce champ est vide.' }),
    z.maxLength(200, { error: 'Ce champ compte 200 caractères au plus.' }),
  );

export const webAddressField = z.string().check(
  z.trim(),
  z.refine((text) => /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text) && URL.canParse(text), {
    error: 'Donnez une adresse complète, par exemple https://agence.example/honoraires.pdf.',
  }),
);

export const dayField = z
  .string()
  .check(z.refine(isDay, { error: 'La date s’écrit AAAA-MM-JJ, par exemple 2028-12-31.' }));

/** `2028-02-31` is none. */
function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const postalCodeField = z
  .string()
  .check(z.trim(), z.regex(/^\d{5}$/, { error: 'Le code postal compte 5 chiffres.' }));

/** What an operator may say of an agency beside its name, all of it optional. */
const identityFields = {
  siren: z.optional(sirenField),
  address: z.optional(lineField),
  postalCode: z.optional(postalCodeField),
  city: z.optional(lineField),
  rcsCity: z.optional(lineField),
  soleTrader: z.optional(z.boolean()),
  legalForm: z.optional(lineField),
  /** Cents. */
  capital: z.optional(z.int().check(z.nonnegative({ error: 'Le capital est un montant en euros.' }))),
  vatNumber: z.optional(lineField),
  cardOffice: z.optional(lineField),
  cardActivities: z.optional(
    z
      .string()
      .check(z.regex(/^[TGS]{1,3}$/, { error: 'Les mentions de la carte sont T, G ou S, par exemple TG.' })),
  ),
  cardUntil: z.optional(dayField),
  guarantorName: z.optional(lineField),
  guarantorAddress: z.optional(lineField),
  holdsNoFunds: z.optional(z.boolean()),
  insurance: z.optional(lineField),
  mediatorName: z.optional(lineField),
  mediatorUrl: z.optional(webAddressField),
  feeScheduleUrl: z.optional(webAddressField),
};

/** What `agencies add` takes. Unknown things are left out. */
export const newAgencySchema = z.object({
  ref: ownerReferenceField,
  name: nameField,
  ...identityFields,
  card: z.optional(cardNumberField),
  email: z.optional(email),
  feedId: z.optional(feedIdField),
});
export type NewAgency = z.output<typeof newAgencySchema>;

/** What `agencies update` takes: the same, none of it required; what is not said stays. */
export const agencyChangesSchema = z.partial(z.omit(newAgencySchema, { ref: true }));
export type AgencyChanges = z.output<typeof agencyChangesSchema>;

export const agencyErrors = defineErrors({
  AGENCY_UNKNOWN: [404, 'Aucune agence ne porte cette référence.'],
  AGENCY_REFERENCE_TAKEN: [409, 'Une agence porte déjà cette référence.'],
  AGENCY_FEED_ID_TAKEN: [409, 'Une autre agence porte déjà cet identifiant de flux, ou cette référence.'],
});

/** What everyone may know of an agency. `demo`: made by the demonstration. */
export interface Agency {
  readonly id: number;
  readonly ownerReference: string;
  readonly name: string;
  readonly siren: string | null;
  readonly rcsCity: string | null;
  readonly cardNumber: string | null;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly website: string | null;
  readonly feeScheduleUrl: string | null;
  /** Since when the fee schedule is in force, `YYYY-MM-DD`. */
  readonly feeScheduleOn: string | null;
  /** « enseigne », « raison sociale » where they differ from the name. */
  readonly tradeName: string | null;
  readonly companyName: string | null;
  /** « SARL », « SAS »… */
  readonly legalForm: string | null;
  /** Cents. */
  readonly capital: number | null;
  readonly siret: string | null;
  readonly vatNumber: string | null;
  /** « EI ». */
  readonly soleTrader: boolean | null;
  /** The chamber that issued the card: « CCI Lyon Métropole ». */
  readonly cardOffice: string | null;
  /** T transactions, G management, S condominiums. */
  readonly cardActivities: string | null;
  readonly cardUntil: string | null;
  readonly guarantorName: string | null;
  readonly guarantorAddress: string | null;
  /** Cents. */
  readonly guaranteeAmount: number | null;
  /** « Ne peut recevoir aucun fonds, effet ou valeur »: then no guarantor is needed. */
  readonly holdsNoFunds: boolean | null;
  /** Professional liability: insurer and policy. */
  readonly insurance: string | null;
  readonly mediatorName: string | null;
  readonly mediatorUrl: string | null;
  /** What writes its feeds. */
  readonly software: string | null;
  /** In its own words, on several lines. */
  readonly openingHours: string | null;
  readonly presentation: string | null;
  /** In its own words, on one line: « français, anglais ». */
  readonly languages: string | null;
  readonly specialties: string | null;
  /** Null as well while it chose not to be published here. */
  readonly logo: AgencyLogo | null;
  /** Since when it chose not to be published here, `YYYY-MM-DD`. */
  readonly excludedOn: string | null;
  /** Since when an administrator keeps its listings off line, `YYYY-MM-DD`. */
  readonly suspendedOn: string | null;
  readonly demo: boolean;
}

/** What may be known of an agency beyond what names it. */
export type AgencyIdentity = Partial<
  Omit<
    Agency,
    | 'id'
    | 'ownerReference'
    | 'name'
    | 'siren'
    | 'cardNumber'
    | 'email'
    | 'logo'
    | 'excludedOn'
    | 'suspendedOn'
    | 'demo'
  >
>;

/** « EI, SIREN 732 829 320, RCS Lyon, carte professionnelle CPI … »: what the law asks to show, as far as known (R23). */
export function legalIdentity(
  agency: Pick<Agency, 'siren' | 'rcsCity' | 'cardNumber'> & Partial<Pick<Agency, 'soleTrader'>>,
): string[] {
  const nbsp = '\u00a0';
  return [
    agency.soleTrader && 'EI',
    agency.siren && `SIREN${nbsp}${agency.siren.replaceAll(/(\d{3})(?=\d)/g, `$1${nbsp}`)}`,
    agency.rcsCity && `RCS${nbsp}${agency.rcsCity}`,
    agency.cardNumber && `carte professionnelle ${agency.cardNumber.replaceAll(' ', nbsp)}`,
  ].filter((line): line is string => Boolean(line));
}
