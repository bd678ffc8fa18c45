import { formatNumber, formatPercent } from '#contract/fmt.ts';

interface ProgressProps {
  label: string;
  /** null: under way, extent unknown. */
  value: number | null;
  max: number;
  /** What is counted means nothing to a reader (bytes): its share is said instead. */
  share?: boolean;
  /** « 312 lignes/s · 4 en erreur ». */
  detail?: string;
}

/** Long work, with its count. Announced by quarters only, so that a screen reader can follow. */
export function Progress({ label, value, max, share = false, detail }: ProgressProps) {
  const points = value === null || max === 0 ? null : Math.floor((100 * value) / max);
  const quarter = points === null ? null : Math.floor(points / 25) * 25;
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="figures text-small text-ardoise-600">
          {points === null || value === null
            ? 'En cours'
            : share
              ? formatPercent(points)
              : `${formatNumber(value)} sur ${formatNumber(max)}`}
        </span>
      </div>
      {value === null ? (
        <div className="h-2 overflow-hidden rounded-full bg-ardoise-200">
          <progress aria-label={label} className="sr-only" />
          <div className="h-full w-1/3 animate-shuttle rounded-full bg-phare-700" />
        </div>
      ) : (
        <progress className="bar" aria-label={label} value={value} max={max} />
      )}
      <p className="mt-1.5 min-h-[1.27rem] text-small text-ardoise-600">{detail}</p>
      <output className="sr-only">{quarter ? `${label} : ${formatPercent(quarter)}` : ''}</output>
    </div>
  );
}
