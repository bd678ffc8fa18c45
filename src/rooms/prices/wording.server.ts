import { formatCount, formatNumber, formatPricePerM2, formatShortDate, NBSP } from '#contract/fmt.ts';
import { atPlace, type Place } from '#rooms/places/contract.ts';
import {
  type Area,
  type Change,
  type Figure,
  type Point,
  type PriceKind,
  type PriceSource,
  type Prices,
  type Published,
  SALES_MIN,
  SALES_NORMAL,
} from './contract.ts';
import type { SourceRow } from './prices.sql.server.ts';
import type { FormerRow } from './published.sql.server.ts';
import { meanParts, publication } from './published.ts';
import type { PlaceRent } from './rents.sql.server.ts';
import { OPEN_LICENCE, rentLicence } from './rents.ts';

/** Enough sales for the median to hold within a few percent. */
const SALES_MANY = 100;

/**
 * 5 many sales in twelve months, 4 enough of them, 3 few of them or enough in two years, 2 few in two years or enough in
 * five, 1 few in five years or a wider area than asked.
 */
export function confidenceOf(
  { n, months }: Pick<Figure, 'n' | 'months'>,
  widened: boolean,
): 1 | 2 | 3 | 4 | 5 {
  if (widened) return 1;
  const enough = n >= SALES_NORMAL;
  if (months === 12) return n >= SALES_MANY ? 5 : enough ? 4 : 3;
  if (months === 24) return enough ? 3 : 2;
  return enough ? 2 : 1;
}

export function confidenceWords(confidence: number): string {
  const words = [
    'aucun prix',
    'fiabilité très faible',
    'fiabilité faible',
    'fiabilité moyenne',
    'bonne fiabilité',
    'très bonne fiabilité',
  ];
  return words[confidence] ?? words[0] ?? '';
}

const windowWords: Readonly<Record<number, string>> = { 12: 'douze mois', 24: 'deux ans', 60: 'cinq ans' };

const SALES_OF: Readonly<Record<PriceKind, string>> = {
  apartment: 'ventes d’appartements',
  house: 'ventes de maisons',
  all: 'ventes',
};

const fewWords = (n: number) =>
  n < SALES_NORMAL ? `Faible nombre de ventes${NBSP}: ${n} sur la période.` : null;

/** What a reader must know of a figure before using it; null when it stands by itself. */
export function noticeOf(
  kind: PriceKind,
  place: Place,
  figure: Pick<Figure, 'n' | 'months'> | null,
  widenedTo: Area | null,
): string | null {
  const short = `moins de ${SALES_MIN} ${SALES_OF[kind]} ${atPlace(place)} en cinq ans`;
  if (!figure) return `Données insuffisantes${NBSP}: ${short}, et aux alentours non plus.`;
  const few = fewWords(figure.n);
  if (widenedTo) {
    const whose = { district: '', commune: '', epci: ' (intercommunalité)', department: ' (département)' };
    return [
      `Données insuffisantes${NBSP}: ${short}. Ces chiffres sont ceux d’un territoire plus large, ${widenedTo.name}${whose[widenedTo.level]}.`,
      few,
    ]
      .filter(Boolean)
      .join(' ');
  }
  const longer =
    figure.months === 12
      ? null
      : `Période allongée à ${windowWords[figure.months]}${NBSP}: il y a eu moins de ${SALES_MIN} ventes en ${windowWords[figure.months === 60 ? 24 : 12]}.`;
  return [longer, few].filter(Boolean).join(' ') || null;
}

/**
 * What must be read beside a published figure: what it is, what it is not, what is published apart of communes that are
 * part of the place today (`former`, of this kind), and whether places around have a price of their own.
 */
