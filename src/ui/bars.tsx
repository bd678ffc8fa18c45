import { Link } from 'react-router';

export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly to?: string;
  /** What its length says; null: no figure, and `value` says so. */
  readonly size: number | null;
  readonly value: string;
  /** Beside the value: the sample. */
  readonly detail?: string;
  /** The line that the page is about. */
  readonly here?: boolean;
}

interface BarsProps {
  /** The conclusion in one sentence. */
  caption: string;
  /** Titles of the three columns. */
  head: readonly [name: string, value: string, detail: string];
  bars: readonly Bar[];
}

/** A table whose lines are bars: the chart and its figures are the same thing. Bars begin at zero. */
export function Bars({ caption, head, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ size }) => size ?? 0));
  return (
    <table className="figures w-full">
      <caption className="pb-3 text-left font-medium text-ardoise-700">{caption}</caption>
      <thead className="sr-only">
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, to, size, value, detail, here }) => (
          <tr key={key} className="group/bar border-t border-ardoise-200">
            <th scope="row" className="w-[38%] py-0.5 pr-3 text-left font-regular sm:w-[30%]">
              {to ? (
                <Link
                  to={to}
                  className="flex min-h-10 items-center rounded-chip py-1 text-phare-700 underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
              ) : (
                <span className={`flex min-h-10 items-center py-1 ${here ? 'font-bold' : ''}`}>{name}</span>
              )}
            </th>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the value is its text, deeper than looked for */}
            <td className="py-1">
              <div className="flex flex-wrap items-center gap-x-3 sm:flex-nowrap">
                <svg
                  aria-hidden="true"
                  width="100%"
                  height="12"
                  className="order-last shrink grow basis-full sm:order-none sm:basis-0"
                >
                  {size !== null && (
                    <rect
                      width={`${((size / most) * 100).toFixed(2)}%`}
                      height="12"
                      rx="2"
                      className={here ? 'fill-phare-700' : 'fill-bordure group-hover/bar:fill-ardoise-600'}
                    />
                  )}
                </svg>
                <span
                  className={`shrink-0 sm:w-32 sm:text-right ${size === null ? 'text-small text-ardoise-600' : 'font-medium'}`}
                >
                  {value}
                </span>
                {detail && <span className="text-caption text-ardoise-600 sm:hidden">{detail}</span>}
              </div>
            </td>
            <td className="hidden w-32 py-1 pl-3 text-right text-small whitespace-nowrap text-ardoise-600 sm:table-cell">
              {detail}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
