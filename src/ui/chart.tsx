import type { ReactNode } from 'react';

/** A place of a chart that can be read: by pointer, by touch, and by the arrow keys. */
export interface ChartPoint {
  readonly key: string;
  /** The middle of its strip, and the strip's width, in percent of the chart's width. */
  readonly x: number;
  readonly width: number;
  /** From the top of the chart, in pixels. */
  readonly y: number;
  readonly label: string;
  readonly value: string;
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
    <fieldset
      className="absolute inset-x-0 top-0 has-[label:hover]:[&_label:not(:hover)>[data-tip]]:hidden"
      style={{ height }}
      data-print="none"
    >
      <legend className="sr-only">{legend}</legend>
      {points.map((point) => (
        <label
          key={point.key}
          className="group/point absolute inset-y-0 cursor-pointer"
          style={{ left: `${(point.x - point.width / 2).toFixed(2)}%`, width: `${point.width.toFixed(2)}%` }}
        >
          <input
            type="radio"
            name={name}
            value={point.key}
            defaultChecked={point.key === chosen}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span className="sr-only">
            {point.label}&nbsp;: {point.value}
          </span>
          {dots && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute left-1/2 size-2.5 -translate-1/2 rounded-full border-2 border-phare-700 bg-blanc group-hover/point:scale-140 peer-checked:scale-140 peer-checked:bg-phare-700 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-phare-700"
              style={{ top: point.y }}
            />
          )}
          {!dots && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 rounded-chip peer-focus-visible:outline-3 peer-focus-visible:outline-phare-700"
            />
          )}
          <span
            aria-hidden="true"
            data-tip
            className={`pointer-events-none absolute z-1 hidden w-max max-w-44 rounded-control bg-ardoise-900 px-2.5 py-1.5 text-caption text-craie group-hover/point:block peer-checked:block ${sideOf(point.x)}`}
            style={{ bottom: height - point.y + 14 }}
          >
            <span className="figures block font-bold">{point.value}</span>
            <span className="block text-ardoise-300">{point.label}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function sideOf(x: number): string {
  if (x < 25) return 'left-0';
  return x > 75 ? 'right-0' : 'left-1/2 -translate-x-1/2';
}

interface ChartTableProps {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  children?: ReactNode;
}

/** The figures of a chart as a table, folded: its first column names the line. */
export function ChartTable({ caption, head, rows, children }: ChartTableProps) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-9 items-center rounded-chip text-small text-phare-700 underline underline-offset-4">
        Voir les chiffres<span className="sr-only">&nbsp;: {caption}</span>
      </summary>
      <section
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={caption}
        className="mt-1 overflow-x-auto"
      >
        <table className="figures w-full text-small">
          <caption className="sr-only">{caption}</caption>
          <thead className="text-left text-ardoise-600">
            <tr>
              {head.map((title, rank) => (
                <th
                  key={title}
                  scope="col"
                  className={`py-1.5 font-medium whitespace-nowrap ${rank > 0 ? 'pl-6 text-right' : ''}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name} className="border-t border-ardoise-200">
                <th scope="row" className="py-1.5 text-left font-regular whitespace-nowrap">
                  {name}
                </th>
                {cells.map((cell, rank) => (
                  <td key={head[rank + 1]} className="py-1.5 pl-6 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {children}
    </details>
  );
}

/** Round values that cover a range: 4 or 5 of them, the first at or under `low`, the last at or above `high`. */
export function ticksOf(low: number, high: number): number[] {
  const rough = Math.max(1, high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, rank) => first + rank * step);
}
