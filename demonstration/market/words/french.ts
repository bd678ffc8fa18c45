import type { Chance } from '../../chance.ts';
import { type Tone, tones } from '../agencies/agency.ts';

/** No-break spaces where French wants them: before high punctuation and units, inside numbers. */
export function typeset(text: string): string {
  return text.replaceAll(/ (?=[:;!?»%€]|m²)/g, '\u00a0').replaceAll('« ', '«\u00a0');
}

/** 62.4 is « 62,4 m² », 1040 « 1 040 m² ». */
export function squareMetres(value: number): string {
  const [whole = '', part] = String(value).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')}${part ? `,${part}` : ''} m²`;
}

/** 1040 is « 1 040 € ». */
export function euros(value: number): string {
  return `${String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')} €`;
}

const NUMBERS = [
  'zéro',
  'une',
  'deux',
  'trois',
  'quatre',
  'cinq',
  'six',
  'sept',
  'huit',
  'neuf',
  'dix',
  'onze',
  'douze',
];

/** « deux »; feminine. */
export function count(value: number): string {
  return NUMBERS[value] ?? String(value);
}

/** « rez-de-chaussée », « 1er étage », « 3e et dernier étage ». */
export function storey(floor: number, last: boolean): string {
  if (floor === 0) return 'rez-de-chaussée';
  return `${floor}${floor === 1 ? 'er' : 'e'}${last ? ' et dernier' : ''} étage`;
}

/** « une cave, un garage et deux places »; empty when there is nothing. */
export function list(things: readonly string[]): string {
  if (things.length < 2) return things.join('');
  return `${things.slice(0, -1).join(', ')} et ${things.at(-1)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `2026-03-12` is « 12/03/2026 ». */
export function dayOf(date: string): string {
  return date.split('-').toReversed().join('/');
}

/** « le métro Rome » is « du métro Rome », « les quais » « des quais ». */
export function of(thing: string): string {
  return thing.startsWith('les ')
    ? `des ${thing.slice(4)}`
    : thing.startsWith('le ')
      ? `du ${thing.slice(3)}`
      : `de ${thing}`;
}

/** « le métro Rome » is « au métro Rome », « les quais » « aux quais ». */
export function to(thing: string): string {
  return thing.startsWith('les ')
    ? `aux ${thing.slice(4)}`
    : thing.startsWith('le ')
      ? `au ${thing.slice(3)}`
      : `à ${thing}`;
}

/** The form of a verb for a thing with its article: « est », « sont ». */
export function agree(thing: string, one: string, several: string): string {
  return thing.startsWith('les ') || / et (?:l[ea]s? |l’|le)/.test(thing) ? several : one;
}

/** One of the sentences that say the same thing, among those this tone uses: half of them, never the same half twice. */
export function voiced(chance: Chance, tone: Tone, sentences: readonly string[]): string {
  const rank = tones.indexOf(tone);
  const own = sentences.filter((_, index) => (index - rank + 4) % 4 < 2);
  return chance.pick(own.length > 0 ? own : sentences);
}

const SIDES = { N: 'nord', E: 'est', S: 'sud', O: 'ouest' } as const;
const TOWARDS = { N: 'au nord', E: 'à l’est', S: 'plein sud', O: 'à l’ouest' } as const;

/** « plein sud », « est et ouest », after « exposé »; null when the agency does not say. */
export function facing(exposures: readonly (keyof typeof SIDES)[] | null): string | null {
  const [first] = exposures ?? [];
  if (!exposures || !first) return null;
  return exposures.length === 1 ? TOWARDS[first] : exposures.map((side) => SIDES[side]).join(' et ');
}
