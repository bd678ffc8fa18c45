import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers align right, in tabular figures. */
  numeric?: boolean;
  /** Long text, which may go to the next line; what names a line is, unless it says no. */
  wrap?: boolean;
  /** The cell that names the line; one column of the table. */
  rowHeader?: boolean;
  /** Left out on a phone, where the cell that names the line says it as well. */
  wide?: boolean;
}

interface TableProps<Row> {
  caption: ReactNode;
  hiddenCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
  density?: 'public' | 'pro';
}

/** A real table; on a narrow screen it scrolls by itself and the page does not. */
export function Table<Row>({
  caption,
  hiddenCaption = false,
  columns,
  rows,
  rowKey,
  empty,
  density = 'public',
}: TableProps<Row>) {
  const pad = density === 'pro' ? 'px-2 py-2 first:pl-3 last:pr-3' : 'px-3 py-3 first:pl-4 last:pr-4';
  return (
    // A region that scrolls must be reachable by keyboard.
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={typeof caption === 'string' ? caption : undefined}
      className="overflow-x-auto rounded-card border border-ardoise-200 bg-blanc"
    >
      <table className={`w-full border-collapse text-left ${density === 'pro' ? 'text-small' : ''}`}>
        <caption className={hiddenCaption ? 'sr-only' : 'px-4 pt-3 pb-2 text-left font-bold'}>
          {caption}
        </caption>
        <thead>
          <tr className="border-b border-ardoise-200 bg-craie text-small text-ardoise-600">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`${pad} font-medium whitespace-nowrap ${column.numeric ? 'text-right' : ''} ${column.wide ? 'max-sm:hidden' : ''}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-ardoise-100 last:border-0 hover:bg-craie">
              {columns.map((column) => {
                const className = `${pad} align-middle ${column.numeric ? 'figures text-right' : ''} ${(column.wrap ?? column.rowHeader) ? 'min-w-44' : 'whitespace-nowrap'} ${column.wide ? 'max-sm:hidden' : ''}`;
                return column.rowHeader ? (
                  <th key={column.key} scope="row" className={`${className} font-medium`}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={className}>
                    {column.cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="px-4 py-8 text-center text-ardoise-600">
                {empty ?? 'Rien à afficher.'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
