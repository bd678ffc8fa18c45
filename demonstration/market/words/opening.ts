import type { FrontName } from '../../pictures/brief.ts';
import { capital, of, squareMetres, storey, voiced } from './french.ts';
import type { Told } from './listing-text.ts';

const NOUNS = ['', 'studio', 'deux-pièces', 'trois-pièces', 'quatre-pièces', 'cinq-pièces'];

const OLD_BUILDINGS: Readonly<Record<FrontName, readonly string[]>> = {
  haussmann: ['un immeuble haussmannien', 'un immeuble en pierre de taille', 'un petit immeuble parisien'],
  lyon: ['un immeuble ancien aux façades ocre', 'un immeuble bourgeois', 'un immeuble canut'],
  south: ['un immeuble de ville en pierre', 'un petit immeuble ancien', 'une ancienne maison vigneronne'],
  atlantic: [
    'un immeuble en pierre de taille',
    'un immeuble ancien ravalé',
    'un immeuble en tuffeau et en pierre',
  ],
  north: ['un immeuble de brique', 'une maison de maître divisée', 'une bâtisse balnéaire'],
  rhine: ['un immeuble de caractère', 'un immeuble ancien sur cour', 'un immeuble wilhelmien'],
  alps: ['un immeuble ancien du centre', 'une maison de ville', 'un immeuble aux volets de bois'],
  flemish: ['un immeuble de brique flamand', 'une maison de maître divisée', 'un immeuble à pignon'],
  brittany: [
    'un immeuble de granit',
    'une maison d’armateur divisée',
    'un petit immeuble d’ardoise et de pierre',
  ],
  timber: ['un immeuble à pans de bois', 'une maison à colombages', 'un immeuble ancien restauré'],
  toulouse: ['un immeuble de brique rose', 'un immeuble toulousain', 'un hôtel particulier divisé'],
  basque: ['un immeuble basque aux boiseries rouges', 'un immeuble ancien', 'une grande maison divisée'],
  riviera: ['un immeuble bourgeois', 'un trois-fenêtres', 'un palais divisé en appartements'],
  thirties: ['un immeuble Art déco', 'un immeuble de brique des années 1930', 'un immeuble meulière'],
  burgundy: [
    'un immeuble en pierre de Bourgogne',
    'un hôtel du parlement divisé',
    'un immeuble ancien du secteur sauvegardé',
  ],
  warehouse: ['une ancienne manufacture', 'un atelier reconverti', 'une ancienne imprimerie'],
};

/** « un immeuble haussmannien de 1890 ». */
function buildingOf({ home, place, tone, chance }: Told): string {
  const dated = (noun: string) => (home.year === null ? noun : `${noun} de ${home.year}`);
  switch (home.epoch) {
    case 'old':
      return dated(chance.pick(OLD_BUILDINGS[home.kind === 'loft' ? 'warehouse' : place.front]));
    case 'seventies':
      return voiced(chance, tone, [
        'une résidence des années 1970 entourée d’arbres',
        'une copropriété bien tenue des années 1970',
        'une résidence de standing des années 1970',
        home.year === null ? 'un immeuble d’après-guerre' : `un immeuble de ${home.year}`,
      ]);
    case 'eighties':
      return dated(
        voiced(chance, tone, [
          'une petite résidence',
          'une résidence calme',
          'un immeuble',
          'une copropriété',
        ]),
      );
    default:
      return dated(
        voiced(chance, tone, [
          'une résidence récente',
          'une résidence sécurisée',
          'un immeuble récent',
          'une petite copropriété',
        ]),
      );
  }
}

/** The first sentence on a flat: what it is, where, how high. */
export function flatOpening(told: Told): string {
  const { home, quarter, tone, chance } = told;
  const noun = home.kind === 'loft' ? 'loft' : (NOUNS[home.rooms] ?? `${home.rooms} pièces`);
  const building = buildingOf(told);
  const size = squareMetres(home.surface);
  const lift =
    home.floor !== null && home.floor > 1 && home.elevator !== null
      ? home.elevator
        ? ', avec ascenseur'
        : ', sans ascenseur'
      : '';
  const { spot, name } = quarter;
  if (home.floor === null) {
    return voiced(chance, tone, [
      `À deux pas ${of(spot)}, dans ${building}, un ${noun} de ${size}.`,
      `Dans ${building}, près ${of(spot)}, ce ${noun} offre ${size} bien distribués.`,
      `${name} : un ${noun} de ${size} dans ${building}.`,
      `Ce ${noun} de ${size} se trouve dans ${building}, tout près ${of(spot)}.`,
    ]);
  }
  const floor = storey(home.floor, home.floor > 1 && home.floor === home.floors);
  return voiced(chance, tone, [
    `À deux pas ${of(spot)}, ce ${noun} de ${size} occupe le ${floor} d’${building}${lift}.`,
    `Au ${floor} d’${building}${lift}, un ${noun} de ${size} près ${of(spot)}.`,
    `Dans ${building}, au ${floor}${lift}, un ${noun} de ${size} tout près ${of(spot)}.`,
    `${capital(building)}, le ${floor}${lift}, ${size} : voici un ${noun} à ${name}.`,
    `${name}, ${floor}${lift} : un ${noun} de ${size} dans ${building}.`,
    `On monte au ${floor} d’${building}${lift && `${lift},`} pour ce ${noun} de ${size}, à côté ${of(spot)}.`,
    `Ce ${noun} de ${size}, au ${floor} d’${building}${lift}, donne du côté ${of(spot)}.`,
    `${capital(noun)} de ${size} au ${floor}${lift}, dans ${building}, à deux rues ${of(spot)}.`,
  ]).replace('On monte au rez-de-chaussée', 'On entre au rez-de-chaussée');
}

