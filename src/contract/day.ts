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
