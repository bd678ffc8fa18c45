/**
 * Rhythm: when an alert speaks, and of what.
 */
import * as z from 'zod/mini';

export const frequencies = {
  immediate: 'Dès qu’une annonce correspond',
  daily: 'Une fois par jour',
  weekly: 'Une fois par semaine',
} as const;
export type Frequency = keyof typeof frequencies;

/** Monday is 1, as ISO 8601 counts. */
export const weekdays = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const;

export const eventLabels = {
  appeared: 'Nouvelle annonce',
  priceFell: 'Baisse de prix',
  returned: 'Retour en ligne',
  gone: 'Bien vendu, loué ou retiré',
} as const;
export type AlertEvent = keyof typeof eventLabels;
export const everyEvent = Object.keys(eventLabels) as AlertEvent[];
/** Unless said: people who search first want to know what they can visit. */
export const usualEvents = everyEvent.filter((event) => event !== 'gone');

/** Thresholds offered for a drop, in percent. */
export const drops = [0, 2, 5, 10] as const;

export const DEFAULT_HOUR = 8;
/** Monday. */
export const DEFAULT_WEEKDAY = 1;
export const DEFAULT_QUIET = { from: 22, to: 7 } as const;

export const hour = z
  .int('Choisissez une heure')
  .check(z.minimum(0, 'Choisissez une heure'), z.maximum(23, 'Choisissez une heure'));
export const frequency = z.enum(
  Object.keys(frequencies) as [Frequency, ...Frequency[]],
  'Choisissez une fréquence',
);
export const weekday = z
  .int('Choisissez un jour')
  .check(z.minimum(1, 'Choisissez un jour'), z.maximum(7, 'Choisissez un jour'));
/** Nothing is written from an hour on, until another one; null: at any hour. */
export const quiet = z.nullable(
  z
    .object({ from: hour, to: hour })
    .check(
      z.refine(({ from, to }) => from !== to, { error: 'Choisissez deux heures différentes', path: ['to'] }),
    ),
);
export const events = z
  .array(z.enum(everyEvent as [AlertEvent, ...AlertEvent[]]))
  .check(z.minLength(1, 'Choisissez au moins un événement'), z.maxLength(everyEvent.length));
/** In percent of the price before. */
export const minDrop = z.int().check(z.minimum(0), z.maximum(50, 'Au plus 50 %'));

/** What an alert says of its rhythm. */
export interface Rhythm {
  readonly frequency: Frequency;
  readonly hour: number;
  readonly weekday: number;
  readonly quiet: { readonly from: number; readonly to: number } | null;
  readonly events: readonly AlertEvent[];
  readonly minDrop: number;
}

export const usualRhythm: Rhythm = {
  frequency: 'immediate',
  hour: DEFAULT_HOUR,
  weekday: DEFAULT_WEEKDAY,
  quiet: null,
  events: usualEvents,
  minDrop: 0,
};

/** Whether these events are those of an alert that says none. */
export function isUsual(told: readonly AlertEvent[]): boolean {
  return told.length === usualEvents.length && usualEvents.every((event) => told.includes(event));
}

/** « Un courriel par semaine, le lundi à 8 h », « …, sauf de 22 h à 7 h ; baisses de 5 % et plus ». */
export function rhythmText({
  frequency: often,
  hour: at,
  weekday: day,
  quiet: hush,
  events: told,
  minDrop: least,
}: Rhythm): string {
  const when = {
    immediate: `Un courriel dès qu’une annonce correspond${hush ? `, sauf de ${hush.from}\u00a0h à ${hush.to}\u00a0h` : ''}`,
    daily: `Un courriel par jour, à ${at}\u00a0h`,
    weekly: `Un courriel par semaine, le ${weekdays[day - 1] ?? weekdays[0]} à ${at}\u00a0h`,
  }[often];
  const only = isUsual(told) ? '' : ` (${told.map((event) => eventLabels[event].toLowerCase()).join(', ')})`;
  return `${when}${only}${least > 0 && told.includes('priceFell') ? `, baisses de ${least}\u00a0% et plus` : ''}`;
}

/** The last day, in Paris, whose mail was due at that moment: `day` and `hour` are those of the moment there. */
export function lastDue(
  { frequency: often, hour: at, weekday: on }: Pick<Rhythm, 'frequency' | 'hour' | 'weekday'>,
  { day, hour: now }: { day: string; hour: number },
): string {
  const past = now >= at;
  const today = Date.parse(`${day}T00:00:00Z`);
  const before = (days: number) => new Date(today - days * 86_400_000).toISOString().slice(0, 10);
  if (often !== 'weekly') return past ? day : before(1);
  const since = (new Date(today).getUTCDay() + 7 - on) % 7;
  return before(since === 0 && !past ? 7 : since);
}
