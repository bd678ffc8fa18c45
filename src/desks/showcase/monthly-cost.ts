/**
 * Cost: what the home of a page costs each month, each term with its source, and what a reader makes of it (domain.md F8).
 * The reckoning is that of searches and alerts (criteria/monthly-cost).
 */
import { parisDay } from '#contract/day.ts';
import { formatNumber, formatPercent, formatPrice, NBSP } from '#contract/fmt.ts';
import { readNumber, type ThreeDigits } from '#contract/number.ts';
import { type Assumptions, assumptionRows, monthlyCost } from '#rooms/criteria/monthly-cost.ts';
import { propertyTypes, RENTAL } from '#rooms/listings/contract.ts';
import { rowsOn } from '#rooms/listings/dated-rows.ts';
import { dayText } from '#rooms/listings/mentions.ts';
import type { ListingView } from '#rooms/listings/reading.ts';

/** Fields of the form, which are words of the page's address. What is no number, or out of bounds, is not counted. */
const words = {
  loyer: { label: 'Loyer, charges comprises', unit: '€', min: 1, max: 1_000_000 },
  prix: { label: 'Prix d’achat', unit: '€', min: 1, max: 1_000_000_000 },
  apport: { label: 'Apport', unit: '€', max: 100_000_000 },
  taux: { label: 'Taux du prêt, hors assurance', unit: '%', max: 20 },
  duree: { label: 'Durée du prêt', unit: 'ans', min: 1, max: 40 },
  assurance: { label: 'Assurance du prêt, par an', unit: '%', max: 5 },
  notaire: { label: 'Frais de notaire', unit: '%', max: 15 },
  taxe: { label: 'Taxe foncière, par an', unit: '€', max: 1_000_000 },
  charges: { label: 'Charges de copropriété, par an', unit: '€', max: 1_000_000 },
  energie: { label: 'Énergie, par an', unit: '€', max: 1_000_000 },
  habitation: { label: 'Assurance habitation, par mois', unit: '€', max: 10_000 },
} as const;
type CostWord = keyof typeof words;

const everyWord = Object.keys(words) as CostWord[];
const ofRental: readonly CostWord[] = ['loyer', 'energie', 'habitation'];
const ofPurchase = everyWord.filter((word) => word !== 'loyer');

/** The price that the form was drawn for: its deposit was a share of it. */
export const DRAWN_FOR = 'prixVu';

type CostWords = Readonly<Partial<Record<CostWord | typeof DRAWN_FOR, number>>>;

function boundsOf(word: CostWord): { min: number; max: number } {
  const { max, min = 0 }: { max: number; min?: number } = words[word];
  return { min, max };
}

/** « 1.250 » in a field of this unit: thousands of euros, decimals of a rate. */
export function threeDigitsOf(unit: string): ThreeDigits {
  return unit === '€' ? 'thousands' : 'decimals';
}

/** The numbers of an address: « 17 974,5 » or « 17974.5 ». Never throws. */
export function readCostWords(params: URLSearchParams): CostWords {
  const read = [...everyWord, DRAWN_FOR].flatMap((word): [string, number][] => {
    const term = word === DRAWN_FOR ? 'prix' : (word as CostWord);
    const value = readNumber(params.get(word) ?? '', threeDigitsOf(words[term].unit));
    const { min, max } = boundsOf(term);
    return value !== null && value >= min && value <= max ? [[word, value]] : [];
  });
  return Object.fromEntries(read);
}

/** Longer is no figure that somebody typed. */
const TYPED_MOST = 40;

type RefusedWords = Readonly<Partial<Record<CostWord, string>>>;

/** What the address says of a term and cannot be counted, as it was typed. Never throws. */
export function refusedCostWords(params: URLSearchParams): RefusedWords {
  const read = readCostWords(params);
  const refused = everyWord.flatMap((word) => {
    const typed = params.get(word)?.trim().slice(0, TYPED_MOST);
    return typed && read[word] === undefined ? [[word, typed]] : [];
  });
  return Object.fromEntries(refused);
}

function refusalOf(word: CostWord): string {
  const { min, max } = boundsOf(word);
  return `Chiffre non compté${NBSP}: il en faut un de ${formatNumber(min)} à ${formatNumber(max)}.`;
}

export interface CostLine {
  readonly label: string;
  /** Cents a month; null when nobody said it. */
  readonly monthly: number | null;
  /** Where it comes from, and from when. */
  readonly source: string;
}

interface CostField {
  readonly word: CostWord;
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  readonly edited: boolean;
  /** What the reader typed that is not counted, and why. */
  readonly typed: string | null;
  readonly error: string | null;
}

