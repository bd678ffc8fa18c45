// Checks: what a program sees of the identity that an agency states, and what a person found (domain.md 3.8, security.md L10).
import * as z from 'zod/mini';
import { defineErrors } from '#contract/errors.ts';
import { formatDate } from '#contract/fmt.ts';
import { type Agency, cardNumberField, isSiren } from './contract.ts';

export const checkKinds = {
  siren: 'SIREN',
  card: 'Carte professionnelle',
  guarantor: 'Garant financier',
  mediator: 'Médiateur de la consommation',
} as const;
export type CheckKind = keyof typeof checkKinds;
export const checkKindSchema = z.enum(Object.keys(checkKinds) as [CheckKind, ...CheckKind[]]);

/** Those without which nobody is known to be an agency: once both are verified, so is its identity. */
export const neededKinds = ['siren', 'card'] as const satisfies readonly CheckKind[];

/** How far the identity of an agency is verified, as the view agency_identity computes it. */
export const identityStates = {
  missing: 'Incomplète',
  unverified: 'À vérifier',
  verified: 'Vérifiée',
  refused: 'Refusée',
} as const;
export type IdentityState = keyof typeof identityStates;

/** What one can look up of it, in public registers. */
export const registers: Readonly<Partial<Record<CheckKind, { label: string; url: string }>>> = {
  siren: { label: 'Annuaire des entreprises', url: 'https://annuaire-entreprises.data.gouv.fr/' },
  card: {
    label: 'Fichier national des professionnels de l’immobilier',
    url: 'https://www.professionnels-immobilier.cci.fr/',
  },
  mediator: {
    label: 'Médiateurs référencés',
    url: 'https://www.economie.gouv.fr/mediation-conso/mediateurs-references',
  },
};

export const checkErrors = defineErrors({
  CHECK_NOTHING_STATED: [409, 'L’agence n’a rien indiqué ici\u00a0: il n’y a rien à vérifier.'],
  CHECK_MALFORMED: [
    409,
    'Ce que l’agence a indiqué n’est pas en règle\u00a0: refusez-le en disant ce qu’elle doit corriger.',
  ],
});

/** `missing`: nothing to look at. `wrong`: no person can verify it as it stands. */
export interface StatedForm {
  readonly state: 'missing' | 'wrong' | 'sound';
  /** A sentence for the administrator. */
  readonly note: string;
}

const missing = (note: string): StatedForm => ({ state: 'missing', note });
const wrong = (note: string): StatedForm => ({ state: 'wrong', note });
const sound = (note: string): StatedForm => ({ state: 'sound', note });

function dayWords(day: string): string {
  return formatDate(new Date(`${day}T12:00:00Z`));
}

function isLink(text: string | null): boolean {
  return text !== null && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

const forms: Readonly<Record<CheckKind, (agency: Agency, today: string) => StatedForm>> = {
  siren: ({ siren }) => {
    if (siren === null) return missing('Aucun SIREN n’est indiqué.');
    if (!isSiren(siren)) return wrong('La clé du SIREN est fausse.');
    return sound('La clé du SIREN est juste. Rien ne dit encore si l’entreprise est en activité.');
  },
  card: ({ cardNumber, cardUntil }, today) => {
    if (cardNumber === null) return missing('Aucun numéro de carte n’est indiqué.');
    if (!cardNumberField.safeParse(cardNumber).success)
      return wrong('Le numéro n’a pas la forme CPI 7501 2026 000 000 000.');
    if (cardUntil === null) return sound('Le numéro est bien formé. La date de fin n’est pas indiquée.');
    if (cardUntil < today) return wrong(`La carte a pris fin le ${dayWords(cardUntil)}.`);
    return sound(`Le numéro est bien formé. La carte court jusqu’au ${dayWords(cardUntil)}.`);
  },
  guarantor: ({ holdsNoFunds, guarantorName, guarantorAddress }) => {
    if (holdsNoFunds) return sound('L’agence dit ne recevoir aucun fonds\u00a0: elle n’a pas de garant.');
    if (guarantorName === null && guarantorAddress === null) return missing('Aucun garant n’est indiqué.');
    if (guarantorName === null) return wrong('Le nom du garant n’est pas indiqué.');
    if (guarantorAddress === null) return wrong('L’adresse du garant n’est pas indiquée.');
    return sound('Le garant a un nom et une adresse.');
  },
  mediator: ({ mediatorName, mediatorUrl }) => {
    if (mediatorName === null && mediatorUrl === null) return missing('Aucun médiateur n’est indiqué.');
    if (mediatorName === null) return wrong('Le nom du médiateur n’est pas indiqué.');
    if (!isLink(mediatorUrl)) return wrong('L’adresse du site du médiateur n’est pas un lien.');
    return sound('Le médiateur a un nom et un site.');
  },
};

/** What a program sees of what an agency states; `today`: `YYYY-MM-DD` in Paris. */
export function formOf(kind: CheckKind, agency: Agency, today: string): StatedForm {
  return forms[kind](agency, today);
}
