// Campaigns of the demonstration: who ordered what, and what became of it. Times are hours before now.
import type { BoostStatus, WantedBoost } from '#rooms/boosts/contract.ts';

export type Act =
  /** The provider says that it is paid. */
  | 'pay'
  /** A person publishes it. */
  | 'publish'
  /** A person reports the figures of the days that are over. */
  | 'figures'
  | 'pause'
  | 'resume'
  | 'stop'
  /** Its days are over. */
  | 'end'
  /** The home of its first listing is sold. */
  | 'sell'
  /** Its last listing is withdrawn, the others stay. */
  | 'drop'
  /** Somebody asks through its advertisement. */
  | 'lead'
  /** Its network does not answer, or says no. */
  | 'silence'
  | 'refusal'
  /** What was not spent is given back. */
  | 'settle';

/** What an act leaves a boost in, where it says something. */
export const leaves: Partial<Readonly<Record<Act, BoostStatus>>> = {
  pay: 'new',
  publish: 'synced',
  pause: 'paused',
  resume: 'active',
  silence: 'syncing',
  refusal: 'sync_error',
  stop: 'completed',
  end: 'completed',
  sell: 'completed',
};

export interface Story {
  readonly agency: string;
  readonly formula: string;
  readonly objective: WantedBoost['objective'];
  readonly listings: number;
  readonly title: string;
  readonly coupons?: readonly string[];
  /** First day, so many days after the order. */
  readonly startIn?: number;
  readonly ordered: number;
  readonly acts: readonly (readonly [at: number, act: Act])[];
}

const DAY = 24;
/** The agency whose login is published (agencies/seed). */
export const OPEN_TO_ALL = 'micocoule';
/** Another one: what it does is seen by nobody else. */
export const NEIGHBOUR = 'clef-du-clapas';

const leadsAt = (...days: number[]) => days.map((day) => [day * DAY, 'lead'] as const);

