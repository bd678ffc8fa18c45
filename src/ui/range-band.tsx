import { formatPrice } from '#contract/fmt.ts';

interface RangeBandProps {
  /** Cents: the ends without extremes, the quartiles, the median. */
  low: number;
  q1: number;
  median: number;
  q3: number;
  high: number;
  /** One price among the others, told by the conclusion. */
  mark?: number;
  conclusion: string;
}

/** To ten euros, as sentences say it. */
const toTen = (cents: number) => formatPrice(Math.round(cents / 1_000) * 1_000);

/** The spread of prices in one line: thin from end to end, thick for its middle half, notched at the median. */
export function RangeBand({ low, q1, median, q3, high, mark, conclusion }: RangeBandProps) {
  const first = Math.min(low, mark ?? low);
  const last = Math.max(high, mark ?? high);
  const x = (cents: number) => `${(((cents - first) / Math.max(1, last - first)) * 100).toFixed(2)}%`;
  const width = `${(((q3 - q1) / Math.max(1, last - first)) * 100).toFixed(2)}%`;
  return (
    <svg
      width="100%"
      height="58"
      role="img"
      aria-label={conclusion}
      className="figures block overflow-visible"
    >
      <title>{conclusion}</title>
      <line x1="0" x2="100%" y1="16" y2="16" strokeWidth="3" className="stroke-bordure" />
      {['0', '100%'].map((end) => (
        <line key={end} x1={end} x2={end} y1="9" y2="23" strokeWidth="3" className="stroke-bordure" />
      ))}
      <rect x={x(q1)} width={width} y="6" height="20" rx="4" className="fill-phare-700" />
      <line x1={x(median)} x2={x(median)} y1="2" y2="30" strokeWidth="4" className="stroke-craie" />
      <line x1={x(median)} x2={x(median)} y1="2" y2="30" strokeWidth="2" className="stroke-encre" />
      {mark !== undefined && (
        <circle cx={x(mark)} cy="16" r="8" strokeWidth="3" className="fill-ambre-400 stroke-encre" />
      )}
      <text x="0" y="52" className="fill-ardoise-600 text-caption">
        {toTen(first)}
      </text>
      <text x="100%" y="52" textAnchor="end" className="fill-ardoise-600 text-caption">
        {toTen(last)}
      </text>
    </svg>
  );
}
