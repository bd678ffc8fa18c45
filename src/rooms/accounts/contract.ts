// Accounts: individuals sign up, prove their address, sign in with a password or Google, and sign out.
// Owns account, account_session, account_link, account_reset_request, account_attempt, account_spent_token, account_email_change, account_email_asked, account_consent.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import {
  email,
  firstName,
  lastName,
  loginPassword,
  newPassword,
  optionalPhone,
  passwordMessages,
  sameAs,
} from '#contract/fields.ts';
import { consentNames } from './consents.ts';

export const accountErrors = defineErrors({
  ACCOUNT_NOT_FOUND: [404, "Aucun compte n'est associé à cette adresse. Veuillez vous inscrire."],
  INVALID_CREDENTIALS: [401, 'Email ou mot de passe incorrect.'],
  ACCOUNT_EXISTS: [409, 'Un compte existe déjà avec cette adresse. Connectez-vous.'],
  WRONG_PASSWORD: [400, 'Le mot de passe actuel est incorrect.'],
  LINK_INVALID: [400, 'Ce lien n’est plus valable. Demandez-en un nouveau.'],
  GOOGLE_NOT_CONFIGURED: [404, 'La connexion avec Google n’est pas activée sur ce site.'],
  GOOGLE_UNREACHABLE: [502, 'Google ne répond pas. Réessayez dans un instant.'],
  GOOGLE_REFUSED: [401, 'Google n’a pas confirmé votre identité. Recommencez la connexion.'],
  GOOGLE_PASSWORD_FIRST: [
    409,
    'Un compte avec mot de passe existe déjà avec cette adresse. Connectez-vous avec ce mot de passe.',
  ],
  GOOGLE_TAKEN: [409, 'Ce compte Google ouvre déjà un autre compte Vigie.'],
  GOOGLE_OTHER: [409, 'Un autre compte Google est déjà lié. Retirez-le d’abord.'],
  GOOGLE_ONLY_DOOR: [409, 'Choisissez d’abord un mot de passe. Sans lui, vous ne pourriez plus entrer.'],
  RECENT_LOGIN_NEEDED: [403, 'Reconnectez-vous, puis recommencez. Cette demande veut une connexion récente.'],
  DEVICE_UNKNOWN: [404, 'Cet appareil n’est plus connecté.'],
  EMAIL_TAKEN: [409, 'Cette adresse a déjà un compte.'],
  EMAIL_CHANGE_NONE: [404, 'Aucun changement d’adresse n’est en attente.'],
});

/** A reset link works an hour, a link that proves an address a day (security.md, threat 8). */
export const RESET_HOURS = 1;
export const VERIFY_HOURS = 24;
/** How long the address that an account had may take it back. */
export const CANCEL_HOURS = 72;
/** A session opened so lately shows that its person is there. */
export const RECENT_MINUTES = 10;

/** Woken when a forgotten password is to be answered. */
export const RESET_CHANNEL = 'vigie_reset';

export const userSchema = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  civility: z.nullable(z.string()),
});
export type User = z.output<typeof userSchema>;

/** A session, in words that its person recognises. */
export const deviceSchema = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['computer', 'phone', 'tablet', 'unknown']),
  /** The one that asks. */
  current: z.boolean(),
  remembered: z.boolean(),
  openedAt: z.string(),
  seenAt: z.string(),
});
export type Device = z.output<typeof deviceSchema>;

/** One time a consent was given or withdrawn: what was read, when and where. */
export const consentProofSchema = z.object({
  given: z.boolean(),
  sentence: z.string(),
  at: z.string(),
  source: z.enum(['profile', 'listing_form']),
});
export type ConsentProof = z.output<typeof consentProofSchema>;

/** A consent and its proofs, the last first. */
export const consentSchema = z.object({
  name: z.enum(consentNames),
  given: z.boolean(),
  history: z.array(consentProofSchema),
});
export type Consent = z.output<typeof consentSchema>;

export const pendingEmailSchema = z.object({
  email: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
});
export type PendingEmail = z.output<typeof pendingEmailSchema>;

