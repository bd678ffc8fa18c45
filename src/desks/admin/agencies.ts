// Agencies, as administrators find, verify and follow them (specification 2, domain.md 4).
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { shownText } from '#contract/fields.ts';
import { auditEntrySchema, reasonSchema } from '#rooms/administrators/contract.ts';
import { checkErrors, checkKindSchema, type IdentityState, identityStates } from '#rooms/agencies/checks.ts';
import { agencyErrors } from '#rooms/agencies/contract.ts';
import { type AgencyState, agencyStates } from '#rooms/agencies/suspension.ts';
import {
  causeSchema,
  diagnosticSchema,
  type ImportState,
  importSchema,
  importStates,
} from '#rooms/feeds/diagnosis.ts';
import { paymentErrors } from '#rooms/payments/contract.ts';

export const AGENCIES_PAGE = 50;
const NOTE_MAX = 2_000;

export const agencyOrders = { name: 'Par nom', newest: 'Les dernières d’abord' } as const;
const stateSchema = z.enum(Object.keys(agencyStates) as [AgencyState, ...AgencyState[]]);
const identitySchema = z.enum(Object.keys(identityStates) as [IdentityState, ...IdentityState[]]);

/** What keeps every listing of an agency off line. */
export const blockedWords = { yes: 'Retenues par la loi' } as const;
export const spaceWords = { with: 'Avec un espace', without: 'Sans espace' } as const;
export const importWords = { error: 'Dernier import en erreur' } as const;

/** States of an import that wait for a person, or gave nothing. */
export const failedImports: ReadonlySet<ImportState> = new Set<ImportState>(['refused', 'held']);
/** The same to be filtered by. */
export const failedImportNames = [...failedImports];

export const importLabels: Readonly<Record<ImportState, string>> = {
  received: 'Reçu',
  compared: 'Comparé, attend l’agence',
  ordered: 'À appliquer',
  staging: 'Lecture en cours',
  applying: 'Application en cours',
  done: 'Appliqué',
  held: 'Attend une confirmation',
  identical: 'Sans changement',
  outdated: 'Remplacé par un plus récent',
  refused: 'Refusé',
  undoing: 'Annulation en cours',
  undone: 'Annulé',
};

const filters = {
  /** A name, a reference, a SIREN or a SIRET, a postal code, an e-mail address, or their beginning. */
  q: z.optional(z.string().check(z.maxLength(100))),
  status: z.optional(stateSchema),
  identity: z.optional(identitySchema),
  space: z.optional(z.enum(['with', 'without'])),
  blocked: z.optional(z.literal('yes')),
  imports: z.optional(z.literal('error')),
  sort: z.optional(z.enum(['name', 'newest'])),
};
const filtersSchema = z.object(filters);
export type AgencyFilters = z.output<typeof filtersSchema>;

const rowSchema = z.object({
  id: z.int(),
  ownerReference: z.string(),
  name: z.string(),
  siren: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  email: z.nullable(z.string()),
  status: stateSchema,
  identity: identitySchema,
  space: z.boolean(),
  /** It lacks its SIREN or its card, is suspended, or left: none of its listings may be on line. */
  blocked: z.boolean(),
  /** The last one; null: it never sent anything. */
  import: z.nullable(z.object({ state: z.enum(importStates), at: z.string() })),
  /** ISO. */
  createdAt: z.string(),
});
export type AgencyRow = z.output<typeof rowSchema>;

