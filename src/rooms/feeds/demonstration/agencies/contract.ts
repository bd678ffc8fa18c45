// The three agencies of the demonstration: who they are, where they work, on what terms.
// Owns nothing.
// Announces nothing.
import type { AgencyIdentity } from '../../../agencies/contract.ts';
import type { Terms } from '../money/contract.ts';
import type { DemoPlace } from '../places/contract.ts';
import { EAST } from '../places/east/contract.ts';
import { SOUTH } from '../places/south/contract.ts';
import { WEST } from '../places/west/contract.ts';

export interface DemoProgramme {
  readonly name: string;
  readonly quarter: string;
  readonly floors: number;
  /** When it will be finished. */
  readonly year: number;
}

export interface DemoAgency {
  /** Reference, and column 1 of its feeds: at most 16 characters. */
  readonly ref: string;
  /** Begins its technical identifiers. */
  readonly letters: string;
  readonly name: string;
  readonly siren: string;
  readonly card: string;
  readonly email: string;
  readonly identity: AgencyIdentity &
    Required<
      Pick<AgencyIdentity, 'rcsCity' | 'phone' | 'postalCode' | 'city' | 'website' | 'feeScheduleUrl'>
    >;
  readonly places: readonly DemoPlace[];
  readonly terms: Terms;
  readonly closings: readonly string[];
  readonly contacts: readonly { readonly name: string; readonly phone: string }[];
  /** Programmes whose lots it sells, by code of the place. */
  readonly programmes: Readonly<Record<string, DemoProgramme>>;
  /** How many days ago each feed was received, the oldest first. */
  readonly deliveries: readonly number[];
}

// Invented: reserved domain (.test), SIREN that nobody was given, telephone numbers of the ranges kept for fiction.
export const DEMO_AGENCIES: readonly DemoAgency[] = [
  {
    ref: 'trois-lanternes',
    letters: 'TL',
    name: 'Les Trois Lanternes',
    siren: '000000018',
    card: 'CPI 6901 2026 000 000 001',
    email: 'bonjour@trois-lanternes.test',
    identity: {
      rcsCity: 'Lyon',
      phone: '+33465710018',
      address: '3 impasse du Falot',
      postalCode: '69007',
      city: 'Lyon',
      website: 'https://trois-lanternes.test',
      feeScheduleUrl: 'https://trois-lanternes.test/honoraires',
    },
    places: EAST,
    terms: { payers: [1, 1, 1, 2], percents: [4, 4.5, 5], tenantShare: 1 },
    closings: [
      'Plan, diagnostics et charges vous sont remis avant la visite.',
      'Visites du lundi au samedi, sur rendez-vous.',
      'Nous répondons le jour même.',
      'Le dossier complet est à votre disposition à l’agence.',
    ],
    contacts: [
      { name: 'Agathe Perrin', phone: '0465710019' },
      { name: 'Malik Benhaddou', phone: '0465710020' },
    ],
    programmes: { '69387': { name: 'Le Fanal', quarter: 'Gerland', floors: 5, year: 2028 } },
    deliveries: [38.4, 24.3, 11.2, 3.6, 0.62],
  },
  {
    ref: 'micocoule',
    letters: 'MI',
    name: 'Micocoule Immobilier',
    siren: '000000026',
    card: 'CPI 3402 2026 000 000 002',
    email: 'contact@micocoule.test',
    identity: {
      rcsCity: 'Montpellier',
      phone: '+33465710126',
      address: '12 rue du Micocoulier-Bleu',
      postalCode: '34000',
      city: 'Montpellier',
      website: 'https://micocoule.test',
      feeScheduleUrl: 'https://micocoule.test/bareme',
    },
    places: SOUTH,
    terms: { payers: [2, 2, 1, 3], percents: [5, 5.5, 6], tenantShare: 0.95 },
    closings: [
      'On vous ouvre la porte quand cela vous arrange, samedi compris.',
      'Venez le voir à deux heures différentes : la lumière change tout.',
      'Les clés sont à l’agence.',
      'Une question sur le quartier ? Nous y habitons.',
    ],
    contacts: [
      { name: 'Inès Cabrol', phone: '0465710127' },
      { name: 'Rémi Fabre', phone: '0465710128' },
      { name: 'Sonia Lacombe', phone: '0465710129' },
    ],
    programmes: { '34172': { name: 'Les Voiles du Lez', quarter: 'Port Marianne', floors: 4, year: 2027 } },
    deliveries: [31.5, 17.4, 6.3, 1.45, 0.08],
  },
  {
    ref: 'comptoir-toits',
    letters: 'CT',
    name: 'Le Comptoir des Toits',
    siren: '000000034',
    card: 'CPI 4401 2026 000 000 003',
    email: 'accueil@comptoir-toits.test',
    identity: {
      rcsCity: 'Nantes',
      phone: '+33261910034',
      address: '8 quai des Gabares',
      postalCode: '44000',
      city: 'Nantes',
      website: 'https://comptoir-toits.test',
      feeScheduleUrl: 'https://comptoir-toits.test/tarifs',
    },
    places: WEST,
    terms: { payers: [1, 2, 3, 1], percents: [4.5, 5, 6], tenantShare: 0.98 },
    closings: [
      'Diagnostics et procès-verbaux d’assemblée envoyés sur demande.',
      'Première visite possible cette semaine.',
      'Nous connaissons l’immeuble : posez-nous vos questions.',
      'Visite seul ou à plusieurs, à votre rythme.',
    ],
    contacts: [
      { name: 'Yann Le Guellec', phone: '0261910035' },
      { name: 'Camille Deruelle', phone: '0261910036' },
    ],
    programmes: {},
    deliveries: [26.7, 12.6, 4.5, 0.35],
  },
];
