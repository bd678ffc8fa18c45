import * as z from 'zod/mini';
import { composedPassword, isCommonPassword } from './common-passwords.ts';
import { MESSAGE_MAX, MESSAGE_MIN, NAME_MAX, NAME_MIN, PASSWORD_MIN } from './constants.ts';
import { readEmail } from './email.ts';
import { phoneMessages, toInternational } from './phone.ts';
import { isBlank, visible, visibleLine, visibleText } from './visible.ts';

/** Fields shared by forms, with the messages of specification 5, byte for byte. */

export const emailMessages = {
  required: "L'email est requis",
  invalid: 'Veuillez entrer un email valide',
} as const;

/** As `readEmail` reads it. */
export const email = z.pipe(
  z.string({ error: emailMessages.required }),
  z.transform((value: string, context: z.core.ParsePayload): string => {
    const address = readEmail(value);
    if (address !== null) return address;
    const message = isBlank(value) ? emailMessages.required : emailMessages.invalid;
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  }),
);

/** Where it may be left out, nothing typed is nothing said. */
export const optionalEmail = z.pipe(
  z.pipe(
    z.optional(z.string({ error: emailMessages.invalid })),
    z.transform((value: string | undefined) => (value && !isBlank(value) ? value : undefined)),
  ),
  z.optional(email),
);

export const passwordMessages = {
  required: 'Le mot de passe est requis',
  short: `Le mot de passe doit contenir au moins ${PASSWORD_MIN} caractères`,
  mismatch: 'Les mots de passe ne correspondent pas',
  weak: `Le mot de passe est trop faible. Il doit contenir au moins ${PASSWORD_MIN} caractères`,
  mixed: 'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre',
} as const;

const PASSWORD_MAX = 1000;
const TOO_LONG = 'La valeur saisie est trop longue.';

/** What a password is made of, each with its words, to be ticked while one types. */
export const passwordParts = [
  { words: `au moins ${PASSWORD_MIN} caractères`, holds: (value: string) => value.length >= PASSWORD_MIN },
  { words: 'au moins une lettre majuscule', holds: (value: string) => /\p{Lu}/u.test(value) },
  { words: 'au moins une lettre minuscule', holds: (value: string) => /\p{Ll}/u.test(value) },
  { words: 'au moins un chiffre', holds: (value: string) => /\d/.test(value) },
] as const;

const isStrong = (value: string) => {
  const composed = composedPassword(value);
  return passwordParts.every(({ holds }) => holds(composed));
};

/** A password to be: strong, and not one that everybody tries. Neither trimmed nor cut. */
export const newPassword = z.string({ error: passwordMessages.required }).check(
  z.minLength(1, { error: passwordMessages.required, abort: true }),
  z.maxLength(PASSWORD_MAX, { error: TOO_LONG, abort: true }),
  z.refine((value) => composedPassword(value).length >= PASSWORD_MIN, {
    error: passwordMessages.short,
    abort: true,
  }),
  z.refine(isStrong, { error: passwordMessages.mixed, abort: true }),
  z.refine((value) => !isCommonPassword(value), passwordMessages.weak),
);

/** Login, and whatever asks for the password of today, only asks that something was typed. */
export const loginPassword = z
  .string({ error: passwordMessages.required })
  .check(z.minLength(1, passwordMessages.required), z.maxLength(PASSWORD_MAX, passwordMessages.required));

/** Whether the second of two passwords repeats the first. */
export const sameAs =
  <Key extends string>(first: Key, second: Key) =>
  (values: Readonly<Record<Key, string>>) =>
    values[first] === values[second];

/** As checks of a schema: what no screen shows leaves, then the spaces at the ends; on one line; the spaces stay as they are typed. */
export const shownText = z.overwrite<string>(visibleText);
export const shownLine = z.overwrite<string>(visibleLine);
export const shown = z.overwrite<string>(visible);

/** On one line, `least` to `most` characters that show. */
function line(required: string, least: number, most: number, wrong: string) {
  return z.pipe(
    z.pipe(z.string({ error: required }), z.transform(visibleLine)),
    z
      .string()
      .check(
        z.minLength(1, { error: required, abort: true }),
        z.minLength(least, { error: wrong, abort: true }),
        z.maxLength(most, wrong),
      ),
  );
}

const nameLength = (field: string) => `Le ${field} doit contenir entre ${NAME_MIN} et ${NAME_MAX} caractères`;

export const nameMessages = {
  firstName: { required: 'Le prénom est requis', length: nameLength('prénom') },
  lastName: { required: 'Le nom est requis', length: nameLength('nom') },
} as const;

export const firstName = line(
  nameMessages.firstName.required,
  NAME_MIN,
  NAME_MAX,
  nameMessages.firstName.length,
);
/** Also the one name of contact forms. */
export const lastName = line(
  nameMessages.lastName.required,
  NAME_MIN,
  NAME_MAX,
  nameMessages.lastName.length,
);

