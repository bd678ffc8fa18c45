/** No-break spaces where French wants them: before high punctuation and units, inside numbers. */
export function typeset(text: string): string {
  return text.replaceAll(/ (?=[:;!?»%€]|m²)/g, '\u00a0').replaceAll('« ', '«\u00a0');
}

/** 62.4 is « 62,4 m² », 1040 « 1 040 m² ». */
export function squareMetres(value: number): string {
  const grouped = String(value)
    .replace('.', ',')
    .replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${grouped} m²`;
}

const NUMBERS = ['zéro', 'une', 'deux', 'trois', 'quatre', 'cinq', 'six'];

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

const SIDES = { N: 'nord', E: 'est', S: 'sud', O: 'ouest' } as const;
const TOWARDS = { N: 'au nord', E: 'à l’est', S: 'plein sud', O: 'à l’ouest' } as const;

/** « plein sud », « est et ouest », after « exposé »; null when the agency does not say. */
export function facing(exposures: readonly (keyof typeof SIDES)[] | null): string | null {
  const [first] = exposures ?? [];
  if (!exposures || !first) return null;
  return exposures.length === 1 ? TOWARDS[first] : exposures.map((side) => SIDES[side]).join(' et ');
}