export function publishedNotice(
  kind: PriceKind,
  place: Place,
  published: Published,
  former: readonly FormerRow[],
  isPricedAround: boolean,
): string {
  const { measure, value, n, area, widened, medians } = published;
  const apart = former
    .map(
      (one) =>
        `${one.name ?? one.code} (${formatCount(one.n, 'vente', 'ventes')}, ${formatPricePerM2(one.median)})`,
    )
    .join(', ');
  const count = formatNumber(medians?.count ?? 0);
  const mean = `moyenne de ${count} médianes ${meanParts(area)} publiées sur cinq ans (${publication.words}), pondérée par leurs ventes`;
  const said = (): string => {
    if (measure === 'median') {
      return `Médiane de cinq ans (${publication.words}), telle que publiée sur data.gouv.fr (${publication.name})${NBSP}: une autre méthode que celle de Vigie, ventes sur plan et aux enchères comprises, sans quartiles ni évolution. Ce n’est pas le prix d’aujourd’hui.`;
    }
    if (widened) {
      const short = apart
        ? `aucune médiane des ${SALES_OF[kind]} n’est publiée pour l’ensemble de la commune`
        : `moins de ${SALES_MIN} ${SALES_OF[kind]} ${atPlace(place)} ${publication.words}`;
      return `Données insuffisantes${NBSP}: ${short}. Ce chiffre est celui d’un territoire plus large, ${area.name} (département)${NBSP}: une ${mean}. Ce n’est pas une médiane.${isPricedAround ? ' Les prix des lieux voisins sont donnés à part.' : ''}`;
    }
    if (area.level === 'department') {
      return `La médiane du département n’est pas connue ici. Ce chiffre est une ${mean}${NBSP}: ce n’est pas une médiane, ni le prix d’aujourd’hui.`;
    }
    return `Les ventes ${atPlace(place)} ne sont publiées que par arrondissement, sur cinq ans (${publication.words}). La moyenne des ${count} médianes, pondérée par leurs ventes, est de ${formatPricePerM2(value)}${NBSP}: ce n’est pas une médiane, ni le prix d’aujourd’hui.`;
  };
  return [
    said(),
    apart &&
      `Publiées à part, sous le nom d’anciennes communes réunies depuis, et non comptées ici${NBSP}: ${apart}.`,
    fewWords(n),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Why a place has no price at all. */
export function placeNotice(coverage: Prices['coverage'], place: Place): string | null {
  if (coverage === 'unpublished') {
    const why =
      place.departmentCode === '976'
        ? 'l’administration fiscale ne publie pas les ventes de Mayotte'
        : 'les ventes du Bas-Rhin, du Haut-Rhin et de la Moselle sont inscrites au livre foncier, et l’administration fiscale ne les publie pas';
    return `Pas de prix des ventes ${atPlace(place)}${NBSP}: ${why}.`;
  }
  if (coverage === 'missing') {
    return `Pas de prix des ventes ${atPlace(place)}${NBSP}: aucune vente n’est publiée ni chargée ici pour ce territoire (${place.departmentName}).`;
  }
  return null;
}

/** Half a point of precision: more would be noise (formats/prices.md 2.2, 10). */
const CHANGE_STEP = 2;
const STABLE = 1;

/**
 * The last twelve months against the same of one year and of five years before, when both have enough sales; where the
 * data are too short for five, the longest whole number of years instead. `points` oldest first.
 */
export function changesOf(figure: Pick<Figure, 'months'>, points: readonly Point[]): Change[] {
  const last = points.at(-1);
  if (figure.months !== 12 || !last || last.n < SALES_NORMAL) return [];
  const before = (years: number) => {
    const to = yearsBefore(last.to, years);
    return points.find((point) => point.to === to && point.n >= SALES_NORMAL);
  };
  const longest = [5, 4, 3, 2].find((years) => before(years) !== undefined);
  return [1, ...(longest ? [longest] : [])].flatMap((years) => {
    const then = before(years);
    if (!then) return [];
    const exact = (last.median / then.median - 1) * 100;
    return [
      {
        years,
        percent: Math.round(exact * CHANGE_STEP) / CHANGE_STEP,
        stable: Math.abs(exact) <= STABLE,
        before: then,
      },
    ];
  });
}

/** 2025-06-30 and 1 to 2024-06-30: the eve of the same first day. */
function yearsBefore(to: string, years: number): string {
  const next = new Date(`${to}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  next.setUTCFullYear(next.getUTCFullYear() - years);
  next.setUTCDate(next.getUTCDate() - 1);
  return next.toISOString().slice(0, 10);
}

/** Twelve months of rent (cents per m² and month) over the price (cents per m²), in percent, to a tenth. */
export function yieldOf(rent: number, median: number): number {
  return Math.round(((rent * 12) / median) * 1_000) / 10;
}

const months = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];

/** What the figures of a place are made from, each with the line to show beside them (Licence Ouverte 2.0). */
export function sourcesOf(
  sales: SourceRow | null,
  rents: readonly PlaceRent[],
  isPublishedShown: boolean,
): PriceSource[] {
  const licence = OPEN_LICENCE;
  const editions = new Map(rents.map((one) => [one.year, rentLicence(one.year, one.licence)]));
  return [
    ...(sales
      ? [
          {
            name: 'Demandes de valeurs foncières',
            licence,
            vintage: monthWords(sales.release),
            attribution: `Source${NBSP}: DGFiP, Demandes de valeurs foncières, géolocalisées par Etalab – ${licence} – données du ${shortDay(sales.firstOn)} au ${shortDay(sales.lastOn)}, publiées en ${monthWords(sales.release)}`,
          },
        ]
      : []),
    ...(isPublishedShown
      ? [
          {
            name: publication.name,
            licence: publication.licence,
            vintage: publication.years,
            attribution: `Médianes de cinq ans${NBSP}: ${publication.name} (data.gouv.fr), d’après la DGFiP, Demandes de valeurs foncières – ${publication.licence} – ventes du ${shortDay(publication.from)} au ${shortDay(publication.to)}, publiées ${publication.issued}`,
          },
        ]
      : []),
    ...[...editions]
      .toSorted(([a], [b]) => b - a)
      .map(([year, stated]) => ({
        name: `Carte des loyers ${year}`,
        licence: stated,
        vintage: String(year),
        attribution: `Loyers${NBSP}: estimations ANIL, à partir des données du Groupe SeLoger et de leboncoin, publiées par la DHUP – ${stated ?? 'licence non confirmée'} – ${year}`,
      })),
  ];
}

function monthWords(release: string): string {
  const [year = '', month = ''] = release.split('-');
  return `${months[Number(month) - 1] ?? ''} ${year}`.trim();
}

function shortDay(day: string): string {
  return formatShortDate(new Date(`${day}T12:00:00Z`));
}
