/**
 * Comparison: two to four listings side by side, row by row: what differs, and which is best where one can be.
 */

import { formatCount, formatNumber, formatPrice, formatPricePerM2, formatSurface } from '#contract/fmt.ts';
import { feesPaid } from '#rooms/criteria/monthly-cost.ts';
import { FEES_SELLER, RENTAL } from '#rooms/listings/contract.ts';
import { homeClassOf } from '#rooms/listings/energy-classes.ts';
import { homesWords } from '#rooms/listings/other-offers.ts';
import { type ListingView, typeLabel, whereabouts } from '#rooms/listings/reading.ts';
import type { CostView } from './monthly-cost.ts';
import { daysSince } from './offers.ts';

export interface Compared {
  readonly listing: ListingView;
  /** False for 90 days after it left. */
  readonly available: boolean;
  readonly cost: CostView | null;
  /** ISO 8601: since when the home is on the market. */
  readonly firstSeenAt: string | null;
  /** How fast its agency answers, in words. */
  readonly answers: string | null;
}

export interface ComparedRow {
  readonly label: string;
  /** Null: nobody said it. */
  readonly values: readonly (string | null)[];
  readonly differs: boolean;
  /** In words, under the best values; null where none is best. */
  readonly best: string | null;
  readonly bestAt: readonly number[];
}

