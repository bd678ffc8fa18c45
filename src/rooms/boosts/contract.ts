/**
 * Boosts: paid campaigns that show an agency's listings on social networks (domain.md 3.5, F12).
 * Owns the tables boost_configuration, boost, boost_listing, boost_event and boost_day.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { shownText } from '#contract/fields.ts';

/** The nine statuses of specification 3, and the words agencies read. */
export const boostStatuses = {
  pending: 'En attente de paiement',
  new: 'Payé, à envoyer',
  syncing: 'Envoi au réseau',
  synced: 'Accepté par le réseau',
  active: 'En cours',
  paused: 'En pause',
  completed: 'Terminé',
  inactive: 'Annulé',
  sync_error: 'Erreur de diffusion',
} as const;
export type BoostStatus = keyof typeof boostStatuses;

/** What may follow a status (docs/decisions/0075). Ended ones are followed by none. */
export const boostTransitions: Readonly<Record<BoostStatus, readonly BoostStatus[]>> = {
  pending: ['new', 'inactive'],
  new: ['syncing', 'inactive'],
  syncing: ['synced', 'sync_error', 'inactive'],
  synced: ['active', 'sync_error', 'inactive'],
  active: ['paused', 'completed', 'sync_error'],
  paused: ['active', 'completed', 'sync_error'],
  sync_error: ['syncing', 'active', 'completed', 'inactive'],
  completed: [],
  inactive: [],
};

/** Statuses in which a campaign spends, or is about to: caps per agency count them. */
export const runningStatuses = ['new', 'syncing', 'synced', 'active', 'paused', 'sync_error'] as const;

export const boostEnds = {
  unpaid: 'Le paiement n’a pas abouti.',
  cancelled: 'Vous l’avez annulé avant son premier jour.',
  stopped: 'Vous l’avez arrêté.',
  sold: 'Le bien est vendu, loué ou sous offre.',
  withdrawn: 'L’annonce n’est plus en ligne.',
  unlawful: 'L’annonce ne respecte plus la loi.',
  refused: 'Le réseau l’a refusé.',
  over: 'Sa durée est passée.',
} as const;
export type BoostEnd = keyof typeof boostEnds;

export const networks = { facebook: 'Facebook', instagram: 'Instagram' } as const;
export type Network = keyof typeof networks;
export const networkNames = Object.keys(networks) as [Network, ...Network[]];

export const objectives = {
  views: 'Faire voir l’annonce',
  leads: 'Recevoir des demandes',
} as const;
export type Objective = keyof typeof objectives;

export const callsToAction = {
  see: 'Voir l’annonce',
  contact: 'Contacter l’agence',
  visit: 'Demander une visite',
} as const;
export type CallToAction = keyof typeof callsToAction;

export const LISTINGS_MAX = 10;
export const TITLE_MAX = 60;
export const TEXT_MAX = 500;
/** Days ahead that a campaign may be ordered for. */
export const START_WITHIN_DAYS = 60;
/** Networks accept no less around a place for housing (15 miles), and no more around any. */
export const RADIUS_LEAST_KM = 25;
export const RADIUS_MOST_KM = 80;
/** The smallest photo that a creative is made of without looking blurred, in pixels. */
export const PHOTO_LEAST = { width: 800, height: 600 } as const;

/** Cents without VAT. */
const cents = z
  .int({ error: 'Un montant en euros est attendu.' })
  .check(z.nonnegative({ error: 'Un montant ne descend pas sous zéro.' }));
const between = (least: number, most: number, error: string) =>
  z.int({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }));
const line = (most: number, what: string) =>
  z
    .string({ error: `${what} manque.` })
    .check(shownText, z.maxLength(most, { error: `${what} compte ${most} caractères au plus.` }));
const formulaDay = z.nullable(z.iso.date({ error: 'Un jour s’écrit AAAA-MM-JJ.' }));
export const FORMULAS_MAX = 12;
export const FORMULA_NAME_MAX = 40;
export const FORMULA_DESCRIPTION_MAX = 200;

