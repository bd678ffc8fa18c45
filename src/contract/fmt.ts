import { CURRENCY, LOCALE, TIME_ZONE } from './constants.ts';
import { once } from './once.ts';

/** No-break space. Intl writes U+202F between thousands: our fonts lack it (stack.md 1.3-9). */
export const NBSP = '\u00a0';

function tidy(text: string): string {
  return text.replaceAll('\u202f', NBSP);
}

const euros = once(() => new Intl.NumberFormat(LOCALE, { style: 'currency', currency: CURRENCY }));
const decimal = once(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 }));
const integer = once(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 }));
const longDate = once(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: TIME_ZONE }));
const shortDate = once(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'short', timeZone: TIME_ZONE }));
const clockTime = once(() => new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: TIME_ZONE }));
const relative = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }));
const plurals = once(() => new Intl.PluralRules(LOCALE));

/** Cents to « 315 000,00 € »: two decimals everywhere (specification 9). */
export function formatPrice(cents: number): string {
  return tidy(euros().format(cents / 100));
}

/** Cents to « 1 390,00 €/mois ». */
export function formatRent(cents: number): string {
  return `${formatPrice(cents)}/mois`;
}

/** Cents of a square metre to « 3 326,00 €/m² », rounded to the euro first (interface.md, fine points 16). */
export function formatPricePerM2(cents: number): string {
  return `${formatPrice(Math.round(cents / 100) * 100)}/m²`;
}

/** Map pins only: 25 000 000 cents to « 250 k€ ». */
export function formatPriceShort(cents: number): string {
  const value = cents / 100;
  if (value < 10_000) return `${integer().format(value)}${NBSP}€`.replaceAll('\u202f', NBSP);
  if (value < 999_500) return `${Math.round(value / 1000)}${NBSP}k€`;
  return tidy(`${decimal().format(Math.round(value / 10_000) / 100)}${NBSP}M€`);
}

/** « 62,4 m² ». */
export function formatSurface(squareMetres: number): string {
  return `${tidy(decimal().format(squareMetres))}${NBSP}m²`;
}

export function formatNumber(value: number): string {
  return tidy(decimal().format(value));
}

/** A percentage already in points: 5 to « 5 % ». */
export function formatPercent(points: number): string {
  return `${tidy(decimal().format(points))}${NBSP}%`;
}

/** « 0 annonce », « 1 annonce », « 1 204 annonces ». */
export function formatCount(count: number, one: string, many: string): string {
  return `${tidy(integer().format(count))}${NBSP}${plurals().select(count) === 'one' ? one : many}`;
}

/** 100 to « 99+ » with the given cap. */
export function formatBadge(count: number, cap: number): string {
  return count > cap ? `${cap}+` : String(count);
}

/** « 21 novembre 2026 », « 1er mars 2026 », in Paris. */
export function formatDate(date: Date): string {
  return longDate().format(date).replace(/^1 /, '1er ');
}

/** « 21/11/2026 », in Paris. */
export function formatShortDate(date: Date): string {
  return shortDate().format(date);
}

/** « 08:30 », in Paris. */
export function formatTime(date: Date): string {
  return clockTime().format(date);
}

/** « à l’instant », « il y a 2 heures », « hier », « il y a 3 jours ». */
export function formatAgo(date: Date, now: Date): string {
  const minutes = Math.round((date.getTime() - now.getTime()) / 60_000);
  if (minutes === 0) return 'à l’instant';
  if (Math.abs(minutes) < 60) return tidy(relative().format(minutes, 'minute'));
  const hours = Math.round(minutes / 60);
  if (Math.abs(hours) < 24) return tidy(relative().format(hours, 'hour'));
  return tidy(relative().format(Math.round(hours / 24), 'day'));
}

/** 1 to « 1er », 7 to « 7e ». */
export function formatOrdinal(rank: number): string {
  return rank === 1 ? '1er' : `${rank}e`;
}