interface ComparedGroup {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

/** One cell, and its weight where more or less of it is better. */
interface Cell {
  readonly text: string | null;
  readonly weight?: number | null;
}

interface Judged {
  readonly better: 'less' | 'more';
  readonly words: string;
}

/** Builds a row; the best cells are marked when two are known at least, and when those known are not all alike. */
export function rowOf(label: string, cells: readonly Cell[], judged?: Judged): ComparedRow {
  const values = cells.map(({ text }) => text);
  const weights = cells.map(({ text, weight }) => (text === null ? null : (weight ?? null)));
  const known = weights.filter((weight) => weight !== null);
  const top = judged && known.length > 1 ? Math[judged.better === 'less' ? 'min' : 'max'](...known) : null;
  const bestAt = weights.flatMap((weight, rank) => (top !== null && weight === top ? [rank] : []));
  const told = judged !== undefined && bestAt.length > 0 && bestAt.length < known.length;
  return {
    label,
    values,
    differs: new Set(values).size > 1,
    best: told ? judged.words : null,
    bestAt: told ? bestAt : [],
  };
}

const ANNUITY = 'Viager\u00a0: sans objet';

/** Said further up the table, in rows that are judged. */
const SAID = new Set([
  'Type de bien',
  'Surface',
  'Surface habitable',
  'Surface du terrain',
  'Pièces',
  'Chambres',
  'Taxe foncière',
  'Charges de copropriété',
  'Référence de l’agence',
]);

type Characteristics = readonly { title: string; rows: readonly (readonly [string, string | null])[] }[];

const money = (cents: number | null | undefined, each = ''): Cell =>
  cents === null || cents === undefined
    ? { text: null }
    : { text: `${formatPrice(cents)}${each}`, weight: cents };
const letterWeight = (letter: string | null): number | null => (letter ? letter.charCodeAt(0) : null);
const metres = (value: number | null): Cell =>
  value === null || value <= 0 ? { text: null } : { text: formatSurface(value), weight: value };
const count = (value: number | null): Cell =>
  value === null ? { text: null } : { text: formatNumber(value), weight: value };

/**
 * The table of these listings. Prices of sales and of rentals are never weighed against each other. Rows of which
 * nothing is known are left out; with `only`, those where all say the same too.
 */
export function groupsOf(
  compared: readonly Compared[],
  given: {
    /** Of each listing, by theme (listings/parts/listing-facts). */
    characteristics: readonly Characteristics[];
    /** How the characteristics say that nobody said it. */
    unknown: string;
    now: string;
    only: boolean;
  },
): ComparedGroup[] {
  const { now, only } = given;
  // What has left is told, and is the best of nothing: nobody can have it any more.
  const of = (cell: (one: Compared) => Cell) =>
    compared.map((one): Cell => (one.available ? cell(one) : { ...cell(one), weight: null }));
  const [first] = compared;
  const sameMarket = compared.every(({ listing }) => listing.transaction === first?.listing.transaction);
  const rental = compared.every(({ listing }) => listing.transaction === RENTAL);
  const sale = compared.every(({ listing }) => listing.transaction !== RENTAL);
  const lowest = (words: string): Judged | undefined => (sameMarket ? { better: 'less', words } : undefined);
  // What is paid at once for a life annuity is no price: it is told, and weighed against none.
  const price = ({ listing }: Compared): Cell => {
    const cell = money(listing.price, listing.transaction === RENTAL ? '/mois' : '');
    if (listing.lifeAnnuity) return { text: `${cell.text}, bouquet` };
    return listing.propertyType === 'programme' ? { ...cell, text: `À partir de ${cell.text}` } : cell;
  };
  const prices: ComparedRow[] = [
    rowOf(
      sale ? 'Prix' : rental ? 'Loyer, charges comprises' : 'Prix ou loyer',
      of(price),
      lowest('La moins chère'),
    ),
    rowOf(
      'Prix au m²',
      of(({ listing }) => {
        if (listing.lifeAnnuity) return { text: ANNUITY };
        if (listing.pricePerM2 === null) return { text: null };
        const text = formatPricePerM2(listing.pricePerM2);
        return {
          text: listing.propertyType === 'programme' ? `À partir de ${text}` : text,
          weight: listing.pricePerM2,
        };
      }),
      lowest('Le plus bas'),
    ),
    rowOf(
      'Coût par mois, tout compté',
      of(({ cost, listing }) => {
        if (listing.lifeAnnuity) return { text: ANNUITY };
        return cost?.total === null ? { text: `au moins ${formatPrice(cost.least)}` } : money(cost?.total);
      }),
      lowest('Le plus bas'),
    ),
    rowOf(
      'Honoraires de l’agence',
      of(({ listing }) => {
        const fees = feesPaid(listing);
        const bySeller = fees === 0 && listing.feesPayer === FEES_SELLER;
        return bySeller ? { text: 'À la charge du vendeur', weight: 0 } : money(fees);
      }),
      lowest('Les moins élevés'),
    ),
    rowOf(
      'Dépôt de garantie',
      of(({ listing }) => money(listing.deposit)),
      lowest('Le plus bas'),
    ),
    rowOf(
      'Charges de copropriété, par an',
      of(({ listing }) => (listing.transaction === RENTAL ? { text: null } : money(listing.yearlyCharges))),
      lowest('Les plus basses'),
    ),
    rowOf(
      'Taxe foncière, par an',
      of(({ listing }) => (listing.transaction === RENTAL ? { text: null } : money(listing.propertyTax))),
      lowest('La plus basse'),
    ),
    rowOf(
      'Sur le marché depuis',
      of(({ firstSeenAt, listing }) => {
        const at = firstSeenAt ?? listing.publishedAt;
        if (!at) return { text: null };
        return { text: daysSince(at, now) ?? 'aujourd’hui' };
      }),
    ),
    rowOf(
      'Baisses de prix',
      of(({ listing: { prices } }) => {
        const falls = prices.slice(1).filter((step, rank) => step.price < (prices[rank]?.price ?? 0)).length;
        return { text: falls === 0 ? 'Aucune' : formatCount(falls, 'baisse', 'baisses') };
      }),
    ),
  ];
  const home: ComparedRow[] = [
    rowOf(
      'Type de bien',
      of(({ listing }) => ({ text: typeLabel(listing) })),
    ),
    rowOf(
      'Lieu',
      of(({ listing }) => ({ text: whereabouts(listing) })),
    ),
    rowOf(
      'Surface',
      of(({ listing }) =>
        listing.homes ? { text: homesWords(listing.homes)[1] ?? null } : metres(listing.surface),
      ),
      { better: 'more', words: 'La plus grande' },
    ),
    rowOf(
      'Terrain',
      of(({ listing }) => metres(listing.landSurface)),
      { better: 'more', words: 'Le plus grand' },
    ),
    rowOf(
      'Pièces',
      of(({ listing }) =>
        listing.homes ? { text: homesWords(listing.homes)[0] ?? null } : count(listing.rooms),
      ),
      { better: 'more', words: 'Le plus de pièces' },
    ),
    rowOf(
      'Chambres',
      of(({ listing }) => count(listing.bedrooms)),
      { better: 'more', words: 'Le plus de chambres' },
    ),
  ];
  const energy: ComparedRow[] = [
    rowOf(
      'Classe énergie',
      of(({ listing }) => ({ text: homeClassOf(listing), weight: letterWeight(homeClassOf(listing)) })),
      { better: 'less', words: 'La meilleure' },
    ),
    rowOf(
      'Classe climat',
      of(({ listing }) => ({ text: listing.climateClass, weight: letterWeight(listing.climateClass) })),
      { better: 'less', words: 'La meilleure' },
    ),
    rowOf(
      'Dépenses d’énergie, par an',
      of(({ listing: { energyCostMin: low, energyCostMax: high } }) =>
        low === null || high === null
          ? { text: null }
          : { text: `${formatPrice(low)} à ${formatPrice(high)}`, weight: low + high },
      ),
      { better: 'less', words: 'Les plus basses' },
    ),
  ];
  const agencies: ComparedRow[] = [
    rowOf(
      'Agence',
      of(({ listing }) => ({ text: listing.agency.name })),
    ),
    rowOf(
      'Répond d’habitude',
      of(({ answers }) => ({ text: answers })),
    ),
    rowOf(
      'Référence',
      of(({ listing }) => ({ text: listing.reference })),
    ),
  ];
  return [
    { title: 'Prix', rows: prices },
    { title: 'L’essentiel', rows: home },
    { title: 'Énergie', rows: energy },
    ...themesOf(given.characteristics, given.unknown),
    { title: 'L’agence', rows: agencies },
  ]
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter((row) => row.values.some((value) => value !== null) && (!only || row.differs)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The rows that any of them has, by theme, in their usual order. */
function themesOf(all: readonly Characteristics[], unknown: string): ComparedGroup[] {
  const titles = [...new Set(all.flatMap((one) => one.map(({ title }) => title)))];
  return titles.map((title) => {
    const themes = all.map((one) => new Map(one.find((theme) => theme.title === title)?.rows));
    const labels = [...new Set(themes.flatMap((theme) => [...theme.keys()]))].filter(
      (label) => !SAID.has(label),
    );
    return {
      title,
      rows: labels.map((label) =>
        rowOf(
          label,
          themes.map((theme) => {
            const text = theme.get(label) ?? null;
            return { text: text === unknown ? null : text };
          }),
        ),
      ),
    };
  });
}