/** `zoe@exemple.fr` to `z•••@exemple.fr`: recognised by the person who knows it. */
export function maskedAddress(address: string): string {
  const [name = '', domain = ''] = address.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

export const loginSchema = z.object({
  email,
  password: loginPassword,
  remember: z.optional(z.boolean()),
});

export const signupSchema = z.object({
  firstName,
  lastName,
  email,
  password: newPassword,
  phone: optionalPhone,
});

export const forgotPasswordSchema = z.object({ email });

/** What the page asks; the call takes one of the two. */
export const resetFormSchema = z
  .object({ password1: newPassword, password2: z.string({ error: passwordMessages.required }) })
  .check(
    z.refine(sameAs('password1', 'password2'), { error: passwordMessages.mismatch, path: ['password2'] }),
  );

export const changeFormSchema = z
  .object({
    currentPassword: loginPassword,
    newPassword,
    confirmPassword: z.string({ error: passwordMessages.required }),
  })
  .check(
    z.refine(sameAs('newPassword', 'confirmPassword'), {
      error: passwordMessages.mismatch,
      path: ['confirmPassword'],
    }),
  );

const token = z.string({ error: accountErrors.LINK_INVALID.message }).check(z.maxLength(200));
const googleToken = z
  .string({ error: accountErrors.GOOGLE_REFUSED.message })
  .check(z.minLength(1, accountErrors.GOOGLE_REFUSED.message), z.maxLength(10_000));

const theUser = z.object({ user: userSchema });

export const checkCall = defineCall({
  method: 'GET',
  path: '/auth/check',
  access: 'all',
  summary: 'Qui est connecté',
  answer: z.object({ isAuthenticated: z.boolean(), user: z.nullable(userSchema) }),
});

export const meCall = defineCall({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  summary: 'Le compte connecté',
  answer: theUser,
});

export const registerCall = defineCall({
  method: 'POST',
  path: '/auth/register',
  access: 'all',
  tier: 'sensitive',
  summary: 'Créer un compte',
  body: signupSchema,
  answer: theUser,
  errors: [accountErrors.ACCOUNT_EXISTS],
});

export const loginCall = defineCall({
  method: 'POST',
  path: '/auth/login',
  access: 'all',
  tier: 'sensitive',
  summary: 'Se connecter',
  body: loginSchema,
  answer: theUser,
  errors: [accountErrors.ACCOUNT_NOT_FOUND, accountErrors.INVALID_CREDENTIALS],
});

export const logoutCall = defineCall({
  method: 'POST',
  path: '/auth/logout',
  access: 'all',
  summary: 'Se déconnecter',
});

export const forgotPasswordCall = defineCall({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'all',
  tier: 'sensitive',
  summary: 'Demander un lien pour choisir un nouveau mot de passe',
  body: forgotPasswordSchema,
});

export const resetPasswordCall = defineCall({
  method: 'POST',
  path: '/auth/reset-password',
  event: 'password.reset',
  access: 'token',
  tier: 'sensitive',
  summary: 'Choisir un nouveau mot de passe avec un lien reçu par courriel',
  body: z.object({ token, password: newPassword }),
  errors: [accountErrors.LINK_INVALID],
});

export const changePasswordCall = defineCall({
  method: 'POST',
  path: '/auth/change-password',
  event: 'password.changed',
  access: 'user',
  tier: 'sensitive',
  summary: 'Changer de mot de passe',
  body: z.object({ currentPassword: loginPassword, newPassword }),
  errors: [accountErrors.WRONG_PASSWORD],
});

/**
 * Within a session of the account the link is all it takes. Elsewhere the password of the person who opens it comes
 * along: the one typed by the person who registered may be a stranger's, and counts no more.
 */
export const verifyEmailCall = defineCall({
  method: 'POST',
  path: '/auth/verify-email',
  access: 'token',
  tier: 'sensitive',
  summary: 'Confirmer une adresse avec un lien reçu par courriel',
  body: z.object({ token, password: z.optional(newPassword) }),
  answer: z.object({ state: z.enum(['verified', 'already']) }),
  errors: [accountErrors.LINK_INVALID],
});

export const resendVerificationCall = defineCall({
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'user',
  tier: 'sensitive',
  summary: 'Renvoyer le lien qui confirme l’adresse du compte',
});

export const googleUrlCall = defineCall({
  method: 'GET',
  path: '/auth/google/url',
  access: 'all',
  summary: 'Adresse où Google demande qui se connecte',
  answer: z.object({ url: z.string() }),
  errors: [accountErrors.GOOGLE_NOT_CONFIGURED, accountErrors.GOOGLE_UNREACHABLE],
});

const googleErrors = [
  accountErrors.GOOGLE_NOT_CONFIGURED,
  accountErrors.GOOGLE_UNREACHABLE,
  accountErrors.GOOGLE_REFUSED,
] as const;

export const googleCallbackCall = defineCall({
  method: 'POST',
  path: '/auth/google/callback',
  access: 'all',
  tier: 'sensitive',
  summary: 'Finir une connexion ou une inscription avec Google',
  body: z.object({
    code: z
      .string({ error: accountErrors.GOOGLE_REFUSED.message })
      .check(z.minLength(1, accountErrors.GOOGLE_REFUSED.message), z.maxLength(4_000)),
    // Compared with the browser's own when given; the verifier in that browser binds the code in any case.
    state: z.optional(z.string().check(z.maxLength(500))),
    iss: z.optional(z.string().check(z.maxLength(500))),
  }),
  answer: theUser,
  errors: [
    ...googleErrors,
    accountErrors.GOOGLE_PASSWORD_FIRST,
    accountErrors.GOOGLE_TAKEN,
    accountErrors.GOOGLE_OTHER,
  ],
});

const googleTokenSchema = z.object({
  googleToken,
  nonce: z.optional(z.string().check(z.maxLength(500))),
});

export const googleLoginCall = defineCall({
  method: 'POST',
  path: '/auth/google-login',
  access: 'all',
  tier: 'sensitive',
  summary: 'Se connecter avec un jeton d’identité de Google',
  body: googleTokenSchema,
  answer: theUser,
  errors: [...googleErrors, accountErrors.ACCOUNT_NOT_FOUND, accountErrors.GOOGLE_PASSWORD_FIRST],
});

export const googleRegisterCall = defineCall({
  method: 'POST',
  path: '/auth/google-register',
  access: 'all',
  tier: 'sensitive',
  summary: 'Créer un compte avec un jeton d’identité de Google',
  body: googleTokenSchema,
  answer: theUser,
  errors: [...googleErrors, accountErrors.ACCOUNT_EXISTS],
});
