// Profile: what people see, change, take away and erase of themselves; it puts together what every other room knows.
// Owns nothing: each room keeps and erases its own.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { email, firstName, lastName, loginPassword, optionalPhone } from '#contract/fields.ts';
import { consentNames } from '#rooms/accounts/consents.ts';
import {
  accountErrors,
  consentSchema,
  deviceSchema,
  pendingEmailSchema,
  userSchema,
} from '#rooms/accounts/contract.ts';
import { silencedSchema } from '#rooms/alerts/silenced-address.ts';

export const profileErrors = defineErrors({
  CONFIRMATION_NEEDED: [400, 'Tapez le mot SUPPRIMER pour confirmer.'],
});

/** What an account without a password types to be erased. */
export const ERASE_WORD = 'SUPPRIMER';
/** Exports of everything, in a day. */
export const EXPORTS_PER_DAY = 5;

/** The sections of the page, in their order: anchors, and the names of what its forms send. */
export const profileSections = [
  { id: 'identite', title: 'Identité' },
  { id: 'adresse', title: 'Adresse e-mail' },
  { id: 'mot-de-passe', title: 'Mot de passe' },
  { id: 'google', title: 'Google' },
  { id: 'appareils', title: 'Appareils' },
  { id: 'courriels', title: 'Courriels reçus' },
  { id: 'consentements', title: 'Consentements' },
  { id: 'donnees', title: 'Mes données' },
  { id: 'suppression', title: 'Supprimer le compte' },
] as const;
export type SectionId = (typeof profileSections)[number]['id'];

export const identitySchema = z.object({
  civility: z.pipe(
    z.nullish(z.enum(['M.', 'Mme', ''])),
    z.transform((value: 'M.' | 'Mme' | '' | null | undefined) => value || null),
  ),
  firstName,
  lastName,
  phone: optionalPhone,
});

/** Asked again for what cannot be undone; left out by accounts that have none. */
const password = z.nullish(z.string().check(z.maxLength(1000)));
const token = z.string({ error: accountErrors.LINK_INVALID.message }).check(z.maxLength(200));

export const emailSchema = z.object({ email, password });
export const exportSchema = z.object({ password });
const deletionSchema = z.object({
  password,
  /** `ERASE_WORD`, of accounts without a password. */
  confirmation: z.nullish(z.string().check(z.maxLength(50))),
});

/** What forms ask where there is a password. */
export const passwordSchema = z.object({ password: loginPassword });
export const emailFormSchema = z.object({ email, password: loginPassword });
/** What the form of an account without a password asks. */
export const eraseWordSchema = z.object({
  confirmation: z
    .string()
    .check(
      z.refine(
        (value) => value.trim().toUpperCase() === ERASE_WORD,
        profileErrors.CONFIRMATION_NEEDED.message,
      ),
    ),
});

const notices = z.object({
  activeAlerts: z.number(),
  pausedAlerts: z.number(),
  requests: z.number(),
  /** Mailed when what they keep is under offer or leaves. */
  favorites: z.boolean(),
});

const profileSchema = z.object({
  user: userSchema,
  emailProven: z.boolean(),
  pendingEmail: z.nullable(pendingEmailSchema),
  hasPassword: z.boolean(),
  google: z.object({
    /** Whether the site offers it. */
    enabled: z.boolean(),
    linked: z.boolean(),
    /** Of the Google account; null when it is not linked, or was before this was kept. */
    email: z.nullable(z.string()),
  }),
  /** This session was opened a moment ago: it does for a proof where there is no password. */
  recentLogin: z.boolean(),
  createdAt: z.string(),
  lastExportAt: z.nullable(z.string()),
  optInVigieAlerts: z.boolean(),
  optInPartnerOffers: z.boolean(),
  consents: z.array(consentSchema),
  /** Why nothing is sent to the address any more; null when mail arrives. */
  silenced: z.nullable(silencedSchema),
  notices,
});
export type Profile = z.output<typeof profileSchema>;

const proofErrors = [accountErrors.WRONG_PASSWORD, accountErrors.RECENT_LOGIN_NEEDED] as const;

export const readProfileCall = defineCall({
  method: 'GET',
  path: '/profile',
  access: 'user',
  summary: 'Le profil du compte connecté',
  answer: profileSchema,
});

export const changeProfileCall = defineCall({
  method: 'PUT',
  path: '/profile',
  access: 'user',
  summary: 'Remplacer la civilité, le prénom, le nom et le téléphone',
  body: identitySchema,
  answer: z.object({ user: userSchema }),
});

export const askEmailCall = defineCall({
  method: 'POST',
  path: '/profile/email',
  event: 'address.change-asked',
  access: 'user',
  tier: 'sensitive',
  summary: 'Demander une autre adresse, qui devra confirmer',
  body: emailSchema,
  answer: z.object({ pendingEmail: z.nullable(pendingEmailSchema) }),
  errors: proofErrors,
});

