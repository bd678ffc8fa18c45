/**
 * Legal mentions of a listing, as pure functions of its facts: the words of the law (domain.md 3.2 and 3.12).
 * What is unknown is left out, never guessed.
 */
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatPrice,
  formatRent,
  formatSurface,
  NBSP,
} from '#contract/fmt.ts';
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
} from './contract.ts';
import { homeClassOf } from './energy-classes.ts';
import { energyExemptions } from './words.ts';

/** What the price form is made of. Cents; null is unknown. Cards do without what only the page says. */
export type PriceFacts = Pick<
  ListingDraft,
  | 'surface'
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
> &
  Partial<Pick<ListingDraft, 'rentSupplementReason' | 'annuityOccupied' | 'annuityAges' | 'units'>> & {
    transaction: number;
    propertyType: string;
  };

/** What a line says; `rentControl` and `net` are the amounts that must stay smaller than the price (R2, R8). */
export type PriceLineKind =
  | 'net'
  | 'fees'
  | 'annuity'
  | 'vat'
  | 'charges'
  | 'rentControl'
  | 'deposit'
  | 'tenantFees'
  | 'schedule';

interface PriceLine {
  readonly kind: PriceLineKind;
  readonly text: string;
  /** The fee schedule is a link (R5). */
  readonly href?: string;
  /** Stands next to the price wherever it is shown: cards and mails included. */
  readonly essential: boolean;
}

interface PriceLines {
  /** « À partir de », for a programme of several homes. */
  readonly prefix: string | null;
  /** « 315 000,00 € », « 842,00 €/mois »: shown larger than every line. */
  readonly main: string;
  /** « honoraires inclus », « CC », « TTC »; null when the law or ignorance forbids it. */
  readonly suffix: string | null;
  readonly lines: readonly PriceLine[];
}

/** The legal form of the price of a sale (R1 to R5) or of a rent (R5 to R8, R10, R11). */
export function priceLines(facts: PriceFacts): PriceLines {
  const href = webAddress(facts.feeScheduleUrl);
  const form = facts.transaction === RENTAL ? rentForm(facts) : saleForm(facts);
  if (href) form.lines.push({ kind: 'schedule', text: 'Barème des honoraires', href, essential: false });
  return form;
}

/** « 315 000,00 € honoraires inclus », « À partir de 189 900,00 € TTC », on one line. */
export function priceSentence({ prefix, main, suffix }: PriceLines): string {
  return [prefix, main, suffix].filter((part) => part !== null).join(' ');
}

interface PriceForm extends PriceLines {
  readonly lines: PriceLine[];
}

function always(kind: PriceLineKind, text: string): PriceLine {
  return { kind, text, essential: true };
}

function onPage(kind: PriceLineKind, text: string): PriceLine {
  return { kind, text, essential: false };
}

function saleForm(facts: PriceFacts): PriceForm {
  const { feesPayer } = facts;
  const programme = facts.propertyType === 'programme';
  // « FAI » and the like are forbidden when the seller pays (R3), and would be a guess when nobody said who does.
  const included = feesPayer === FEES_BUYER || feesPayer === FEES_BOTH ? 'honoraires inclus' : null;
  return {
    prefix: programme ? 'À partir de' : null,
    main: formatPrice(facts.price),
    suffix: programme ? ['TTC', included].filter(Boolean).join(', ') : included,
    lines: [...annuityLines(facts), ...vatLines(facts.units ?? []), ...feesLines(facts)],
  };
}

function feesLines(facts: PriceFacts): PriceLine[] {
  const { net, percent } = buyerFees(facts);
  const lines: PriceLine[] = [];
  if (facts.feesPayer === FEES_BUYER) {
    if (net !== null) lines.push(always('net', `${formatPrice(net)} hors honoraires`));
    lines.push(
      always(
        'fees',
        percent === null
          ? "Honoraires à la charge de l'acquéreur"
          : `Honoraires${NBSP}: ${formatPercent(percent)} TTC à la charge de l'acquéreur`,
      ),
    );
  } else if (facts.feesPayer === FEES_SELLER) {
    lines.push(always('fees', 'Honoraires à la charge du vendeur'));
  } else if (facts.feesPayer === FEES_BOTH) {
    if (net !== null)
      lines.push(always('net', `${formatPrice(net)} hors honoraires à la charge de l'acquéreur`));
    lines.push(always('fees', "Honoraires à la charge de l'acquéreur et du vendeur"));
    if (percent !== null)
      lines.push(always('fees', `Part de l'acquéreur${NBSP}: ${formatPercent(percent)} TTC`));
  }
  return lines;
}

