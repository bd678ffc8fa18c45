import type { ReactNode } from 'react';

/** A place of a chart that can be read: by pointer, by touch, and by the arrow keys. */
interface ChartPoint {
  readonly key: string;
  /** The middle of its strip, and the strip's width, in percent of the chart's width. */
  readonly x: number;
  readonly width: number;
  /** From the top of the chart, in pixels. */
  readonly y: number;
  readonly label: string;
  readonly value: string;
}

interface ChartFrameProps {
  /** From the lowest; each has a line across. */
  ticks: readonly { readonly key: number; readonly y: number; readonly words: string }[];
  /** Room for their words, left of the drawing. */
  gutter: 'narrow' | 'wide';
  height: number;
  /** What the drawing says, in one sentence. */
  conclusion: string;
  /** Under the axis, from the left: the first begins at the edge, the last ends at the other. `x` in percent. */
  feet: readonly { readonly key: string; readonly x: number; readonly words: string }[];
  footY: number;
  /** Shapes a hundred wide, stretched to the width of the page: no stroke of theirs scales. */
  shapes: ReactNode;
  /** The points that are read over it. */
  children: ReactNode;
}

/** A drawing with its axes, as wide as its place, made on the server. */
export function ChartFrame({
  ticks,
  gutter,
  height,
  conclusion,
  feet,
  footY,
  shapes,
  children,
}: ChartFrameProps) {
  return (
    <div className={`relative ${gutter === 'wide' ? 'ml-19' : 'ml-10'}`}>
      <svg
        aria-hidden="true"
        width={gutter === 'wide' ? '4.75rem' : '2.5rem'}
        height={height}
        className="figures absolute top-0 right-full overflow-visible"
      >
        {ticks.map(({ key, y, words }) => (
          <text key={key} x="0" y={y + 4} className="fill-ardoise-600 text-caption">
            {words}
          </text>
        ))}
      </svg>
      <svg width="100%" height={height} role="img" aria-label={conclusion} className="figures block">
        <title>{conclusion}</title>
        {ticks.map(({ key, y }) => (
          <line key={key} x1="0" x2="100%" y1={y} y2={y} className="stroke-ardoise-200" />
        ))}
        <svg width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
          {shapes}
        </svg>
        {feet.map(({ key, x, words }, rank) => (
          <text
            key={key}
            x={rank === 0 ? '0' : rank === feet.length - 1 ? '100%' : `${x.toFixed(2)}%`}
            textAnchor={rank === 0 ? 'start' : rank === feet.length - 1 ? 'end' : 'middle'}
            y={footY}
            className="fill-ardoise-600 text-caption"
          >
            {words}
          </text>
        ))}
      </svg>
      {children}
    </div>
  );
}

interface ChartPointsProps {
  /** What one reads: « Lire un trimestre ». */
  legend: string;
  name: string;
  points: readonly ChartPoint[];
  /** Shown before anyone chose. */
  chosen: string;
  height: number;
  /** A dot on each point: for a curve, not for bars. */
  dots?: boolean;
}

/**
 * The points of a chart as one set of radio buttons laid over it: one stop of the Tab key, then the arrows; and no
 * script. The drawing under it stays one picture.
 */
export function ChartPoints({ legend, name, points, chosen, height, dots = false }: ChartPointsProps) {
  return (
    <fieldset className={marks} style={{ height }} data-print="none">
      <legend className="sr-only">{legend}</legend>
      {points.map(({ key, x, width, y, label, value }) => (
        <label key={key} style={{ left: `${(x - width / 2).toFixed(2)}%`, width: `${width.toFixed(2)}%` }}>
          <input type="radio" name={name} value={key} defaultChecked={key === chosen} />
          <i className={dots ? dot : 'inset-0 rounded-chip'} style={dots ? { top: y } : undefined} />
          <span className={sideOf(x)} style={{ bottom: height - y + 14 }}>
            <b>{value}</b> {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

// Said once for all points: a page has dozens of them.
const marks = [
  'absolute inset-x-0 top-0 has-[label:hover]:[&>label:not(:hover)>span]:opacity-0',
  '[&>label]:absolute [&>label]:inset-y-0 [&>label]:cursor-pointer',
  '[&>label>input]:absolute [&>label>input]:inset-0 [&>label>input]:size-full [&>label>input]:opacity-0',
  '[&>label>i]:pointer-events-none [&>label>i]:absolute',
  '[&>label>:focus-visible+i]:outline-3 [&>label>:focus-visible+i]:outline-phare-700',
  '[&>label>span]:pointer-events-none [&>label>span]:absolute [&>label>span]:z-1 [&>label>span]:w-max [&>label>span]:max-w-44',
  '[&>label>span]:rounded-control [&>label>span]:bg-ardoise-900 [&>label>span]:px-2.5 [&>label>span]:py-1.5',
  '[&>label>span]:text-caption [&>label>span]:text-craie [&>label>span]:opacity-0',
  '[&>label:hover>span]:opacity-100 [&>label>:checked~span]:opacity-100 [&_b]:block [&_b]:font-bold',
].join(' ');

const dot =
  'left-1/2 size-2.5 -translate-1/2 rounded-full border-2 border-phare-700 bg-blanc in-[label:hover]:scale-140 in-[label:has(:checked)]:bg-phare-700';

function sideOf(x: number): string {
  if (x < 25) return 'left-0';
  return x > 75 ? 'right-0' : 'left-1/2 -translate-x-1/2';
}

interface ChartFiguresProps {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Where the first cell of each line leads. */
  hrefs?: readonly string[] | undefined;
}

/** The figures of a chart, folded: its table, and what one must know to read it. */
export function ChartTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-9 items-center rounded-chip text-small text-phare-700 underline underline-offset-4">
        Voir les chiffres<span className="sr-only">&nbsp;: {caption}</span>
      </summary>
      {children}
    </details>
  );
}

/** A table whose first column names the line. */
export function ChartFigures({ caption, head, rows, hrefs }: ChartFiguresProps) {
  return (
    <section
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={caption}
      className="mt-1 overflow-x-auto"
    >
      <table className={chartTable}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], line) => (
            <tr key={hrefs?.[line] ?? name}>
              <th scope="row">{hrefs ? <a href={hrefs[line]}>{name}</a> : name}</th>
              {cells.map((cell, rank) => (
                <td key={head[rank + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

// Said once for all cells: a department has a thousand of them.
const chartTable = [
  'figures w-full text-small [&_thead]:text-ardoise-600 [&_tbody_tr]:border-t [&_tbody_tr]:border-ardoise-200',
  '[&_td]:py-1.5 [&_td]:pl-6 [&_td]:text-right [&_td]:whitespace-nowrap',
  '[&_th]:py-1.5 [&_th]:text-left [&_th]:whitespace-nowrap [&_thead_th]:font-medium [&_tbody_th]:font-regular',
  '[&_thead_th:not(:first-child)]:pl-6 [&_thead_th:not(:first-child)]:text-right',
  '[&_a]:text-phare-700 [&_a]:underline-offset-4 [&_a:hover]:underline',
].join(' ');

/** Round values that cover a range: 4 or 5 of them, the first at or under `low`, the last at or above `high`. */
export function ticksOf(low: number, high: number): number[] {
  const rough = Math.max(1, high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, rank) => first + rank * step);
}
