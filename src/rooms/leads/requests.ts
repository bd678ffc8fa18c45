/**
 * Words of the contact form: what is asked, proposed and agreed to, the same on the page, in mails and in what is kept.
 * No schema either, so that a page shows the form before it loads what checks it.
 */
import { NBSP } from '#contract/fmt.ts';
import type { PropertyType } from '#rooms/listings/contract.ts';

/** What one may ask about a listing, in the order of the form. */
export const contactRequests = ['visit', 'information', 'file', 'call_back'] as const;
/** What one may ask of an agency itself. */
export const agencyRequests = ['information', 'estimate', 'call_back'] as const;
export type ContactRequest = (typeof contactRequests)[number] | (typeof agencyRequests)[number];

const RENTAL = 2;

interface AskedAbout {
  readonly transaction: number;
  readonly propertyType: PropertyType;
  readonly reference: string;
}

/** The choice in the form: « Visiter », « Déposer un dossier »… */
export function requestChoice(request: ContactRequest, transaction: number): string {
  const words = {
    visit: 'Visiter',
    information: 'Me renseigner',
    file: transaction === RENTAL ? 'Déposer un dossier' : 'Recevoir le dossier',
    estimate: 'Faire estimer un bien',
    call_back: 'Être rappelé',
  };
  return words[request];
}

/** What it is called afterwards, in mails and lists: « Demande de visite »… */
export function requestName(request: ContactRequest, transaction: number): string {
  const names = {
    visit: 'Demande de visite',
    information: 'Demande d’information',
    file: transaction === RENTAL ? 'Candidature' : 'Demande de dossier',
    call_back: 'Demande de rappel',
    estimate: 'Demande d’estimation',
  };
  return names[request];
}

const nouns: Readonly<Record<PropertyType, string>> = {
  apartment: 'cet appartement',
  house: 'cette maison',
  land: 'ce terrain',
  parking: 'ce parking',
  building: 'cet immeuble',
  loft: 'ce loft',
  castle: 'ce château',
  mansion: 'cet hôtel particulier',
  office: 'ces bureaux',
  shop: 'ce local',
  programme: 'ce programme',
  other: 'ce bien',
};

/** « , référence A-12 », to end a sentence; nothing when it is about no listing. */
export function referenceTail(reference: string | null): string {
  return reference === null ? '' : `, référence ${reference}`;
}

/** What the form proposes to say about a listing, or to an agency of that name, to be changed at will. */
export function proposedMessage(request: ContactRequest, about: AskedAbout | string): string {
  const sentence = typeof about === 'string' ? toAgency(request, about) : onListing(request, about);
  return `Bonjour,\n\n${sentence}\n\nMerci d’avance.`;
}

/** It names the agency: the same words to many are a sign of spam. */
function toAgency(request: ContactRequest, agency: string): string {
  if (request === 'estimate')
    return `Je souhaite faire estimer un bien par ${agency}. Quand pourriez-vous le voir${NBSP}?`;
  if (request === 'call_back') return `Quelqu’un de ${agency} pourrait-il me rappeler${NBSP}?`;
  return `Je cherche un bien et j’aimerais savoir ce que ${agency} peut me proposer.`;
}

function onListing(request: ContactRequest, about: AskedAbout): string {
  const what = `${nouns[about.propertyType]} (référence ${about.reference})`;
  const sentences = {
    visit: `Je souhaite visiter ${what}. Quand serait-ce possible${NBSP}?`,
    information: `J’aimerais en savoir plus sur ${what}, et d’abord si l’annonce est toujours d’actualité.`,
    file:
      about.transaction === RENTAL
        ? `Je souhaite déposer un dossier pour ${what}. Que dois-je vous envoyer${NBSP}?`
        : `Pourriez-vous m’envoyer le dossier de ${what}${NBSP}: diagnostics, charges et derniers procès-verbaux${NBSP}?`,
    estimate: `Je souhaite faire estimer ${what}.`,
    call_back: `Pourriez-vous me rappeler au sujet de ${what}${NBSP}?`,
  };
  return sentences[request];
}

/** The consents of the form, word for word: what is read is what is kept as its proof. Neither is ever pre-ticked. */
export const consentSentences = {
  vigie_alerts: 'Je veux recevoir par e-mail les alertes de Vigie pour des biens comme celui-ci.',
  partner_offers: 'J’accepte de recevoir par e-mail les offres des partenaires de Vigie.',
} as const;
export type ConsentPurpose = keyof typeof consentSentences;

/** Hours that an agency usually takes to answer, in words: « en moins d’une heure », « sous deux jours ». */
export function answerWords(hours: number): string {
  if (hours <= 1) return 'en moins d’une heure';
  if (hours <= 4) return 'en quelques heures';
  if (hours <= 24) return 'dans la journée';
  if (hours <= 48) return 'sous deux jours';
  return 'en quelques jours';
}
