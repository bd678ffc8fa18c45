/**
 * Administrators: the two people who run the service, and what each of them did (specification 4, security.md D8).
 * Owns the tables admin_audit and service_switch.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { shownText } from '#contract/fields.ts';
import { SERVICE_WORDS_MAX, type SwitchedRoom, switchedRooms } from './switches.ts';

/** What an administrator can do, and how the audit calls it. A row is never renamed: the audit keeps its key. */
export const auditActions = {
  'agency.status': 'Statut de l’agence changé',
  'agency.identity': 'Vérification d’identité',
  'agency.note': 'Note ajoutée',
  'agency.claim': 'Demande d’espace tranchée',
  'agency.view': 'Espace de l’agence consulté en lecture seule',
  'listing.suspended': 'Annonce suspendue',
  'listing.restored': 'Annonce rétablie',
  'listing.rule': 'Règle écartée ou rétablie par écrit',
  'listing.wording': 'Tournure en attente tranchée',
  'listing.signals': 'Signaux d’arnaque tranchés',
  'report.status': 'Signalement pris en charge',
  'report.decided': 'Signalement tranché',
  'report.appeal': 'Contestation tranchée',
  'coupon.created': 'Code promo créé',
  'coupon.changed': 'Code promo modifié',
  'coupon.stopped': 'Code promo arrêté',
  'boost.configuration': 'Configuration des boosts chargée',
  'boost.task': 'Tâche de diffusion faite à la main',
  'boost.figures': 'Chiffres d’un boost reportés',
  'boost.retried': 'Boost renvoyé au réseau',
  'boost.refused': 'Boost refusé',
  'mail.read': 'Texte d’un courriel lu',
  'mail.restored': 'Adresse remise en service',
  'service.switch': 'Service ouvert ou fermé',
  'payment.alarm': 'Paiement regardé',
} as const;
export type AuditAction = keyof typeof auditActions;

/** What actions are about, and how a person calls one of them. */
export const auditSubjects = {
  agency: 'Agence',
  listing: 'Annonce',
  report: 'Signalement',
  coupon: 'Code promo',
  boost: 'Boost',
  configuration: 'Configuration des boosts',
  mail: 'Courriel',
  service: 'Service',
  payment: 'Commande',
} as const;
export type AuditSubject = keyof typeof auditSubjects;

/** Characters of a reason: an agency or a person may read it, so a word is not enough. */
export const REASON_MIN = 10;
export const REASON_MAX = 2_000;

/** Why an administrator decides so: audited, and told to whom it concerns where the law asks it. */
export const reasonSchema = z
  .string()
  .check(
    shownText,
    z.minLength(REASON_MIN, { error: `Écrivez pourquoi, en ${REASON_MIN} caractères au moins.` }),
    z.maxLength(REASON_MAX, { error: `Le motif compte ${REASON_MAX} caractères au plus.` }),
  );

/** What visitors read while a room is closed. */
const serviceWords = z.string({ error: 'Écrivez ce que les visiteurs liront.' }).check(
  shownText,
  z.minLength(1, { error: 'Écrivez ce que les visiteurs liront.' }),
  z.maxLength(SERVICE_WORDS_MAX, {
    error: `Ce que les visiteurs lisent compte ${SERVICE_WORDS_MAX} caractères au plus.`,
  }),
);

/** How a room is closed, or opened again. */
export const switchingSchema = z.discriminatedUnion('closed', [
  z.object({ closed: z.literal(true), words: serviceWords, reason: reasonSchema }),
  z.object({ closed: z.literal(false), reason: reasonSchema }),
]);
export type Switching = z.output<typeof switchingSchema>;

export const serviceSwitchSchema = z.object({
  room: z.enum(Object.keys(switchedRooms) as [SwitchedRoom, ...SwitchedRoom[]]),
  closed: z.boolean(),
  /** What visitors read meanwhile; null: it is open. */
  words: z.nullable(z.string()),
  /** ISO, when it was last closed or opened, by whom and why; null: it was always open. */
  since: z.nullable(z.string()),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type ServiceSwitch = z.output<typeof serviceSwitchSchema>;

export const adminErrors = defineErrors({
  ADMIN_CREDENTIALS: [401, 'Identifiant ou mot de passe incorrect.'],
});

export const AUDIT_PAGE = 50;

const auditWords = {
  subject: z.optional(z.enum(Object.keys(auditSubjects) as [AuditSubject, ...AuditSubject[]])),
  id: z.optional(z.string().check(z.maxLength(100))),
  administrator: z.optional(z.string().check(z.maxLength(40))),
  action: z.optional(z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]])),
};

export const auditEntrySchema = z.object({
  id: z.int(),
  /** ISO. */
  at: z.string(),
  administrator: z.string(),
  action: z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]),
  subject: z.enum(Object.keys(auditSubjects) as [AuditSubject, ...AuditSubject[]]),
  subjectId: z.string(),
  /** How the subject was called then. */
  label: z.string(),
  /** What the action changed, by field; null: nothing was there, or nothing is left. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditCall = defineCall({
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  summary: 'Ce que les administrateurs ont fait, le plus récent d’abord',
  query: z.object({
    ...auditWords,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({
    entries: z.array(auditEntrySchema),
    administrators: z.array(z.string()),
    next: z.nullable(z.int()),
  }),
});

export const auditCsvCall = defineCall({
  method: 'GET',
  path: '/admin/audit.csv',
  access: 'admin',
  summary: 'Le même journal, entier, pour un tableur',
  query: z.object(auditWords),
  file: 'text/csv; charset=utf-8',
});
