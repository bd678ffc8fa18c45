import type { ListingDraft, PropertyType } from '../../src/rooms/listings/contract.ts';
import { propertyTypes } from '../../src/rooms/listings/contract.ts';
import { draftListing } from '../../src/rooms/listings/intake/contract.ts';
import {
  type Criteria,
  type Criterion,
  criteriaTable,
  transactions,
} from '../../src/rooms/search/criteria/contract.ts';
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
    description: 'Un bien de hasard.',
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

/** Criteria that ask for one to five things beside the place. */
export function randomCriteria({ int, pick, some, chance }: Chance): Criteria {
  const transaction = pick(transactions);
  const [low, high] = transaction === 'location' ? [300, 3000] : [50_000, 900_000];
  const words = (criteriaTable as readonly Criterion[]).filter(
    ({ word }) => word !== 'prixMin' && word !== 'prixMax',
  );
  const filters: Record<string, unknown> = {};
  for (const criterion of some(words, 0.08)) {
    if (criterion.kind === 'flag') filters[criterion.word] = chance(0.7);
    else if (criterion.kind === 'oneOf') {
      const chosen = some(Object.keys(criterion.values), 0.5);
      if (chosen.length > 0) filters[criterion.word] = chosen;
    } else {
      const [min, max] = ranges[criterion.word] ?? [0, 5];
      filters[criterion.word] = int(min, max);
    }
  }
  if (chance(0.6)) filters.prixMax = int(Math.round((low + high) / 3), high);
  if (chance(0.2)) filters.prixMin = int(low, Math.round(high / 3));
  return {
    transaction,
    places: [...new Set([pick(wantedPlaces), ...some(wantedPlaces, 0.1)])],
    ...filters,
  };
}
