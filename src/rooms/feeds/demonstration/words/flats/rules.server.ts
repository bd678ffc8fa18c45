import type { FrontName } from '../../../../illustrations/contract.ts';
import { annexesOf, conditionOf, energyOf } from '../annexes/rules.server.ts';
import type { Told, Words } from '../contract.ts';
import { capital, count, facing, list, squareMetres, storey } from '../french/rules.server.ts';

const NOUNS = ['', 'studio', 'deux-pièces', 'trois-pièces', 'quatre-pièces', 'cinq-pièces'];

const OLD_BUILDINGS: Readonly<Record<FrontName, readonly string[]>> = {
  haussmann: ['un immeuble haussmannien', 'un bel immeuble en pierre de taille'],
  lyon: ['un immeuble ancien aux façades ocre', 'un immeuble bourgeois'],
  south: ['un immeuble de ville en pierre', 'un petit immeuble ancien'],
  atlantic: ['un immeuble en pierre de taille', 'un immeuble ancien ravalé'],
  north: ['un immeuble de brique', 'une maison de maître'],
  rhine: ['un immeuble de caractère', 'un immeuble ancien sur cour'],
  alps: ['un immeuble ancien du centre', 'une maison de ville'],
};

/** « un immeuble haussmannien de 1890 ». */
function buildingOf({ home, place, chance }: Told): string {
  const dated = (noun: string) => (home.year === null ? noun : `${noun} de ${home.year}`);
  switch (home.epoch) {
    case 'old':
      return dated(chance.pick(OLD_BUILDINGS[place.front]));
    case 'seventies':
      return chance.pick([
        'une résidence des années 1970 entourée d’arbres',
        'une copropriété bien tenue des années 1970',
        'une résidence de standing des années 1970',
      ]);
    case 'eighties':
      return dated(chance.pick(['une petite résidence', 'une résidence calme']));
    default:
      return dated(chance.pick(['une résidence récente', 'une résidence sécurisée']));
  }
}

export function flatWords(told: Told): Words {
  const paragraphs = [
    opening(told),
    inside(told),
    [conditionOf(told), energyOf(told), annexesOf(told)].filter(Boolean).join(' '),
    leaseOf(told),
    told.quarter.life,
    told.chance.pick(told.closings),
  ];
  return { title: titleOf(told), description: paragraphs.filter(Boolean).join('\n') };
}

function titleOf(told: Told): string {
  const { home, quarter, furnished, chance } = told;
  const size = home.rooms === 1 ? 'Studio' : `T${home.rooms}`;
  const long = home.rooms === 1 ? 'Studio' : `Appartement ${home.rooms} pièces`;
  const noun = furnished
    ? `${size} meublé`
    : home.duplex
      ? `Duplex ${home.rooms} pièces`
      : chance.pick([size, size, long]);
  const strong = [
    ...(home.terrace > 0 ? [`terrasse de ${squareMetres(home.terrace)}`] : []),
    ...(home.balcony > 0
      ? [
          'avec balcon',
          `balcon ${facing(home.exposures)?.startsWith('plein') ? 'plein sud' : `de ${squareMetres(home.balcony)}`}`,
        ]
      : []),
    ...(home.openView ? ['vue dégagée'] : []),
    ...(home.condition === 'renovated' ? ['refait à neuf'] : []),
    ...(home.condition === 'toRenovate' ? ['à rénover'] : []),
    ...(home.fireplace && home.parquet ? ['parquet et cheminée'] : []),
    ...(home.floor !== null && home.floor > 1 && home.floor === home.floors ? ['dernier étage'] : []),
    ...(crossing(home.exposures) && home.rooms > 1 ? ['traversant'] : []),
    ...(home.boxes > 0 ? ['avec box'] : home.parkings > 0 ? ['avec stationnement'] : []),
  ];
  const strengths = strong.length > 0 ? strong : home.quiet ? ['au calme'] : [];
  const strength = strengths.length > 0 ? chance.pick(strengths) : null;
  return strength
    ? `${noun} ${strength} – ${quarter.name}`
    : chance.pick([`${noun} – ${quarter.name}`, `${noun} près ${quarter.near}`]);
}

/** Windows on two opposite sides. */
function crossing(exposures: Told['home']['exposures']): boolean {
  const has = (side: 'N' | 'E' | 'S' | 'O') => exposures?.includes(side) ?? false;
  return (has('N') && has('S')) || (has('E') && has('O'));
}

function opening(told: Told): string {
  const { home, quarter, chance } = told;
  const noun = NOUNS[home.rooms]!;
  const building = buildingOf(told);
  const size = squareMetres(home.surface);
  const floor = home.floor === null ? null : storey(home.floor, home.floor > 1 && home.floor === home.floors);
  const lift =
    home.floor !== null && home.floor > 1 && home.elevator !== null
      ? home.elevator
        ? ', avec ascenseur'
        : ', sans ascenseur'
      : '';
  const sentences =
    floor === null
      ? [
          `À deux pas ${quarter.near}, dans ${building}, un ${noun} de ${size}.`,
          `Dans ${building}, près ${quarter.near}, ce ${noun} offre ${size} bien distribués.`,
        ]
      : [
          `À deux pas ${quarter.near}, ce ${noun} de ${size} occupe le ${floor} d’${building}${lift}.`,
          `Au ${floor} d’${building}${lift}, un ${noun} de ${size} près ${quarter.near}.`,
          `Dans ${building}, au ${floor}${lift}, un ${noun} de ${size} tout près ${quarter.near}.`,
        ];
  return chance.pick(sentences);
}