export interface CostView {
  readonly rental: boolean;
  readonly lines: readonly CostLine[];
  /** Cents a month. Without it, a term is unknown and `least` is what it cannot be under. */
  readonly total: number | null;
  readonly least: number;
  /** Terms that nobody said, as one names them in a sentence. */
  readonly missing: readonly string[];
  /** Paid once, beside. */
  readonly once: readonly CostLine[];
  readonly borrowed: string | null;
  /** Euros, of a purchase: what `DRAWN_FOR` sends back. */
  readonly price: number | null;
  readonly fields: readonly CostField[];
  readonly edited: boolean;
}

type Facts = Omit<ListingView, 'photos'>;

const euros = (amount: number) => Math.round(amount * 100);
const YOURS = 'Votre chiffre';

/**
 * The monthly cost of a listing on a day, with what the reader changed. Null where it would say nothing: a life annuity,
 * whose price is not that of a loan, and what nobody lives in. What is `refused` is told beside its field.
 */
export function costOf(
  listing: Facts,
  said: CostWords,
  now: Date,
  refused: RefusedWords = {},
): CostView | null {
  if (listing.lifeAnnuity || !(propertyTypes[listing.propertyType].dwelling || listing.units)) return null;
  const cost = costAsSaid(listing, said, now);
  const fields = cost.fields.map((field) => {
    const typed = refused[field.word];
    return typed === undefined ? field : { ...field, typed, error: refusalOf(field.word) };
  });
  return { ...cost, fields };
}

function costAsSaid(listing: Facts, said: CostWords, now: Date): CostView {
  const plain = reckoned(listing, {}, now);
  const { prix = plain.price, [DRAWN_FOR]: drawnFor = plain.price } = said;
  const own = prix === null || prix === plain.price ? {} : { prix };
  // The form sends them all: what is as it was drawn is not the reader's. A deposit nobody chose follows the price.
  const drawn = drawnFor === null ? plain : reckoned(listing, { prix: drawnFor }, now);
  const changed = drawn.fields.filter(
    ({ word, value }) => word !== 'prix' && said[word] !== undefined && said[word] !== value,
  );
  return reckoned(
    listing,
    { ...own, ...Object.fromEntries(changed.map(({ word }) => [word, said[word]])) },
    now,
  );
}

