import { Readable } from 'node:stream';
import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { formatShortDate } from '#contract/fmt.ts';
import {
  type AdministratorName,
  type AgencyId,
  asAgencyId,
  asOwnerReference,
} from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { auditPage } from '#rooms/administrators/audit.server.ts';
import { agencyById } from '#rooms/agencies/agencies.server.ts';
import { checksOf, decideCheck } from '#rooms/agencies/checks.server.ts';
import { identityStates } from '#rooms/agencies/checks.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { addNote, notesOf } from '#rooms/agencies/notes.server.ts';
import { wordsOf } from '#rooms/agencies/search-words.server.ts';
import { setSuspension, suspensionOf } from '#rooms/agencies/suspension.server.ts';
import { agencyStates, stateOf } from '#rooms/agencies/suspension.ts';
import { feedHistory, feedReport } from '#rooms/feeds/diagnosis.server.ts';
import { checkAgency } from '#rooms/listings/legal-engine.ts';
import {
  type ListedAgency,
  type Sought,
  selectFigures,
  selectInvoices,
  selectListed,
  selectPresence,
} from './agencies.sql.server.ts';
import {
  AGENCIES_PAGE,
  type AgencyAct,
  type AgencyFilters,
  type AgencyRow,
  importLabels,
} from './agencies.ts';

const DAY_MS = 86_400_000;
const FIGURE_DAYS = 30;
/** Rows of a file read at a time. */
const FILE_PAGE = 500;
const INVOICES_SHOWN = 24;
/** What a file says line by line is long: the rest is in the report of the agency’s own page. */
const DIAGNOSTICS_SHOWN = 20;
/** More words than a name has. */
const WORDS_MAX = 10;

/** What was typed into the search; null: nothing. */
function soughtIn(q: string | undefined): Sought | null {
  const text = (q ?? '').trim().toLowerCase();
  if (text === '') return null;
  // The words of an address name no agency.
  return { text, words: text.includes('@') ? [] : wordsOf(text).slice(0, WORDS_MAX) };
}

function askedIn({ q, sort, ...filters }: AgencyFilters) {
  return { ...filters, sought: soughtIn(q), sort: sort ?? 'name' } as const;
}

function shown({
  importState,
  importAt,
  createdAt,
  suspendedOn,
  excludedOn,
  ...row
}: ListedAgency): AgencyRow {
  return {
    ...row,
    status: stateOf({ suspendedOn, excludedOn }),
    import: importState && importAt ? { state: importState, at: importAt.toISOString() } : null,
    createdAt: createdAt.toISOString(),
  };
}

/** A page of the agencies that answer the filters. `next` asks for the page after; null: it is the last. */
export async function agenciesPage(
  db: Queryable,
  filters: AgencyFilters,
  apres: number | null,
): Promise<{ agencies: AgencyRow[]; next: number | null }> {
  const rows = await selectListed(db, { ...askedIn(filters), after: apres, limit: AGENCIES_PAGE + 1 });
  const agencies = rows.slice(0, AGENCIES_PAGE).map(shown);
  return { agencies, next: rows.length > AGENCIES_PAGE ? (agencies.at(-1)?.id ?? null) : null };
}

/** All of them as a CSV file, read a page at a time. */
export function agenciesCsv(db: Queryable, filters: AgencyFilters): Readable {
  return Readable.from(csvOf(db, filters));
}

async function* csvOf(db: Queryable, filters: AgencyFilters): AsyncGenerator<string> {
  yield csvHead([
    'Numéro',
    'Référence',
    'Agence',
    'SIREN',
    'Code postal',
    'Ville',
    'Adresse électronique',
    'Statut',
    'Identité',
    'Espace',
    'Annonces retenues',
    'Dernier import',
    'Reçu le',
    'Connue depuis le',
  ]);
  for (let after: number | null = null; ; ) {
    const rows: ListedAgency[] = await selectListed(db, { ...askedIn(filters), after, limit: FILE_PAGE });
    for (const row of rows)
      yield csvLine([
        row.id,
        row.ownerReference,
        row.name,
        row.siren,
        row.postalCode,
        row.city,
        row.email,
        agencyStates[stateOf(row)],
        identityStates[row.identity],
        row.space ? 'oui' : 'non',
        row.blocked ? 'oui' : 'non',
        row.importState && importLabels[row.importState],
        row.importAt && formatShortDate(row.importAt),
        formatShortDate(row.createdAt),
      ]);
    if (rows.length < FILE_PAGE) return;
    after = rows.at(-1)!.id;
  }
}

