import { TIME_ZONE } from './constants.ts';
import { once } from './once.ts';

const parts = once(
  () =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: TIME_ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    }),
);

/** The day in Paris, `2026-03-29`, and the hour begun there, 0 to 23. Hours that a clock change skips are simply past. */
export function parisDay(moment: Date): { day: string; hour: number } {
  const read = new Map(
    parts()
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: `${read.get('year')}-${read.get('month')}-${read.get('day')}`,
    hour: Number(read.get('hour')),
  };
}

/** The day so many days before another, both `2026-03-29`; after it when negative. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** The moment at which a day (`2026-03-29`) begins in Paris. */
export function parisMidnight(day: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const begins = [1, 2].map((ahead) => new Date(utc - ahead * 3_600_000));
  return (
    begins.find((moment) => parisDay(moment).day === day && parisDay(moment).hour === 0) ?? new Date(utc)
  );
}
