/**
 * Tasks: what boosts ask of a person where no program speaks to the network, and what that person tells of it
 * (domain.md 3.5; docs/decisions/0075).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { formatCount } from '#contract/fmt.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import {
  type BoostStatus,
  boostErrors,
  boostSchema,
  boostStatuses,
  type CallToAction,
  type CreativeFormat,
  callsToAction,
  creativeFormats,
  networkNames,
} from './contract.ts';

/** What a person is asked to do on the network, and the words of the queue. */
export const tasks = {
  publish: 'à publier',
  pause: 'à mettre en pause',
  resume: 'à reprendre',
  extend: 'fin à reculer',
  update: 'annonces à mettre à jour',
  stop: 'à arrêter',
  remove: 'annonces à retirer',
  figures: 'chiffres à reporter',
  look: 'en erreur, à regarder',
} as const;
export type TaskKind = keyof typeof tasks;

/** Tasks that are told done by name; figures are told by themselves, and what is in error is sent again or refused. */
export const reportable = ['publish', 'pause', 'resume', 'extend', 'stop', 'remove', 'update'] as const;
export type ReportableTask = (typeof reportable)[number];

/** What is said of a task once it is done. */
export const doneWords: Readonly<Record<ReportableTask, string>> = {
  publish: 'publié',
  pause: 'en pause sur le réseau',
  resume: 'repris sur le réseau',
  extend: 'fin reculée sur le réseau',
  stop: 'arrêté sur le réseau',
  remove: 'annonces retirées du réseau',
  update: 'annonces mises à jour sur le réseau',
};

/** Whether a task is told done by its name. */
export function isReportable(kind: TaskKind): kind is ReportableTask {
  return (reportable as readonly TaskKind[]).includes(kind);
}

/** What a task is about, besides its boost. */
export function taskDetail({ kind, listings, days }: WaitingTask): string {
  if (kind === 'figures') return formatCount(days.length, 'jour sans chiffres', 'jours sans chiffres');
  return `${listings.length > 1 ? 'annonces' : 'annonce'} ${listings.join(', ')}`;
}

export const boostViews = { file: 'À faire', tous: 'Tous les boosts' } as const;
export type BoostView = keyof typeof boostViews;

/** Boosts of one page of a list. */
export const BOOSTS_PAGE = 50;
export const BOOSTS_SOUGHT_MAX = 100;
/** More days than a boost and its pauses last. */
const DAYS_MAX = 200;

const statusSchema = z.enum(Object.keys(boostStatuses) as [BoostStatus, ...BoostStatus[]]);
const taskSchema = z.enum(Object.keys(tasks) as [TaskKind, ...TaskKind[]]);

const count = z
  .int({ error: 'Un nombre entier est attendu.' })
  .check(
    z.nonnegative({ error: 'Un nombre positif est attendu.' }),
    z.maximum(999_999_999, { error: 'Ce nombre est trop grand.' }),
  );

/** What a person read on the network of one day. */
export const dayFiguresSchema = z.object({
  /** `YYYY-MM-DD` in Paris. */
  day: z.iso.date({ error: 'Un jour s’écrit AAAA-MM-JJ.' }),
  impressions: count,
  reach: count,
  clicks: count,
  /** Cents. */
  spend: count,
});

const words = {
  /** `file` unless it says otherwise. */
  vue: z.optional(z.enum(Object.keys(boostViews) as [BoostView, ...BoostView[]])),
  /** Of the queue alone. */
  tache: z.optional(taskSchema),
  statut: z.optional(statusSchema),
  /** A reference, or the name or the reference of an agency, or their beginning. */
  q: z.optional(z.string().check(z.maxLength(BOOSTS_SOUGHT_MAX))),
};
const wordsSchema = z.object(words);
export type BoostWords = z.output<typeof wordsSchema>;

const agencySchema = z.object({ id: z.int(), name: z.string(), ownerReference: z.string() });

const rowSchema = z.object({
  id: z.int(),
  reference: z.string(),
  status: statusSchema,
  agency: agencySchema,
  formula: z.string(),
  networks: z.array(z.enum(networkNames)),
  place: z.string(),
  radiusKm: z.int(),
  /** Those that were bought and those that were given. */
  days: z.int(),
  /** ISO; null: not yet. */
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  url: z.nullable(z.string()),
});
export type ListedBoost = z.output<typeof rowSchema>;

const waitingSchema = z.object({
  kind: taskSchema,
  /** Numbers of the listings to show, or to take out. */
  listings: z.array(z.int()),
  /** Of figures: the days that lack them, `YYYY-MM-DD`. */
  days: z.array(z.string()),
});
export type WaitingTask = z.output<typeof waitingSchema>;
const queuedSchema = z.extend(waitingSchema, { boost: rowSchema });
export type QueuedTask = z.output<typeof queuedSchema>;

