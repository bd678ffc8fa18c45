// Joining: an agency registers, proves its address and, where it was known before, that it is that agency.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import {
  agencyName,
  email,
  newPassword,
  optionalPhone,
  phone,
  shownLine,
  softwareOrReference,
} from '#contract/fields.ts';
import { isBlank } from '#contract/visible.ts';
import { accountErrors } from '#rooms/accounts/contract.ts';
import { agencyErrors, ownerReferenceField, sirenField } from './contract.ts';
import { destinations } from './destination.ts';
import { storedAgencySchema } from './sessions.ts';

export const joiningErrors = defineErrors({
  AGENCY_HAS_SPACE: [
    409,
    'Cette agence a déjà un espace. Connectez-vous, ou demandez un nouveau mot de passe.',
  ],
  AGENCY_ACCOUNT_EXISTS: [409, 'Cette adresse ouvre déjà l’espace d’une agence. Connectez-vous.'],
});

/** A link that proves an address works a day; the agency that is asked has a week. */
export const CONFIRM_HOURS = 24;
export const APPROVE_HOURS = 168;

/** Woken when a mail was asked for. */
export const ASKED_CHANNEL = 'vigie_agency_asked';

/** What writes the feeds of agencies (domain.md 3.8). */
export const softwares = [
  'Hektor / La Boîte Immo',
  'Apimo',
  'Netty',
  'Périclès',
  'AC3 / Immo-Facile',
  'Ubiflow',
  'Adapt Immo',
  'Lockimmo',
  'Crypto / Septeo',
  'ICS',
  'Autre',
  'Aucun',
] as const;

/** Where it may be left out, nothing typed is nothing said. */
function maybe<Field extends z.ZodMiniType<string, string>>(field: Field) {
  return z.pipe(
    z.pipe(
      z.nullish(z.string()),
      z.transform((value: string | null | undefined) =>
        isBlank(value ?? '') ? undefined : (value ?? undefined),
      ),
    ),
    z.optional(field),
  );
}

const shortLine = z
  .string()
  .check(shownLine, z.maxLength(100, { error: 'La valeur saisie est trop longue.' }));
const software = maybe(shortLine);
const ownerReference = maybe(ownerReferenceField);
/** A town or a postal code: where an agency that nobody knew is. */
const town = maybe(shortLine);
/** Where its confirmed address is to lead. */
const destination = z.optional(z.enum(destinations));

/** The agency that the link of a registration page names. */
export interface NamedAgency {
  /** Known already, and nobody's yet. */
  readonly claimed: { readonly reference: string; readonly name: string } | null;
  /** The name of one that has a space already. */
  readonly taken: string | null;
}

/** The registration form of specification 3 (`/agence/creer-compte`); the SIREN may wait. */
export const agencyRegistrationSchema = z.intersection(
  z.object({
    name: agencyName,
    email,
    phone: optionalPhone,
    software,
    town,
    password: maybe(newPassword),
    ownerReference,
    siren: maybe(sirenField),
    agreedToTerms: z.optional(z.boolean()),
    destination,
  }),
  softwareOrReference,
);

/** The signup form of specification 3 (`/agence/inscription`): the telephone is asked for. */
export const agencySignupSchema = z.intersection(
  z.object({
    name: agencyName,
    email,
    phone,
    software,
    town,
    agreedToTerms: z.optional(z.boolean()),
    ownerReference,
  }),
  softwareOrReference,
);

export const agencyRegisterCall = defineCall({
  method: 'POST',
  path: '/agence/register',
  access: 'all',
  tier: 'sensitive',
  summary: 'Inscrire une agence, nouvelle ou déjà connue',
  body: agencyRegistrationSchema,
  errors: [agencyErrors.AGENCY_UNKNOWN, joiningErrors.AGENCY_HAS_SPACE],
});

const token = z.string({ error: accountErrors.LINK_INVALID.message }).check(z.maxLength(200));

/**
 * `confirmed`: the space is open, and this browser is signed in. `waiting`: the address is proven, the agency has still
 * to agree. `approved`: by the agency that was asked. `contact`: its leads go to this address from now on. `already`: this
 * link has done its work.
 */
export const agencyConfirmCall = defineCall({
  method: 'GET',
  path: '/agence/confirmation-email',
  access: 'token',
  tier: 'sensitive',
  summary: 'Confirmer l’adresse d’une agence avec un lien reçu par courriel',
  query: z.object({ token }),
  answer: z.object({
    agency: z.nullable(storedAgencySchema),
    authToken: z.nullable(z.string()),
    state: z.enum(['confirmed', 'waiting', 'approved', 'contact', 'already']),
  }),
  errors: [accountErrors.LINK_INVALID, joiningErrors.AGENCY_HAS_SPACE, joiningErrors.AGENCY_ACCOUNT_EXISTS],
});

/** The same where the link is opened elsewhere than where the agency registered: who opens it chooses the password. */
export const agencyConfirmWithPasswordCall = defineCall({
  method: 'POST',
  path: '/agence/confirmation-email',
  access: 'token',
  tier: 'sensitive',
  summary: 'Confirmer l’adresse d’une agence et choisir le mot de passe de son espace',
  body: z.object({ token, password: newPassword }),
  answer: agencyConfirmCall.answer,
  errors: [accountErrors.LINK_INVALID, joiningErrors.AGENCY_HAS_SPACE, joiningErrors.AGENCY_ACCOUNT_EXISTS],
});

export const agencyResendCall = defineCall({
  method: 'POST',
  path: '/agence/resend-confirmation',
  access: 'all',
  tier: 'sensitive',
  summary: 'Renvoyer le lien qui confirme l’adresse d’une agence',
  body: z.object({ email }),
});

export const agencyRefuseClaimCall = defineCall({
  method: 'POST',
  path: '/agence/claims/refuse',
  access: 'token',
  tier: 'sensitive',
  summary: 'Refuser de confier l’espace de son agence, avec un lien reçu par courriel',
  body: z.object({ token }),
  errors: [accountErrors.LINK_INVALID],
});

/** `listed`: known by its listings, without a space; `registered`: it has one. */
export const agencyStatusCall = defineCall({
  method: 'GET',
  path: '/agence/status/:ownerReference',
  access: 'all',
  tier: 'write',
  summary: 'Ce que l’on sait publiquement d’une référence d’agence',
  params: z.object({ ownerReference: z.string().check(z.maxLength(100)) }),
  answer: z.object({
    ownerReference: z.string(),
    status: z.enum(['unknown', 'listed', 'registered']),
  }),
});
