import {
  formatDate,
  formatNumber,
  formatPercent,
  formatPrice,
  formatPriceShort,
  formatShortDate,
  NBSP,
} from '../contract/fmt.ts';

export interface PriceStep {
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

const WIDTH = 560;
const HEIGHT = 180;
const box = { left: 8, right: 84, top: 26, bottom: 30 };

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
  const margin = Math.max((high - low) * 0.25, high * 0.01);
  const x = (at: string) =>
    box.left + ((Date.parse(at) - start) / (end - start)) * (WIDTH - box.left - box.right);
  const y = (cents: number) =>
    box.top + ((high + margin - cents) / (high - low + 2 * margin)) * (HEIGHT - box.top - box.bottom);

  const line = steps
    .map(
      (step, rank) =>
        `${rank === 0 ? 'M' : 'H'}${x(step.at).toFixed(1)}${rank === 0 ? ' ' : 'V'}${y(step.cents).toFixed(1)}`,
    )
    .join('');
  const edge = x(until).toFixed(1);
  const story = priceStory(steps);
  const full = (cents: number) => `${formatPrice(cents)}${rental ? '/mois' : ''}`;
  return (
    <figure>
      <figcaption className="mb-2 font-medium">{story}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={story}
        className="figures h-auto w-full max-w-160"
      >
        <title>{story}</title>
        <path className="stroke-ardoise-200" d={`M${box.left} ${HEIGHT - box.bottom}H${WIDTH - box.right}`} />
        <path className="fill-phare-100" d={`${line}H${edge}V${HEIGHT - box.bottom}H${box.left}Z`} />
        <path
          className="fill-none stroke-phare-700"
          strokeWidth="2.5"
          strokeLinejoin="round"
          d={`${line}H${edge}`}
        />
        {steps.map((step, rank) => {
          const before = steps[rank - 1];
          const rises = before !== undefined && step.cents > before.cents;
          return (
            <circle
              key={step.at}
              cx={x(step.at).toFixed(1)}
              cy={y(step.cents).toFixed(1)}
              r="4.5"
              strokeWidth="2.5"
              className={`fill-blanc ${rises ? 'stroke-signal-600' : 'stroke-phare-700'}`}
            >
              <title>{`${formatDate(new Date(step.at))}${NBSP}: ${full(step.cents)}`}</title>
            </circle>
          );
        })}
        {steps.length > 1 && (
          <text
            x={x(first.at).toFixed(1)}
            y={(y(first.cents) - 12).toFixed(1)}
            className="fill-ardoise-600"
            fontSize="14"
          >
            {rental ? full(first.cents) : formatPriceShort(first.cents)}
          </text>
        )}
        <text
          x={Number(edge) + 10}
          y={(y(last.cents) + 5).toFixed(1)}
          className="fill-encre"
          fontSize="15"
          fontWeight="650"
        >
          {rental ? full(last.cents) : formatPriceShort(last.cents)}
        </text>
        <text x={box.left} y={HEIGHT - 9} className="fill-ardoise-500" fontSize="13">
          {formatShortDate(new Date(first.at))}
        </text>
        <text x={edge} y={HEIGHT - 9} textAnchor="end" className="fill-ardoise-500" fontSize="13">
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