/** A life annuity has two prices and a home that may be lived in: all of it stands next to the amount. */
function annuityLines({
  annuityBouquet,
  annuityMonthly,
  annuityOccupied = null,
  annuityAges = null,
}: PriceFacts): PriceLine[] {
  const ages = annuityAges ?? [];
  return [
    annuityBouquet === null ? null : always('annuity', `Bouquet${NBSP}: ${formatPrice(annuityBouquet)}`),
    annuityMonthly === null ? null : always('annuity', `Rente${NBSP}: ${formatRent(annuityMonthly)}`),
    annuityOccupied === null
      ? null
      : onPage(
          'annuity',
          annuityOccupied
            ? `Viager occupé${NBSP}: le vendeur garde l’usage du bien`
            : `Viager libre${NBSP}: le bien est libre à la vente`,
        ),
    ages.length === 0
      ? null
      : onPage(
          'annuity',
          `${ages.length === 1 ? 'Une tête' : `${formatNumber(ages.length)} têtes`}${NBSP}: ${ages
            .map((age) => formatCount(age, 'an', 'ans'))
            .join(' et ')}`,
        ),
  ].filter((line) => line !== null);
}

/** Prices of new homes include their VAT, whose rate may change from one home to the next. */
function vatLines(units: NonNullable<ListingDraft['units']>): PriceLine[] {
  const rates = [...new Set(units.map(({ vat }) => vat))].toSorted((a, b) => b - a).map(formatPercent);
  if (rates.length === 0) return [];
  return [onPage('vat', `TVA${NBSP}: ${rates.join(' ou ')}${rates.length > 1 ? ' selon le lot' : ''}`)];
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

function rentForm(facts: PriceFacts): PriceForm {
  const lines: PriceLine[] = [];
  if (facts.charges !== null && facts.charges > 0) {
    const mode = facts.chargesMode === null ? undefined : chargeModes[facts.chargesMode];
    lines.push(always('charges', `dont ${formatPrice(facts.charges)} de charges${mode ? ` (${mode})` : ''}`));
  }
  if (showsRentControl(facts)) lines.push(onPage('rentControl', rentControlText(facts)));
  if (facts.deposit !== null) {
    const amount = facts.deposit > 0 ? formatPrice(facts.deposit) : 'aucun';
    lines.push(onPage('deposit', `Dépôt de garantie${NBSP}: ${amount}`));
  }
  if (facts.tenantFees !== null) lines.push(onPage('tenantFees', tenantFeesText(facts, facts.tenantFees)));
  return { prefix: null, main: formatRent(facts.price), suffix: 'CC', lines };
}

/** « Honoraires charge locataire : 332,86 € TTC, dont état des lieux : 66,66 € TTC (22 m² × 12,10 + 22 m² × 3,03) ». */
function tenantFeesText({ surface, inventoryFees }: PriceFacts, tenantFees: number): string {
  const total = `Honoraires charge locataire${NBSP}: ${formatPrice(tenantFees)} TTC`;
  if (inventoryFees === null) return total;
  const inventory = `dont état des lieux${NBSP}: ${formatPrice(inventoryFees)} TTC`;
  const parts = [perSquareMetre(tenantFees - inventoryFees, surface), perSquareMetre(inventoryFees, surface)];
  // Each m² is counted at a round rate, or the sum is said without its reckoning.
  return `${total}, ${inventory}${parts.includes(null) ? '' : ` (${parts.join(' + ')})`}`;
}

/** « 22 m² × 12,10 » when these cents are so many m² at a rate in whole cents, else null. */
function perSquareMetre(cents: number, surface: number | null): string | null {
  if (!surface || surface <= 0 || cents <= 0) return null;
  const rate = Math.round(cents / surface);
  if (Math.round(rate * surface) !== cents) return null;
  return `${formatSurface(surface)}${NBSP}×${NBSP}${formatPrice(rate).replace(/\s*€$/, '')}`;
}

/**
 * Whether R8 is said: the listing is in an area by its own word, or tells the ceiling that only areas have. Areas are
 * known to the rules too, and none of their listings is published without its ceiling: nothing said is no denial.
 */
export function showsRentControl({
  rentControlled,
  referenceRent,
}: Pick<PriceFacts, 'rentControlled' | 'referenceRent'>): boolean {
  return rentControlled === true || (referenceRent !== null && referenceRent > 0);
}

function rentControlText({
  referenceRent,
  baseRent,
  rentSupplement,
  rentSupplementReason = null,
}: PriceFacts): string {
  const amounts = [
    referenceRent === null
      ? null
      : `loyer de référence majoré (loyer de base à ne pas dépasser) ${formatPrice(referenceRent)}`,
    baseRent === null ? null : `loyer de base ${formatPrice(baseRent)}`,
    rentSupplement === null || rentSupplement === 0
      ? null
      : `complément de loyer ${formatPrice(rentSupplement)}${rentSupplementReason ? ` (${rentSupplementReason})` : ''}`,
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
> &
  Partial<Pick<ListingDraft, 'energyExemption'>> & { propertyType: string };

interface EnergyLines {
  /** « Classe énergie F (352 kWh/m²/an) – Classe climat D (46 kg CO₂/m²/an) »; null without a class (R14). */
  readonly classes: string | null;
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
  const { energyStatus, energyCostMin, energyCostMax, energyCostYear } = facts;
  const energyClass = homeClassOf(facts);
  const reason = facts.energyExemption ? `${NBSP}: ${energyExemptions[facts.energyExemption]}` : '';
  const absences = {
    rated: 'DPE non communiqué',
    blank: 'DPE vierge',
    exempt: `Non soumis au DPE${reason}`,
    ongoing: 'DPE en cours',
  };
  const year = energyCostYear === null ? '' : ` (prix de l'énergie, année de référence ${energyCostYear})`;
  const known =
    energyCostMin !== null && energyCostMax !== null && energyCostMax > 0 && energyCostMin <= energyCostMax;
  return {
    classes: energyClass === null ? null : classesText(facts, energyClass),
    absence:
      energyClass !== null || (energyStatus === null && !hasEnergyClasses(facts.propertyType))
        ? null
        : absences[energyStatus ?? 'rated'],
    excessive: excessiveText(facts),
    cost: known
      ? `Montant estimé des dépenses annuelles d'énergie pour un usage standard${NBSP}: entre ${formatPrice(energyCostMin)} et ${formatPrice(energyCostMax)} par an${year}`
      : null,
  };
}

/** « Logement à consommation énergétique excessive : classe F »; null for the other classes (R16). */
export function excessiveText(letters: Pick<EnergyFacts, 'energyClass' | 'climateClass'>): string | null {
  const letter = homeClassOf(letters);
  return letter === 'F' || letter === 'G'
    ? `Logement à consommation énergétique excessive${NBSP}: classe ${letter}`
    : null;
}

/** Units of the two classes. */
export const ENERGY_UNIT = 'kWh/m²/an';
const CLIMATE_UNIT = `kg${NBSP}CO₂/m²/an`;

function classesText({ energyValue, climateClass, climateValue }: EnergyFacts, energyClass: string): string {
  const measured = (value: number | null, unit: string) =>
    value === null ? '' : ` (${formatNumber(value)}${NBSP}${unit})`;
  const energy = `Classe énergie ${energyClass}${measured(energyValue, ENERGY_UNIT)}`;
  return climateClass === null
    ? energy
    : `${energy} – Classe climat ${climateClass}${measured(climateValue, CLIMATE_UNIT)}`;
}

/** « Bien soumis au statut de la copropriété : 24 lots, … »; null outside co-ownership or when nobody said (R20). */
export function coOwnershipText(
  facts: Pick<ListingDraft, 'coOwned' | 'lots' | 'yearlyCharges' | 'procedure' | 'procedureDetail'>,
): string | null {
  if (!facts.coOwned) return null;
  const parts = [
    facts.lots === null || facts.lots <= 0 ? null : formatCount(facts.lots, 'lot', 'lots'),
    facts.yearlyCharges === null
      ? null
      : `quote-part annuelle moyenne des charges courantes ${formatPrice(facts.yearlyCharges)}`,
    facts.procedure === null
      ? null
      : facts.procedure
        ? facts.procedureDetail
          ? `le syndicat fait l'objet de${NBSP}: ${facts.procedureDetail}`
          : "le syndicat fait l'objet d'une procédure"
        : 'pas de procédure en cours',
  ].filter((part) => part !== null);
  const status = 'Bien soumis au statut de la copropriété';
  return parts.length > 0 ? `${status}${NBSP}: ${parts.join(', ')}.` : `${status}.`;
}

/** R21: shown unless the agency says that the property is not concerned. */
export const RISKS_TEXT =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques';
export const RISKS_URL = 'https://www.georisques.gouv.fr';

/** Amounts in cents that differ by a euro at most are the same amount, rounded. */
export const EURO = 100;

/** Whether two amounts in cents are the same to the euro. */
export function sameAmount(one: number, other: number): boolean {
  return Math.abs(one - other) <= EURO;
}
