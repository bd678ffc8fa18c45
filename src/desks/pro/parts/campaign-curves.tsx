import { formatCount, formatDate, formatNumber, formatPrice, formatShortDate } from '#contract/fmt.ts';
import type { Boost } from '#rooms/boosts/contract.ts';
import { ChartFigures, ChartFrame, ChartPoints, ticksOf } from '#ui/chart.tsx';
import { daysOf, totalsOf } from '../campaigns.ts';

type Day = Boost['ledger'][number];

const HEIGHT = 150;
const TOP = 34;
const FLOOR = 126;

interface Measure {
  readonly key: 'impressions' | 'clicks' | 'leads' | 'spend';
  readonly title: string;
  readonly words: (value: number) => string;
  readonly tick: (value: number) => string;
  readonly fill: string;
}

/** A figure by day each: they have nothing in common but their days. */
const measures: readonly Measure[] = [
  {
    key: 'impressions',
    title: 'Affichages',
    words: (value) => formatCount(value, 'affichage', 'affichages'),
    tick: formatNumber,
    fill: 'fill-phare-700',
  },
  {
    key: 'clicks',
    title: 'Clics',
    words: (value) => formatCount(value, 'clic', 'clics'),
    tick: formatNumber,
    fill: 'fill-phare-700',
  },
  {
    key: 'leads',
    title: 'Demandes',
    words: (value) => formatCount(value, 'demande', 'demandes'),
    tick: formatNumber,
    fill: 'fill-phare-700',
  },
  {
    key: 'spend',
    title: 'Dépense',
    words: (value) => `${formatPrice(value)} dépensés`,
    tick: (value) => `${formatNumber(value / 100)}\u00a0€`,
    fill: 'fill-ardoise-600',
  },
];

/** The ledger of a boost: four drawings by day, and the table that says the same. */
export function CampaignCurves({ ledger }: Pick<Boost, 'ledger'>) {
  const days = daysOf(ledger);
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="jour-par-jour">
      <h2 id="jour-par-jour" className="text-h4">
        Jour par jour
      </h2>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 sm:grid-cols-2">
        {measures.map((measure) => (
          <DayBars key={measure.key} measure={measure} days={days} />
        ))}
      </div>
      <Ledger days={days} />
    </section>
  );
}

function DayBars({
  measure: { key, title, words, tick, fill },
  days,
}: {
  measure: Measure;
  days: readonly Day[];
}) {
  const values = days.map((day) => day[key]);
  const total = values.reduce((sum, value) => sum + value, 0);
  const least = key === 'spend' ? 400 : 4;
  const ticks = ticksOf(0, Math.max(least, ...values)).filter(Number.isInteger);
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => FLOOR - (value / top) * (FLOOR - TOP);
  const step = 100 / days.length;
  const conclusion = `${words(total)} en ${formatCount(days.length, 'jour', 'jours')}.`;
  const first = days[0]!;
  const last = days.at(-1)!;
  return (
    <figure>
      <figcaption>
        <h3 className="font-bold">{title}</h3>
        <p className="figures text-small text-ardoise-600">{conclusion}</p>
      </figcaption>
      <ChartFrame
        gutter="narrow"
        height={HEIGHT}
        footY={HEIGHT - 6}
        conclusion={`${title}\u00a0: ${conclusion}`}
        ticks={ticks.map((value) => ({ key: value, y: y(value), words: tick(value) }))}
        feet={
          days.length === 1
            ? [{ key: 'first', x: 0, words: formatShortDate(new Date(first.day)) }]
            : [
                { key: 'first', x: 0, words: formatShortDate(new Date(first.day)) },
                { key: 'last', x: 100, words: formatShortDate(new Date(last.day)) },
              ]
        }
        shapes={values.map((value, rank) => (
          <rect
            key={days[rank]?.day}
            x={(rank * step + step * 0.15).toFixed(2)}
            width={(step * 0.7).toFixed(2)}
            y={y(value).toFixed(1)}
            height={(FLOOR - y(value)).toFixed(1)}
            className={fill}
          />
        ))}
      >
        <ChartPoints
          legend={`Lire «\u00a0${title}\u00a0», un jour après l’autre`}
          name={`jour-${key}`}
          height={FLOOR}
          chosen=""
          points={days.map((day, rank) => ({
            key: day.day,
            x: step * (rank + 0.5),
            width: step,
            y: y(day[key]),
            label: formatDate(new Date(day.day)),
            value: words(day[key]),
          }))}
        />
      </ChartFrame>
    </figure>
  );
}

/** Every day in figures, as a spreadsheet would hold them. */
function Ledger({ days }: { days: readonly Day[] }) {
  const total = totalsOf([...days]);
  const cells = (one: Pick<Day, 'impressions' | 'clicks' | 'leads' | 'spend'>) => [
    formatNumber(one.impressions),
    formatNumber(one.clicks),
    formatNumber(one.leads),
    formatPrice(one.spend),
  ];
  return (
    <div className="mt-6 rounded-card border border-ardoise-200 bg-blanc px-4 py-2">
      <ChartFigures
        caption="Journal du boost, jour par jour"
        head={['Jour', 'Affichages', 'Clics', 'Demandes', 'Dépense HT']}
        rows={[
          ...days.toReversed().map((day) => [formatShortDate(new Date(day.day)), ...cells(day)]),
          ['Total', ...cells(total)],
        ]}
      />
    </div>
  );
}