export const formulaSchema = z.object({
  /** Never changes once sold; letters, digits and hyphens. */
  key: z.string().check(
    z.regex(/^[a-z0-9-]{2,32}$/, {
      error: 'Une clé compte de 2 à 32 lettres minuscules sans accent, chiffres ou tirets.',
    }),
  ),
  name: line(FORMULA_NAME_MAX, 'Le nom'),
  description: line(FORMULA_DESCRIPTION_MAX, 'La description'),
  days: between(1, 90, 'Une formule dure de 1 à 90 jours.'),
  /** Spent with the network. */
  mediaBudget: cents,
  /** What Vigie takes for its work. */
  fee: cents,
  networks: z
    .array(z.enum(networkNames))
    .check(z.minLength(1, { error: 'Choisissez un réseau au moins.' }), z.maxLength(2)),
  active: z.boolean(),
  /** `YYYY-MM-DD` in Paris, both included; null: open. */
  validFrom: formulaDay,
  validUntil: formulaDay,
});
export type Formula = z.output<typeof formulaSchema>;

/** Price of a formula, in cents without VAT. */
export const priceOf = ({ mediaBudget, fee }: Pick<Formula, 'mediaBudget' | 'fee'>): number =>
  mediaBudget + fee;

/** The formula of this key that can be bought on a day (`YYYY-MM-DD` in Paris); null when there is none. */
export function formulaOn(
  { formulas }: Pick<BoostConfiguration, 'formulas'>,
  key: string,
  day: string,
): Formula | null {
  const formula = formulas.find((one) => one.key === key);
  if (!formula?.active) return null;
  const { validFrom, validUntil } = formula;
  return (validFrom !== null && day < validFrom) || (validUntil !== null && day > validUntil)
    ? null
    : formula;
}

const radiusKm = z.int({ error: 'Un nombre entier de kilomètres est attendu.' }).check(
  z.minimum(RADIUS_LEAST_KM, {
    error: `Les réseaux refusent moins de ${RADIUS_LEAST_KM} km pour un logement.`,
  }),
  z.maximum(RADIUS_MOST_KM, { error: `Les réseaux refusent plus de ${RADIUS_MOST_KM} km.` }),
);

/** Versioned: `boost_configuration` holds one per date of effect. */
export const configurationSchema = z.object({
  /** False: nothing can be ordered; what runs goes on. */
  open: z.boolean(),
  /** In the order of the page. */
  formulas: z.array(formulaSchema).check(
    z.minLength(1, { error: 'Gardez une formule au moins.' }),
    z.maxLength(FORMULAS_MAX, { error: `Il y a ${FORMULAS_MAX} formules au plus.` }),
    z.refine((formulas) => new Set(formulas.map(({ key }) => key)).size === formulas.length, {
      error: 'Deux formules portent la même clé.',
    }),
  ),
  /** Hundredths of a percent: 2000 is 20 %. */
  vatRate: between(0, 10_000, 'La TVA va de 0 à 100\u00a0%.'),
  radiusMinKm: radiusKm,
  radiusMaxKm: radiusKm,
  /** Campaigns that an agency may have at a time. */
  runningMax: between(1, 1_000, 'Un nombre de 1 à 1\u00a0000 est attendu.'),
  /** Share of legal points that a listing must pass, 0 to 100. */
  requiredScore: between(0, 100, 'Un nombre de 0 à 100 est attendu.'),
  requiredPhotos: between(1, 10, 'Un nombre de 1 à 10 est attendu.'),
  defaults: z.object({
    title: line(TITLE_MAX, 'Le titre'),
    text: line(TEXT_MAX, 'Le texte'),
    callToAction: z.enum(Object.keys(callsToAction) as [CallToAction, ...CallToAction[]]),
  }),
});
export type BoostConfiguration = z.output<typeof configurationSchema>;

