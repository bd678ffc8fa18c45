/**
 * Legal mentions of a listing, as pure functions of its facts: the words of the law (domain.md 3.2 and 3.12).
 * Owns no table: what is unknown is left out, never guessed.
 * Announces nothing.
 */
import { formatNumber, formatPercent, formatPrice, formatRent, NBSP } from '../../../contract/fmt.ts';
import {
  CHARGES_FLAT,
  CHARGES_PROVISION,
  CHARGES_YEARLY,
  FEES_BOTH,
  FEES_BUYER,
  FEES_SELLER,
  type ListingDraft,
  type PropertyType,
  propertyTypes,
  RENTAL,
} from '../contract.ts';

/** What the price form is made of. Cents; null is unknown. */
export type PriceFacts = Pick<
  ListingDraft,
  | 'price'
  | 'priceWithoutFees'
  | 'feesPayer'
  | 'feesPercent'
  | 'feeScheduleUrl'
  | 'charges'
  | 'chargesMode'
  | 'rentSupplement'
  | 'baseRent'
  | 'referenceRent'
  | 'rentControlled'
  | 'deposit'
  | 'tenantFees'
  | 'inventoryFees'
  | 'annuityBouquet'
  | 'annuityMonthly'
> & { transaction: number };

export interface PriceLine {
  readonly text: string;
  /** The fee schedule is a link (R5). */
  readonly href?: string;
  /** Stands next to the price wherever it is shown: cards and mails included. */
  readonly essential: boolean;
}

export interface PriceLines {
  /** « 315 000,00 € », « 842,00 €/mois »: shown larger than every line. */
  readonly main: string;
  /** « honoraires inclus », « CC »; null when the law or ignorance forbids it. */
  readonly suffix: string | null;
  readonly lines: readonly PriceLine[];
}

/** The legal form of the price of a sale (R1 to R5) or of a rent (R5 to R8, R10, R11). */
export function priceLines(facts: PriceFacts): PriceLines {
  const schedule = webAddress(facts.feeScheduleUrl);
  const last: PriceLine[] = schedule
    ? [{ text: 'Barème des honoraires', href: schedule, essential: false }]
    : [];
  const { main, suffix, lines } = facts.transaction === RENTAL ? rentLines(facts) : saleLines(facts);
  return { main, suffix, lines: [...lines, ...last] };
}

/** « 315 000,00 € honoraires inclus », on one line. */
export function priceSentence({ main, suffix }: PriceLines): string {
  return suffix ? `${main} ${suffix}` : main;
}

function always(text: string): PriceLine {
  return { text, essential: true };
}

function onPage(text: string): PriceLine {
  return { text, essential: false };
}

function saleLines(facts: PriceFacts): PriceLines {
  const { feesPayer } = facts;
  const { net, percent } = buyerFees(facts);
  const lines: PriceLine[] = [];
  if (feesPayer === FEES_BUYER) {
    if (net !== null) lines.push(always(`${formatPrice(net)} hors honoraires`));
    lines.push(
      always(
        percent === null
          ? "Honoraires à la charge de l'acquéreur"
          : `Honoraires${NBSP}: ${formatPercent(percent)} TTC à la charge de l'acquéreur`,
      ),
    );
  } else if (feesPayer === FEES_SELLER) {
    lines.push(always('Honoraires à la charge du vendeur'));
  } else if (feesPayer === FEES_BOTH) {
    if (net !== null) lines.push(always(`${formatPrice(net)} hors honoraires à la charge de l'acquéreur`));
    lines.push(always("Honoraires à la charge de l'acquéreur et du vendeur"));
    if (percent !== null) lines.push(always(`Part de l'acquéreur${NBSP}: ${formatPercent(percent)} TTC`));
  }
  if (facts.annuityBouquet !== null)
    lines.push(onPage(`Bouquet${NBSP}: ${formatPrice(facts.annuityBouquet)}`));
  if (facts.annuityMonthly !== null) lines.push(onPage(`Rente${NBSP}: ${formatRent(facts.annuityMonthly)}`));
  return {
    main: formatPrice(facts.price),
    // « FAI » and the like are forbidden when the seller pays (R3), and would be a guess when nobody said who does.
    suffix: feesPayer === FEES_BUYER || feesPayer === FEES_BOTH ? 'honoraires inclus' : null,
    lines,
  };
}

/** Rounding of a declared percentage that two correct amounts may disagree with, in points. */
const PERCENT_SLACK = 0.05;

/**
 * The price without the buyer's fees and their share of it, as far as they make sense together. The share is
 * of the price without fees: one computed on the price with fees (4,76 % for 5 %) yields to the amounts.
 */
function buyerFees({ price, priceWithoutFees, feesPercent }: PriceFacts): {
  net: number | null;
  percent: number | null;
} {
  const net =
    priceWithoutFees !== null && priceWithoutFees > 0 && priceWithoutFees < price ? priceWithoutFees : null;
  const declared = feesPercent !== null && feesPercent > 0 && feesPercent < 100 ? feesPercent : null;
  if (net === null) return { net, percent: priceWithoutFees === null ? declared : null };
  const computed = ((price - net) / net) * 100;
  const agrees = declared !== null && Math.abs(declared - computed) <= PERCENT_SLACK;
  return { net, percent: agrees ? declared : Math.round(computed * 100) / 100 };
}

