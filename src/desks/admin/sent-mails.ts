/**
 * Mails: every mail of the product as administrators read it, with its fate, and the addresses that nothing is sent to any
 * more (issue 24). What opens something is masked (`rooms/mail/masking.ts`).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { shownText } from '#contract/fields.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import { type MailStatus, mailStatuses } from '#rooms/mail/contract.ts';

/** What became of a mail, by the word of its address. */
export const mailFates = {
  attente: 'En attente',
  accepte: 'Accepté',
  rejete: 'Rejeté',
  ecarte: 'Mis de côté',
  abandonne: 'Abandonné',
} as const;
export type MailFate = keyof typeof mailFates;

/** What each fate means, for whoever reads it the first time. */
export const fateWords: Readonly<Record<MailFate, string>> = {
  attente: 'Il partira à son tour, ou sera retenté.',
  accepte: 'Le serveur du destinataire l’a pris.',
  rejete: 'Un serveur l’a refusé ou renvoyé, ou son lecteur s’en est plaint.',
  ecarte: 'Il n’est pas parti\u00a0: rien n’est plus envoyé à cette adresse.',
  abandonne: 'Il n’est pas parti\u00a0: il n’avait plus d’objet quand son tour est venu.',
};

export function fateOf({ status, returnedAs }: { status: MailStatus; returnedAs: string | null }): MailFate {
  if (returnedAs !== null || status === 'failed') return 'rejete';
  if (status === 'sent') return 'accepte';
  if (status === 'suppressed') return 'ecarte';
  return status === 'withdrawn' ? 'abandonne' : 'attente';
}

/** What mails are about: the first word of the stream that withdraws them. */
export const mailKinds: Readonly<Record<string, string>> = {
  account: 'Compte de particulier',
  agency: 'Espace d’agence',
  alert: 'Alerte',
  subscriber: 'Adresse d’alertes',
  favorites: 'Favoris',
  lead: 'Demande de contact',
  notification: 'Notifications d’agence',
  'weekly-report': 'Point de la semaine',
  legal: 'Annonces retirées par la loi',
  moderation: 'Modération d’annonce',
  report: 'Signalement',
  'report-agency': 'Signalement, à l’agence',
  invoice: 'Facture',
  contact: 'Message au service',
};

export const kindWords = (kind: string): string => mailKinds[kind] ?? kind;

/** Why an address is set aside. */
export const asideWords = {
  bounces: 'Courriels renvoyés',
  complaint: 'Plainte de son lecteur',
  operator: 'Écartée par le service',
} as const;
export type AsideReason = keyof typeof asideWords;

export const MAILS_PAGE = 50;
const ADDRESS_MAX = 320;
const TOGETHER_MAX = 50;

const statusSchema = z.enum(Object.keys(mailStatuses) as [MailStatus, ...MailStatus[]]);
const fateSchema = z.enum(Object.keys(mailFates) as [MailFate, ...MailFate[]]);
const asideSchema = z.enum(Object.keys(asideWords) as [AsideReason, ...AsideReason[]]);
const moment = z.nullable(z.string());

const words = {
  /** An address, whole. */
  personne: z.optional(z.string().check(z.maxLength(ADDRESS_MAX))),
  /** The reference of an agency: mails to any of its addresses. */
  agence: z.optional(z.string().check(z.maxLength(40))),
  genre: z.optional(z.string().check(z.regex(/^[a-z-]{1,40}$/))),
  etat: z.optional(fateSchema),
};
const wordsSchema = z.object(words);
export type MailWords = z.output<typeof wordsSchema>;

const rowSchema = z.object({
  id: z.int(),
  to: z.string(),
  /** Null: it is written when its turn comes. */
  subject: z.nullable(z.string()),
  kind: z.string(),
  status: statusSchema,
  fate: fateSchema,
  attempts: z.int(),
  /** ISO. */
  createdAt: z.string(),
  sentAt: moment,
});
export type ListedMail = z.output<typeof rowSchema>;