export const resendEmailCall = defineCall({
  method: 'POST',
  path: '/profile/email/resend',
  access: 'user',
  tier: 'sensitive',
  summary: 'Renvoyer le lien à la nouvelle adresse',
  answer: z.object({ pendingEmail: z.nullable(pendingEmailSchema) }),
  errors: [accountErrors.EMAIL_CHANGE_NONE],
});

export const cancelEmailCall = defineCall({
  method: 'DELETE',
  path: '/profile/email',
  access: 'user',
  summary: 'Garder l’adresse d’aujourd’hui',
});

export const confirmEmailCall = defineCall({
  method: 'POST',
  path: '/profile/email/confirm',
  event: 'address.changed',
  access: 'token',
  tier: 'sensitive',
  summary: 'Confirmer une nouvelle adresse avec le lien qu’elle a reçu',
  body: z.object({ token }),
  answer: z.object({ state: z.enum(['changed', 'already']), email: z.string() }),
  errors: [accountErrors.LINK_INVALID, accountErrors.EMAIL_TAKEN],
});

export const undoEmailCall = defineCall({
  method: 'POST',
  path: '/profile/email/undo',
  event: 'address.changed',
  access: 'token',
  tier: 'sensitive',
  summary: 'Arrêter ou défaire un changement d’adresse avec le lien reçu à l’ancienne',
  body: z.object({ token }),
  answer: z.object({ state: z.enum(['cancelled', 'already', 'restored']) }),
  errors: [accountErrors.LINK_INVALID, accountErrors.EMAIL_TAKEN],
});

export const linkGoogleCall = defineCall({
  method: 'POST',
  path: '/profile/google',
  event: 'sign-in.changed',
  access: 'user',
  tier: 'sensitive',
  summary: 'Commencer à lier un compte Google',
  body: exportSchema,
  answer: z.object({ url: z.string() }),
  errors: [...proofErrors, accountErrors.GOOGLE_NOT_CONFIGURED, accountErrors.GOOGLE_UNREACHABLE],
});

export const unlinkGoogleCall = defineCall({
  method: 'DELETE',
  path: '/profile/google',
  event: 'sign-in.changed',
  access: 'user',
  summary: 'Ne plus entrer avec Google',
  errors: [accountErrors.GOOGLE_ONLY_DOOR],
});

export const firstPasswordCall = defineCall({
  method: 'POST',
  path: '/profile/first-password',
  event: 'password.changed',
  access: 'user',
  tier: 'sensitive',
  summary: 'Recevoir un lien pour choisir un mot de passe',
});

export const devicesCall = defineCall({
  method: 'GET',
  path: '/profile/devices',
  access: 'user',
  summary: 'Les appareils connectés',
  answer: z.object({ devices: z.array(deviceSchema) }),
});

export const endDeviceCall = defineCall({
  method: 'DELETE',
  path: '/profile/devices/:id',
  access: 'user',
  summary: 'Déconnecter un appareil',
  params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  errors: [accountErrors.DEVICE_UNKNOWN],
});

export const endDevicesCall = defineCall({
  method: 'DELETE',
  path: '/profile/devices',
  access: 'user',
  summary: 'Déconnecter tous les autres appareils',
});

export const consentCall = defineCall({
  method: 'PUT',
  path: '/profile/consents',
  access: 'user',
  summary: 'Donner ou retirer un consentement',
  body: z.object({ name: z.enum(consentNames), given: z.boolean() }),
  answer: z.object({ consents: z.array(consentSchema) }),
});

/** What the export holds: one part for each thing that people know the product by. */
const exportFileSchema = z.object({
  about: z.object({ product: z.string(), exportedAt: z.string(), explanation: z.string() }),
  account: z.unknown(),
  consentsElsewhere: z.unknown(),
  alerts: z.unknown(),
  notifiedDevices: z.unknown(),
  favorites: z.unknown(),
  requests: z.unknown(),
  messages: z.unknown(),
  reports: z.unknown(),
  mails: z.unknown(),
});
export type ExportFile = z.output<typeof exportFileSchema>;

export const exportCall = defineCall({
  method: 'POST',
  path: '/profile/export',
  access: 'user',
  tier: 'sensitive',
  summary: 'Tout ce que Vigie sait de vous, en JSON',
  body: exportSchema,
  answer: exportFileSchema,
  errors: proofErrors,
});

export const deleteProfileCall = defineCall({
  method: 'DELETE',
  path: '/profile',
  event: 'account.deleted',
  access: 'user',
  tier: 'sensitive',
  summary: 'Supprimer le compte et tout ce qu’il tient',
  body: deletionSchema,
  errors: [...proofErrors, profileErrors.CONFIRMATION_NEEDED],
});
