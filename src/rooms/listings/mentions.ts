/**
 * The legal block: everything the law wants said of a listing and of who publishes it, in order (domain.md 3.2 and 3.12).
 * One function of the facts, for the page, the print and every place that shows a part of it.
 */
import { LOCALE } from '#contract/constants.ts';
import { formatCount, formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { once } from '#contract/once.ts';
import { type Agency, legalIdentity } from '#rooms/agencies/contract.ts';
import { placeLongLabel } from '#rooms/places/contract.ts';
import { type ListingDraft, type PropertyType, PURCHASE, propertyTypes, RENTAL } from './contract.ts';
import {
  coOwnershipText,
  type EnergyFacts,
  energyLines,
  type PriceFacts,
  type PriceLineKind,
  priceLines,
  priceSentence,
  RISKS_TEXT,
  RISKS_URL,
  webAddress,
} from './price-lines.ts';
import { isStudio } from './reading.ts';

/** What the law asks an agency to say of itself (R23, R24). */
export type LegalAgency = Pick<
  Agency,
  | 'name'
  | 'siren'
  | 'rcsCity'
  | 'soleTrader'
  | 'cardNumber'
  | 'cardOffice'
  | 'cardActivities'
  | 'cardUntil'
  | 'tradeName'
  | 'companyName'
  | 'legalForm'
  | 'capital'
  | 'vatNumber'
  | 'guarantorName'
  | 'guarantorAddress'
  | 'guaranteeAmount'
  | 'holdsNoFunds'
  | 'insurance'
  | 'mediatorName'
  | 'mediatorUrl'
>;

/** Who shows the property; public only of commercial agents, whose status the law makes them say (R23). */
type NegotiatorFacts = Pick<
  ListingDraft,
  'contactName' | 'contactStatus' | 'contactRsac' | 'contactRsacCity' | 'contactSoleTrader'
>;

/** The facts of a listing that the law makes say; a draft, its place and its agency are enough. */
export type LegalFacts = Omit<PriceFacts, 'propertyType'> &
  Omit<EnergyFacts, 'propertyType'> &
  NegotiatorFacts &
  Pick<
    ListingDraft,
    | 'isNew'
    | 'rooms'
    | 'landSurface'
    | 'carrezSurface'
    | 'furnished'
    | 'energyAuditOn'
    | 'coOwned'
    | 'lots'
    | 'yearlyCharges'
    | 'procedure'
    | 'procedureDetail'
    | 'risksConcerned'
    | 'brushClearing'
    | 'programmeName'
    | 'delivery'
    | 'progress'
    | 'completionGuarantee'
  > & {
    propertyType: PropertyType;
    subType: string | null;
    postalCode: string;
    /** Null when the open data no longer knows its code. */
    place: Parameters<typeof placeLongLabel>[0] | null;
    agency: LegalAgency;
  };

/** What a sentence speaks of; `price` is the amount that R2 and R6 want larger than `net` and `rentControl`. */
export type MentionKind =
  | 'property'
  | 'price'
  | PriceLineKind
  | 'newBuild'
  | 'coOwnership'
  | 'energyClasses'
  | 'excessiveEnergy'
  | 'energyCost'
  | 'energyAudit'
  | 'risks'
  | 'advertiser'
  | 'agency';

export interface Mention {
  readonly kind: MentionKind;
  /** Without its final dot. */
  readonly text: string;
  /** How the text of the price begins: the words that are larger than the rest. */
  readonly amount?: string;
  /** Where its last words lead: the fee schedule, Géorisques, the mediator. */
  readonly link?: { readonly words: string; readonly href: string };
}

/** The complete legal block of a listing, in the order of domain.md 3.12. What is unknown is left out. */
export function legalBlock(facts: LegalFacts): Mention[] {
  return [
    { kind: 'property', text: propertySentence(facts) },
    ...priceMentions(facts),
    ...newBuildMentions(facts),
    ...coOwnershipMentions(facts),
    ...energyMentions(facts),
    ...riskMentions(facts),
    { kind: 'advertiser', text: advertiserSentence(facts) },
    ...agencyIdentity(facts.agency).map(
      ({ label, text, link }): Mention => ({
        kind: 'agency',
        text: text === null ? label : `${label}${NBSP}: ${text}`,
        ...(link ? { link } : {}),
      }),
    ),
  ];
}

/** The block as one text, each mention a sentence. */
export function legalText(mentions: readonly Mention[]): string {
  return mentions.map(({ text }) => `${text.replace(/\.$/, '')}.`).join(' ');
}

const exact = once(
  () => new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** « 62,40 m² »: the law counts surfaces to the hundredth. */
function exactSurface(squareMetres: number): string {
  return `${exact().format(squareMetres).replaceAll('\u202f', NBSP)}${NBSP}m²`;
}

/** « Appartement 3 pièces 62,40 m² (Carrez) – Lyon 7e arrondissement » (R13). */
function propertySentence(facts: LegalFacts): string {
  const { propertyType, rooms, surface, carrezSurface, landSurface, transaction } = facts;
  const name = facts.subType?.trim() || propertyTypes[propertyType].label;
  const measured =
    transaction === PURCHASE && carrezSurface !== null && carrezSurface > 0
      ? `${exactSurface(carrezSurface)} (Carrez)`
      : surface !== null && surface > 0
        ? exactSurface(surface)
        : null;
  const words = [
    name.charAt(0).toUpperCase() + name.slice(1),
    facts.programmeName && `«${NBSP}${facts.programmeName}${NBSP}»`,
    transaction === RENTAL && facts.furnished ? 'meublé' : null,
    propertyTypes[propertyType].dwelling && rooms !== null && rooms > 0 && !isStudio(facts)
      ? formatCount(rooms, 'pièce', 'pièces')
      : null,
    measured,
  ].filter(Boolean);
  const land =
    landSurface !== null && landSurface > 0
      ? `${measured === null ? ' ' : ', terrain '}${exactSurface(landSurface)}`
      : '';
  return `${words.join(' ')}${land} – ${facts.place ? placeLongLabel(facts.place) : facts.postalCode}`;
}

function priceMentions(facts: LegalFacts): Mention[] {
  const form = priceLines(facts);
  // Rent and charges are one sentence.
  const charges = form.lines.find(({ kind }) => kind === 'charges');
  const amount = priceSentence(form);
  return [
    { kind: 'price', text: charges ? `${amount}, ${charges.text}` : amount, amount },
    ...form.lines
      .filter((line) => line !== charges)
      .map(
        ({ kind, text, href }): Mention => ({ kind, text, ...(href ? { link: { words: text, href } } : {}) }),
      ),
  ];
}

/** « 2e trimestre 2028 », of `2028-T2`. */
export function deliveryText(delivery: string): string {
  const [year, quarter] = delivery.split('-T');
  return `${quarter === '1' ? '1er' : `${quarter}e`} trimestre ${year}`;
}

function newBuildMentions({ delivery, progress, completionGuarantee }: LegalFacts): Mention[] {
  const texts = [
    delivery === null || progress === 'delivered'
      ? null
      : `Vente en l'état futur d'achèvement (VEFA), livraison prévue au ${deliveryText(delivery)}`,
    completionGuarantee === null ? null : `Garantie d'achèvement${NBSP}: ${completionGuarantee}`,
  ];
  return texts.filter((text) => text !== null).map((text) => ({ kind: 'newBuild', text }));
}

function coOwnershipMentions(facts: LegalFacts): Mention[] {
  // Article L721-1 speaks of sales.
  const text = facts.transaction === PURCHASE ? coOwnershipText(facts) : null;
  return text === null ? [] : [{ kind: 'coOwnership', text: text.replace(/\.$/, '') }];
}

function energyMentions(facts: LegalFacts): Mention[] {
  const { classes, absence, excessive, cost } = energyLines(facts);
  const audit =
    facts.transaction === PURCHASE && facts.energyAuditOn !== null
      ? `Audit énergétique réalisé le ${dayText(facts.energyAuditOn)}`
      : null;
  const said: (readonly [MentionKind, string | null])[] = [
    ['energyClasses', classes ?? absence],
    ['excessiveEnergy', excessive],
    ['energyCost', cost],
    ['energyAudit', audit],
  ];
  return said.flatMap(([kind, text]) => (text === null ? [] : [{ kind, text }]));
}

function riskMentions({ risksConcerned, brushClearing }: LegalFacts): Mention[] {
  const words = new URL(RISKS_URL).host;
  const known: Mention = {
    kind: 'risks',
    text: `${RISKS_TEXT}${NBSP}: ${words}`,
    link: { words, href: RISKS_URL },
  };
  const brush: Mention = {
    kind: 'risks',
    text: 'Bien situé dans un périmètre soumis à une obligation légale de débroussaillement',
  };
  return [...(risksConcerned === false ? [] : [known]), ...(brushClearing ? [brush] : [])];
}

/** « M. Y, agent commercial, RSAC Lyon 812 345 678, EI »; null for an employee, or when nobody said (R23). */
export function negotiatorText(facts: NegotiatorFacts): string | null {
  if (facts.contactStatus !== 'commercial_agent') return null;
  const register = [facts.contactRsacCity, facts.contactRsac?.replaceAll(' ', NBSP)].filter(Boolean);
  return [
    facts.contactName,
    'agent commercial',
    register.length > 0 ? `RSAC ${register.join(' ')}` : null,
    facts.contactSoleTrader ? 'EI' : null,
  ]
    .filter(Boolean)
    .join(', ');
}

function advertiserSentence(facts: LegalFacts): string {
  const agency = [facts.agency.name, ...legalIdentity(facts.agency)].join(', ');
  return [agency, negotiatorText(facts)].filter(Boolean).join(' – ');
}

interface IdentityLine {
  /** A whole sentence when there is no text. */
  readonly label: string;
  readonly text: string | null;
  readonly link?: { readonly words: string; readonly href: string };
}

const activities: Readonly<Record<string, string>> = {
  T: 'Transactions',
  G: 'Gestion immobilière',
  S: 'Syndic',
};

/** What the Hoguet law makes an agency say beyond its number of card, as far as known (R24). */
export function agencyIdentity(agency: LegalAgency): IdentityLine[] {
  const company = [
    agency.companyName !== agency.name ? agency.companyName : null,
    // « Port SAS » has said its form already.
    agency.companyName?.split(' ').includes(agency.legalForm ?? '') ? null : agency.legalForm,
    agency.capital === null ? null : `au capital de ${formatPrice(agency.capital)}`,
  ].filter(Boolean);
  const allowed = (agency.cardActivities ?? '')
    .split('')
    .map((letter) => `${activities[letter]} (${letter})`);
  const card = [
    agency.cardOffice && `délivrée par ${withArticle(agency.cardOffice)}`,
    allowed.length > 0 && `mention${allowed.length > 1 ? 's' : ''} ${allowed.join(', ')}`,
    agency.cardUntil && `valable jusqu'au ${dayText(agency.cardUntil)}`,
  ].filter(Boolean);
  const guarantee = [
    agency.guarantorName,
    agency.guarantorAddress,
    agency.guaranteeAmount === null ? null : formatPrice(agency.guaranteeAmount),
  ].filter(Boolean);
  const mediator = webAddress(agency.mediatorUrl);
  const lines: (IdentityLine | null)[] = [
    agency.tradeName && agency.tradeName !== agency.name
      ? { label: 'Enseigne', text: agency.tradeName }
      : null,
    company.length > 0 ? { label: 'Société', text: joined(company) } : null,
    card.length > 0 ? { label: 'Carte professionnelle', text: card.join(', ') } : null,
    agency.holdsNoFunds
      ? { label: 'Ne peut recevoir aucun fonds, effet ou valeur', text: null }
      : guarantee.length > 0
        ? { label: 'Garantie financière', text: guarantee.join(', ') }
        : null,
    agency.insurance ? { label: 'Responsabilité civile professionnelle', text: agency.insurance } : null,
    agency.mediatorName || mediator
      ? {
          label: 'Médiateur de la consommation',
          text: [agency.mediatorName, mediator && new URL(mediator).host].filter(Boolean).join(', '),
          ...(mediator ? { link: { words: new URL(mediator).host, href: mediator } } : {}),
        }
      : null,
    agency.vatNumber ? { label: 'TVA intracommunautaire', text: agency.vatNumber } : null,
  ];
  return lines.filter((line) => line !== null);
}

/** « Port SAS au capital de 10 000,00 € ». */
function joined(parts: readonly (string | null)[]): string {
  return parts.join(' ');
}

/** « la CCI Lyon Métropole »: chambers are feminine. */
function withArticle(office: string): string {
  return /^(cci|chambre)/i.test(office) ? `la ${office}` : office;
}

/** `2026-11-21` to « 21 novembre 2026 », `2026-05-01` to « 1er mai 2026 ». */
export function dayText(day: string): string {
  return formatDate(new Date(`${day}T12:00:00Z`));
}
