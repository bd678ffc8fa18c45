// Rents per commune: « Carte des loyers » (DHUP, ANIL).
import { formatCount, formatPrice } from '#contract/fmt.ts';
import type { Rent } from './contract.ts';
import type { FileFault } from './csv-source.ts';

/** A flat of 52 m², one of 1 or 2 rooms (37 m²), one of 3 and more (72 m²), a house of 92 m². */
export const rentKinds = ['apartment', 'apartment-small', 'apartment-large', 'house'] as const;
export type RentKind = (typeof rentKinds)[number];

/** What the rent of one home is held against. */
export interface LocalRents {
  readonly kind: RentKind;
  readonly rent: Rent;
  /** Cents per m² and month, charges included. */
  readonly asked: number;
}

const references: Readonly<Record<RentKind, string>> = {
  apartment: 'Appartement type de 52\u00a0m²',
  'apartment-small': 'Appartement type de 37\u00a0m²',
  'apartment-large': 'Appartement type de 72\u00a0m²',
  house: 'Maison type de 92\u00a0m²',
};

/** The sizes of flats that an edition may tell apart. */
export const rentSizeWords = {
  'apartment-small': '1 ou 2 pièces',
  'apartment-large': '3 pièces et plus',
} as const satisfies Partial<Record<RentKind, string>>;

const levels = {
  commune: 'Prédit pour la commune elle-même',
  epci: 'Prédit pour l’intercommunalité, car les annonces sont trop peu nombreuses dans la commune seule',
  group: 'Prédit pour un groupe de communes semblables, car les annonces sont trop peu nombreuses ici',
  districts: 'Moyenne des arrondissements, selon leur population',
} as const;

/** What a rent is predicted for, and on how many advertisements of the commune. */
function levelWords({ basis, observations }: Pick<Rent, 'basis' | 'observations'>): string {
  if (basis === null) return '';
  if (observations === null) return ` ${levels[basis]}.`;
  const counted =
    observations === 0
      ? 'aucune annonce observée'
      : formatCount(observations, 'annonce observée', 'annonces observées');
  return ` ${levels[basis]}\u00a0: ${counted}.`;
}

/** What must be read beside a rent: of which home, of which year, and how sure. */
export function rentSample(kind: RentKind, rent: Rent): string {
  const { low, high, year, basis, indicative } = rent;
  const range = low !== null && high !== null && `De ${formatPrice(low)} à ${formatPrice(high)}/m²`;
  return [
    `${references[kind]}, non meublé, ${year}.`,
    range && ` ${range} ${basis === 'districts' ? 'selon l’arrondissement' : '(intervalle à 95\u00a0%)'}.`,
    levelWords(rent),
    indicative && ' À lire comme une indication.',
  ]
    .filter(Boolean)
    .join('');
}

/** The same, and whose figure it is. */
export function rentTerms(kind: RentKind, rent: Rent): string {
  return `${rentSample(kind, rent)} Estimations ANIL, à partir des données du Groupe SeLoger et de leboncoin.`;
}

/** Editions up to this one are published under the Licence Ouverte 2.0; of later ones, whoever loads them says it. */
export const OPEN_UNTIL = 2022;
export const OPEN_LICENCE = 'Licence Ouverte 2.0';

/** The licence of an edition of the rents; null when nobody has said it. */
export function rentLicence(year: number, stated: string | null): string | null {
  return stated ?? (year <= OPEN_UNTIL ? OPEN_LICENCE : null);
}

export interface RentReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  /** official: a file of the State, one kind of home; derived: two kinds; compiled: four, with their intervals. */
  readonly layout: 'official' | 'derived' | 'compiled' | null;
  readonly years: readonly number[];
  readonly rents: number;
  /** Years among them whose licence nobody has said: the pages that show them say so. */
  readonly unlicensed: readonly number[];
  readonly fault: FileFault | null;
}
