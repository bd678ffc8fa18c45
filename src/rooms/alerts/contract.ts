/**
 * Alerts: what people want to be told, what was found for them, and that they are told once.
 * Owns the tables subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_epoch, alert_verdict, alert_told, alert_version, alert_fact, alert_follow, alert_pair.
 * Announces alert.activated, alert.edited, alert.silenced.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { optionalEmail, shownText } from '#contract/fields.ts';
import { paths } from '#contract/paths.ts';
import { criteriaSchema } from '#rooms/criteria/schema.ts';
import { events, frequency, hour, minDrop, quiet, weekday } from './asking/rhythm.ts';

/** unconfirmed: waits for the mailed link; stopped: by its unsubscribe link, which can also undo it. */
export const alertStatuses = {
  unconfirmed: 'À confirmer',
  active: 'Active',
  paused: 'En pause',
  stopped: 'Arrêtée',
} as const;
export type AlertStatus = keyof typeof alertStatuses;

/** Pauses offered beside the endless one, in days. */
export const PAUSES = [7, 30] as const;
/** For how long a deletion can be undone (ms). */
export const UNDELETE_MS = 3_600_000;
/** Alerts one address may have without an account; with one. */
export const ALERTS_PER_ADDRESS = 10;
export const ALERTS_PER_ACCOUNT = 50;
/** Mails a stranger may cause to an address in 24 hours (security.md D7). */
export const CONFIRMATIONS_PER_DAY = 3;
/**
 * A confirmation link lives this long. Longer than the 24 hours of an account's: it opens nothing, it only lets
 * mail come to the address that received it, and people answer on Monday what they asked on Friday.
 */
export const CONFIRMATION_DAYS = 7;

/** Kinds of the change log; `ref` is the alert's id. */
export const alertEvents = {
  activated: 'alert.activated',
  edited: 'alert.edited',
  silenced: 'alert.silenced',
} as const;

export const alertErrors = defineErrors({
  ALERT_NOT_FOUND: [404, 'Cette alerte n’existe pas ou n’est pas à vous.'],
  ALERT_TOKEN_UNKNOWN: [404, 'Ce lien n’est pas valable. Vérifiez qu’il est complet.'],
  ALERT_TOKEN_EXPIRED: [410, 'Ce lien a expiré. Demandez-en un nouveau.'],
  ALERT_STOPPED: [409, 'Cette alerte a été arrêtée.'],
  ALERT_LIMIT: [
    409,
    `Vous avez déjà ${ALERTS_PER_ACCOUNT} alertes, c’est le maximum. Supprimez-en une pour en créer une autre.`,
  ],
});

const name = z.string().check(
  shownText,
  z.minLength(1, 'Donnez un nom à l’alerte'),
  z.maxLength(120, 'Au plus 120 caractères'),
  // It is the subject of a mail.
  z.regex(/^\P{Cc}*$/u, 'Le nom de l’alerte tient sur une ligne'),
);

export const newAlertSchema = z.object({
  criteria: criteriaSchema,
  frequency,
  hour: z.optional(hour),
  weekday: z.optional(weekday),
  quiet: z.optional(quiet),
  /** All of them but departures unless said. */
  events: z.optional(events),
  minDrop: z.optional(minDrop),
  /** Also on the devices of the account (rooms/push): yes unless said. */
  push: z.optional(z.boolean()),
  /** Made from the criteria when absent. */
  name: z.optional(name),
  /** Needed when anonymous; an account's own address otherwise. */
  email: optionalEmail,
});
export type NewAlert = z.output<typeof newAlertSchema>;

export const alertSchema = z.object({
  id: z.int(),
  name: z.string(),
  criteria: criteriaSchema,
  /** The criteria in French. */
  places: z.array(z.string()),
  chips: z.array(z.string()),
  frequency,
  hour,
  weekday,
  quiet,
  events,
  minDrop,
  push: z.boolean(),
  status: z.enum(Object.keys(alertStatuses) as [AlertStatus, ...AlertStatus[]]),
  /** Of a paused one: when it watches again by itself. */
  pausedUntil: z.nullable(z.string()),
  createdAt: z.string(),
  /** Handed back with an edit, it says which version was read. */
  updatedAt: z.string(),
  lastSentAt: z.nullable(z.string()),
  /** The results page; null when the first place has none. */
  resultsPath: z.nullable(z.string()),
});
export type AlertView = z.output<typeof alertSchema>;

/** What the page of a stop link says: the alert, its address half hidden, and how many others that address has. */
export interface Stoppable {
  readonly alert: AlertView;
  readonly address: string;
  /** Alerts of the same address that still write, or would, this one apart. */
  readonly others: number;
}

/** The number in the address of an alert; 0, which is nobody's, for what is no number. */
export function readAlertId(word: string): number {
  return /^\d{1,15}$/.test(word) ? Number(word) : 0;
}

const own = { params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }) } as const;

export const createAlertCall = defineCall({
  method: 'POST',
  path: '/alerts',
  access: 'all',
  tier: 'sensitive',
  summary: 'Créer une alerte ; sans compte, un courriel demande de confirmer l’adresse',
  body: newAlertSchema,
  answer: z.object({
    /** `unconfirmed` whatever is known of the address when nobody is logged in. */
    status: z.enum(['unconfirmed', 'active']),
    alert: z.nullable(alertSchema),
  }),
  errors: [alertErrors.ALERT_LIMIT],
});