/** One campaign as it is asked for: what the browser says, and the server prices. */
export const wantedBoostSchema = z.object({
  listingIds: z
    .array(z.int().check(z.positive()))
    .check(
      z.minLength(1, { error: 'Choisissez au moins une annonce.' }),
      z.maxLength(LISTINGS_MAX, { error: `Choisissez ${LISTINGS_MAX} annonces au plus pour un boost.` }),
    ),
  formula: z.string({ error: 'Choisissez une formule.' }).check(z.maxLength(32)),
  /** INSEE code of the commune or district at the centre. */
  place: z.string({ error: 'Choisissez une ville.' }).check(z.maxLength(10)),
  radiusKm: z.int({ error: 'Le rayon est un nombre de kilomètres.' }),
  objective: z.enum(Object.keys(objectives) as [Objective, ...Objective[]]),
  /** `YYYY-MM-DD`; null: as soon as the network accepts it. */
  startOn: z.nullable(z.iso.date()),
  title: z
    .string()
    .check(
      shownText,
      z.minLength(1, { error: 'Écrivez un titre.' }),
      z.maxLength(TITLE_MAX, { error: `Le titre compte ${TITLE_MAX} caractères au plus.` }),
    ),
  text: z
    .string()
    .check(
      shownText,
      z.minLength(1, { error: 'Écrivez un texte.' }),
      z.maxLength(TEXT_MAX, { error: `Le texte compte ${TEXT_MAX} caractères au plus.` }),
    ),
  callToAction: z.enum(Object.keys(callsToAction) as [CallToAction, ...CallToAction[]]),
});
export type WantedBoost = z.output<typeof wantedBoostSchema>;

/** A point of the pre-flight that fails, and the field where it is mended. */
export const preflightFailureSchema = z.object({
  listingId: z.nullable(z.int()),
  code: z.enum([
    'score',
    'photos',
    'offline',
    'discrimination',
    'radius',
    'start',
    'cap',
    'place',
    'formula',
  ]),
  message: z.string(),
  /** Address of the page where it is mended; null: on the page of the boost itself. */
  path: z.nullable(z.string()),
  /** Which words of the boost are wrong, where words are. */
  field: z.nullable(z.enum(['title', 'text'])),
});
export type PreflightFailure = z.output<typeof preflightFailureSchema>;

/** People, an estimate and never a promise; `method` says in one sentence how it is made. */
export const reachSchema = z.object({ low: z.int(), high: z.int(), method: z.string() });
export type Reach = z.output<typeof reachSchema>;

/** Why one listing of a boost is no longer shown while the others are. */
export const dropReasons = ['sold', 'withdrawn', 'unlawful'] as const satisfies readonly BoostEnd[];
export type DropReason = (typeof dropReasons)[number];

const daySchema = z.object({
  /** `YYYY-MM-DD`. */
  day: z.string(),
  impressions: z.int(),
  reach: z.int(),
  clicks: z.int(),
  leads: z.int(),
  /** Cents. */
  spend: z.int(),
});

export const boostSchema = z.object({
  id: z.int(),
  reference: z.string(),
  status: z.enum(Object.keys(boostStatuses) as [BoostStatus, ...BoostStatus[]]),
  formula: z.string(),
  networks: z.array(z.enum(networkNames)),
  objective: z.enum(Object.keys(objectives) as [Objective, ...Objective[]]),
  place: z.string(),
  radiusKm: z.int(),
  title: z.string(),
  text: z.string(),
  callToAction: z.enum(Object.keys(callsToAction) as [CallToAction, ...CallToAction[]]),
  days: z.int(),
  /** Shown besides those that were bought. */
  freeDays: z.int(),
  mediaBudget: cents,
  fee: cents,
  /** `YYYY-MM-DD`; null: as soon as the network accepts it. */
  startOn: z.nullable(z.string()),
  listings: z.array(
    z.object({
      id: z.int(),
      reference: z.string(),
      title: z.string(),
      photo: z.nullable(z.string()),
      /** Why this one is no longer shown; null: it is as long as the boost is. */
      dropped: z.nullable(z.enum(dropReasons)),
    }),
  ),
  /** ISO; null: not yet. */
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endedBecause: z.nullable(z.enum(Object.keys(boostEnds) as [BoostEnd, ...BoostEnd[]])),
  /** Why the network does not show it. */
  failure: z.nullable(z.string()),
  /** Address of the advertisement on the network. */
  url: z.nullable(z.string()),
  ledger: z.array(daySchema),
  /** Cents by lead; null: no lead yet. */
  costPerLead: z.nullable(z.int()),
  /** Leads a week of the agency's own listings alike without a boost, and of these; null: too few to compare. */
  comparison: z.nullable(z.object({ boosted: z.number(), alike: z.number(), listings: z.int() })),
  timeline: z.array(z.object({ status: z.string(), at: z.string(), reason: z.nullable(z.string()) })),
  may: z.object({ pause: z.boolean(), resume: z.boolean(), stop: z.boolean() }),
});
export type Boost = z.output<typeof boostSchema>;

