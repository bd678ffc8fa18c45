import { formatAgo, formatDate, formatShortDate, formatTime } from '#contract/fmt.ts';

interface TimeProps {
  /** ISO 8601. */
  at: string;
  format?: 'long' | 'short' | 'ago';
  /** ISO 8601, from the loader: « il y a 2 heures » must read the same on the server and in the browser. */
  now?: string;
}

/** A date one can read, its machine form, and the full date on hover. */
export function Time({ at, format = 'long', now }: TimeProps) {
  const date = new Date(at);
  const text =
    format === 'ago' && now
      ? formatAgo(date, new Date(now))
      : format === 'short'
        ? formatShortDate(date)
        : formatDate(date);
  return (
    <time dateTime={at} title={`${formatDate(date)} à ${formatTime(date)}`}>
      {text}
    </time>
  );
}
