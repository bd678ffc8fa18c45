import type { PolirisValues } from './writer.server.ts';

/** A place where an agency sells and lets. */
export interface PortfolioPlace {
  readonly postalCode: string;
  readonly city: string;
  readonly lat: number;
  readonly lng: number;
  /** Euros per square metre for sale; a plausible default otherwise. */
  readonly pricePerM2?: number;
}

interface PortfolioRequest {
  /** The same seed gives the same portfolio, to the byte. */
  readonly seed: number;
  /** Column 1. */
  readonly agency: string;
  readonly count: number;
  readonly places: readonly PortfolioPlace[];
  /** First number of the technical identifiers. */
  readonly from?: number;
  /** Photo fields of a listing; by default addresses of a reserved example domain. */
  readonly photos?: (technicalId: string, count: number) => readonly string[];
}

/** A small generator of its own: the same numbers on every machine and version. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Dice {
  next(): number;
  whole(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(share: number): boolean;
}

function diceOf(next: () => number): Dice {
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    chance: (share) => next() < share,
  };
}

/** Plausible listings, whole and lawful: reading them back gives no diagnostic. */
export function generatePortfolio(request: PortfolioRequest): PolirisValues[] {
  const { from = 1000, count } = request;
  return Array.from({ length: count }, (_, index) => generateListing(request, from + index));
}

/** One listing by its number: it does not depend on how many others there are. */
export function generateListing(request: PortfolioRequest, number: number): PolirisValues {
  const dice = diceOf(seeded(Math.imul(request.seed, 0x9e_37_79_b1) ^ Math.imul(number, 0x85_eb_ca_6b)));
  const place = dice.pick(request.places);
  const rental = dice.chance(0.35);
  const kind = kindOf(dice, rental);
  const technicalId = `${request.agency.toUpperCase()}-${number}`;
  const size = sizeOf(dice, kind);
  const photoCount = dice.whole(2, 9);
  const addresses = request.photos ?? defaultPhotos(request.agency);
  return {
    agency: request.agency,
    reference: `${rental ? 'L' : 'V'}${kind.letter}${number}`,
    technicalId,
    transaction: rental ? 'location' : dice.chance(0.05) ? 'Vente de prestige' : 'vente',
    propertyType: kind.word,
    postalCode: place.postalCode,
    city: place.city.toUpperCase(),
    country: 'France',
    address: `${dice.whole(1, 120)} ${dice.pick(STREETS)}`,
    quarter: dice.chance(0.6) ? dice.pick(QUARTERS) : '',
    ...size,
    ...(rental
      ? rentalMoney(dice, size.surface, place)
      : saleMoney(dice, size.surface || size.landSurface / 12, place)),
    ...wordsOf(dice, kind, size, place),
    ...comfortOf(dice, kind, rental),
    ...(kind.dwelling ? energyOf(dice, size.surface) : { energyClass: 'NS', climateClass: 'NS' }),
    ...(kind.word === 'appartement' && !rental ? coOwnershipOf(dice) : {}),
    ...Object.fromEntries(
      addresses(technicalId, photoCount).map((source, rank) => [`photo${rank + 1}`, source]),
    ),
    photoTitle1: kind.dwelling ? 'Séjour' : 'Vue d’ensemble',
    contactName: 'Accueil de l’agence',
    contactPhone: '0400000000',
    contactEmail: `contact@${request.agency}.test`,
    mandateNumber: String(number),
    mandateDate: '2026-01-15',
    latitude: (place.lat + (dice.next() - 0.5) * 0.01).toFixed(9),
    longitude: (place.lng + (dice.next() - 0.5) * 0.01).toFixed(9),
    gpsPrecision: 1,
    formatVersion: '4.12',
    feeScheduleUrl: `https://${request.agency}.exemple-agence.test/honoraires.pdf`,
  };
}

function defaultPhotos(agency: string) {
  return (technicalId: string, count: number) =>
    Array.from(
      { length: count },
      (_, rank) =>
        `https://photos.exemple-agence.test/${agency}/${technicalId.toLowerCase()}/photo-${rank + 1}.jpg`,
    );
}

interface Kind {
  readonly word: string;
  readonly label: string;
  readonly letter: string;
  readonly dwelling: boolean;
}

const FLAT: Kind = { word: 'appartement', label: 'Appartement', letter: 'A', dwelling: true };
const HOUSE: Kind = { word: 'maison/villa', label: 'Maison', letter: 'M', dwelling: true };
const LOFT: Kind = { word: 'loft/atelier/surface', label: 'Loft', letter: 'F', dwelling: true };
const LAND: Kind = { word: 'terrain', label: 'Terrain à bâtir', letter: 'T', dwelling: false };
const PARKING: Kind = { word: 'parking/box', label: 'Stationnement', letter: 'P', dwelling: false };
const SHOP: Kind = { word: 'local', label: 'Local commercial', letter: 'C', dwelling: false };

function kindOf(dice: Dice, rental: boolean): Kind {
  const roll = dice.next();
  if (roll < 0.6) return FLAT;
  if (roll < 0.86) return HOUSE;
  if (roll < 0.89) return LOFT;
  if (roll < 0.93) return PARKING;
  return rental || roll < 0.96 ? SHOP : LAND;
}

