/**
 * Areas where rents are controlled (« encadrement des loyers », R8).
 */
import type { Dated } from '../dated-rows.ts';

export interface RentControl {
  readonly area: string;
  /** Only a part of the commune is concerned: the listing must say whether it is. */
  readonly partly: boolean;
}

export interface RentControlRow extends Dated, RentControl {
  /** INSEE codes of communes and municipal arrondissements, blank between them. */
  readonly communes: string;
}

/** The experiment of the loi ELAN (article 140) is over after that day, unless a text prolongs it (docs/decisions/0054). */
const LAST_DAY = '2026-11-24';

/** Loi ELAN, article 140. Starts are those of the prefects’ first orders. */
export const rentControlRows: readonly RentControlRow[] = [
  {
    area: 'Paris',
    partly: false,
    validFrom: '2019-07-01',
    validTo: LAST_DAY,
    communes: `75056 75101 75102 75103 75104 75105 75106 75107 75108 75109 75110 75111 75112 75113 75114 75115 75116 75117
      75118 75119 75120`,
  },
  // With Hellemmes (59298) and Lomme (59355), communes associated with Lille.
  {
    area: 'Lille, Hellemmes et Lomme',
    partly: false,
    validFrom: '2020-03-01',
    validTo: LAST_DAY,
    communes: '59350 59298 59355',
  },
  // Aubervilliers, La Courneuve, Épinay-sur-Seine, L’Île-Saint-Denis, Pierrefitte-sur-Seine (merged into Saint-Denis in
  // 2025), Saint-Denis, Saint-Ouen-sur-Seine, Stains, Villetaneuse.
  {
    area: 'Plaine Commune',
    partly: false,
    validFrom: '2021-06-01',
    validTo: LAST_DAY,
    communes: '93001 93027 93031 93039 93059 93066 93070 93072 93079',
  },
  {
    area: 'Lyon et Villeurbanne',
    partly: false,
    validFrom: '2021-11-01',
    validTo: LAST_DAY,
    communes: '69123 69381 69382 69383 69384 69385 69386 69387 69388 69389 69266',
  },
  // Bagnolet, Bobigny, Bondy, Le Pré-Saint-Gervais, Les Lilas, Montreuil, Noisy-le-Sec, Pantin, Romainville.
  {
    area: 'Est Ensemble',
    partly: false,
    validFrom: '2021-12-01',
    validTo: LAST_DAY,
    communes: '93006 93008 93010 93061 93045 93048 93053 93055 93063',
  },
  { area: 'Montpellier', partly: false, validFrom: '2022-07-01', validTo: LAST_DAY, communes: '34172' },
  { area: 'Bordeaux', partly: false, validFrom: '2022-07-15', validTo: LAST_DAY, communes: '33063' },
  // Décret 2023-981 du 23 octobre 2023: 24 communes, from Ahetze to Villefranque.
  {
    area: 'Pays basque',
    partly: false,
    validFrom: '2024-11-25',
    validTo: LAST_DAY,
    communes: `64009 64024 64035 64038 64065 64100 64102 64122 64125 64130 64140 64189 64249 64260 64282 64304 64317 64407
      64483 64496 64540 64545 64547 64558`,
  },
  // Décret 2023-1046 du 16 novembre 2023: the whole of 13 communes…
  {
    area: 'Grenoble-Alpes Métropole',
    partly: false,
    validFrom: '2025-01-20',
    validTo: LAST_DAY,
    communes: '38170 38516 38229 38150 38271 38533 38179 38486 38158 38309 38057 38111 38524',
  },
  // … and some districts of Saint-Égrève, Sassenage, Fontaine, Grenoble, Saint-Martin-d’Hères, Seyssinet-Pariset,
  // Échirolles and Le Pont-de-Claix.
  {
    area: 'Grenoble-Alpes Métropole',
    partly: true,
    validFrom: '2025-01-20',
    validTo: LAST_DAY,
    communes: '38382 38474 38169 38185 38421 38485 38151 38317',
  },
];