export const adminMailsCall = defineCall({
  method: 'GET',
  path: '/admin/mails',
  access: 'admin',
  summary: 'Les courriels du produit et ce qu’ils sont devenus, le plus récent d’abord',
  query: z.object({
    ...words,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({
    mails: z.array(rowSchema),
    /** The agency of the filter; null: none was asked for, or it does not exist. */
    agency: z.nullable(
      z.object({
        id: z.int(),
        name: z.string(),
        ownerReference: z.string(),
        addresses: z.array(z.string()),
      }),
    ),
    next: z.nullable(z.int()),
  }),
});

export const adminMailsCsvCall = defineCall({
  method: 'GET',
  path: '/admin/mails.csv',
  access: 'admin',
  summary: 'Les mêmes courriels, tous et sans leur texte, pour un tableur',
  query: wordsSchema,
  file: 'text/csv; charset=utf-8',
});

export const adminMailCall = defineCall({
  method: 'GET',
  path: '/admin/mails/:id',
  access: 'admin',
  summary:
    'Un courriel tel qu’il est parti, sans les clés de ses liens, et ce qu’il est devenu\u00a0; la lecture est notée au journal',
  params: z.object({ id: z.string() }),
  answer: z.object({
    mail: z.extend(rowSchema, {
      from: z.string(),
      replyTo: z.nullable(z.string()),
      messageId: z.string(),
      /** Beside the usual ones. */
      headers: z.record(z.string(), z.string()),
      /** `here`; `unwritten`: it will be written shortly before it leaves; `gone`: they were forgotten. */
      words: z.enum(['here', 'unwritten', 'gone']),
      html: z.nullable(z.string()),
      text: z.nullable(z.string()),
      /** Until when words that are here are kept, ISO; null: as long as it waits. */
      keptUntil: moment,
      attachment: z.nullable(z.object({ name: z.string(), type: z.string() })),
      /** When it is tried again, while it waits. */
      nextAt: moment,
      /** The last answer of a server that did not take it. */
      error: z.nullable(z.string()),
      /** What came back of it once it was accepted. */
      returned: z.nullable(
        z.object({ as: z.enum(['bounce', 'complaint']), status: z.nullable(z.string()), at: z.string() }),
      ),
      /** What is known of its address; null: it never refused anything. */
      address: z.nullable(
        z.object({
          bounces: z.int(),
          lastBounceAt: moment,
          asideSince: moment,
          reason: z.nullable(asideSchema),
        }),
      ),
    }),
  }),
  errors: [sharedErrors.NOT_FOUND],
});
export type ReadMail = z.output<(typeof adminMailCall)['answer']>['mail'];

const asideFilters = {
  personne: words.personne,
  motif: z.optional(asideSchema),
};
const asideWordsSchema = z.object(asideFilters);
export type AsideFilters = z.output<typeof asideWordsSchema>;

const asideRowSchema = z.object({
  email: z.string(),
  reason: z.nullable(asideSchema),
  since: z.string(),
  bounces: z.int(),
  lastBounceAt: moment,
});
export type AsideAddress = z.output<typeof asideRowSchema>;

export const asideAddressesCall = defineCall({
  method: 'GET',
  path: '/admin/mails/set-aside',
  access: 'admin',
  summary: 'Les adresses auxquelles plus rien n’est envoyé, la dernière mise de côté d’abord',
  query: z.object({
    ...asideFilters,
    /** `next` of the page before. */
    apres: z.optional(z.string().check(z.maxLength(ADDRESS_MAX + 20))),
  }),
  answer: z.object({ addresses: z.array(asideRowSchema), next: z.nullable(z.string()) }),
});

export const asideAddressesCsvCall = defineCall({
  method: 'GET',
  path: '/admin/mails/set-aside.csv',
  access: 'admin',
  summary: 'Les mêmes adresses, toutes, pour un tableur',
  query: asideWordsSchema,
  file: 'text/csv; charset=utf-8',
});

export const restoreAddressesCall = defineCall({
  method: 'PATCH',
  path: '/admin/mails/set-aside',
  access: 'admin',
  summary: 'Écrire de nouveau à des adresses mises de côté, avec un motif',
  body: z.object({
    emails: z
      .array(
        z
          .string()
          .check(
            shownText,
            z.minLength(3, { error: 'Donnez une adresse entière.' }),
            z.maxLength(ADDRESS_MAX, { error: 'Cette adresse est trop longue.' }),
          ),
      )
      .check(
        z.minLength(1, { error: 'Choisissez au moins une adresse.' }),
        z.maxLength(TOGETHER_MAX, { error: `Choisissez ${TOGETHER_MAX} adresses au plus.` }),
      ),
    reason: reasonSchema,
  }),
  answer: z.object({
    restored: z.array(z.string()),
    /** Those to which mail went already. */
    others: z.array(z.string()),
  }),
});