export const adminAgenciesCall = defineCall({
  method: 'GET',
  path: '/admin/agencies',
  access: 'admin',
  summary: 'Les agences, cherchées et filtrées, par nom ou les dernières d’abord',
  query: z.object({
    ...filters,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({ agencies: z.array(rowSchema), next: z.nullable(z.int()) }),
});

export const adminAgenciesCsvCall = defineCall({
  method: 'GET',
  path: '/admin/agencies.csv',
  access: 'admin',
  summary: 'Les mêmes agences, toutes, pour un tableur',
  query: filtersSchema,
  file: 'text/csv; charset=utf-8',
});

const text = z.nullable(z.string());
const moment = z.nullable(z.string());

export const adminAgencyCall = defineCall({
  method: 'GET',
  path: '/admin/agencies/:id',
  access: 'admin',
  summary:
    'Une agence\u00a0: son identité et ce qui en est vérifié, son statut, ses flux, ses factures, son journal',
  params: z.object({ id: z.string() }),
  answer: z.object({
    agency: z.object({
      id: z.int(),
      ownerReference: z.string(),
      name: z.string(),
      demo: z.boolean(),
      feedId: text,
      siren: text,
      siret: text,
      rcsCity: text,
      tradeName: text,
      companyName: text,
      legalForm: text,
      /** Cents. */
      capital: z.nullable(z.int()),
      vatNumber: text,
      soleTrader: z.nullable(z.boolean()),
      cardNumber: text,
      cardOffice: text,
      cardActivities: text,
      /** `YYYY-MM-DD`. */
      cardUntil: text,
      guarantorName: text,
      guarantorAddress: text,
      /** Cents. */
      guaranteeAmount: z.nullable(z.int()),
      holdsNoFunds: z.nullable(z.boolean()),
      insurance: text,
      mediatorName: text,
      mediatorUrl: text,
      feeScheduleUrl: text,
      feeScheduleOn: text,
      email: text,
      phone: text,
      address: text,
      postalCode: text,
      city: text,
      website: text,
      software: text,
      createdAt: z.string(),
    }),
    status: stateSchema,
    suspension: z.nullable(z.object({ on: z.string(), reason: z.string() })),
    excludedOn: text,
    /** What opens its space, since when, and when somebody was last there; null: it has none. */
    space: z.nullable(z.object({ email: z.string(), createdAt: z.string(), seenAt: moment })),
    identity: identitySchema,
    checks: z.array(
      z.object({
        kind: checkKindSchema,
        /** As the agency states it; null: it says nothing. */
        stated: text,
        /** What a program sees of it. */
        form: z.object({ state: z.enum(['missing', 'wrong', 'sound']), note: z.string() }),
        /** What a person found; `current`: of what is stated today. */
        decision: z.nullable(
          z.object({
            outcome: z.enum(['verified', 'refused']),
            reason: text,
            by: z.string(),
            at: z.string(),
            current: z.boolean(),
          }),
        ),
      }),
    ),
    /** What the law asks of it and does not find. */
    lacks: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(['block', 'review', 'warning']),
        message: z.string(),
        remedy: z.string(),
      }),
    ),
    notes: z.array(z.object({ id: z.int(), at: z.string(), by: z.string(), text: z.string() })),
    imports: z.array(importSchema),
    /** What the last import says: of the agency, then of the lines of its file, the first ones. */
    report: z.nullable(
      z.object({
        importId: z.int(),
        notes: z.array(z.string()),
        causes: z.array(causeSchema),
        diagnostics: z.array(diagnosticSchema),
        /** Lines of the file of which something is said. */
        said: z.int(),
      }),
    ),
    invoices: z.array(
      z.object({
        number: z.string(),
        kind: z.enum(['invoice', 'credit']),
        /** `YYYY-MM-DD`. */
        issuedOn: z.string(),
        /** Cents. */
        net: z.int(),
        gross: z.int(),
        mailedAt: moment,
      }),
    ),
    figures: z.object({
      online: z.int(),
      /** Kept off line by the law. */
      refused: z.int(),
      /** Wait for a person. */
      pending: z.int(),
      listings: z.int(),
      /** Of the last 30 days, and of as many before; spam left out. */
      leads: z.int(),
      leadsBefore: z.int(),
      boosts: z.int(),
      boostsRunning: z.int(),
      /** Cents without VAT, credit notes taken off. */
      billed: z.int(),
    }),
    audit: z.object({ entries: z.array(auditEntrySchema), more: z.boolean() }),
  }),
  errors: [sharedErrors.NOT_FOUND],
});

export const noteSchema = z
  .string()
  .check(
    shownText,
    z.minLength(1, { error: 'Écrivez la note avant de l’ajouter.' }),
    z.maxLength(NOTE_MAX, { error: `Une note compte ${NOTE_MAX} caractères au plus.` }),
  );

const actSchema = z.discriminatedUnion('act', [
  z.object({ act: z.literal('verify'), kind: checkKindSchema }),
  z.object({ act: z.literal('refuse'), kind: checkKindSchema, reason: reasonSchema }),
  z.object({ act: z.literal('status'), status: z.enum(['active', 'suspended']), reason: reasonSchema }),
  z.object({ act: z.literal('note'), text: noteSchema }),
]);
export type AgencyAct = z.output<typeof actSchema>;

export const adminAgencyActCall = defineCall({
  method: 'PATCH',
  path: '/admin/agencies/:id',
  access: 'admin',
  summary: 'Vérifier ou refuser ce qu’une agence indique, la suspendre ou la rétablir, ajouter une note',
  params: z.object({ id: z.string() }),
  body: actSchema,
  errors: [agencyErrors.AGENCY_UNKNOWN, checkErrors.CHECK_NOTHING_STATED, checkErrors.CHECK_MALFORMED],
});

export const verifyAgenciesCall = defineCall({
  method: 'POST',
  path: '/admin/agencies/checks',
  access: 'admin',
  summary: 'Noter que le SIREN et la carte de plusieurs agences ont été vérifiés',
  body: z.object({
    ids: z
      .array(z.int().check(z.positive()))
      .check(
        z.minLength(1, { error: 'Choisissez au moins une agence.' }),
        z.maxLength(AGENCIES_PAGE, { error: `Choisissez ${AGENCIES_PAGE} agences au plus.` }),
      ),
  }),
  answer: z.object({
    verified: z.int(),
    /** Those that stay as they were, and why. */
    left: z.array(z.object({ id: z.int(), name: z.string(), why: z.string() })),
  }),
});

export const adminInvoiceCall = defineCall({
  method: 'GET',
  path: '/admin/agencies/:id/invoices/:number.pdf',
  access: 'admin',
  summary: 'Une facture ou un avoir d’une agence, en PDF',
  params: z.object({ id: z.string(), number: z.string() }),
  file: 'application/pdf',
  errors: [paymentErrors.INVOICE_UNKNOWN],
});
