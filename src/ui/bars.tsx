interface Bar {
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
    <table className={barsClass}>
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
          <tr key={key} {...(here ? { className: 'here' } : {})}>
            <th scope="row">{to ? <a href={to}>{name}</a> : <span>{name}</span>}</th>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the value is its text, deeper than looked for */}
            <td>
              <div>
                <svg aria-hidden="true" width="100%" height="12">
                  {size !== null && (
                    <rect width={`${((size / most) * 100).toFixed(2)}%`} height="12" rx="2" />
                  )}
                </svg>
                {size === null ? <em>{value}</em> : <b>{value}</b>}
                {detail && <small>{detail}</small>}
              </div>
            </td>
            <td>{detail}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Said once for all lines: a page has dozens of them.
const barsClass = [
  'figures w-full [&_tbody_tr]:border-t [&_tbody_tr]:border-ardoise-200',
  '[&_tbody_th]:w-[38%] [&_tbody_th]:py-0.5 [&_tbody_th]:pr-3 [&_tbody_th]:text-left [&_tbody_th]:font-regular sm:[&_tbody_th]:w-[30%]',
  '[&_th>:is(a,span)]:flex [&_th>:is(a,span)]:min-h-10 [&_th>:is(a,span)]:items-center [&_th>:is(a,span)]:py-1',
  '[&_th>a]:rounded-chip [&_th>a]:text-phare-700 [&_th>a]:underline-offset-4 [&_th>a:hover]:underline',
  '[&_.here_th>span]:font-bold [&_rect]:fill-bordure [&_tr:hover_rect]:fill-ardoise-600 [&_.here_rect]:fill-phare-700!',
  '[&_td]:py-1 [&_td>div]:flex [&_td>div]:flex-wrap [&_td>div]:items-center [&_td>div]:gap-x-3 sm:[&_td>div]:flex-nowrap',
  '[&_svg]:order-last [&_svg]:shrink [&_svg]:grow [&_svg]:basis-full sm:[&_svg]:order-none sm:[&_svg]:basis-0',
  '[&_:is(b,em)]:shrink-0 sm:[&_:is(b,em)]:w-32 sm:[&_:is(b,em)]:text-right [&_b]:font-medium',
  '[&_em]:text-small [&_em]:text-ardoise-600 [&_em]:not-italic',
  '[&_small]:text-caption [&_small]:text-ardoise-600 sm:[&_small]:hidden',
  '[&_td:last-child]:hidden [&_td:last-child]:w-32 [&_td:last-child]:pl-3 [&_td:last-child]:text-right [&_td:last-child]:text-small',
  '[&_td:last-child]:whitespace-nowrap [&_td:last-child]:text-ardoise-600 sm:[&_td:last-child]:table-cell',
].join(' ');
