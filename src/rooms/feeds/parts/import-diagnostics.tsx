import { Download } from 'lucide-react';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { buttonClass } from '#ui/button.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { type FeedDiagnostic, type Report, refusedWord } from '../diagnosis.ts';

type Row = FeedDiagnostic & { readonly rank: number };

const columns: readonly Column<Row>[] = [
  { key: 'line', header: 'Ligne', numeric: true, cell: ({ line }) => formatNumber(line) },
  {
    key: 'listing',
    header: 'Annonce',
    cell: ({ reference, technicalId }) => reference || technicalId || '–',
  },
  { key: 'field', header: 'Champ et valeur', wrap: true, cell: (row) => <Where {...row} /> },
  { key: 'message', header: 'Remarque', wrap: true, cell: (row) => <What {...row} /> },
];

function Where({ field, column, value }: FeedDiagnostic) {
  if (field === null) return '–';
  return (
    <>
      {field}
      {column !== null && <span className="text-ardoise-600"> (colonne {column})</span>}
      {value && <q className="block wrap-anywhere text-ardoise-700">{value}</q>}
    </>
  );
}

function What({ severity, message, kept }: FeedDiagnostic) {
  return (
    <>
      {severity === 'refused' && <strong className="text-rouge-700">{refusedWord(kept)}. </strong>}
      {message}
    </>
  );
}

/** What is wrong with a file, line by line, and the same as a spreadsheet. */
export function ImportDiagnostics({ report }: { report: Report }) {
  const { diagnostics, said } = report;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-bold">{formatCount(said, 'remarque', 'remarques')} sur le fichier</h3>
        <a
          href={`/api/agence/feeds/${report.import.id}/diagnostics.csv`}
          download
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Download aria-hidden="true" className="size-4.5" />
          Télécharger en CSV
        </a>
      </div>
      <Table
        caption="Remarques sur le fichier, ligne par ligne"
        hiddenCaption
        density="pro"
        rows={diagnostics.map((each, rank) => ({ ...each, rank }))}
        rowKey={({ rank }) => rank}
        columns={columns}
      />
      {said > diagnostics.length && (
        <p className="mt-2 text-small text-ardoise-600">
          Les {formatNumber(diagnostics.length)} premières sont ici, le fichier CSV en donne davantage.
        </p>
      )}
    </div>
  );
}
