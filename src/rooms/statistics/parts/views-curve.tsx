import { formatCount, formatDate, formatNumber, formatShortDate } from '#contract/fmt.ts';
import { Card } from '#ui/card.tsx';
import { ChartFigures, ChartFrame, ChartPoints, ChartTable, ticksOf } from '#ui/chart.tsx';
import { type Figures, METHOD } from '../contract.ts';

const HEIGHT = 168;
const TOP = 40;
const FLOOR = 144;
const DAY_MS = 86_400_000;

type Given = Pick<Figures, 'today' | 'views' | 'fromMails' | 'told' | 'favorites'>;

/** The views of the last thirty days, day by day, what led to them, and how they are counted. */
export function ViewsCurve({ today, views, fromMails, told, favorites }: Given) {
  const { days, month } = views;
  const start = Date.parse(today) - (days.length - 1) * DAY_MS;
  const points = days.map((count, rank) => ({ day: new Date(start + rank * DAY_MS), count }));
  const first = points[0]?.day ?? new Date(today);
  const last = points.at(-1)?.day ?? first;
  const ticks = ticksOf(0, Math.max(4, ...days)).filter(Number.isInteger);
  const top = ticks.at(-1) ?? 1;
  const y = (count: number) => FLOOR - (count / top) * (FLOOR - TOP);
  const step = 100 / days.length;
  const line = points.map(({ count }, rank) => `${(step * (rank + 0.5)).toFixed(2)},${y(count).toFixed(1)}`);
  const conclusion =
    month === 0
      ? 'Aucune vue ces 30 derniers jours.'
      : `${formatCount(month, 'vue', 'vues')} en 30 jours, dont ${formatNumber(views.week)} ces 7 derniers.`;
  return (
    <Card as="section" aria-labelledby="vues" className="mt-4">
      <h2 id="vues" className="text-h4">
        Vues de vos annonces
      </h2>
      <p className="figures mt-1 text-ardoise-700">{conclusion}</p>
      {month > 0 && (
        <div className="mt-2">
          <ChartFrame
            gutter="narrow"
            height={HEIGHT}
            footY={HEIGHT - 6}
            conclusion={conclusion}
            ticks={ticks.map((tick) => ({ key: tick, y: y(tick), words: formatNumber(tick) }))}
            feet={[
              { key: 'first', x: 0, words: formatShortDate(first) },
              { key: 'last', x: 100, words: 'aujourd’hui, en cours' },
            ]}
            shapes={
              <>
                <polygon
                  points={[`${step / 2},${FLOOR}`, ...line, `${100 - step / 2},${FLOOR}`].join(' ')}
                  className="fill-phare-100"
                  fillOpacity="0.6"
                />
                <polyline
                  points={line.join(' ')}
                  fill="none"
                  strokeWidth="2.5"
                  strokeLinejoin="round"
                  strokeLinecap="round"
                  vectorEffect="non-scaling-stroke"
                  className="stroke-phare-700"
                />
              </>
            }
          >
            <ChartPoints
              legend="Lire la courbe, un jour après l’autre"
              name="jour"
              height={FLOOR}
              dots
              chosen=""
              points={points.map(({ day, count }, rank) => ({
                key: day.toISOString().slice(0, 10),
                x: step * (rank + 0.5),
                width: step,
                y: y(count),
                label: formatDate(day),
                value: formatCount(count, 'vue', 'vues'),
              }))}
            />
          </ChartFrame>
        </div>
      )}
      <dl className="figures mt-4 grid gap-x-6 gap-y-3 text-small sm:grid-cols-3">
        <Source term="Venues d’un courriel d’alerte" count={fromMails.month}>
          des vues de ces 30 jours
        </Source>
        <Source term="Signalées par des alertes" count={told.month}>
          fois en 30 jours, jusqu’à hier
        </Source>
        <Source term="Gardées en favori" count={favorites.now}>
          fois, dont {formatNumber(favorites.month)} ces 30 derniers jours
        </Source>
      </dl>
      {month > 0 && (
        <ChartTable caption="Vues par jour">
          <ChartFigures
            caption={`Vues par jour, du ${formatDate(first)} au ${formatDate(last)}`}
            head={['Jour', 'Vues']}
            rows={points.toReversed().map(({ day, count }) => [formatDate(day), formatNumber(count)])}
          />
        </ChartTable>
      )}
      <details className="mt-1 text-small text-ardoise-600">
        <summary className="inline-flex min-h-9 items-center rounded-chip text-phare-700 underline underline-offset-4">
          Comment les vues sont comptées
        </summary>
        <p className="mt-1 max-w-measure">{METHOD}</p>
      </details>
    </Card>
  );
}

function Source({ term, count, children }: { term: string; count: number; children: React.ReactNode }) {
  return (
    <div className="border-l-2 border-ardoise-200 pl-3">
      <dt className="text-ardoise-600">{term}</dt>
      <dd>
        <strong className="text-h4 font-bold">{formatNumber(count)}</strong>{' '}
        <span className="text-ardoise-600">{children}</span>
      </dd>
    </div>
  );
}
