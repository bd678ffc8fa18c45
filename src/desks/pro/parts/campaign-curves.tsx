import { formatCount, formatNumber, formatPrice, formatShortDate } from '#contract/fmt.ts';
import type { Boost } from '#rooms/boosts/contract.ts';
import { ChartFigures } from '#ui/chart.tsx';
import { DayBars } from '#ui/day-bars.tsx';
import { daysOf, totalsOf } from '../campaigns.ts';

type Day = Boost['ledger'][number];

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
          <Curve key={measure.key} measure={measure} days={days} />
        ))}
      </div>
      <Ledger days={days} />
    </section>
  );
}

function Curve({
  measure: { key, title, words, tick, fill },
  days,
}: {
  measure: Measure;
  days: readonly Day[];
}) {
  const total = days.reduce((sum, day) => sum + day[key], 0);
  return (
    <DayBars
      title={title}
      conclusion={`${words(total)} en ${formatCount(days.length, 'jour', 'jours')}.`}
      name={`jour-${key}`}
      days={days.map((day) => ({ day: day.day, value: day[key] }))}
      words={words}
      tick={tick}
      least={key === 'spend' ? 400 : 4}
      fill={fill}
    />
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