export const adminBoostsCall = defineCall({
  method: 'GET',
  path: '/admin/boosts',
  access: 'admin',
  summary:
    'Ce qu’une personne doit faire sur les réseaux, le plus ancien boost d’abord ; ou tous les boosts, le plus récent d’abord',
  query: z.object({
    ...words,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({
    /** Of the view `file`, those of one boost together; else empty. */
    tasks: z.array(queuedSchema),
    /** Of the view `tous`; else empty. */
    boosts: z.array(rowSchema),
    next: z.nullable(z.int()),
  }),
});

export const adminBoostsCsvCall = defineCall({
  method: 'GET',
  path: '/admin/boosts.csv',
  access: 'admin',
  summary: 'La même liste, entière, pour un tableur',
  query: wordsSchema,
  file: 'text/csv; charset=utf-8',
});

/** A boost by its reference, in any case. */
const params = z.object({ reference: z.string() });

const adSchema = z.object({
  listing: z.int(),
  /** Signed address of the page that the advertisement leads to. */
  link: z.string(),
  title: z.string(),
  callToAction: z.enum(Object.keys(callsToAction) as [CallToAction, ...CallToAction[]]),
  /** What is written with the picture, the mentions of the law included. */
  caption: z.string(),
});
export type BoostAd = z.output<typeof adSchema>;

export const adminBoostCall = defineCall({
  method: 'GET',
  path: '/admin/boosts/:reference',
  access: 'admin',
  summary: 'Un boost à publier et à suivre à la main : consignes, textes, annonces, chiffres, historique',
  params,
  answer: z.object({
    boost: boostSchema,
    agency: agencySchema,
    publisher: z.enum(['meta', 'manual']),
    /** What the network was last asked for; null: nothing is there. */
    networkState: z.nullable(z.enum(['running', 'paused', 'stopped'])),
    tasks: z.array(waitingSchema),
    /** What to choose on the network, then each advertisement; null: nothing is to be shown any more, or `trouble` says why. */
    brief: z.nullable(z.string()),
    ads: z.array(adSchema),
    trouble: z.nullable(z.string()),
    /** Days whose figures may be reported, `YYYY-MM-DD`, the oldest first; those of `boost.ledger` have some. */
    days: z.array(z.string()),
    events: z.array(
      z.object({
        from: z.nullable(statusSchema),
        to: statusSchema,
        author: z.string(),
        reason: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
    may: z.object({ retry: z.boolean(), refuse: z.boolean() }),
  }),
  errors: [boostErrors.BOOST_UNKNOWN],
});

const urlSchema = z.string().check(
  z.trim(),
  z.maxLength(500, { error: 'L’adresse compte 500 caractères au plus.' }),
  z.regex(/^https?:\/\/[^\s"'<>]+$/, {
    error: 'Donnez l’adresse complète de la publicité, par exemple https://www.facebook.com/…',
  }),
);

const actSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('done'), task: z.enum(reportable), url: z.optional(z.nullable(urlSchema)) }),
  z.object({
    act: z.literal('figures'),
    days: z
      .array(dayFiguresSchema)
      .check(
        z.minLength(1, { error: 'Reportez les chiffres d’un jour au moins.' }),
        z.maxLength(DAYS_MAX, { error: `Reportez ${DAYS_MAX} jours au plus à la fois.` }),
      ),
  }),
  z.object({ act: z.literal('retry') }),
  z.object({ act: z.literal('refuse'), reason: reasonSchema }),
]);
export type BoostAct = z.output<typeof actSchema>;

export const actOnBoostCall = defineCall({
  method: 'PATCH',
  path: '/admin/boosts/:reference',
  access: 'admin',
  summary: 'Dire une tâche faite, reporter des chiffres, renvoyer un boost au réseau ou y mettre fin',
  params,
  body: actSchema,
  answer: z.object({
    reference: z.string(),
    status: statusSchema,
    /** The tasks that were told done. */
    done: z.array(z.enum(reportable)),
  }),
  errors: [boostErrors.BOOST_UNKNOWN, boostErrors.BOOST_STATUS],
});

export const adminCreativeCall = defineCall({
  method: 'GET',
  path: '/admin/boosts/:reference/creative',
  access: 'admin',
  tier: 'drawing',
  summary: 'L’image de la publicité d’une annonce d’un boost, aux dimensions du réseau',
  params,
  query: z.object({
    listing: z.coerce.number().check(z.int(), z.positive()),
    format: z.enum(Object.keys(creativeFormats) as [CreativeFormat, ...CreativeFormat[]]),
  }),
  file: 'image/jpeg',
  errors: [boostErrors.BOOST_UNKNOWN, boostErrors.BOOST_CREATIVE],
});

export const boostPackageCall = defineCall({
  method: 'GET',
  path: '/admin/boosts/:reference/package.zip',
  access: 'admin',
  tier: 'drawing',
  summary: 'Tout ce qu’il faut pour publier un boost : consignes, textes, images et catalogue',
  params,
  file: 'application/zip',
  errors: [boostErrors.BOOST_UNKNOWN, boostErrors.BOOST_PACKAGE],
});
