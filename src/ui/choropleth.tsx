import { useId } from 'react';

interface MapArea {
  readonly key: string;
  readonly to: string | null;
  /** What is read of it: its name and its figure. */
  readonly label: string;
  /** Written on it. */
  readonly tag?: string;
  /** 1 (least) to 5; null: no figure. */
  readonly rank: number | null;
  /** Path data, even-odd; null for a dot of radius `r`. */
  readonly outline: string | null;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** The place that the page is about. */
  readonly here?: boolean;
}

interface ChoroplethProps {
  width: number;
  height: number;
  areas: readonly MapArea[];
  /** What the whole says. */
  label: string;
  legend: readonly { rank: number; words: string }[];
  /** Words for the areas without a figure; left out when all have one. */
  missing: string | null;
  /** Under the map: whose outlines, how dots are read. */
  note?: string | null;
}

/** Above this many, the table is quicker than the Tab key: the areas are links for the pointer only. */
const BY_KEYBOARD = 40;
const READING = 44;

/** One hue, five strengths: the most is the darkest. */
const fills: Readonly<Record<number, string>> = {
  1: 'fill-carte-1',
  2: 'fill-carte-2',
  3: 'fill-carte-3',
  4: 'fill-carte-4',
  5: 'fill-carte-5',
};

/**
 * A map drawn on the server, each area a link that says its figure when pointed at or reached by keyboard. Dark outlines
 * tell areas apart whatever their colour; the figures themselves are in a table beside.
 */
export function Choropleth({ width, height, areas, label, legend, missing, note }: ChoroplethProps) {
  const hatch = useId();
  const byKeyboard = areas.length <= BY_KEYBOARD;
  // The big ones first, so that none hides another; what the page is about last, its line whole.
  const drawn = areas.toSorted((a, b) => Number(a.here ?? false) - Number(b.here ?? false) || b.r - a.r);
  const plain = areas.some(({ outline }) => outline !== null);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height + READING}`}
        // Links are inside: not a picture, and a drawing has no tag of its own for a group.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label={label}
        className={mapClass}
        data-map={plain ? 'outlines' : 'dots'}
      >
        <defs>
          <pattern
            id={hatch}
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="8" height="8" className="fill-blanc" />
            <path d="M0 0v8" strokeWidth="2" className="stroke-ardoise-300" />
          </pattern>
        </defs>
        {drawn.map(({ key, to, label: words, tag, rank, outline, x, y, r, here }) => {
          const paint = {
            className:
              `${rank === null ? '' : (fills[rank] ?? '')} ${here ? 'stroke-[4]' : ''}`.trim() || undefined,
            fill: rank === null ? `url(#${hatch})` : undefined,
          };
          const inside = (
            <>
              <title>{words}</title>
              {outline ? <path d={outline} {...paint} /> : <circle cx={x} cy={y} r={r} {...paint} />}
              {tag && (
                <text x={x} y={y}>
                  {tag}
                </text>
              )}
              {byKeyboard && (
                <text x="8" y={height + 30} className="said">
                  {words}
                </text>
              )}
            </>
          );
          return to === null ? (
            <g key={key}>{inside}</g>
          ) : (
            <a key={key} href={to} tabIndex={byKeyboard ? undefined : -1}>
              {inside}
            </a>
          );
        })}
      </svg>
      <figcaption className="text-small text-ardoise-600">
        <ul className="figures flex flex-wrap gap-x-4 gap-y-1">
          {legend.map(({ rank, words }) => (
            <li key={rank} className="flex items-center gap-2">
              <svg width="18" height="18" aria-hidden="true" className="shrink-0 stroke-encre">
                <rect x="1" y="1" width="16" height="16" className={fills[rank]} />
              </svg>
              {words}
            </li>
          ))}
          {missing && (
            <li className="flex items-center gap-2">
              <svg width="18" height="18" aria-hidden="true" className="shrink-0 stroke-encre">
                <rect x="1" y="1" width="16" height="16" fill={`url(#${hatch})`} />
              </svg>
              {missing}
            </li>
          )}
        </ul>
        {note && <p className="mt-2 text-caption">{note}</p>}
      </figcaption>
    </figure>
  );
}

// Said once for all areas: a department has hundreds of them.
const mapClass = [
  'figures block h-auto w-full [&>*>path]:[fill-rule:evenodd]',
  '[&>*>circle]:stroke-encre [&>*>path]:stroke-encre [&>*>path]:[stroke-linejoin:round]',
  '[&_text]:fill-encre [&_text]:stroke-blanc [&_text]:stroke-[5] [&_text]:[paint-order:stroke]',
  '[&_text]:pointer-events-none [&_text]:text-[24px] [&_text]:font-bold [&_text]:[text-anchor:middle] [&_text]:[dominant-baseline:middle]',
  '[&_.said]:[text-anchor:start] [&_.said]:[dominant-baseline:auto] [&_.said]:text-[26px] [&_.said]:opacity-0',
  '[&_a:hover>.said]:opacity-100 [&_a:focus-visible>.said]:opacity-100 [&_g:hover>.said]:opacity-100',
  '[&:has(a:hover)_a:not(:hover)>.said]:opacity-0',
  '[&_a:hover>:is(path,circle)]:stroke-[5] [&_a:focus-visible>:is(path,circle)]:stroke-[6] [&_a]:outline-none',
].join(' ');
