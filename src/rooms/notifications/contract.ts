/**
 * Notifications: what agencies are told, by which way and when; and what they were told (domain.md 3.7).
 * Owns the tables agency_notification_setting, agency_notification and agency_digest.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';

export const channels = {
  immediate: 'Tout de suite',
  digest: 'Résumé du jour',
  none: 'Aucun courriel',
} as const;
export type Channel = keyof typeof channels;

interface EventSaid {
  readonly label: string;
  readonly hint: string;
  readonly usual: Channel;
  /** A statement of reasons is owed (security.md L7): mailed each time, by itself. */
  readonly always?: true;
}

/** What an agency may be told of, in the order of the page. */
export const notificationEvents = {
  newLead: {
    label: 'Nouveau prospect',
    hint: 'Quelqu’un écrit à propos d’une de vos annonces.',
    usual: 'immediate',
  },
  lateLead: {
    label: 'Prospect sans suite',
    hint: 'Un message est «\u00a0nouveau\u00a0» depuis vingt-quatre heures.',
    usual: 'digest',
  },
  plannedReminder: {
    label: 'Rappel planifié',
    hint: 'Le jour que vous avez noté dans la fiche d’un prospect.',
    usual: 'immediate',
  },
  listingRefused: {
    label: 'Annonce retirée par la loi',
    hint: 'Une mention obligatoire manque ou n’est plus valable. Toujours écrit, avec les raisons.',
    usual: 'immediate',
    always: true,
  },
  listingSuspended: {
    label: 'Annonce suspendue ou rétablie par Vigie',
    hint: 'Une personne de Vigie l’a décidé. Toujours écrit, avec les raisons et les recours.',
    usual: 'immediate',
    always: true,
  },
  listingReported: {
    label: 'Annonce signalée',
    hint: 'Une personne de Vigie l’examine ou en a décidé. Toujours écrit, avec les raisons et les recours.',
    usual: 'immediate',
    always: true,
  },
  listingToConfirm: {
    label: 'Annonces à confirmer',
    hint: 'Sept jours avant qu’elles ne quittent la ligne.',
    usual: 'digest',
  },
  importTrouble: {
    label: 'Import retenu ou refusé',
    hint: 'L’envoi de votre logiciel n’a pas été appliqué.',
    usual: 'immediate',
  },
  importDone: {
    label: 'Import terminé',
    hint: 'L’envoi de votre logiciel est en ligne.',
    usual: 'none',
  },
  boostStarted: {
    label: 'Boost démarré',
    hint: 'Le réseau montre votre annonce.',
    usual: 'immediate',
  },
  boostEnded: {
    label: 'Boost terminé',
    hint: 'Sa durée est passée, ou son annonce a quitté la ligne.',
    usual: 'immediate',
  },
  boostFailed: {
    label: 'Boost en erreur',
    hint: 'Le réseau ne peut pas le diffuser, ou l’a refusé.',
    usual: 'immediate',
  },
  invoiceReady: {
    label: 'Facture ou avoir',
    hint: 'Un document est dans Mes Boosts. Il est aussi envoyé, toujours, à l’adresse de facturation.',
    usual: 'none',
  },
  couponReceived: {
    label: 'Code promo reçu',
    hint: 'Un code qui baisse le prix de vos boosts est réservé à votre agence.',
    usual: 'immediate',
  },
} as const satisfies Record<string, EventSaid>;
export type NotificationEvent = keyof typeof notificationEvents;
export const eventNames = Object.keys(notificationEvents) as NotificationEvent[];

function alwaysWritten(event: NotificationEvent): boolean {
  const said: EventSaid = notificationEvents[event];
  return said.always === true;
}

/** The channels that an event offers. */
export function channelsOf(event: NotificationEvent): Channel[] {
  const always = alwaysWritten(event);
  return (Object.keys(channels) as Channel[]).filter((channel) => channel === 'immediate' || !always);
}

/** Addresses of an agency that are its own: no other is ever written to, since mails name people who wrote to it. */
export const recipients = {
  contact: 'Adresse de contact',
  login: 'Adresse de connexion',
} as const;
export type Recipient = keyof typeof recipients;
export const recipientNames = Object.keys(recipients) as [Recipient, ...Recipient[]];

/** Notified when an event that its agency wants at once is recorded. */
export const NOTIFICATION_CHANNEL = 'vigie_agency_notification';