const chargeModes: Readonly<Record<number, string>> = {
  [CHARGES_FLAT]: 'forfait',
  [CHARGES_PROVISION]: 'provisions avec régularisation annuelle',
  [CHARGES_YEARLY]: 'remboursement annuel',
};

function rentLines(facts: PriceFacts): PriceLines {
  const lines: PriceLine[] = [];
  if (facts.charges !== null && facts.charges > 0) {
    const mode = facts.chargesMode === null ? undefined : chargeModes[facts.chargesMode];
    lines.push(always(`dont ${formatPrice(facts.charges)} de charges${mode ? ` (${mode})` : ''}`));
  }
  if (facts.rentControlled) lines.push(onPage(rentControlText(facts)));
  if (facts.deposit !== null) {
    lines.push(
      onPage(`Dépôt de garantie${NBSP}: ${facts.deposit > 0 ? formatPrice(facts.deposit) : 'aucun'}`),
    );
  }
  if (facts.tenantFees !== null) {
    const inventory =
      facts.inventoryFees === null
        ? ''
        : `, dont état des lieux${NBSP}: ${formatPrice(facts.inventoryFees)} TTC`;
    lines.push(
      onPage(`Honoraires charge locataire${NBSP}: ${formatPrice(facts.tenantFees)} TTC${inventory}`),
    );
  }
  return { main: formatRent(facts.price), suffix: 'CC', lines };
}

function rentControlText({ referenceRent, baseRent, rentSupplement }: PriceFacts): string {
  const amounts = [
    referenceRent === null
      ? null
      : `loyer de référence majoré (loyer de base à ne pas dépasser) ${formatPrice(referenceRent)}`,
    baseRent === null ? null : `loyer de base ${formatPrice(baseRent)}`,
    rentSupplement === null || rentSupplement === 0
      ? null
      : `complément de loyer ${formatPrice(rentSupplement)}`,
  ].filter((amount) => amount !== null);
  const zone = 'Zone soumise à encadrement des loyers';
  return amounts.length > 0 ? `${zone}${NBSP}: ${amounts.join(', ')}` : zone;
}

/** The address itself when a browser may be sent there, else null: feeds write anything (security.md, threat 13). */
export function webAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

export type EnergyFacts = Pick<
  ListingDraft,
  | 'energyStatus'
  | 'energyClass'
  | 'energyValue'
  | 'climateClass'
  | 'climateValue'
  | 'energyCostMin'
  | 'energyCostMax'
  | 'energyCostYear'
> & { propertyType: string };

export interface EnergyLines {
  /** Why there is no class; null when there is one or none is expected. */
  readonly absence: string | null;
  /** R16, F and G only. */
  readonly excessive: string | null;
  /** R15. */
  readonly cost: string | null;
}

/** Whether energy classes belong to this kind of property (R14). */
export function hasEnergyClasses(propertyType: string): boolean {
  return propertyTypes[propertyType as PropertyType]?.dwelling ?? false;
}

/** The sentences that go with the energy and climate classes (R14 to R16). */
export function energyLines(facts: EnergyFacts): EnergyLines {
  const { energyClass, energyStatus, energyCostMin, energyCostMax, energyCostYear } = facts;
  const absences = {
    rated: 'Non communiqué',
    blank: 'DPE vierge',
    exempt: 'Non soumis au DPE',
    ongoing: 'DPE en cours',
  };
  const year = energyCostYear === null ? '' : ` (prix de l'énergie, année de référence ${energyCostYear})`;
  const known =
    energyCostMin !== null && energyCostMax !== null && energyCostMax > 0 && energyCostMin <= energyCostMax;
  return {
    absence:
      energyClass !== null || (energyStatus === null && !hasEnergyClasses(facts.propertyType))
        ? null
        : absences[energyStatus ?? 'rated'],
    excessive:
      energyClass === 'F' || energyClass === 'G'
        ? `Logement à consommation énergétique excessive${NBSP}: classe ${energyClass}`
        : null,
    cost: known
      ? `Montant estimé des dépenses annuelles d'énergie pour un usage standard${NBSP}: entre ${formatPrice(energyCostMin)} et ${formatPrice(energyCostMax)} par an${year}`
      : null,
  };
}

/** « Bien soumis au statut de la copropriété : 24 lots, … »; null outside co-ownership or when nobody said (R20). */
export function coOwnershipText(
  facts: Pick<ListingDraft, 'coOwned' | 'lots' | 'yearlyCharges' | 'procedure' | 'procedureDetail'>,
): string | null {
  if (!facts.coOwned) return null;
  const parts = [
    facts.lots === null || facts.lots <= 0
      ? null
      : `${formatNumber(facts.lots)}${NBSP}lot${facts.lots > 1 ? 's' : ''}`,
    facts.yearlyCharges === null
      ? null
      : `quote-part annuelle moyenne des charges courantes ${formatPrice(facts.yearlyCharges)}`,
    facts.procedure === null
      ? null
      : facts.procedure
        ? `procédure en cours${facts.procedureDetail ? ` (${facts.procedureDetail})` : ''}`
        : 'pas de procédure en cours',
  ].filter((part) => part !== null);
  const status = 'Bien soumis au statut de la copropriété';
  return parts.length > 0 ? `${status}${NBSP}: ${parts.join(', ')}.` : `${status}.`;
}

/** R21: shown unless the agency says that the property is not concerned. */
export const RISKS_TEXT =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques';
export const RISKS_URL = 'https://www.georisques.gouv.fr';
