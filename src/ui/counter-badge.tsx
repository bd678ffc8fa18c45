import { COUNTER_BADGE_MAX, NOTIFICATION_BADGE_MAX } from '#contract/constants.ts';
import { formatBadge } from '#contract/fmt.ts';

interface CounterBadgeProps {
  count: number;
  /** What is counted, read after the number: « 128 nouvelles annonces ». */
  label: string;
  /** Counters stop at 99+, notifications at 9+. */
  kind?: 'counter' | 'notification';
  /** New things are amber; plain quantities are grey. */
  tone?: 'new' | 'plain';
}

/** Nothing at zero. */
export function CounterBadge({ count, label, kind = 'counter', tone = 'new' }: CounterBadgeProps) {
  if (count <= 0) return null;
  const cap = kind === 'counter' ? COUNTER_BADGE_MAX : NOTIFICATION_BADGE_MAX;
  return (
    <span
      className={`figures inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-caption leading-none font-bold ${
        tone === 'new' ? 'bg-ambre-400 text-encre' : 'bg-ardoise-100 text-ardoise-700'
      }`}
    >
      <span aria-hidden="true">{formatBadge(count, cap)}</span>
      <span className="sr-only">
        {count} {label}
      </span>
    </span>
  );
}
