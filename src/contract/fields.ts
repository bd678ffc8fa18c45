import * as z from 'zod/mini';

/** Fields shared by forms, with the messages of specification 5, byte for byte. */

export const emailMessages = {
  required: "L'email est requis",
  invalid: 'Veuillez entrer un email valide',
} as const;

// Linear on purpose: one pass, no nested repetition (security.md, threat 39).
const EMAIL =
  /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/u;

/** Trimmed and lower-cased. */
export const email = z.pipe(
  z.pipe(
    z.string({ error: emailMessages.required }),
    z.transform((value: string) => value.trim().toLowerCase()),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: emailMessages.required, abort: true }),
      z.maxLength(254, emailMessages.invalid),
      z.regex(EMAIL, emailMessages.invalid),
    ),
);

/** Login only asks that something was typed. */
export const loginPassword = z
  .string({ error: 'Le mot de passe est requis' })
  .check(z.minLength(1, 'Le mot de passe est requis'), z.maxLength(1000, 'Le mot de passe est requis'));
