import type { Chance } from '../../chance.ts';

// Small things that one visit would tell from the next: they keep sentences from being the same.

const WORKTOPS = [
  'plan de travail en chêne',
  'plan de travail en granit',
  'plan de travail en stratifié clair',
  'façades vert sauge',
  'façades blanches',
  'façades bleu nuit',
  'façades en bouleau',
  'crédence de zelliges',
  'crédence en inox',
  'carreaux de ciment au sol',
  'étagères de bois brut',
  'meubles jusqu’au plafond',
] as const;
const APPLIANCES = [
  'four et lave-vaisselle',
  'plaques à induction et four',
  'four en hauteur',
  'grand réfrigérateur',
  'quatre feux et hotte',
  'lave-vaisselle neuf',
  'tiroirs à fermeture douce',
  'îlot central',
  'coin pour déjeuner',
  'cellier attenant',
] as const;

/** « façades vert sauge, plaques à induction et four ». */
export function kitchenDetail(chance: Chance): string {
  return `${chance.pick(WORKTOPS)}, ${chance.pick(APPLIANCES)}`;
}

/** « façades vert sauge »: nothing that is plugged in. */
export function worktopDetail(chance: Chance): string {
  return chance.pick(WORKTOPS);
}

const PARQUETS = [
  'parquet de chêne',
  'point de Hongrie',
  'parquet à bâtons rompus',
  'parquet à l’anglaise',
  'parquet de châtaignier',
  'parquet massif',
] as const;
const PARQUET_STATES = [
  'poncé et huilé',
  'vitrifié',
  'remis en état',
  'd’origine',
  'gardé tel quel',
  'ciré',
] as const;
const OLD_THINGS = [
  'moulures',
  'corniches intactes',
  'volets intérieurs',
  'portes à panneaux',
  'poignées de laiton',
  'grandes fenêtres',
  'rosaces au plafond',
  'soubassements de bois',
] as const;

/** « point de Hongrie ciré, volets intérieurs ». */
export function parquetDetail(chance: Chance): string {
  return `${chance.pick(PARQUETS)} ${chance.pick(PARQUET_STATES)}, ${chance.pick(OLD_THINGS)}`;
}

const MANTELS = [
  'cheminée de marbre gris',
  'cheminée de marbre noir',
  'cheminée en pierre',
  'cheminée à trumeau',
  'cheminée décorative',
  'cheminée en état de marche',
] as const;

export function mantelDetail(chance: Chance): string {
  return chance.pick(MANTELS);
}

const SHOWERS = [
  'avec douche à l’italienne',
  'avec fenêtre',
  'avec sèche-serviettes',
  'carrelée de blanc',
  'au carrelage vert',
  'avec meuble vasque',
  'bien ventilée',
  'refaite récemment',
] as const;
const BATHS = [
  'avec baignoire',
  'avec baignoire et douche',
  'avec double vasque',
  'avec fenêtre',
  'aux faïences anciennes',
  'carrelée jusqu’au plafond',
  'avec lave-linge',
] as const;

/** « une salle d’eau avec fenêtre ». */
export function showerDetail(chance: Chance): string {
  return `une salle d’eau ${chance.pick(SHOWERS)}`;
}

export function bathDetail(chance: Chance): string {
  return `une salle de bains ${chance.pick(BATHS)}`;
}

const CELLARS = [
  'saine',
  'sèche',
  'au sous-sol',
  'fermée à clé',
  'en bon état',
  'électrifiée',
  'facile d’accès',
  'de bonne taille',
  'numérotée',
  'accessible par l’escalier',
] as const;

export function cellarDetail(chance: Chance): string {
  return `une cave ${chance.pick(CELLARS)}`;
}

/** « il y a quatre ans », « en 2019 ». */
export function sinceDetail(chance: Chance, year: number): string {
  const ago = chance.whole(2, 14);
  return chance.maybe(0.5) ? `il y a ${ago} ans` : `en ${year - ago}`;
}

const COOLED = [
  'dans le séjour',
  'dans les chambres',
  'dans toutes les pièces',
  'dans la pièce de vie',
  'à chaque niveau',
  'côté sud',
] as const;

export function coolingDetail(chance: Chance): string {
  return chance.pick(COOLED);
}

const PLACES = [
  'en sous-sol',
  'couverte',
  'dans la cour',
  'au pied du bâtiment',
  'numérotée',
  'à l’air libre',
  'derrière un portail',
  'privative',
] as const;

export function parkingDetail(chance: Chance): string {
  return `une place de stationnement ${chance.pick(PLACES)}`;
}
