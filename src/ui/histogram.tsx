import { formatNumber, formatPrice } from '#contract/fmt.ts';
import { ChartPoints } from './chart.tsx';

interface HistogramBar {
  /** Cents; null at the open ends. */
  readonly from: number | null;
  readonly to: number | null;
  readonly n: number;
}

interface HistogramProps {
  /** In order, without a gap: each begins where the one before ends. */
  bars: readonly HistogramBar[];
  /** Cents: marked under the axis. */
  median: number;
  /** Cents, and what it is: « votre bien ». */
  marker?: { value: number; label: string } | null;
  conclusion: string;
  /** What is counted: « ventes ». */
  counted: string;
}

const HEIGHT = 260;
const TOP = 60;
const FLOOR = 216;

/** « de 2 000,00 € à 2 500,00 € », « moins de 2 000,00 € », « 7 500,00 € et plus ». */
export function barWords({ from, to }: Pick<HistogramBar, 'from' | 'to'>): string {
  if (from === null) return to === null ? 'tous les prix' : `moins de ${formatPrice(to)}`;
  return to === null ? `${formatPrice(from)} et plus` : `de ${formatPrice(from)} à ${formatPrice(to)}`;
}

/** Where a value stands, in percent of the width; in the middle of an open bar. */
function placeOf(bars: readonly HistogramBar[], value: number): number {
  const step = 100 / bars.length;
  const rank = bars.findIndex(({ to }) => to === null || value < to);
  const bar = bars[rank];
  if (!bar) return 100;
  const share =
    bar.from === null || bar.to === null ? 0.5 : Math.max(0, (value - bar.from) / (bar.to - bar.from));
  return (rank + share) * step;
}

const percent = (value: number) => `${value.toFixed(2)}%`;

/** How many sales at each price, drawn on the server; one value may be marked on it. */
export function Histogram({ bars, median, marker = null, conclusion, counted }: HistogramProps) {
  const most = Math.max(1, ...bars.map(({ n }) => n));
  const total = bars.reduce((sum, { n }) => sum + n, 0);
  const step = 100 / bars.length;
  const tall = (n: number) => Math.max(2, (n / most) * (FLOOR - TOP));
  const middle = bars.findIndex(({ to }) => to === null || median < to);
  const here = marker && bars.findIndex(({ to }) => to === null || marker.value < to);
  const spot = marker && placeOf(bars, marker.value);
  const every = Math.ceil(bars.length / 4);
  return (
    <div className="relative">
      <svg width="100%" height={HEIGHT} role="img" aria-label={conclusion} className="figures block">
        <title>{conclusion}</title>
        {bars.map((bar, rank) => (
          <rect
            key={bar.from ?? 'first'}
            x={percent(rank * step + step * 0.06)}
            width={percent(step * 0.88)}
            y={(FLOOR - tall(bar.n)).toFixed(1)}
            height={tall(bar.n).toFixed(1)}
            rx="2"
            className={rank === middle ? 'fill-phare-700' : 'fill-bordure'}
            {...(rank === here ? { strokeWidth: 3, stroke: 'var(--color-encre)' } : {})}
          />
        ))}
        <line x1="0" x2="100%" y1={FLOOR} y2={FLOOR} className="stroke-ardoise-500" />
        {bars.map(({ from }, rank) =>
          from !== null && rank % every === Math.floor(every / 2) % every ? (
            <text
              key={from}
              x={percent(rank * step)}
              y={FLOOR + 18}
              textAnchor="middle"
              className="fill-ardoise-600 text-caption"
            >
              {formatPrice(from)}
            </text>
          ) : null,
        )}
        {spot !== null && (
          <line
            x1={percent(spot)}
            x2={percent(spot)}
            y1={28}
            y2={FLOOR + 4}
            strokeWidth="2.5"
            className="stroke-encre"
          />
        )}
        {spot !== null && marker && (
          <text
            x={percent(Math.min(99.5, Math.max(0.5, spot)))}
            y={20}
            textAnchor={spot < 25 ? 'start' : spot > 75 ? 'end' : 'middle'}
            className="fill-encre text-small font-bold"
          >
            {marker.label}
          </text>
        )}
      </svg>
      <ChartPoints
        legend="Lire la répartition, une tranche après l’autre"
        name="tranche"
        height={FLOOR}
        chosen=""
        points={bars.map((bar, rank) => ({
          key: String(rank),
          x: (rank + 0.5) * step,
          width: step,
          y: Math.round(FLOOR - tall(bar.n)),
          label: barWords(bar),
          value: `${formatNumber(bar.n)} ${counted} (${formatNumber(Math.round((bar.n / total) * 100))} %)`,
        }))}
      />
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-caption text-ardoise-600">
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-chip bg-phare-700" />
          Tranche de la médiane, {formatPrice(median)}/m²
        </li>
        {marker && (
          <li className="flex items-center gap-2">
            <span aria-hidden="true" className="h-4 w-0.75 bg-encre" />
            {marker.label}
          </li>
        )}
      </ul>
    </div>
  );
}
