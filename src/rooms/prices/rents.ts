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

const bases = {
  commune: '',
  group: ' Estimation d’un groupe de communes semblables.',
  districts: ' Moyenne des arrondissements, selon leur population.',
} as const;

/** What must be read beside a rent: of which home, of which year, how sure, and whose figure it is. */
export function rentTerms(
  kind: RentKind,
  { low, high, year, basis, observations, indicative }: Rent,
): string {
  const range = low !== null && high !== null && `De ${formatPrice(low)} à ${formatPrice(high)}/m²`;
  return [
    `${references[kind]}, non meublé, ${year}.`,
    range && ` ${range} ${basis === 'districts' ? 'selon l’arrondissement' : '(intervalle à 95\u00a0%)'}.`,
    basis === 'commune' &&
      observations !== null &&
      ` ${formatCount(observations, 'annonce observée', 'annonces observées')}.`,
    basis && bases[basis],
    indicative && ' À lire comme une indication.',
    ' Estimations ANIL, à partir des données du Groupe SeLoger et de leboncoin.',
  ]
    .filter(Boolean)
    .join('');
}

export interface RentReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  readonly layout: 'official' | 'derived' | null;
  readonly years: readonly number[];
  readonly rents: number;
  readonly fault: FileFault | null;
}