function reckoned(listing: Facts, said: CostWords, now: Date): CostView {
  const { day } = parisDay(now);
  const row = rowsOn(assumptionRows, day).at(-1) ?? assumptionRows[0]!;
  const rental = listing.transaction === RENTAL;
  const since = `, depuis le ${dayText(row.validFrom)}`;
  const isNew = listing.isNew || listing.reducedNotaryFees === true;
  const price = euros((rental ? said.loyer : said.prix) ?? listing.price / 100);
  const assumptions: Assumptions = {
    ...row,
    ...(said.apport === undefined ? {} : { depositShare: Math.min(1, euros(said.apport) / price) }),
    ...(said.taux === undefined ? {} : { yearlyRate: said.taux / 100 }),
    ...(said.duree === undefined ? {} : { months: Math.round(said.duree * 12) }),
    ...(said.assurance === undefined ? {} : { loanInsuranceRate: said.assurance / 100 }),
    ...(said.notaire === undefined ? {} : { notaryOld: said.notaire / 100, notaryNew: said.notaire / 100 }),
    ...(said.habitation === undefined ? {} : { homeInsurance: euros(said.habitation) }),
  };
  const facts = {
    ...listing,
    price,
    // At another price the agency is paid in proportion.
    priceWithoutFees:
      listing.priceWithoutFees && Math.round((listing.priceWithoutFees * price) / listing.price),
    ...(said.taxe === undefined ? {} : { propertyTax: euros(said.taxe) }),
    ...(said.charges === undefined ? {} : { yearlyCharges: euros(said.charges) }),
    ...(said.energie === undefined
      ? {}
      : { energyCostMin: euros(said.energie), energyCostMax: euros(said.energie) }),
  };
  const cost = monthlyCost(facts, assumptions);
  const notaryRate = isNew ? assumptions.notaryNew : assumptions.notaryOld;
  const unknown = 'L’agence ne l’a pas dit';
  const from = (word: CostWord, source: string) => (said[word] === undefined ? source : YOURS);
  const { charges, rentSupplement, baseRent } = listing;

  const energyLine: CostLine = {
    label: 'Énergie',
    monthly: cost.energy,
    source: from(
      'energie',
      cost.energy === null
        ? 'Le diagnostic n’est pas communiqué'
        : `Milieu de la fourchette du diagnostic${listing.energyCostYear ? `, prix de l’énergie de ${listing.energyCostYear}` : ''}`,
    ),
  };
  const insuranceLine: CostLine = {
    label: 'Assurance habitation',
    monthly: cost.homeInsurance,
    source: from('habitation', `${row.sources.homeInsurance}${since}`),
  };
  const lines: CostLine[] = rental
    ? [
        {
          label: 'Loyer, charges comprises',
          monthly: cost.rent,
          source: from(
            'loyer',
            charges === null
              ? 'Annonce'
              : `Annonce${NBSP}: ${[baseRent === null ? null : `${formatPrice(baseRent)} de loyer`, `${formatPrice(charges)} de charges`, rentSupplement ? `${formatPrice(rentSupplement)} de complément` : null].filter(Boolean).join(', ')}`,
          ),
        },
        energyLine,
        insuranceLine,
      ]
    : [
        {
          label: 'Prêt',
          monthly: cost.loan,
          source: `${years(assumptions.months)} à ${formatPercent(round(assumptions.yearlyRate * 100))}. ${said.taux === undefined && said.duree === undefined ? `Hypothèse${since}` : YOURS}`,
        },
        {
          label: 'Assurance du prêt',
          monthly: cost.loanInsurance,
          source: from('assurance', `${row.sources.loanInsuranceRate}${since}`),
        },
        {
          label: 'Charges de copropriété',
          monthly: cost.charges,
          source: from(
            'charges',
            cost.charges === null
              ? unknown
              : listing.yearlyCharges === null
                ? 'Hors copropriété'
                : `Annonce${NBSP}: ${formatPrice(listing.yearlyCharges)} par an`,
          ),
        },
        {
          label: 'Taxe foncière',
          monthly: cost.propertyTax,
          source: from(
            'taxe',
            listing.propertyTax === null
              ? unknown
              : `Annonce${NBSP}: ${formatPrice(listing.propertyTax)} par an`,
          ),
        },
        energyLine,
        insuranceLine,
      ];

  const once: CostLine[] = rental
    ? [
        ...(listing.deposit === null
          ? []
          : [{ label: 'Dépôt de garantie', monthly: listing.deposit, source: 'Annonce' }]),
        {
          label: 'Honoraires à votre charge',
          monthly: cost.agencyFees,
          source: cost.agencyFees === null ? unknown : 'Annonce',
        },
      ]
    : [
        {
          label: words.prix.label,
          monthly: price,
          source: from(
            'prix',
            listing.propertyType === 'programme' ? `Annonce${NBSP}: le logement le moins cher` : 'Annonce',
          ),
        },
        {
          label: 'Apport',
          monthly: cost.deposit,
          source: from('apport', `${row.sources.depositShare}${since}`),
        },
        {
          label: 'Frais de notaire',
          monthly: cost.notaryFees,
          source: from(
            'notaire',
            `${formatPercent(round(notaryRate * 100))}. ${isNew ? row.sources.notaryNew : row.sources.notaryOld}`,
          ),
        },
        {
          label: 'Honoraires de l’agence, compris dans le prix',
          monthly: cost.agencyFees,
          source: cost.agencyFees === null ? unknown : 'Annonce',
        },
      ];

  const values: Readonly<Record<CostWord, number | null>> = {
    loyer: inEuros(price),
    prix: inEuros(price),
    apport: Math.round(cost.deposit / 100),
    taux: round(assumptions.yearlyRate * 100),
    duree: round(assumptions.months / 12),
    assurance: round(assumptions.loanInsuranceRate * 100),
    notaire: round(notaryRate * 100),
    taxe: inEuros(facts.propertyTax),
    charges: cost.charges === null ? null : inEuros(facts.yearlyCharges ?? 0),
    energie: cost.energy === null ? null : (said.energie ?? Math.round((cost.energy * 12) / 100)),
    habitation: inEuros(assumptions.homeInsurance),
  };
  const shown = rental ? ofRental : ofPurchase;
  return {
    rental,
    lines,
    total: cost.total,
    least: cost.least,
    missing: lines.filter(({ monthly }) => monthly === null).map(({ label }) => label.toLowerCase()),
    once,
    borrowed: cost.borrowed ? formatPrice(cost.borrowed) : null,
    price: rental ? null : inEuros(price),
    fields: shown.map((word) => ({
      word,
      label: words[word].label,
      unit: words[word].unit,
      value: values[word],
      edited: said[word] !== undefined,
      typed: null,
      error: null,
    })),
    edited: shown.some((word) => said[word] !== undefined),
  };
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
const inEuros = (cents: number | null) => (cents === null ? null : cents / 100);

function years(months: number): string {
  const count = round(months / 12);
  return `${String(count).replace('.', ',')}${NBSP}${count < 2 ? 'an' : 'ans'}`;
}