const told: readonly Story[] = [
  {
    agency: OPEN_TO_ALL,
    formula: 'decouverte',
    objective: 'views',
    listings: 1,
    title: 'À découvrir près de chez vous',
    coupons: ['BIENVENUE'],
    ordered: 41 * DAY,
    acts: [
      [41 * DAY - 0.1, 'pay'],
      [40 * DAY, 'publish'],
      ...leadsAt(38.2, 36.4),
      [33 * DAY - 0.2, 'end'],
      [32.9 * DAY, 'figures'],
      [32.8 * DAY, 'settle'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'essentiel',
    objective: 'leads',
    listings: 1,
    title: 'Visites dès cette semaine',
    ordered: 27 * DAY,
    acts: [
      [27 * DAY - 0.1, 'pay'],
      [26 * DAY, 'publish'],
      ...leadsAt(24.6, 23.3, 22.1, 20.7),
      [18 * DAY, 'sell'],
      [17.8 * DAY, 'figures'],
      [17.7 * DAY, 'settle'],
    ],
  },
  {
    agency: NEIGHBOUR,
    formula: 'visibilite',
    objective: 'leads',
    listings: 2,
    title: 'Deux maisons à visiter',
    ordered: 25 * DAY,
    acts: [
      [25 * DAY - 0.1, 'pay'],
      [24 * DAY, 'publish'],
      ...leadsAt(21.5, 15.2),
      [3 * DAY - 0.2, 'end'],
      [2.9 * DAY, 'figures'],
      [2.8 * DAY, 'settle'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'decouverte',
    objective: 'leads',
    listings: 1,
    title: 'Un bien rare dans ce quartier',
    ordered: 20 * DAY,
    acts: [
      [20 * DAY - 0.1, 'pay'],
      [19 * DAY, 'publish'],
      [15 * DAY, 'stop'],
      [14.8 * DAY, 'figures'],
      [14.7 * DAY, 'settle'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'essentiel',
    objective: 'views',
    listings: 1,
    title: 'Bientôt à visiter',
    startIn: 9,
    ordered: 13 * DAY,
    acts: [
      [13 * DAY - 0.1, 'pay'],
      [12.5 * DAY, 'publish'],
      [11 * DAY, 'stop'],
      [10.9 * DAY, 'settle'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'grand-angle',
    objective: 'leads',
    listings: 3,
    title: 'Nos trois coups de cœur',
    ordered: 12 * DAY,
    acts: [
      [12 * DAY - 0.1, 'pay'],
      [11 * DAY, 'publish'],
      ...leadsAt(9.4, 8.6, 6.2, 4.7, 3.1, 1.3),
      [5 * DAY, 'drop'],
      [0.4 * DAY, 'figures'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'essentiel',
    objective: 'leads',
    listings: 1,
    title: 'Lumineux et au calme',
    ordered: 10 * DAY,
    acts: [
      [10 * DAY - 0.1, 'pay'],
      [9 * DAY, 'publish'],
      ...leadsAt(7.1, 4.9),
      [2 * DAY, 'pause'],
      [0.4 * DAY, 'figures'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'visibilite',
    objective: 'leads',
    listings: 2,
    title: 'Avec extérieur, prêts à vivre',
    coupons: ['CINQJOURS'],
    ordered: 8 * DAY,
    acts: [
      [8 * DAY - 0.1, 'pay'],
      [7 * DAY, 'publish'],
      [5 * DAY, 'pause'],
      [4.5 * DAY, 'resume'],
      ...leadsAt(4.1, 2.2, 0.9),
      [0.4 * DAY, 'figures'],
    ],
  },
  {
    agency: NEIGHBOUR,
    formula: 'essentiel',
    objective: 'views',
    listings: 1,
    title: 'Au pied des commerces',
    ordered: 6 * DAY,
    acts: [
      [6 * DAY - 0.1, 'pay'],
      [5 * DAY, 'publish'],
      [0.4 * DAY, 'figures'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'essentiel',
    objective: 'leads',
    listings: 1,
    title: 'Première visite samedi',
    startIn: 15,
    ordered: 3 * DAY,
    acts: [
      [3 * DAY - 0.1, 'pay'],
      [2 * DAY, 'publish'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'decouverte',
    objective: 'views',
    listings: 1,
    title: 'Le charme de l’ancien',
    ordered: 2 * DAY,
    acts: [
      [2 * DAY - 0.1, 'pay'],
      [1.9 * DAY, 'refusal'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'essentiel',
    objective: 'views',
    listings: 1,
    title: 'Dernier étage, vue dégagée',
    ordered: 5,
    acts: [
      [4.9, 'pay'],
      [4.8, 'silence'],
    ],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'decouverte',
    objective: 'leads',
    listings: 1,
    title: 'À deux pas du tramway',
    ordered: 3,
    acts: [[2.9, 'pay']],
  },
  {
    agency: OPEN_TO_ALL,
    formula: 'grand-angle',
    objective: 'views',
    listings: 2,
    title: 'Deux appartements à louer ou à vendre',
    ordered: 1,
    acts: [],
  },
];

/** In the order in which they were paid: numbers of invoices follow dates. Acts of each, the first one first. */
export const stories: readonly Story[] = told.map((story) => ({
  ...story,
  acts: story.acts.toSorted(([one], [other]) => other - one),
}));

/** Cents for a thousand views, and shares of the views: as such campaigns bring them. */
const THOUSAND_VIEWS = 620;
const CLICKS = 0.014;
const TIMES_SEEN = 1.3;
/** How much of its share a day spends, one day after the other. */
const WAVES = [0.62, 0.9, 1.08, 0.97, 1.12, 0.86, 1.04, 0.94];

/**
 * Figures of days, as a network would report them. `share`: cents of the budget for a whole day. With `budget` the last day spends what
 * is left of it, since a campaign that was shown to its end spent it.
 */
export function demoFigures(
  days: readonly string[],
  { share, budget = null, seed }: { share: number; budget?: number | null; seed: number },
): { day: string; impressions: number; reach: number; clicks: number; spend: number }[] {
  let spent = 0;
  return days.map((day, rank) => {
    const left = budget === null ? Infinity : budget - spent;
    const usual = Math.round(share * WAVES[(rank + seed) % WAVES.length]!);
    const spend = Math.max(0, budget !== null && rank === days.length - 1 ? left : Math.min(left, usual));
    spent += spend;
    const impressions = Math.round((spend / THOUSAND_VIEWS) * 1_000);
    return {
      day,
      impressions,
      reach: Math.round(impressions / TIMES_SEEN),
      clicks: Math.round(impressions * CLICKS * (0.8 + ((rank * 3 + seed) % 5) / 10)),
      spend,
    };
  });
}