/** What a house of this place is called. */
export function houseNoun({
  home,
  place,
}: Pick<Told, 'home' | 'place'>):
  | 'maison de village'
  | 'maison de ville'
  | 'mas'
  | 'villa'
  | 'longère'
  | 'chalet'
  | 'maison' {
  if (home.terraced) return place.profile === 'village' ? 'maison de village' : 'maison de ville';
  if (place.houses.includes('chalet') && place.profile === 'mountain') return 'chalet';
  if (home.pool) return place.houses.includes('mas') && home.epoch !== 'recent' ? 'mas' : 'villa';
  return place.houses.includes('longere') && home.epoch === 'seventies' ? 'longère' : 'maison';
}

function isMasculine(noun: ReturnType<typeof houseNoun>): boolean {
  return noun === 'mas' || noun === 'chalet';
}

/** The first sentence on a house. */
export function houseOpening(told: Told): string {
  const { home, quarter, place, tone, chance } = told;
  const noun = houseNoun(told);
  const masculine = isMasculine(noun);
  const size = squareMetres(home.surface);
  const plot = home.landSurface === null ? '' : `, sur ${squareMetres(home.landSurface)} de terrain`;
  const dated =
    home.year === null
      ? ''
      : home.terraced
        ? `, dont les murs datent de ${home.year},`
        : `, ${masculine ? 'construit' : 'construite'} en ${home.year},`;
  const one = masculine ? 'un' : 'une';
  const this_ = masculine ? 'ce' : 'cette';
  const { spot, name } = quarter;
  return voiced(chance, tone, [
    `Près ${of(spot)}, ${this_} ${noun} de ${size}${dated} réunit ${home.rooms} pièces${plot}.`,
    `${capital(one)} ${noun} de ${home.rooms} pièces, tout près ${of(spot)} : ${size} habitables${plot}.`,
    `À ${place.city}, secteur ${name}, ${one} ${noun} de ${size} et ${home.rooms} pièces${plot}.`,
    `${capital(this_)} ${noun} de ${home.rooms} pièces${dated} compte ${size}${plot}.`,
    `${name} : ${one} ${noun} de ${size}${dated} à quelques pas ${of(spot)}.`,
    `On pousse le portillon ${masculine ? 'd’un' : 'd’une'} ${noun} de ${size}, ${home.rooms} pièces${plot}.`,
    `${capital(noun)} de ${size}, ${home.rooms} pièces${plot}, du côté ${of(spot)}.`,
    `${size}, ${home.rooms} pièces${plot} : ${one} ${noun} comme on en voit peu vers ${spot}.`,
  ]);
}

/** The garden of a house; null when it has none. */
export function gardenOf({ home, tone, chance }: Told): string | null {
  const { landSurface, pool, terraced, parkings } = home;
  if (landSurface === null) return null;
  const size = squareMetres(landSurface);
  if (pool) {
    return voiced(chance, tone, [
      `Le terrain de ${size} est clos et planté, avec une piscine.`,
      `Autour de la piscine, ${size} de jardin sans vis-à-vis.`,
      `Piscine et pool house occupent le fond des ${size}.`,
      `Le jardin (${size}) descend en pente douce vers la piscine.`,
    ]);
  }
  if (terraced) {
    return voiced(chance, tone, [
      `À l’arrière, une cour plantée ; la parcelle compte ${size}.`,
      `La petite cour prend le soleil de midi (parcelle de ${size}).`,
      `Un jardin clos de murs, sur une parcelle de ${size}.`,
      `Derrière, une cour pavée et un appentis : ${size} de parcelle.`,
    ]);
  }
  return voiced(chance, tone, [
    `Le jardin, sur une parcelle de ${size}, est clos.`,
    `Les ${size} de terrain sont plantés d’arbres fruitiers.`,
    `Jardin de ${size}, arrosé, sans vis-à-vis direct.`,
    `La parcelle de ${size} permet un potager${parkings > 1 ? ' et plusieurs voitures' : ''}.`,
    `Tout autour, ${size} de jardin.`,
    `On profite de ${size} de pelouse et de haies bien taillées.`,
    `Un terrain plat de ${size}, entièrement clos.`,
    `La maison est posée au milieu de ${size} de verdure.`,
  ]);
}
