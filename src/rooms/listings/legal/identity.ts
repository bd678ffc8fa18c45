/**
 * Who publishes: fee schedule (R5), identity (R23), card, guarantor and mediator (R24), the mandate of the listing aside.
 */
import { isSiren } from '#rooms/agencies/contract.ts';
import type { ListingDraft } from '../contract.ts';
import { type AddFinding, type AgencyFacts, type Case, frenchDay, type Rule } from './terms.ts';

/** What is asked of an agency on a day. */
interface AgencyCase {
  readonly agency: AgencyFacts;
  readonly on: string;
}

const CARD = /^CPI \d{4} \d{4} \d{3} \d{3} \d{3}$/;

/** A link that a browser may be sent to. Cheaper than URL.parse, which runs only for what looks like one. */
function isWebAddress(text: string | null): boolean {
  return text !== null && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

function blank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

/** Blocks that keep every listing of the agency off line; its warnings are reported once, by `checkAgency`. */
function checkWhoPublishes(agency: AgencyFacts, found: AddFinding): void {
  if (agency.excludedOn) {
    found(
      'agency_excluded',
      'block',
      'agency.excludedOn',
      `L’agence a choisi de ne plus être diffusée, le ${frenchDay(agency.excludedOn)}.`,
      'Écrivez-nous pour revenir.',
    );
  }
  if (agency.suspendedOn) {
    found(
      'agency_suspended',
      'block',
      'agency.suspendedOn',
      `L’agence est suspendue depuis le ${frenchDay(agency.suspendedOn)}.`,
      'Lisez le motif dans l’espace de l’agence, puis répondez-nous.',
    );
  }
  if (blank(agency.name)) {
    found(
      'name_missing',
      'block',
      'agency.name',
      'Le nom de l’agence n’est pas indiqué.',
      'Indiquez le nom de l’agence.',
    );
  }
  if (blank(agency.siren)) {
    found(
      'siren_missing',
      'block',
      'agency.siren',
      'Le SIREN de l’agence n’est pas indiqué.',
      'Indiquez les 9 chiffres du SIREN.',
    );
  } else if (!isSiren(agency.siren ?? '')) {
    found(
      'siren_wrong',
      'block',
      'agency.siren',
      `Le SIREN de l’agence (${agency.siren}) n’est pas un SIREN : 9 chiffres, dont une clé.`,
      'Corrigez le SIREN.',
    );
  }
}

function checkCard(agency: AgencyFacts, found: AddFinding): void {
  if (blank(agency.cardNumber)) {
    found(
      'card_missing',
      'block',
      'agency.cardNumber',
      'Le numéro de la carte professionnelle n’est pas indiqué.',
      'Indiquez-le comme CPI 7501 2026 000 000 000.',
    );
  } else if (!CARD.test(agency.cardNumber ?? '')) {
    found(
      'card_wrong',
      'block',
      'agency.cardNumber',
      `Le numéro de carte professionnelle (${agency.cardNumber}) n’a pas la forme attendue.`,
      'Écrivez-le comme CPI 7501 2026 000 000 000.',
    );
  }
}

export const agencyRules: readonly Rule<AgencyCase>[] = [
  {
    id: 'R23',
    when: () => true,
    check: ({ agency }, found) => {
      checkWhoPublishes(agency, found);
      if (blank(agency.rcsCity)) {
        found(
          'rcs_missing',
          'warning',
          'agency.rcsCity',
          'La ville du registre du commerce n’est pas indiquée.',
          'Indiquez la ville du RCS.',
        );
      }
    },
  },
  {
    id: 'R24',
    when: () => true,
    check: ({ agency, on }, found) => {
      checkCard(agency, found);
      const { cardUntil } = agency;
      if (cardUntil !== null && cardUntil < on) {
        found(
          'card_over',
          'warning',
          'agency.cardUntil',
          `La carte professionnelle a pris fin le ${frenchDay(cardUntil)}.`,
          'Indiquez la date de fin de la carte renouvelée.',
        );
      }
      for (const { field, missing, message, remedy } of agencyPage) {
        if (missing(agency)) found(`${field}_missing`, 'warning', `agency.${field}`, message, remedy);
      }
    },
  },
];

interface AgencyItem {
  readonly field: keyof AgencyFacts;
  readonly missing: (agency: AgencyFacts) => boolean;
  readonly message: string;
  readonly remedy: string;
}

/** What the page of the agency must say beside its card (décret 72-678, articles 92 and 93; C. conso. L616-1). */
const agencyPage: readonly AgencyItem[] = [
  {
    field: 'cardOffice',
    missing: (agency) => blank(agency.cardOffice),
    message: 'La chambre qui a délivré la carte professionnelle n’est pas indiquée.',
    remedy: 'Indiquez la CCI.',
  },
  {
    field: 'cardActivities',
    missing: (agency) => blank(agency.cardActivities),
    message: 'Les activités de la carte professionnelle (T, G, S) ne sont pas indiquées.',
    remedy: 'Indiquez les mentions de la carte.',
  },
  {
    field: 'guarantorName',
    missing: (agency) => agency.holdsNoFunds !== true && blank(agency.guarantorName),
    message: 'Le garant financier n’est pas indiqué.',
    remedy: 'Indiquez le garant, ou que l’agence ne reçoit aucun fonds.',
  },
  {
    field: 'guarantorAddress',
    missing: (agency) =>
      agency.holdsNoFunds !== true && !blank(agency.guarantorName) && blank(agency.guarantorAddress),
    message: 'L’adresse du garant financier n’est pas indiquée.',
    remedy: 'Indiquez l’adresse du garant.',
  },
  {
    field: 'insurance',
    missing: (agency) => blank(agency.insurance),
    message: 'L’assurance de responsabilité professionnelle n’est pas indiquée.',
    remedy: 'Indiquez l’assureur et le numéro de police.',
  },
  {
    field: 'mediatorName',
    missing: (agency) => blank(agency.mediatorName),
    message: 'Le médiateur de la consommation n’est pas indiqué.',
    remedy: 'Indiquez le nom du médiateur.',
  },
  {
    field: 'mediatorUrl',
    missing: (agency) => !isWebAddress(agency.mediatorUrl),
    message: 'L’adresse du site du médiateur n’est pas indiquée.',
    remedy: 'Indiquez une adresse en https://.',
  },
  {
    field: 'feeScheduleUrl',
    missing: (agency) => !isWebAddress(agency.feeScheduleUrl),
    message: 'Le barème des honoraires de l’agence n’est pas indiqué.',
    remedy: 'Indiquez l’adresse du barème, en https://.',
  },
  {
    field: 'legalForm',
    missing: (agency) => agency.soleTrader !== true && blank(agency.legalForm),
    message: 'La forme juridique de l’agence n’est pas indiquée.',
    remedy: 'Indiquez la forme juridique, ou que l’agence est une entreprise individuelle.',
  },
  {
    field: 'capital',
    missing: (agency) => agency.soleTrader !== true && agency.capital === null,
    message: 'Le capital social n’est pas indiqué.',
    remedy: 'Indiquez le capital social.',
  },
  {
    field: 'vatNumber',
    missing: (agency) => blank(agency.vatNumber),
    message: 'Le numéro de TVA n’est pas indiqué.',
    remedy: 'Indiquez le numéro de TVA intracommunautaire.',
  },
];

export const identityRules: readonly Rule[] = [
  {
    id: 'R5',
    when: ({ professional }) => professional,
    check: ({ draft, context }, found) => {
      const own = draft.feeScheduleUrl ?? null;
      if (isWebAddress(own) || isWebAddress(context.agency?.feeScheduleUrl ?? null)) return;
      found(
        own === null ? 'schedule_missing' : 'schedule_no_link',
        'block',
        'feeScheduleUrl',
        own === null
          ? 'Le lien vers le barème des honoraires n’est pas indiqué, ni dans l’annonce ni dans le profil de l’agence.'
          : 'Le barème des honoraires n’est pas une adresse que l’on peut ouvrir.',
        'Indiquez l’adresse du barème, en https://.',
      );
    },
  },
  {
    id: 'R23',
    when: ({ professional }) => professional,
    check: ({ draft, context: { agency } }, found) => {
      if (agency) {
        checkWhoPublishes(agency, found);
      } else {
        found(
          'agency_unknown',
          'block',
          'agency.siren',
          'L’annonce ne dit pas quelle agence la publie.',
          'Rattachez l’annonce à une agence.',
        );
      }
      checkNegotiator(draft, found);
    },
  },
  {
    id: 'R24',
    when: ({ professional, context }: Case) => professional && context.agency !== null,
    check: ({ context: { agency } }, found) => {
      if (agency) checkCard(agency, found);
    },
  },
];

/** A negotiator who is no employee: « agent commercial » and the register (loi Hoguet, article 6-2). */
function checkNegotiator(draft: ListingDraft, found: AddFinding): void {
  if (draft.contactStatus !== 'commercial_agent') return;
  if (blank(draft.contactName)) {
    found(
      'negotiator_unnamed',
      'warning',
      'contactName',
      'L’agent commercial qui suit l’annonce n’est pas nommé.',
      'Indiquez son nom.',
    );
  }
  if (blank(draft.contactRsac) || blank(draft.contactRsacCity)) {
    found(
      'rsac_missing',
      'warning',
      blank(draft.contactRsac) ? 'contactRsac' : 'contactRsacCity',
      'L’inscription de l’agent commercial au registre spécial (RSAC) n’est pas indiquée.',
      'Indiquez le numéro et la ville du RSAC.',
    );
  }
}
