import type { Chance } from '../../chance.ts';
import type { Epoch, HomeFacts } from './home.ts';

/** Years of construction of each epoch. */
export const YEARS: Readonly<Record<Exclude<Epoch, 'new'>, readonly [number, number]>> = {
  old: [1850, 1935],
  seventies: [1958, 1978],
  eighties: [1980, 1996],
  recent: [2004, 2021],
};

/** Some things agencies leave out: unknown is not no. */
export function said<T>(value: T, chance: Chance, share = 0.84): T | null {
  return chance.maybe(share) ? value : null;
}

/** Most surveyors write half metres and tenths. */
export function measured([least, most]: readonly [number, number], chance: Chance): number {
  const value = chance.between(least, most);
  return chance.maybe(0.3) ? Math.round(value) : Math.round(value * 10) / 10;
}

/** The sides it looks at; null when the agency does not say. */
export function exposuresOf(chance: Chance): HomeFacts['exposures'] {
  if (chance.maybe(0.22)) return null;
  return chance.pick([['S'], ['S', 'O'], ['E', 'O'], ['E'], ['O'], ['N', 'S'], ['S', 'E'], ['N']] as const);
}