export const boostErrors = defineErrors({
  BOOST_UNKNOWN: [404, 'Ce boost n’existe pas.'],
  BOOST_STATUS: [409, 'Ce boost n’est plus dans un état qui le permet. Rechargez la page.'],
  BOOST_PACKAGE: [
    409,
    'Il n’y a rien à publier de ce boost\u00a0: il est terminé, ou ses annonces ne sont plus en ligne.',
  ],
  BOOST_CREATIVE: [404, 'Cette annonce n’est pas, ou plus, en ligne\u00a0: elle n’a pas de publicité.'],
});

export const boostsCall = defineCall({
  method: 'GET',
  path: '/agence/boosts',
  access: 'agency',
  summary: 'Les boosts de l’agence, le plus récent d’abord, avec leurs chiffres de chaque jour',
  answer: z.object({ boosts: z.array(boostSchema) }),
});

const oneBoost = { params: z.object({ id: z.string() }), answer: z.object({ boost: boostSchema }) };
const changeErrors = [boostErrors.BOOST_UNKNOWN, boostErrors.BOOST_STATUS];

export const pauseBoostCall = defineCall({
  method: 'POST',
  path: '/agence/boosts/:id/pause',
  access: 'agency',
  summary: 'Met un boost en pause : ses jours restants sont gardés',
  ...oneBoost,
  errors: changeErrors,
});

export const resumeBoostCall = defineCall({
  method: 'POST',
  path: '/agence/boosts/:id/resume',
  access: 'agency',
  summary: 'Reprend un boost en pause ; sa fin recule d’autant',
  ...oneBoost,
  errors: changeErrors,
});

/** Pictures of the advertisement, in pixels. */
export const creativeFormats = {
  feed: { width: 1080, height: 1080, label: 'Fil' },
  story: { width: 1080, height: 1920, label: 'Story' },
} as const;
export type CreativeFormat = keyof typeof creativeFormats;
const format = z.enum(Object.keys(creativeFormats) as [CreativeFormat, ...CreativeFormat[]]);

export const creativeCall = defineCall({
  method: 'GET',
  path: '/agence/boosts/creative',
  access: 'agency',
  tier: 'drawing',
  summary: 'L’image de la publicité d’une annonce de l’agence, aux dimensions du réseau',
  query: z.object({ listing: z.string(), format }),
  file: 'image/jpeg',
  errors: [boostErrors.BOOST_CREATIVE],
});

/** What is written under the picture: the words that were typed, then what the law wants said. */
export const captionCall = defineCall({
  method: 'GET',
  path: '/agence/boosts/caption',
  access: 'agency',
  summary: 'Le texte qui accompagne la publicité d’une annonce, avec ses mentions légales',
  query: z.object({ listing: z.string(), text: z.string().check(shownText, z.maxLength(TEXT_MAX)) }),
  answer: z.object({ caption: z.string() }),
  errors: [boostErrors.BOOST_CREATIVE],
});

export const exampleCall = defineCall({
  method: 'GET',
  path: '/boosts/example',
  access: 'all',
  tier: 'drawing',
  summary: 'Un exemple de publicité, fait d’une annonce en ligne',
  query: z.object({ format }),
  file: 'image/jpeg',
  errors: [boostErrors.BOOST_CREATIVE],
});

export const stopBoostCall = defineCall({
  method: 'POST',
  path: '/agence/boosts/:id/stop',
  access: 'agency',
  summary: 'Arrête un boost pour de bon : ce qui n’est pas dépensé donne lieu à un avoir',
  ...oneBoost,
  errors: changeErrors,
});
