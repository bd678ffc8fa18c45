import {
  formatDate,
  formatNumber,
  formatPercent,
  formatPrice,
  formatShortDate,
  NBSP,
} from '#contract/fmt.ts';

interface PriceStep {
  /** ISO 8601: since when this price stands. */
  at: string;
  cents: number;
}

interface PriceStepsProps {
  /** Oldest first, at least one. */
  steps: readonly PriceStep[];
  /** ISO 8601: how far the last price is drawn (now, or the day the listing left). */
  until: string;
  rental?: boolean;
}

const HEIGHT = 190;
const TOP = 28;
const BOTTOM = 128;
const MIDDLE = 84;
const FLOOR = 164;

/** « Prix baissé 2 fois depuis le 3 mars 2026 : −24 500,00 € (−7 %). » */
export function priceStory(steps: readonly PriceStep[]): string {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return '';
  const since = formatDate(new Date(first.at));
  if (steps.length === 1) return `Prix inchangé depuis le ${since}.`;
  const moves = steps.slice(1).map((step, rank) => step.cents - (steps[rank]?.cents ?? step.cents));
  const falls = moves.filter((move) => move < 0).length;
  const rises = moves.filter((move) => move > 0).length;
  const said = [falls > 0 && `baissé ${times(falls)}`, rises > 0 && `augmenté ${times(rises)}`].filter(
    Boolean,
  );
  const total = last.cents - first.cents;
  const sign = total < 0 ? '−' : '+';
  const share = Math.round((Math.abs(total) / first.cents) * 1000) / 10;
  const outcome =
    total === 0
      ? 'revenu au prix de départ'
      : `${sign}${formatPrice(Math.abs(total))} (${sign}${formatPercent(share)})`;
  return `Prix ${said.join(' et ')} depuis le ${since}${NBSP}: ${outcome}.`;
}

function times(count: number): string {
  return count === 1 ? 'une fois' : `${formatNumber(count)} fois`;
}

/** The asking price over time as a staircase, drawn on the server, with its figures as a table. */
export function PriceSteps({ steps, until, rental = false }: PriceStepsProps) {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last) return null;
  const start = Date.parse(first.at);
  const end = Math.max(Date.parse(until), start + 1);
  const prices = steps.map((step) => step.cents);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  // Abscissas in percent, ordinates in pixels: words keep their size whatever the width.
  const x = (at: string) => `${(((Date.parse(at) - start) / (end - start)) * 100).toFixed(2)}%`;
  const y = (cents: number) =>
    high === low ? MIDDLE : TOP + ((high - cents) / (high - low)) * (BOTTOM - TOP);
  const full = (cents: number) => `${formatPrice(cents)}${rental ? '/mois' : ''}`;
  const before = steps.at(-2);
  // The last price stands on the free side of its stair.
  const lastBelow = before !== undefined && before.cents > last.cents;
  const story = priceStory(steps);
  return (
    <figure className="max-w-160">
      <figcaption className="mb-3 font-medium">{story}</figcaption>
      <svg width="100%" height={HEIGHT} role="img" aria-label={story} className="figures overflow-visible">
        <title>{story}</title>
        <line x1="0" x2="100%" y1={FLOOR} y2={FLOOR} className="stroke-ardoise-200" />
        <g className="stroke-phare-700" strokeWidth="2.5" strokeLinecap="round">
          {steps.map((step, rank) => {
            const next = steps[rank + 1];
            const edge = next ? x(next.at) : '100%';
            return (
              <g key={step.at}>
                <line x1={x(step.at)} x2={edge} y1={y(step.cents)} y2={y(step.cents)} />
                {next && <line x1={edge} x2={edge} y1={y(step.cents)} y2={y(next.cents)} />}
              </g>
            );
          })}
        </g>
        {steps.map((step, rank) => {
          const former = steps[rank - 1];
          const rises = former !== undefined && step.cents > former.cents;
          return (
            <circle
              key={step.at}
              cx={x(step.at)}
              cy={y(step.cents)}
              r="4.5"
              strokeWidth="2.5"
              className={`fill-blanc ${rises ? 'stroke-signal-600' : 'stroke-phare-700'}`}
            >
              <title>{`${formatDate(new Date(step.at))}${NBSP}: ${full(step.cents)}`}</title>
            </circle>
          );
        })}
        {steps.length > 1 && (
          <text x="0" y={y(first.cents) - 14} className="fill-ardoise-600 text-small">
            {full(first.cents)}
          </text>
        )}
        <text
          x="100%"
          y={y(last.cents) + (lastBelow ? 24 : -14)}
          textAnchor="end"
          className="fill-encre text-body font-bold"
        >
          {full(last.cents)}
        </text>
        <text x="0" y={HEIGHT - 4} className="fill-ardoise-500 text-caption">
          {formatShortDate(new Date(first.at))}
        </text>
        <text x="100%" y={HEIGHT - 4} textAnchor="end" className="fill-ardoise-500 text-caption">
          {formatShortDate(new Date(until))}
        </text>
      </svg>
      <details className="mt-2">
        <summary className="inline-flex min-h-9 items-center rounded-chip text-small text-phare-700 underline underline-offset-4">
          Voir les chiffres
        </summary>
        <table className="mt-1 text-small">
          <caption className="sr-only">Historique du prix</caption>
          <thead className="text-left text-ardoise-600">
            <tr>
              <th scope="col" className="py-1 pr-8 font-medium">
                Depuis le
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Prix
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.at} className="border-t border-ardoise-200">
                <th scope="row" className="py-1 pr-8 text-left font-regular">
                  {formatDate(new Date(step.at))}
                </th>
                <td className="py-1 text-right">{full(step.cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
