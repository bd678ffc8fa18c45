import { type Criteria, type Filters, type TransactionWord, transactions } from '#rooms/criteria/contract.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import type { ListingDraft, PropertyType } from '#rooms/listings/contract.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { draftListing } from '#rooms/listings/intake.ts';
import {
  type Condition,
  conditions,
  type Exposure,
  exposures,
  type Heating,
  heatings,
} from '#rooms/listings/words.ts';
import type { Chance } from './chance.ts';

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

const spots = [
  { placeCode: '69387', cityCode: '69123', departmentCode: '69', postalCode: '69007' },
  { placeCode: '69383', cityCode: '69123', departmentCode: '69', postalCode: '69003' },
  { placeCode: '69266', cityCode: '69266', departmentCode: '69', postalCode: '69100' },
  { placeCode: '30189', cityCode: '30189', departmentCode: '30', postalCode: '30000' },
  { placeCode: '2A004', cityCode: '2A004', departmentCode: '2A', postalCode: '20000' },
] as const;
const wantedPlaces = ['69387', '69383', '69123', '69266', 'D69', '30189', 'D30', '2A004', 'D2A'];

/** Words with and without accents, alone and in a row, some of them the beginning of others. */
const texts = [
  'Vue dégagée',
  'vue',
  'sans vis-à-vis',
  'TRÈS LUMINEUX',
  'lumière',
  'cœur de ville',
  "l'ascenseur",
  'balcon de 6 m²',
  'balconnet',
  'rez-de-jardin',
  'jardin',
];
const terms = [
  'vue',
  'vue dégagée',
  'lum*',
  'lumineux',
  'cœur',
  'balcon',
  'balcon*',
  '6 m2',
  'rez de jar*',
  'Jardin',
];

/** A listing whose every unsure field is unknown one time in five. */
export function randomDraft({ chance, int, pick, some }: Chance, technicalId: string): ListingDraft {
  const maybe = <T>(value: T): T | null => (chance(0.2) ? null : value);
  const said = () => maybe(chance(0.5));
  const transaction = chance(0.6) ? 1 : 2;
  return draftListing({
    technicalId,
    reference: technicalId,
    transaction,
    isNew: transaction === 1 && chance(0.2),
    propertyType: pick(Object.keys(propertyTypes) as PropertyType[]),
    title: `Bien ${technicalId}`,
    description: some(texts, 0.4).join(pick(['. ', ', ', ' / '])),
    ...pick(spots),
    price: transaction === 1 ? int(50, 900) * 100_000 : int(300, 3000) * 100,
    surface: maybe(int(90, 2000) / 10),
    landSurface: maybe(int(0, 2000)),
    rooms: maybe(int(1, 8)),
    bedrooms: maybe(int(0, 6)),
    bathrooms: maybe(int(0, 3)),
    floor: maybe(int(0, 6)),
    floors: maybe(int(0, 6)),
    builtYear: maybe(int(1850, 2026)),
    furnished: said(),
    elevator: said(),
    balcony: said(),
    terrace: said(),
    garden: said(),
    parking: said(),
    cellar: said(),
    pool: said(),
    caretaker: said(),
    openView: said(),
    overlooked: said(),
    quiet: said(),
    accessible: said(),
    petsAllowed: said(),
    exclusive: said(),
    topFloor: chance(0.5) ? null : chance(0.3),
    condition: chance(0.5) ? null : pick(Object.keys(conditions) as Condition[]),
    workNeeded: said(),
    renovated: said(),
    heating: maybe(some(Object.keys(heatings) as Heating[], 0.25)),
    exposures: maybe(some(Object.keys(exposures) as Exposure[], 0.35)),
    visitUrl: chance(0.3) ? 'https://visite.example.test/' : null,
    availableOn: maybe(`20${int(26, 27)}-0${int(1, 9)}-${int(10, 28)}`),
    priceWithoutFees: transaction === 1 ? maybe(int(45, 600) * 100_000) : null,
    feesPayer: transaction === 1 ? maybe(pick([1, 2, 3] as const)) : null,
    reducedNotaryFees: said(),
    lifeAnnuity: transaction === 1 && chance(0.05),
    propertyTax: maybe(int(300, 3000) * 100 + int(0, 99)),
    coOwned: said(),
    yearlyCharges: maybe(int(0, 4000) * 100 + int(0, 99)),
    energyCostMin: maybe(int(300, 1500) * 100),
    energyCostMax: maybe(int(1500, 3000) * 100),
    tenantFees: transaction === 2 ? maybe(int(0, 900) * 100) : null,
    rentControlled: transaction === 2 ? said() : null,
    baseRent: transaction === 2 ? maybe(int(300, 2500) * 100) : null,
    referenceRent: transaction === 2 ? maybe(int(300, 2500) * 100) : null,
    rentSupplement: transaction === 2 && chance(0.3) ? int(0, 100) * 100 : null,
    energyClass: maybe(pick(letters)),
    climateClass: maybe(pick(letters)),
    photos: some([0, 1, 2, 3, 4, 5]).map((index) => ({
      source: `https://photos.example.test/${technicalId}-${index}.jpg`,
      kind: 'url' as const,
      caption: null,
    })),
  });
}

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  prixM2Max: [1000, 12_000],
  honorairesMax: [0, 60_000],
  depuis: [0, 40],
  surfaceMin: [9, 120],
  surfaceMax: [40, 220],
  terrainMin: [0, 1200],
  pieces: [1, 5],
  piecesMax: [2, 8],
  chambres: [0, 4],
  sdbMin: [0, 2],
  etageMin: [0, 3],
  etageMax: [1, 6],
  anneeMin: [1850, 2000],
  photos: [0, 3],
};