function inside(told: Told): string {
  const { home, chance } = told;
  const sentences: (string | null)[] = [home.rooms === 1 ? mainRoom(told) : livingRoom(told)];
  sentences.push(oldCharm(told));
  sentences.push(kitchenOf(told), sleepingOf(told));
  if (home.duplex) sentences.push('Un escalier mène aux chambres, sous les toits.');
  if (home.airConditioning)
    sentences.push(
      chance.pick(['La climatisation réversible rend les étés confortables.', 'Le logement est climatisé.']),
    );
  return sentences.filter(Boolean).join(' ');
}

function oldCharm({ home, chance }: Told): string | null {
  if (home.epoch !== 'old' || !home.parquet) return home.fireplace ? 'La cheminée a été conservée.' : null;
  return home.fireplace
    ? chance.pick([
        'Parquet et cheminée d’origine, hauts plafonds.',
        'Le parquet et la cheminée rappellent l’âge de l’immeuble.',
      ])
    : chance.pick(['Parquet d’origine et hauts plafonds.', 'Le parquet et les moulures ont été conservés.']);
}

function mainRoom({ home, chance }: Told): string {
  const where = facing(home.exposures);
  const outside =
    home.balcony > 0
      ? ` et s’ouvre sur un balcon de ${squareMetres(home.balcony)}`
      : home.terrace > 0
        ? ` et s’ouvre sur une terrasse de ${squareMetres(home.terrace)}`
        : '';
  return chance.pick([
    `La pièce principale${where ? `, exposée ${where},` : ''} se partage entre coin nuit et coin repas${outside}.`,
    `La pièce de vie${where ? `, exposée ${where},` : ''} a la place d’un vrai lit et d’une table${outside}.`,
  ]);
}

function livingRoom({ home, chance }: Told): string {
  const where = facing(home.exposures);
  const sunny = home.exposures?.some((side) => side !== 'N') ?? true;
  const size = home.livingSurface === null ? '' : ` de ${squareMetres(home.livingSurface)}`;
  const outside =
    home.balcony > 0
      ? `s’ouvre sur un balcon de ${squareMetres(home.balcony)}`
      : home.terrace > 0
        ? `se prolonge par une terrasse de ${squareMetres(home.terrace)}`
        : home.quiet
          ? 'donne sur la cour, au calme'
          : home.openView
            ? 'profite d’une vue dégagée'
            : chance.pick(
                sunny
                  ? [
                      'réunit coin salon et coin repas',
                      'reçoit la lumière une bonne partie de la journée',
                      'accueille sans peine une grande table',
                    ]
                  : ['réunit coin salon et coin repas', 'accueille sans peine une grande table'],
              );
  const [noun, ending] = chance.pick([
    ['Le séjour', ''],
    ['La pièce de vie', 'e'],
  ] as const);
  return `${noun}${size}${where ? `, exposé${ending} ${where},` : ''} ${outside}.`;
}

function kitchenOf({ home, rental, chance }: Told): string | null {
  switch (home.kitchen) {
    case 6:
      return chance.pick([
        'La cuisine équipée est ouverte sur le séjour.',
        'Cuisine ouverte, équipée et fonctionnelle.',
      ]);
    case 7:
      return 'La cuisine, séparée et équipée, a la place d’une petite table.';
    case 3:
      return rental
        ? 'La cuisine est séparée, avec une fenêtre.'
        : chance.pick([
            'Cuisine séparée, à aménager à votre goût.',
            'La cuisine est séparée, avec une fenêtre.',
          ]);
    case 2:
      return rental ? 'La cuisine est ouverte sur le séjour.' : 'Cuisine ouverte, à équiper.';
    case 5:
      return 'Un coin cuisine est prévu dans l’entrée.';
    case 8:
      return 'Le coin cuisine est équipé.';
    default:
      return null;
  }
}

function sleepingOf({ home, chance }: Told): string {
  const wash = [
    ...(home.bathrooms > 0 ? ['une salle de bains'] : []),
    ...(home.showerRooms > 0 ? ['une salle d’eau'] : []),
  ];
  if (home.bedrooms === 0) return `${capital(list(wash))}, toilettes comprises.`;
  if (home.bedrooms === 1)
    return chance.pick([
      `La chambre, au calme, voisine avec ${list(wash)}.`,
      `Une chambre avec placard, ${list(wash)}.`,
    ]);
  const bedrooms = `${count(home.bedrooms)} chambres`;
  return chance.pick([
    `${capital(bedrooms)} se partagent ${list(wash)}.`,
    `Côté nuit : ${list([bedrooms, ...wash])}.`,
  ]);
}

function leaseOf({ rental, furnished, chance }: Told): string | null {
  if (!rental) return null;
  return furnished
    ? chance.pick([
        'Loué meublé pour un an renouvelable : literie, vaisselle et électroménager sont fournis.',
        'Bail meublé d’un an. L’inventaire du mobilier est remis avec le bail.',
      ])
    : chance.pick([
        'Loué vide, bail de trois ans.',
        'Location vide ; l’état des lieux est fait sur place, avec vous.',
      ]);
}