interface Size {
  readonly surface: number;
  readonly landSurface: number;
  readonly rooms: number;
  readonly bedrooms: number;
}

function sizeOf(dice: Dice, kind: Kind): Size {
  if (kind === LAND) return { surface: 0, landSurface: dice.whole(300, 1800), rooms: 0, bedrooms: 0 };
  if (kind === PARKING) return { surface: dice.whole(10, 18), landSurface: 0, rooms: 0, bedrooms: 0 };
  const rooms = kind === HOUSE ? dice.whole(3, 7) : dice.pick([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5]);
  const surface = Math.round((rooms * dice.whole(17, 24) + dice.whole(4, 16)) * 10 + dice.whole(0, 9)) / 10;
  const landSurface = kind === HOUSE ? dice.whole(12, 90) * 10 : 0;
  return { surface, landSurface, rooms, bedrooms: kind.dwelling ? Math.max(0, rooms - 1) : 0 };
}

const DEFAULT_PRICE_PER_M2 = 3200;

function saleMoney(dice: Dice, surface: number, place: PortfolioPlace): PolirisValues {
  const perM2 = (place.pricePerM2 ?? DEFAULT_PRICE_PER_M2) * (0.75 + dice.next() * 0.5);
  const net = Math.max(9, Math.round((surface * perM2) / 1000)) * 1000;
  const payer = dice.pick([1, 1, 2, 3]);
  if (payer === 2) return { price: net, fees: '0.00', feesPayer: 2, rentIncludesCharges: false };
  const percent = dice.pick([3.5, 4, 5, 6]);
  return {
    price: net * (1 + percent / 100),
    fees: percent.toFixed(2),
    feesPayer: payer,
    priceWithoutFees: net,
    rentIncludesCharges: false,
  };
}

function rentalMoney(dice: Dice, surface: number, place: PortfolioPlace): PolirisValues {
  const perM2 = ((place.pricePerM2 ?? DEFAULT_PRICE_PER_M2) / 260) * (0.85 + dice.next() * 0.3);
  const base = Math.max(60, Math.round(surface * perM2));
  const charges = dice.pick([30, 45, 60, 90, 120]);
  return {
    price: base + charges,
    baseRent: base,
    charges,
    chargesMode: dice.pick([1, 2, 2]),
    rentIncludesCharges: true,
    deposit: base,
    fees: (surface * 11).toFixed(2),
    inventoryFees: (surface * 3).toFixed(2),
    availableOn: `2026-${String(dice.whole(1, 12)).padStart(2, '0')}-${String(dice.whole(1, 28)).padStart(2, '0')}`,
    // Where rents are controlled it is owed, elsewhere it says nothing.
    referenceRent: Math.round(base * 1.08),
  };
}

const STREETS = [
  'rue de la République',
  'avenue Jean Jaurès',
  'place du Marché',
  'rue des Écoles',
  'chemin des Vignes',
  'quai de la Fosse',
  'allée des Tilleuls',
  'boulevard Victor Hugo',
];
const QUARTERS = ['Centre', 'Gare', 'Hôpital', 'Port', 'Vieille ville', 'Université'];
const OPENINGS = [
  'Bel espace traversant, parquet et moulures.',
  'Séjour lumineux exposé sud, cuisine équipée et grand balcon.',
  'Au calme, dans une rue bordée d’arbres, à deux pas des écoles.',
  'Rénové avec soin, prêt à habiter, sans travaux à prévoir.',
  'Idéal premier achat, proche tramway et commerces.',
  'Cœur de ville, cachet de l’ancien, belle hauteur sous plafond.',
];
const CLOSINGS = [
  'Visites sur rendez-vous.',
  'À découvrir sans tarder.',
  'Dossier complet à l’agence.',
  'Disponible rapidement.',
];

function wordsOf(dice: Dice, kind: Kind, size: Size, place: PortfolioPlace): PolirisValues {
  const rooms = size.rooms > 0 && kind.dwelling ? ` ${size.rooms} pièce${size.rooms > 1 ? 's' : ''}` : '';
  const measured =
    size.surface > 0 ? `${String(size.surface).replace('.', ',')} m²` : `${size.landSurface} m²`;
  return {
    title: `${kind.label}${rooms} ${place.city}`.slice(0, 64),
    description: `${kind.label}${rooms} à ${place.city}, ${measured}.\n${dice.pick(OPENINGS)}\n${dice.pick(CLOSINGS)}`,
  };
}