/** Hour in Paris from which the digest of the day leaves. */
export const DIGEST_HOUR = 8;

const hour = z
  .int({ error: 'L’heure est un nombre de 0 à 23.' })
  .check(
    z.minimum(0, { error: 'L’heure est un nombre de 0 à 23.' }),
    z.maximum(23, { error: 'L’heure est un nombre de 0 à 23.' }),
  );

const channelFields = Object.fromEntries(
  eventNames.map((event) => [
    event,
    z.enum(channelsOf(event) as [Channel, ...Channel[]], {
      error: 'Choisissez une des façons proposées.',
    }),
  ]),
) as unknown as Record<NotificationEvent, z.ZodMiniEnum<{ [C in Channel]: C }>>;

export const notificationSettingsSchema = z.object({
  channels: z.object(channelFields),
  recipients: z
    .array(z.enum(recipientNames, { error: 'Choisissez parmi les adresses de l’agence.' }))
    .check(
      z.minLength(1, { error: 'Gardez au moins une adresse.' }),
      z.maxLength(recipientNames.length, { error: 'Nommez chaque adresse une fois.' }),
    ),
  /** Hours in Paris: nothing leaves from the first until the second. Null: at any hour. */
  quiet: z.nullable(
    z.object({ from: hour, until: hour }).check(
      z.refine(({ from, until }) => from !== until, {
        error: 'Les heures calmes commencent et finissent à des heures différentes.',
      }),
    ),
  ),
  /** On which mails leave, 1 is Monday. */
  days: z
    .array(z.int().check(z.minimum(1), z.maximum(7)))
    .check(
      z.minLength(1, { error: 'Gardez au moins un jour.' }),
      z.maxLength(7, { error: 'Une semaine a sept jours.' }),
    ),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

/**
 * What an agency asks for. Events that are always written, in one way, need not be named: those that came with the administration of
 * listings are not in what clients of before send.
 */
const askedSettingsSchema = z.extend(notificationSettingsSchema, {
  channels: z.object(
    Object.fromEntries(
      eventNames.map((event) => [
        event,
        alwaysWritten(event) ? z.optional(channelFields[event]) : channelFields[event],
      ]),
    ) as unknown as Record<NotificationEvent, z.ZodMiniOptional<(typeof channelFields)[NotificationEvent]>>,
  ),
});
export type AskedSettings = z.output<typeof askedSettingsSchema>;

export const usualSettings: NotificationSettings = {
  channels: Object.fromEntries(
    eventNames.map((event) => [event, notificationEvents[event].usual]),
  ) as NotificationSettings['channels'],
  recipients: ['contact'],
  quiet: null,
  days: [1, 2, 3, 4, 5, 6, 7],
};

export const notificationSchema = z.object({
  id: z.int(),
  event: z.enum(eventNames as [NotificationEvent, ...NotificationEvent[]]),
  title: z.string(),
  /** Page of the agency that it is about. */
  path: z.string(),
  /** ISO. */
  at: z.string(),
  read: z.boolean(),
});
export type Notification = z.output<typeof notificationSchema>;

export const notificationSettingsCall = defineCall({
  method: 'GET',
  path: '/agence/notification-settings',
  access: 'agency',
  summary: 'Ce dont l’agence veut être prévenue, comment et quand',
  answer: notificationSettingsSchema,
});

export const changeNotificationSettingsCall = defineCall({
  method: 'PUT',
  path: '/agence/notification-settings',
  access: 'agency',
  summary: 'Choisit ce dont l’agence est prévenue ; vaut pour tout courriel qui part ensuite',
  body: askedSettingsSchema,
  answer: notificationSettingsSchema,
});

export const notificationsCall = defineCall({
  method: 'GET',
  path: '/agence/notifications',
  access: 'agency',
  summary: 'Ce dont l’agence a été prévenue, le plus récent d’abord, 30 à la fois',
  query: z.object({ apres: z.optional(z.string()) }),
  answer: z.object({
    notifications: z.array(notificationSchema),
    unread: z.int(),
    /** Value of `apres` for the rest; null at the end. */
    next: z.nullable(z.string()),
  }),
});

export const readNotificationsCall = defineCall({
  method: 'POST',
  path: '/agence/notifications/read',
  access: 'agency',
  summary: 'Marque comme lues les notifications jusqu’à celle-ci comprise',
  body: z.object({ upTo: z.int().check(z.positive()) }),
  answer: z.object({ unread: z.int() }),
});
