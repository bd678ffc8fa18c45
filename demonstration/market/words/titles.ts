import { capital, count, facing, of, squareMetres } from './french.ts';
import type { Told } from './listing-text.ts';
import { houseNoun } from './opening.ts';

/** What is said after the noun, the strongest first. */
function strengthsOf({ home }: Told): string[] {
  return [
    ...(home.terrace > 0 ? ['avec terrasse', `terrasse de ${squareMetres(home.terrace)}`] : []),
    ...(home.pool ? ['avec piscine'] : []),
    ...(home.garden && !home.pool ? ['avec jardin'] : []),
    ...(home.balcony > 0 ? ['avec balcon', `balcon de ${squareMetres(home.balcony)}`] : []),
    ...(home.openView ? ['vue dégagée'] : []),
    ...(home.condition === 'renovated' ? ['refait à neuf', 'rénové'] : []),
    ...(home.condition === 'toRenovate' ? ['à rénover'] : []),
    ...(home.fireplace && home.parquet ? ['parquet et cheminée'] : []),
    ...(home.floor !== null && home.floor > 1 && home.floor === home.floors ? ['dernier étage'] : []),
    ...(home.kind !== 'house' && crossing(home.exposures) && home.rooms > 1 ? ['traversant'] : []),
    ...(facing(home.exposures) === 'plein sud' ? ['plein sud'] : []),
    ...(home.boxes > 0 ? ['avec garage'] : home.parkings > 0 ? ['avec stationnement'] : []),
    ...(home.quiet ? ['au calme'] : []),
  ];
}

/** Windows on two opposite sides. */
function crossing(exposures: Told['home']['exposures']): boolean {
  const has = (side: 'N' | 'E' | 'S' | 'O') => exposures?.includes(side) ?? false;
  return (has('N') && has('S')) || (has('E') && has('O'));
}

export function flatTitle(told: Told): string {
  const { home, money, quarter, furnished, shared, chance } = told;
  const size = home.rooms === 1 ? 'Studio' : `T${home.rooms}`;
  const long = home.rooms === 1 ? 'Studio' : `Appartement ${home.rooms} pièces`;
  if (shared) return `Colocation meublée, ${count(home.bedrooms)} chambres – ${quarter.name}`;
  if (money.kind === 'sale' && money.annuity)
    return `Viager ${money.annuity.occupied ? 'occupé' : 'libre'} – ${size} de ${squareMetres(home.surface)}, ${quarter.name}`;
  const noun =
    home.kind === 'loft'
      ? 'Loft'
      : furnished
        ? `${size} meublé`
        : home.duplex
          ? `Duplex ${home.rooms} pièces`
          : chance.pick([size, `${size} de ${squareMetres(home.surface)}`, long]);
  return ended(noun, strengthsOf(told), told);
}

export function houseTitle(told: Told): string {
  const { home, money, quarter } = told;
  const noun = capital(houseNoun(told));
  if (money.kind === 'sale' && money.annuity)
    return `Viager ${money.annuity.occupied ? 'occupé' : 'libre'} – ${noun} ${home.rooms} pièces, ${quarter.name}`;
  const feminine = noun !== 'Mas' && noun !== 'Chalet';
  const strengths = strengthsOf(told).flatMap((one) =>
    one === 'rénové'
      ? [feminine ? 'rénovée' : one]
      : one === 'refait à neuf'
        ? feminine
          ? []
          : [one]
        : [one],
  );
  return ended(`${noun} ${home.rooms} pièces`, strengths, told);
}

function ended(noun: string, strengths: readonly string[], { quarter, place, chance }: Told): string {
  const strength = strengths.length > 0 ? chance.pick(strengths) : null;
  const where = quarter.name === 'Centre' || quarter.name === 'Port' ? place.city : quarter.name;
  return strength
    ? chance.pick([`${noun} ${strength} – ${where}`, `${where} – ${noun} ${strength}`])
    : chance.pick([`${noun} – ${where}`, `${noun} près ${of(quarter.spot)}`]);
}