export const subject = line('Le sujet est requis', 1, 150, TOO_LONG);
const COMPANY_REQUIRED = "Le nom de l'agence est requis";
export const company = line(COMPANY_REQUIRED, 1, 150, TOO_LONG);
/** Of an agency that registers: a name, as long as names are (specification 5). */
export const agencyName = line(COMPANY_REQUIRED, NAME_MIN, NAME_MAX, nameMessages.lastName.length);

const messageMessages = {
  required: 'Le message est requis',
  length: `Le message doit contenir entre ${MESSAGE_MIN} et ${MESSAGE_MAX} caractères`,
} as const;

/** Its lines stay. */
export const message = z.pipe(
  z.pipe(z.string({ error: messageMessages.required }), z.transform(visibleText)),
  z
    .string()
    .check(
      z.minLength(1, { error: messageMessages.required, abort: true }),
      z.minLength(MESSAGE_MIN, { error: messageMessages.length, abort: true }),
      z.maxLength(MESSAGE_MAX, messageMessages.length),
    ),
);

const asPhone = z.transform((value: string, context: z.core.ParsePayload): string => {
  const phone = toInternational(value);
  if (phone !== null) return phone;
  const message = isBlank(value) ? phoneMessages.required : phoneMessages.invalid;
  context.issues.push({ code: 'custom', input: value, message });
  return z.NEVER;
});

/** In international form. */
export const phone = z.pipe(z.string({ error: phoneMessages.required }), asPhone);

/** In international form; null when nothing was typed. */
export const optionalPhone = z.pipe(
  z.nullish(z.string({ error: phoneMessages.invalid })),
  z.transform((value: string | null | undefined, context: z.core.ParsePayload): string | null => {
    if (!value || isBlank(value)) return null;
    const phone = toInternational(value);
    if (phone === null) context.issues.push({ code: 'custom', input: value, message: phoneMessages.invalid });
    return phone;
  }),
);

const publisher = z.object({ software: z.nullish(z.string()), ownerReference: z.nullish(z.string()) });

/**
 * An agency registers with the software it publishes from, or as the agency that is known already under a reference;
 * otherwise « Le logiciel est requis » on `software`. To be intersected with an object that has both: a check of that
 * object would wait until its other fields are right.
 */
export const softwareOrReference = z.pipe(
  publisher,
  z.transform(
    ({ software, ownerReference }: z.output<typeof publisher>, context: z.core.ParsePayload): object => {
      if (isBlank(software ?? '') && isBlank(ownerReference ?? ''))
        context.issues.push({
          code: 'custom',
          input: software,
          path: ['software'],
          message: 'Le logiciel est requis',
        });
      return {};
    },
  ),
);

/** The words of the lead validator, which are its own (specification 5). */
export const leadMessages = {
  missing: (fields: readonly string[]) => `Champs requis manquants: ${fields.join(', ')}`,
  email: "Format d'email invalide",
  phone: phoneMessages.invalid,
} as const;

const asked = ['firstName', 'lastName', 'email', 'phone'] as const;
const text = z.nullish(z.string());

/**
 * The lead form of specification 3: names trimmed, the e-mail trimmed and lower-cased, the phone in international
 * form, the message trimmed (null when there is none), and two consents that stand unticked.
 */
export const leadContact = z.pipe(
  z.object({
    firstName: text,
    lastName: text,
    email: text,
    phone: text,
    message: text,
    civility: z.nullish(z.enum(['M.', 'Mme'])),
    optInVigieAlerts: z._default(z.boolean(), false),
    optInPartnerOffers: z._default(z.boolean(), false),
  }),
  z.transform((given, context: z.core.ParsePayload) => {
    const refuse = (field: string, message: string) => {
      context.issues.push({ code: 'custom', input: given, path: [field], message });
    };
    const missing = asked.filter((field) => isBlank(given[field] ?? ''));
    for (const field of missing) refuse(field, leadMessages.missing(missing));
    const read = <T>(field: keyof typeof given, schema: z.ZodMiniType<T>, words?: string): T | undefined => {
      if (missing.some((each) => each === field)) return undefined;
      const parsed = schema.safeParse(given[field]);
      if (!parsed.success) refuse(field, words ?? parsed.error.issues[0]?.message ?? '');
      return parsed.data;
    };
    const lead = {
      firstName: read('firstName', firstName) ?? '',
      lastName: read('lastName', lastName) ?? '',
      email: read('email', email, leadMessages.email) ?? '',
      phone: read('phone', phone, leadMessages.phone) ?? '',
      message: !isBlank(given.message ?? '') ? (read('message', message) ?? null) : null,
      civility: given.civility ?? null,
      optInVigieAlerts: given.optInVigieAlerts,
      optInPartnerOffers: given.optInPartnerOffers,
    };
    return lead;
  }),
);