/** A question about one word, none when chance chooses nothing. */
export function randomQuestion(
  { int, pick, some, chance }: Chance,
  transaction: TransactionWord,
  word: string,
): Filters {
  const criterion = (criteriaTable as readonly Criterion[]).find((one) => one.word === word);
  const range = (): readonly [number, number] => {
    const rental = transaction === 'location';
    if (word === 'prixMin') return rental ? [300, 1000] : [50_000, 300_000];
    if (word === 'prixMax') return rental ? [1000, 3000] : [300_000, 900_000];
    if (word === 'budgetMax') return rental ? [500, 3000] : [600, 6000];
    if (word === 'honorairesMax' && rental) return [0, 900];
    return ranges[word] ?? [0, 5];
  };
  if (!criterion) throw new Error(`${word}: no such word`);
  switch (criterion.kind) {
    case 'flag':
      return { [word]: chance(0.7) };
    case 'oneOf':
    case 'anyOf': {
      const chosen = some(Object.keys(criterion.values), 0.5);
      return chosen.length > 0 ? { [word]: chosen } : {};
    }
    case 'allOf':
    case 'noneOf':
      return { [word]: [...new Set([pick(terms), ...(chance(0.3) ? [pick(terms)] : [])])] };
    case 'named':
      return { [word]: pick(['hasard', 'arenes', 'ailleurs']) };
    case 'byDay':
      return { [word]: `2027-0${int(1, 9)}-15` };
    default:
      return { [word]: criterion.only ? pick(criterion.only) : int(...range()) };
  }
}

/** Criteria that ask for a few things beside the place. */
export function randomCriteria(dice: Chance): Criteria {
  const { pick, some, chance } = dice;
  const transaction = pick(transactions);
  const words = criteriaTable.map(({ word }) => word);
  const asked = [
    ...some(
      words.filter((word) => word !== 'prixMin' && word !== 'prixMax'),
      0.06,
    ),
    ...(chance(0.6) ? ['prixMax'] : []),
    ...(chance(0.2) ? ['prixMin'] : []),
  ];
  return {
    transaction,
    places: [...new Set([pick(wantedPlaces), ...some(wantedPlaces, 0.1)])],
    ...Object.assign({}, ...asked.map((word) => randomQuestion(dice, transaction, word))),
  };
}
