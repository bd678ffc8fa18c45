import { formatCount, formatDate, formatNumber, formatPrice, formatShortDate, NBSP } from '#contract/fmt.ts';
import { deltaWords } from '#rooms/statistics/contract.ts';
import { ChartFigures, ChartTable } from '#ui/chart.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { DayBars } from '#ui/day-bars.tsx';
import { type Dashboard, type Figure, PERIOD_DEFAULT, periods } from '../contract.ts';

type Name = keyof Dashboard['figures'];

interface Measure {
  readonly name: Name;
  readonly title: string;
  readonly words: (value: number) => string;
  readonly tick: (value: number) => string;
  readonly least: number;
  readonly fill: string;
}

/** Axes have room for few letters: « 250k », « 1,5 k€ ». */
const shortNumber = (value: number) =>
  value < 100_000 ? formatNumber(value) : `${formatNumber(value / 1000)}k`;
const shortPrice = (cents: number) =>
  cents < 100_000 ? `${formatNumber(cents / 100)}${NBSP}€` : `${formatNumber(cents / 100_000)}${NBSP}k€`;

const counted = (name: Name, title: string, one: string, many: string): Measure => ({
  name,
  title,
  words: (value) => formatCount(value, one, many),
  tick: shortNumber,
  least: 4,
  fill: 'fill-phare-700',
});

const measures: readonly Measure[] = [
  counted('accounts', 'Comptes de particuliers', 'inscription', 'inscriptions'),
  counted('agencies', 'Espaces d’agence', 'ouverture', 'ouvertures'),
  counted('leads', 'Demandes de contact', 'demande', 'demandes'),
  counted('alerts', 'Alertes créées', 'alerte', 'alertes'),
  counted('mails', 'Courriels partis', 'courriel', 'courriels'),
  {
    name: 'revenue',
    title: 'Boosts facturés, HT',
    words: formatPrice,
    tick: shortPrice,
    least: 400,
    fill: 'fill-ardoise-600',
  },
];

/** Beyond so many days a bar stands for a week: a finger cannot choose among more. */
const DAYS_DRAWN = 120;
const WEEK = 7;

/** Weeks that end with the last day; what is left over at the beginning is a shorter first one. */
function byWeek(series: Figure['series']): Figure['series'] {
  const rest = series.length % WEEK;
  const whole = Array.from({ length: Math.floor(series.length / WEEK) }, (_, week) => rest + week * WEEK);
  const begins = rest > 0 ? [0, ...whole] : whole;
  return begins.map((from, rank) => {
    const days = series.slice(from, begins[rank + 1] ?? series.length);
    return { day: days[0]?.day ?? '', value: days.reduce((sum, { value }) => sum + value, 0) };
  });
}

function comparison({ name }: Measure, { now, before }: Figure, span: string): string {
  if (before === null) return 'Rien à comparer\u00a0: les courriels de plus d’un an ne sont plus gardés';
  if (name !== 'revenue') return deltaWords(now, before, span);
  if (now === before) return `Autant que les ${span} d’avant`;
  return `${now > before ? '+' : '−'}${formatPrice(Math.abs(now - before))} par rapport aux ${span} d’avant`;
}

/** What came each day over a period, compared with as long before. The address says the period. */
export function DayFigures({
  figures,
  days,
  path,
}: Pick<Dashboard, 'figures'> & { days: number; path: string }) {
  const span = formatCount(days, 'jour', 'jours');
  const weekly = days > DAYS_DRAWN;
  const [first] = figures.accounts.series;
  return (
    <section aria-labelledby="chiffres" className="mt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="chiffres" className="text-h4">
          Chiffres des {span}
        </h2>
        <nav aria-label="Période" className="flex flex-wrap gap-2">
          {periods.map((period) => (
            <ChipLink
              key={period}
              to={period === PERIOD_DEFAULT ? path : `${path}?jours=${period}`}
              selected={period === days}
            >
              {period === 365 ? 'Un an' : formatCount(period, 'jour', 'jours')}
            </ChipLink>
          ))}
        </nav>
      </div>
      <p className="mt-1 text-ardoise-600">
        {first && `Du ${formatDate(new Date(first.day))} à aujourd’hui, jours de Paris. `}
        Le jour en cours n’est pas fini.
      </p>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 md:grid-cols-2 2xl:grid-cols-3">
        {measures.map((measure) => {
          const figure = figures[measure.name];
          return (
            <DayBars
              key={measure.name}
              title={measure.title}
              conclusion={`${measure.words(figure.now)} en ${span}. ${comparison(measure, figure, span)}.`}
              name={`jour-${measure.name}`}
              days={weekly ? byWeek(figure.series) : figure.series}
              words={measure.words}
              tick={measure.tick}
              least={measure.least}
              fill={measure.fill}
              {...(weekly
                ? {
                    step: 'une semaine après l’autre',
                    label: (day: string) => `semaine du ${formatDate(new Date(day))}`,
                  }
                : {})}
            />
          );
        })}
      </div>
      <ChartTable caption="Chiffres jour par jour">
        <ChartFigures
          caption="Chiffres jour par jour"
          head={['Jour', ...measures.map(({ title }) => title)]}
          rows={[
            ...figures.accounts.series
              .map(({ day }, rank) => [
                formatShortDate(new Date(day)),
                ...measures.map((measure) => cell(measure, figures[measure.name].series[rank]?.value ?? 0)),
              ])
              .toReversed(),
            ['Total', ...measures.map((measure) => cell(measure, figures[measure.name].now))],
          ]}
        />
      </ChartTable>
    </section>
  );
}

const cell = ({ name }: Measure, value: number) =>
  name === 'revenue' ? formatPrice(value) : formatNumber(value);
