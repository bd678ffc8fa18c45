import { Readable } from 'node:stream';
import { parisDay } from '#contract/day.ts';
import { formatShortDate, formatTime, NBSP } from '#contract/fmt.ts';
import { formatPhone } from '#contract/phone.ts';
import type { Download } from '#platform/api.server.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { type CsvCell, csvDay, csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { disqualifications, leadRequests, leadSources, leadStatuses } from './contract.ts';
import { type ExportRow, selectExported } from './inbox.sql.server.ts';
import type { InboxFilters } from './inbox.ts';

const AT_ONCE = 500;

const columns: readonly (readonly [title: string, cell: (row: ExportRow) => CsvCell])[] = [
  ['Numéro', ({ id }) => id],
  ['Reçu le', ({ createdAt }) => moment(createdAt)],
  ['Statut', ({ status }) => leadStatuses[status]],
  ['Motif', ({ disqualifiedBecause: because }) => (because === null ? null : disqualifications[because])],
  ['À vérifier', ({ suspicion }) => suspicion],
  ['Demande', ({ request }) => leadRequests[request]],
  ['Origine', ({ source }) => leadSources[source]],
  ['Boost', ({ boostReference }) => boostReference],
  ['Annonce', ({ listingReference }) => listingReference],
  ['Civilité', ({ civility }) => civility],
  ['Prénom', ({ firstName }) => firstName],
  ['Nom', ({ lastName }) => lastName],
  ['E-mail', ({ email }) => email],
  // « 06 12 34 56 78 »: a spreadsheet would read +33612345678 as a sum.
  ['Téléphone', ({ phone }) => (phone === null ? null : formatPhone(phone).replaceAll(NBSP, ' '))],
  ['Message', ({ message }) => message],
  ['Suivi par', ({ assignedTo }) => assignedTo],
  ['À rappeler le', ({ remindOn }) => csvDay(remindOn)],
  ['Lu le', ({ readAt }) => moment(readAt)],
  ['Première réponse le', ({ firstAnswerAt }) => moment(firstAnswerAt)],
  ['Conservé jusqu’au', ({ keepUntil }) => csvDay(keepUntil)],
];

function moment(at: Date | null): string | null {
  return at === null ? null : `${formatShortDate(at)} ${formatTime(at)}`;
}

/** The leads of an agency that its filters leave, the newest first, read as they are sent. */
export function exportLeads(
  db: Queryable,
  { agencyId, ownerReference }: { agencyId: AgencyId; ownerReference: string },
  filters: InboxFilters,
): Download {
  const { day } = parisDay(clock.now());
  return {
    fileName: `prospects-${ownerReference}-${day}.csv`,
    content: Readable.from(linesOf(db, agencyId, { filters, today: day }), { objectMode: false }),
  };
}

async function* linesOf(
  db: Queryable,
  agencyId: AgencyId,
  { filters, today }: { filters: InboxFilters; today: string },
): AsyncGenerator<string> {
  yield csvHead(columns.map(([title]) => title));
  let after = filters.after;
  do {
    const rows = await selectExported(db, agencyId, {
      filters: { ...filters, after },
      today,
      limit: AT_ONCE,
    });
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
    after = rows.length < AT_ONCE ? null : rows.at(-1)!.id;
  } while (after !== null);
}
