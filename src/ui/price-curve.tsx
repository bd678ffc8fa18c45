import { formatPrice } from '#contract/fmt.ts';
import { ChartFrame, ChartPoints, ticksOf } from './chart.tsx';

interface CurvePoint {
  readonly key: string;
  /** « juin 2025 » under the axis. */
  readonly label: string;
  /** In full, for who reads one point. */
  readonly full: string;
  /** Cents. */
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
}

interface PriceCurveProps {
  /** Oldest first, two at least. */
  points: readonly CurvePoint[];
  /** All that the axis must hold, whatever part is shown: the scale stays when the period changes. */
  scale: readonly CurvePoint[];
  /** The conclusion in one sentence. */
  conclusion: string;
  unit: string;
}

const HEIGHT = 280;
const TOP = 44;
const FLOOR = 248;

/** A median over time between its quartiles, drawn on the server. The axis does not begin at zero, and says so. */
export function PriceCurve({ points, scale, conclusion, unit }: PriceCurveProps) {
  const ticks = ticksOf(Math.min(...scale.map(({ q1 }) => q1)), Math.max(...scale.map(({ q3 }) => q3)));
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const y = (cents: number) => Math.round((TOP + ((high - cents) / (high - low)) * (FLOOR - TOP)) * 10) / 10;
  const step = 100 / points.length;
  const x = (rank: number) => step * (rank + 0.5);
  const line = (read: (point: CurvePoint) => number) =>
    points.map((point, rank) => `${x(rank).toFixed(2)},${y(read(point)).toFixed(1)}`);
  const years = points.flatMap((point, rank) =>
    rank === 0 || rank === points.length - 1 || rank === Math.floor((points.length - 1) / 2)
      ? [{ point, rank }]
      : [],
  );
  return (
    <div>
      <ChartFrame
        gutter="wide"
        height={HEIGHT}
        footY={HEIGHT - 8}
        conclusion={conclusion}
        ticks={ticks.map((tick) => ({ key: tick, y: y(tick), words: formatPrice(tick) }))}
        feet={years.map(({ point, rank }) => ({ key: point.key, x: x(rank), words: point.label }))}
        shapes={
          <>
            <polygon
              points={[...line(({ q3 }) => q3), ...line(({ q1 }) => q1).toReversed()].join(' ')}
              className="fill-phare-100"
              fillOpacity="0.6"
            />
            {[line(({ q1 }) => q1), line(({ q3 }) => q3)].map((path) => (
              <polyline
                key={path[0]}
                points={path.join(' ')}
                fill="none"
                strokeWidth="1.5"
                strokeDasharray="5 4"
                vectorEffect="non-scaling-stroke"
                className="stroke-ardoise-500"
              />
            ))}
            <polyline
              points={line(({ median }) => median).join(' ')}
              fill="none"
              strokeWidth="3"
              strokeLinejoin="round"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-phare-700"
            />
          </>
        }
      >
        <ChartPoints
          legend="Lire la courbe, une date après l’autre"
          name="point"
          height={FLOOR}
          dots
          chosen={points.at(-1)?.key ?? ''}
          points={points.map((point, rank) => ({
            key: point.key,
            x: x(rank),
            width: step,
            y: y(point.median),
            label: point.full,
            value: `${formatPrice(point.median)}${unit}`,
          }))}
        />
      </ChartFrame>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-caption text-ardoise-600">
        <li className="flex items-center gap-2">
          <svg width="28" height="8" aria-hidden="true">
            <line x1="0" x2="28" y1="4" y2="4" strokeWidth="3" className="stroke-phare-700" />
          </svg>
          Médiane
        </li>
        <li className="flex items-center gap-2">
          <svg width="28" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="28"
              y1="4"
              y2="4"
              strokeWidth="1.5"
              strokeDasharray="5 4"
              className="stroke-ardoise-500"
            />
          </svg>
          Un quart des ventes au-dessous, un quart au-dessus
        </li>
        <li>L’axe ne part pas de zéro.</li>
      </ul>
    </div>
  );
}