function comfortOf(dice: Dice, kind: Kind, rental: boolean): PolirisValues {
  const flat = kind === FLAT || kind === LOFT;
  if (!kind.dwelling) return { exclusive: dice.chance(0.3), ...(rental ? { furnished: false } : {}) };
  const floors = dice.whole(1, 7);
  return {
    ...(flat ? { floor: dice.whole(0, floors), floors, elevator: floors > 3 || dice.chance(0.2) } : {}),
    ...(rental ? { furnished: dice.chance(0.35) } : {}),
    builtYear: dice.pick([0, 1890, 1930, 1965, 1974, 1988, 2005, 2019]),
    bathrooms: 1,
    showerRooms: dice.whole(0, 1),
    toilets: 1,
    heating: dice.pick([8832, 10_368, 4736, 8704, 4096]),
    kitchen: dice.whole(1, 9),
    facingSouth: dice.chance(0.5),
    balconies: flat ? dice.whole(0, 2) : 0,
    cellar: dice.chance(0.5),
    parkings: dice.whole(0, 2),
    boxes: dice.whole(0, 1),
    terrace: dice.chance(kind === HOUSE ? 0.7 : 0.3),
    pool: kind === HOUSE ? dice.chance(0.2) : false,
    exclusive: dice.chance(0.3),
    subType: flat && dice.chance(0.08) ? 'Duplex' : kind === HOUSE && dice.chance(0.3) ? 'villa' : '',
  };
}

const ENERGY = [
  { letter: 'A', energy: [45, 69], climate: [2, 5] },
  { letter: 'B', energy: [75, 108], climate: [4, 10] },
  { letter: 'C', energy: [115, 178], climate: [8, 28] },
  { letter: 'D', energy: [185, 248], climate: [20, 48] },
  { letter: 'E', energy: [255, 328], climate: [30, 68] },
  { letter: 'F', energy: [335, 418], climate: [60, 98] },
] as const;
const CLIMATE = [
  ['A', 6],
  ['B', 11],
  ['C', 30],
  ['D', 50],
  ['E', 70],
  ['F', 100],
] as const;

function energyOf(dice: Dice, surface: number): PolirisValues {
  const { letter, energy, climate } = dice.pick(ENERGY);
  const energyValue = dice.whole(energy[0], energy[1]);
  const climateValue = dice.whole(climate[0], climate[1]);
  const yearly = Math.round(surface * energyValue * 0.12);
  return {
    energyClass: letter,
    energyValue,
    climateClass: CLIMATE.find(([, most]) => climateValue <= most)?.[0] ?? 'G',
    climateValue,
    energyFinal: Math.round(energyValue * 0.75),
    energyDate: `${dice.whole(2023, 2025)}-${String(dice.whole(1, 12)).padStart(2, '0')}-${String(dice.whole(1, 28)).padStart(2, '0')}`,
    energyVersion: 'DPE_v07-2021',
    energyCostMin: Math.round(yearly * 0.85),
    energyCostMax: Math.round(yearly * 1.15),
    energyCostYear: '01/01/2023',
  };
}

function coOwnershipOf(dice: Dice): PolirisValues {
  return {
    coOwned: true,
    lots: dice.whole(4, 160),
    yearlyCharges: dice.pick([480, 900, 1250, 2100]),
    procedure: false,
  };
}

interface NextDay {
  readonly seed: number;
  /** How many listings leave, appear, become cheaper, only change a picture, only change their reference. */
  readonly gone?: number;
  readonly fresh?: number;
  readonly cheaper?: number;
  readonly newPicture?: number;
  readonly newReference?: number;
}

/** The portfolio of the day after, and which technical identifiers moved how. */
export function nextDay(request: PortfolioRequest, rows: readonly PolirisValues[], day: NextDay) {
  const dice = diceOf(seeded(day.seed));
  const order = rows
    .map((row) => ({ row, rank: dice.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ row }) => row);
  const take = (count = 0) => new Set(order.splice(0, count));
  const gone = take(day.gone);
  const cheaper = take(day.cheaper);
  const newPicture = take(day.newPicture);
  const newReference = take(day.newReference);
  const last = Math.max(0, ...rows.map((row) => Number(String(row.technicalId).split('-').at(-1))));
  const fresh = generatePortfolio({ ...request, from: last + 1, count: day.fresh ?? 0 });
  const changed = rows
    .filter((row) => !gone.has(row))
    .map((row) => {
      if (cheaper.has(row)) return lowered(row);
      if (newPicture.has(row)) return { ...row, photo1: `${row.photo1}?v=2` };
      return newReference.has(row) ? { ...row, reference: `${row.reference}B` } : row;
    });
  const ids = (set: ReadonlySet<PolirisValues>) => [...set].map((row) => String(row.technicalId));
  return {
    rows: [...changed, ...fresh],
    gone: ids(gone),
    cheaper: ids(cheaper),
    newPicture: ids(newPicture),
    newReference: ids(newReference),
    fresh: fresh.map((row) => String(row.technicalId)),
  };
}

/** Five per cent less, every amount that depends on the price following. */
function lowered(row: PolirisValues): PolirisValues {
  if (row.baseRent) {
    const base = Math.round(Number(row.baseRent) * 0.95);
    return { ...row, baseRent: base, deposit: base, price: base + Number(row.charges) };
  }
  if (!row.priceWithoutFees) return { ...row, price: Math.round(Number(row.price) * 0.95) };
  const net = Math.round(Number(row.priceWithoutFees) * 0.95);
  return { ...row, priceWithoutFees: net, price: Math.round(net * (100 + Number(row.fees))) / 100 };
}
