import { Readable } from 'node:stream';
import { parisDay } from '../../../contract/day.ts';
import { formatPhone, formatShortDate, formatTime, NBSP } from '../../../contract/fmt.ts';
import type { Download } from '../../../platform/api.server.ts';
import type { AgencyId } from '../../../platform/auth.server.ts';
import { clock } from '../../../platform/clock.server.ts';
import { csvLine } from '../../../platform/csv.server.ts';
import type { Queryable } from '../../../platform/db.server.ts';
import { disqualifications, leadRequests, leadSources, leadStatuses } from '../contract.ts';
import type { InboxFilters } from '../inbox/contract.ts';
import { type ExportRow, selectExported } from '../inbox/sql.server.ts';

const AT_ONCE = 500;

const columns: readonly (readonly [title: string, cell: (row: ExportRow) => string | number | null])[] = [
  ['numero', ({ id }) => id],
  ['recu_le', ({ createdAt }) => moment(createdAt)],
  ['statut', ({ status }) => leadStatuses[status]],
  ['motif', ({ disqualifiedBecause: because }) => (because === null ? null : disqualifications[because])],
  ['demande', ({ request }) => leadRequests[request]],
  ['origine', ({ source }) => leadSources[source]],
  ['annonce', ({ listingReference }) => listingReference],
  ['civilite', ({ civility }) => civility],
  ['prenom', ({ firstName }) => firstName],
  ['nom', ({ lastName }) => lastName],
  ['email', ({ email }) => email],
  // « 06 12 34 56 78 »: a spreadsheet would read +33612345678 as a sum.
  ['telephone', ({ phone }) => (phone === null ? null : formatPhone(phone).replaceAll(NBSP, ' '))],
  ['message', ({ message }) => message],
  ['attribue_a', ({ assignedTo }) => assignedTo],
  ['rappel_le', ({ remindOn }) => remindOn],
  ['lu_le', ({ readAt }) => moment(readAt)],
  ['premiere_reponse_le', ({ firstAnswerAt }) => moment(firstAnswerAt)],
  ['conserve_jusqu_au', ({ keepUntil }) => keepUntil],
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
  // Spreadsheets take a file without it for one of their country's old letters.
  yield `\ufeff${csvLine(columns.map(([title]) => title))}`;
  let after = filters.after;
  do {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await selectExported(db, agencyId, {
      filters: { ...filters, after },
      today,
      limit: AT_ONCE,
    });
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('');
    after = rows.length < AT_ONCE ? null : rows.at(-1)!.id;
  } while (after !== null);
}
