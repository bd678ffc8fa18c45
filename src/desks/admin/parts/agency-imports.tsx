import type { AnswerOf } from '#contract/call.ts';
import { formatCount } from '#contract/fmt.ts';
import { refusedWord } from '#rooms/feeds/diagnosis.ts';
import { Badge } from '#ui/badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import { type adminAgencyCall, failedImports, importLabels } from '../agencies.ts';

type Data = AnswerOf<typeof adminAgencyCall>;
type Import = Data['imports'][number];

const counted =
  (name: keyof NonNullable<Import['counts']>) =>
  ({ counts }: Import) =>
    counts ? counts[name] : '–';

const columns: readonly Column<Import>[] = [
  { key: 'at', header: 'Reçu', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  {
    key: 'file',
    header: 'Fichier',
    rowHeader: true,
    cell: ({ fileName, message }) => (
      <>
        <span className="wrap-anywhere">{fileName}</span>
        {message && <span className="block font-regular text-ardoise-600">{message}</span>}
      </>
    ),
  },
  {
    key: 'state',
    header: 'État',
    cell: ({ state }) => (
      <Badge tone={failedImports.has(state) ? 'red' : 'grey'}>{importLabels[state]}</Badge>
    ),
  },
  { key: 'rows', header: 'Lignes', numeric: true, cell: counted('rows') },
  { key: 'created', header: 'Créées', numeric: true, cell: counted('created') },
  { key: 'updated', header: 'Modifiées', numeric: true, cell: counted('updated') },
  { key: 'withdrawn', header: 'Retirées', numeric: true, cell: counted('withdrawn') },
  { key: 'refused', header: 'Refusées', numeric: true, cell: counted('refused') },
  { key: 'withheld', header: 'Retenues', numeric: true, cell: counted('withheld') },
];

/** The imports of an agency, the last one first, and what the last one says. */
export function AgencyImports({ imports, report }: Pick<Data, 'imports' | 'report'>) {
  if (imports.length === 0) return <p className="text-ardoise-600">Aucun import reçu.</p>;
  return (
    <>
      {report && <LastReport report={report} message={imports[0]?.message ?? null} />}
      <Table
        density="pro"
        caption="Imports, le dernier d’abord"
        rows={imports}
        rowKey={({ id }) => id}
        columns={columns}
      />
    </>
  );
}

function LastReport({
  report: { notes, causes, diagnostics, said },
  message,
}: {
  report: NonNullable<Data['report']>;
  message: string | null;
}) {
  if (notes.length + causes.length + diagnostics.length === 0 && message === null) return null;
  return (
    <div className="mb-4 space-y-3">
      {message !== null && <Notice tone="warning">{message}</Notice>}
      {causes.length > 0 && (
        <ul className="list-disc pl-5">
          {causes.map(({ field, message: cause, remedy, count }) => (
            <li key={`${field} ${cause}`}>
              {cause} {remedy} ({formatCount(count, 'annonce retenue', 'annonces retenues')})
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {diagnostics.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium underline underline-offset-4">
            {formatCount(said, 'ligne du dernier fichier appelle', 'lignes du dernier fichier appellent')} une
            remarque
          </summary>
          <div className="mt-2">
            <Table
              density="pro"
              caption={
                diagnostics.length < said ? `Les ${diagnostics.length} premières remarques` : 'Remarques'
              }
              rows={diagnostics}
              rowKey={(row) => `${row.line} ${row.column} ${row.message}`}
              columns={[
                { key: 'line', header: 'Ligne', numeric: true, cell: ({ line }) => line },
                {
                  key: 'ref',
                  header: 'Référence',
                  rowHeader: true,
                  cell: ({ reference }) => reference || '–',
                },
                {
                  key: 'severity',
                  header: 'Suite',
                  wrap: true,
                  cell: ({ severity, kept }) =>
                    severity === 'refused' ? refusedWord(kept) : 'Avertissement',
                },
                { key: 'field', header: 'Champ', wrap: true, cell: ({ field }) => field ?? '–' },
                { key: 'value', header: 'Valeur', wrap: true, cell: ({ value }) => value ?? '–' },
                { key: 'message', header: 'Remarque', wrap: true, cell: (row) => row.message },
              ]}
            />
          </div>
        </details>
      )}
    </div>
  );
}