/** All that an administrator reads of one agency. Throws NOT_FOUND. */
export async function adminAgencyOf(db: Queryable, agencyId: AgencyId) {
  const now = clock.now();
  const agency = await agencyById(db, agencyId);
  if (!agency) throw fail(sharedErrors.NOT_FOUND);
  const [presence, suspension, { state, checks }, notes, history, invoices, figures, audit] =
    await Promise.all([
      selectPresence(db, agencyId),
      suspensionOf(db, agencyId),
      checksOf(db, agency),
      notesOf(db, agencyId),
      feedHistory(db, agencyId, undefined),
      selectInvoices(db, agencyId, INVOICES_SHOWN),
      selectFigures(db, agencyId, {
        since: new Date(now.getTime() - FIGURE_DAYS * DAY_MS),
        before: new Date(now.getTime() - 2 * FIGURE_DAYS * DAY_MS),
      }),
      auditPage(db, { subject: 'agency', id: String(agencyId) }, null),
    ]);
  if (!presence || !figures) throw fail(sharedErrors.NOT_FOUND);
  const { feedId, createdAt, login, openedAt, seenAt } = presence;
  return {
    agency: { ...factsOf(agency), feedId, createdAt: createdAt.toISOString() },
    status: stateOf(agency),
    suspension,
    excludedOn: agency.excludedOn,
    space:
      login !== null && openedAt
        ? { email: login, createdAt: openedAt.toISOString(), seenAt: seenAt?.toISOString() ?? null }
        : null,
    identity: state,
    checks,
    lacks: checkAgency(agency, parisDay(now).day).map(({ rule, severity, message, remedy }) => ({
      rule,
      severity,
      message,
      remedy,
    })),
    notes,
    imports: history.imports,
    report: await lastReport(db, agencyId, agency.ownerReference, history.imports[0]?.id),
    invoices: invoices.map(({ series, mailedAt, ...invoice }) => ({
      ...invoice,
      kind: series === 'F' ? ('invoice' as const) : ('credit' as const),
      mailedAt: mailedAt?.toISOString() ?? null,
    })),
    figures,
    audit: { entries: audit.entries, more: audit.next !== null },
  };
}

/**
 * One act of an administrator on an agency. Throws AGENCY_UNKNOWN, CHECK_NOTHING_STATED or CHECK_MALFORMED; the same act again
 * changes nothing.
 */
export async function actOnAgency(
  services: Pick<Services, 'db' | 'env'>,
  agencyId: AgencyId,
  act: AgencyAct,
  by: AdministratorName,
): Promise<void> {
  switch (act.act) {
    case 'verify':
      return decideCheck(services, agencyId, { kind: act.kind, outcome: 'verified' }, by);
    case 'refuse':
      return decideCheck(services, agencyId, { kind: act.kind, outcome: 'refused', reason: act.reason }, by);
    case 'status':
      return setSuspension(
        services,
        agencyId,
        { suspended: act.status === 'suspended', reason: act.reason },
        by,
      );
    case 'note':
      return addNote(services.db, agencyId, act.text, by);
  }
}

/** The number in an address. Throws NOT_FOUND when it cannot be one. */
export function agencyIdIn(word: string): AgencyId {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw fail(sharedErrors.NOT_FOUND);
  return asAgencyId(Number(word));
}

/** What is answered of an agency, and nothing else of it. */
function factsOf(agency: Agency) {
  const {
    logo: _logo,
    openingHours: _hours,
    presentation: _presentation,
    languages: _languages,
    specialties: _specialties,
    excludedOn: _excludedOn,
    suspendedOn: _suspendedOn,
    ...facts
  } = agency;
  return facts;
}

async function lastReport(
  db: Queryable,
  agencyId: AgencyId,
  reference: string,
  importId: number | undefined,
) {
  if (importId === undefined) return null;
  const sender = { agencyId, ownerReference: asOwnerReference(reference) };
  const { notes, causes, diagnostics, said } = await feedReport(db, sender, String(importId), {});
  return { importId, notes, causes, diagnostics: diagnostics.slice(0, DIAGNOSTICS_SHOWN), said };
}