export const confirmAlertCall = defineCall({
  method: 'POST',
  path: '/alerts/confirm',
  access: 'token',
  tier: 'sensitive',
  summary: 'Confirmer une alerte par le lien reçu',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({
    /** `already`: the link had been used before. */
    state: z.enum(['confirmed', 'already']),
    alert: alertSchema,
  }),
  errors: [alertErrors.ALERT_TOKEN_UNKNOWN, alertErrors.ALERT_TOKEN_EXPIRED, alertErrors.ALERT_STOPPED],
});

export const listAlertsCall = defineCall({
  method: 'GET',
  path: '/alerts',
  access: 'user',
  summary: 'Mes alertes',
  answer: z.object({ alerts: z.array(alertSchema) }),
});

export const alertCall = defineCall({
  method: 'GET',
  path: '/alerts/:id',
  access: 'user',
  summary: 'Une de mes alertes',
  ...own,
  answer: z.object({ alert: alertSchema }),
  errors: [alertErrors.ALERT_NOT_FOUND],
});

export const editAlertSchema = z.object({
  criteria: z.optional(criteriaSchema),
  name: z.optional(name),
  frequency: z.optional(frequency),
  hour: z.optional(hour),
  weekday: z.optional(weekday),
  quiet: z.optional(quiet),
  events: z.optional(events),
  minDrop: z.optional(minDrop),
  push: z.optional(z.boolean()),
  status: z.optional(z.enum(['active', 'paused'])),
  /** With `status: 'paused'`: days after which it watches again by itself. */
  pauseDays: z.optional(z.union([z.literal(7), z.literal(30)])),
  /** As it was read: when the alert has changed since, nothing is written (CONFLICT). */
  updatedAt: z.optional(z.string().check(z.maxLength(40))),
});
export type AlertEdit = z.output<typeof editAlertSchema>;

export const editAlertCall = defineCall({
  method: 'PUT',
  path: '/alerts/:id',
  access: 'user',
  summary: 'Modifier, mettre en pause ou reprendre une alerte ; ce qui n’est pas dit ne change pas',
  ...own,
  body: editAlertSchema,
  answer: z.object({ alert: alertSchema }),
  errors: [alertErrors.ALERT_NOT_FOUND, sharedErrors.CONFLICT],
});

export const deleteAlertCall = defineCall({
  method: 'DELETE',
  path: '/alerts/:id',
  access: 'user',
  summary: 'Supprimer une alerte ; elle peut revenir pendant une heure',
  ...own,
  errors: [alertErrors.ALERT_NOT_FOUND],
});

export const restoreAlertCall = defineCall({
  method: 'POST',
  path: '/alerts/:id/restore',
  access: 'user',
  summary: 'Revenir sur une suppression : la même alerte, avec ce qu’elle a trouvé',
  ...own,
  answer: z.object({ alert: alertSchema }),
  errors: [alertErrors.ALERT_NOT_FOUND],
});

const explainSchema = z.object({
  alertId: z.int(),
  listingId: z.int(),
  /** In one French sentence: sent when, or why not. */
  answer: z.string(),
  /** As both are now. */
  verdict: z.enum(['yes', 'maybe', 'no']),
  /** Words of the criteria: those not met, those the listing says nothing of. */
  failed: z.array(z.string()),
  unknown: z.array(z.string()),
  /** In French, one sentence per reason. */
  reasons: z.array(z.string()),
  visible: z.boolean(),
  /** Another listing of the same home, which was sent. */
  sameHome: z.nullable(z.object({ listingId: z.int(), at: z.string() })),
  facts: z.array(
    z.object({
      seq: z.int(),
      kind: z.string(),
      at: z.string(),
      run: z.nullable(z.string()),
      /** Whether the alert looked on when it happened. */
      seen: z.boolean(),
      matched: z.nullable(z.enum(['yes', 'maybe'])),
      /** As both were when it happened; null when that is not known (any more: 90 days) or nobody looked on. */
      verdict: z.nullable(z.enum(['yes', 'maybe', 'no'])),
      failed: z.array(z.string()),
      unknown: z.array(z.string()),
      expired: z.boolean(),
      toldAt: z.nullable(z.string()),
      mail: z.nullable(z.string()),
      /** What the alert made of it, in French. */
      outcome: z.string(),
    }),
  ),
});
export type Explanation = z.output<typeof explainSchema>;

export const explainAlertCall = defineCall({
  method: 'GET',
  path: '/alerts/:id/explain',
  access: 'user',
  summary: 'Pourquoi une annonce a été envoyée ou non',
  ...own,
  query: z.object({ listing: z.coerce.number().check(z.int(), z.positive()) }),
  answer: explainSchema,
  errors: [alertErrors.ALERT_NOT_FOUND, sharedErrors.NOT_FOUND],
});

export const unsubscribeCall = defineCall({
  method: 'POST',
  path: '/unsubscribe',
  access: 'token',
  // Mail providers post for all their users from a few addresses.
  tier: 'often',
  form: true,
  page: (search) => paths.unsubscribe() + search,
  summary: 'Arrêter une alerte en un clic (RFC 8058) ; la redire ne change rien',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(300)) }),
  body: z.looseObject({}),
  answer: z.object({ stopped: z.literal(true) }),
  errors: [alertErrors.ALERT_TOKEN_UNKNOWN],
});
