import { formatDate, formatShortDate } from '#contract/fmt.ts';
import { ChartFrame, ChartPoints, ticksOf } from './chart.tsx';

const HEIGHT = 150;
const TOP = 34;
const FLOOR = 126;

interface DayBarsProps {
  title: string;
  /** What the bars say together, in one sentence. */
  conclusion: string;
  /** Apart from that of any other drawing of the page. */
  name: string;
  /** From the oldest; `day` is `YYYY-MM-DD`, the first one where a bar stands for several. */
  days: readonly { readonly day: string; readonly value: number }[];
  words: (value: number) => string;
  /** On the axis, which has whole numbers only. */
  tick: (value: number) => string;
  /** The axis goes at least that far: a few things are not drawn as many. */
  least: number;
  fill: string;
  /** What one goes through. */
  step?: string;
  /** How a bar is called. */
  label?: (day: string) => string;
}

const dateOf = (day: string) => formatDate(new Date(day));

/** A number by day: bars, because days are counted, not interpolated. Their figures are a table beside it. */
export function DayBars({
  title,
  conclusion,
  name,
  days,
  words,
  tick,
  least,
  fill,
  step = 'un jour après l’autre',
  label = dateOf,
}: DayBarsProps) {
  const ticks = ticksOf(0, Math.max(least, ...days.map(({ value }) => value))).filter(Number.isInteger);
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => FLOOR - (Math.max(0, value) / top) * (FLOOR - TOP);
  const width = 100 / days.length;
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return null;
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
        shapes={days.map(({ day, value }, rank) => (
          <rect
            key={day}
            x={(rank * width + width * 0.15).toFixed(2)}
            width={(width * 0.7).toFixed(2)}
            y={y(value).toFixed(1)}
            height={(FLOOR - y(value)).toFixed(1)}
            className={fill}
          />
        ))}
      >
        <ChartPoints
          legend={`Lire «\u00a0${title}\u00a0», ${step}`}
          name={name}
          height={FLOOR}
          chosen=""
          points={days.map(({ day, value }, rank) => ({
            key: day,
            x: width * (rank + 0.5),
            width,
            y: y(value),
            label: label(day),
            value: words(value),
          }))}
        />
      </ChartFrame>
    </figure>
  );
}
