// Identity: what an agency says of itself, and what the law asks it to say (domain.md 3.8, R23 and R24).
import * as z from 'zod/mini';
import { company, email, optionalPhone, shownText } from '#contract/fields.ts';
import { parseEuros } from '#contract/money.ts';
import { isBlank } from '#contract/visible.ts';
import type { Agency } from './contract.ts';
import {
  cardNumberField,
  dayField,
  isSiren,
  lineField,
  nameField,
  postalCodeField,
  sirenField,
  webAddressField,
} from './contract.ts';

const OPENING_HOURS_MAX = 500;
const PRESENTATION_MAX = 1_500;

/** Nothing typed takes away what was there; what is not said at all stays. */
function clearable<Field extends z.ZodMiniType<unknown, string>>(field: Field) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string()),
        z.transform((typed: string | null) => (isBlank(typed ?? '') ? null : typed)),
      ),
      z.nullable(field),
    ),
  );
}

const text = (most: number) =>
  clearable(z.string().check(shownText, z.maxLength(most, { error: 'La valeur saisie est trop longue.' })));

const line = clearable(lineField);

/** Euros as one types them; cents. */
const euros = (what: string) =>
  clearable(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((typed: string) => parseEuros(typed)),
      ),
      z
        .int({ error: `${what} est un montant en euros, par exemple 10 000.` })
        .check(
          z.nonnegative({ error: `${what} est un montant en euros, par exemple 10 000.` }),
          z.maximum(100_000_000_000_000, { error: 'La valeur saisie est trop longue.' }),
        ),
    ),
  );

const bare = (characters: RegExp) =>
  z.pipe(
    z.string(),
    z.transform((typed: string) => typed.toUpperCase().replaceAll(characters, '')),
  );

const postalCode = clearable(postalCodeField);

const siret = clearable(
  z.pipe(
    bare(/[\s\u00a0\u202f]/g),
    z.string().check(
      z.refine((typed) => /^\d{14}$/.test(typed) && isSiren(typed.slice(0, 9)), {
        error: 'Le SIRET compte 14 chiffres, dont les 9 du SIREN.',
      }),
    ),
  ),
);

const vatNumber = clearable(
  z.pipe(
    bare(/[\s\u00a0\u202f.-]/g),
    z
      .string()
      .check(
        z.regex(/^[A-Z]{2}[0-9A-Z]{2,13}$/, { error: 'Le numéro de TVA s’écrit comme FR 44 732 829 320.' }),
      ),
  ),
);

export const contactSchema = z.object({
  name: z.optional(z.pipe(company, nameField)),
  email: clearable(email as never as z.ZodMiniType<string, string>),
  phone: z.optional(optionalPhone),
  website: clearable(webAddressField),
  address: line,
  postalCode,
  city: line,
  openingHours: text(OPENING_HOURS_MAX),
  presentation: text(PRESENTATION_MAX),
  languages: line,
  specialties: line,
});

export const companySchema = z.object({
  tradeName: line,
  companyName: line,
  soleTrader: z.optional(z.boolean()),
  legalForm: line,
  capital: euros('Le capital'),
  siren: clearable(sirenField as never as z.ZodMiniType<string, string>),
  siret,
  rcsCity: line,
  vatNumber,
});

export const cardSchema = z.object({
  cardNumber: clearable(cardNumberField as never as z.ZodMiniType<string, string>),
  cardOffice: line,
  cardActivities: clearable(
    z.string().check(z.regex(/^[TGS]{1,3}$/, { error: 'Les mentions de la carte sont T, G ou S.' })),
  ),
  cardUntil: clearable(dayField),
});

export const guaranteeSchema = z.object({
  holdsNoFunds: z.optional(z.boolean()),
  guarantorName: line,
  guarantorAddress: line,
  guaranteeAmount: euros('Le montant de la garantie'),
  insurance: line,
});

export const clientsSchema = z.object({
  feeScheduleUrl: clearable(webAddressField),
  feeScheduleOn: clearable(dayField),
  mediatorName: line,
  mediatorUrl: clearable(webAddressField),
});

/** For invoices, where they do not go to the address and the mailbox of the agency. */
export const billingSchema = z.object({
  billingAddress: line,
  billingPostalCode: postalCode,
  billingCity: line,
  billingEmail: clearable(email as never as z.ZodMiniType<string, string>),
});

/** What `PUT /agence/profile` takes: any of it. */
export const profileSchema = z.object({
  ...contactSchema.shape,
  ...companySchema.shape,
  ...cardSchema.shape,
  ...guaranteeSchema.shape,
  ...clientsSchema.shape,
  ...billingSchema.shape,
});
export type ProfileChanges = z.output<typeof profileSchema>;

/** What the law asks of an agency; some of it not of everyone. */
const owed: readonly { field: keyof Agency; unless?: (agency: Agency) => boolean }[] = [
  { field: 'siren' },
  { field: 'cardNumber' },
  { field: 'rcsCity' },
  { field: 'legalForm', unless: ({ soleTrader }) => soleTrader === true },
  { field: 'capital', unless: ({ soleTrader }) => soleTrader === true },
  { field: 'vatNumber' },
  { field: 'cardOffice' },
  { field: 'cardActivities' },
  { field: 'guarantorName', unless: ({ holdsNoFunds }) => holdsNoFunds === true },
  { field: 'guarantorAddress', unless: ({ holdsNoFunds }) => holdsNoFunds === true },
  { field: 'insurance' },
  { field: 'mediatorName' },
  { field: 'mediatorUrl' },
  { field: 'feeScheduleUrl' },
];

/** The fields that the law asks this agency to fill in. */
export function owedBy(agency: Agency): readonly (keyof Agency)[] {
  return owed.filter(({ unless }) => !unless?.(agency)).map(({ field }) => field);
}
