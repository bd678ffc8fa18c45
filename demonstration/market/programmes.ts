import type { ListingDraft, UnitDraft } from '#rooms/listings/contract.ts';
import { draftListing } from '#rooms/listings/intake.ts';
import type { Progress, UnitStatus } from '#rooms/listings/words.ts';
import { type Chance, chanceOf } from '../chance.ts';
import type { DemoAgency } from './agencies/agency.ts';
import { drawnPhoto } from './drafts.ts';
import type { GalleryPicture } from './gallery.ts';
import { dayBefore } from './homes/energy.ts';
import { byRooms } from './money/worth.ts';
import type { DemoPlace } from './places/place.ts';
import { DEMO_PLACES } from './places/places.ts';
import { type DemoProgramme, deliveryWords, PROGRAMMES } from './programme-table.ts';
import { aroundOf } from './words/around.ts';
import { agree, capital, of, typeset } from './words/french.ts';

/** The programmes as they stand on that day, `YYYY-MM-DD`. */
export function programmesOf(day: string): DemoProgramme[] {
  return PROGRAMMES.trim()
    .split('\n')
    .map((line) => {
      const [name = '', agency = '', placeCode = '', where = '', developer = '', ...numbers] =
        line.split(' | ');
      const [floors = '', units = '', wait = '', progress = '', vat = ''] = numbers;
      const { quarters } = DEMO_PLACES.get(placeCode)!;
      const delivery = quarterAfter(day, Number(wait));
      return {
        name,
        seed: seedOf(name),
        agency,
        placeCode,
        quarter: quarters.find((quarter) => quarter.name === where)!,
        developer,
        floors: Number(floors),
        units: Number(units),
        delivery,
        year: Number(delivery.slice(0, 4)),
        progress: progress as Progress,
        vat: vat === '5.5' ? 5.5 : 20,
      };
    });
}

function seedOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}

/** `2028-T2`: that many quarters after the one of the day. */
function quarterAfter(day: string, wait: number): string {
  const quarters = Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3) + wait;
  return `${Math.floor(quarters / 4)}-T${(quarters % 4) + 1}`;
}

/** Of a hundred lots: available, optioned, reserved; the others are sold. */
const LEFT: Readonly<Record<Progress, readonly [number, number, number]>> = {
  planned: [78, 10, 10],
  started: [48, 12, 22],
  finishing: [26, 8, 20],
  delivered: [15, 5, 8],
};
const SIZES = [
  [22, 29],
  [39, 47],
  [58, 69],
  [77, 92],
  [97, 116],
] as const;
const SIZE_OF_PRICE = [1.14, 1.05, 1, 0.97] as const;

function unitsOf(programme: DemoProgramme, place: DemoPlace, chance: Chance): UnitDraft[] {
  const [available, optioned, reserved] = LEFT[programme.progress];
  const perFloor = Math.ceil(programme.units / (programme.floors + 1));
  const units = Array.from({ length: programme.units }, (_, index): UnitDraft => {
    const floor = Math.floor(index / perFloor);
    const rooms = chance.pick([1, 2, 2, 2, 3, 3, 3, 3, 4, 4, floor === programme.floors ? 5 : 3]);
    const surface = Math.round(chance.between(SIZES[rooms - 1]![0], SIZES[rooms - 1]![1]) * 10) / 10;
    const height = 0.97 + floor * 0.012;
    const worth =
      surface *
      place.sale.fresh *
      byRooms(SIZE_OF_PRICE, rooms) *
      height *
      (programme.vat === 20 ? 1 : 0.885);
    const draw = chance.whole(0, 99);
    const status: UnitStatus =
      draw < available
        ? 'available'
        : draw < available + optioned
          ? 'optioned'
          : draw < available + optioned + reserved
            ? 'reserved'
            : 'sold';
    return {
      reference: `${perFloor > 6 && index % 2 === 1 ? 'B' : 'A'}${floor}${String((index % perFloor) + 1).padStart(2, '0')}`,
      propertyType: 'apartment',
      rooms,
      surface,
      floor,
      price: Math.round(worth / 1_000) * 100_000,
      vat: programme.vat,
      status,
    };
  });
  // There is always something left to visit, whatever the draws.
  return units.some(({ status }) => status === 'available')
    ? units
    : units.map((unit, index) => (index === 0 ? { ...unit, status: 'available' } : unit));
}

/** The programme as its agency enters it: one listing, all its lots, the price of the cheapest that is left. */
export function programmeDraft(programme: DemoProgramme, agency: DemoAgency, day: string): ListingDraft {
  const place = DEMO_PLACES.get(programme.placeCode)!;
  const chance = chanceOf(`programme/${programme.seed}`);
  const units = unitsOf(programme, place, chance.branch('units'));
  const left = units.filter(({ status }) => status === 'available');
  const delivered = programme.progress === 'delivered';
  const { quarter } = programme;
  const contact = chance.pick(agency.contacts);
  return draftListing({
    technicalId: `${agency.letters}-${programme.seed}`,
    reference: `N-${programme.seed.slice(0, 12)}`,
    transaction: 1,
    isNew: true,
    propertyType: 'programme',
    title: typeset(`${programme.name} – ${programme.units} logements neufs à ${quarter.name}`).slice(0, 64),
    description: wordsOf(programme, place, agency, units, chance.branch('words')),
    placeCode: place.code,
    cityCode: place.cityCode,
    departmentCode: place.departmentCode,
    postalCode: quarter.postalCode,
    quarter: quarter.name,
    exactLat: quarter.lat,
    exactLng: quarter.lng,
    price: Math.min(...left.map(({ price }) => price)),
    feesPayer: 2,
    feeScheduleUrl: agency.identity.feeScheduleUrl,
    elevator: programme.floors >= 3,
    parking: true,
    terrace: true,
    accessible: true,
    heating: ['collective', 'heat_pump', 'floor'],
    condition: 'new',
    floors: programme.floors,
    builtYear: programme.year,
    coOwned: true,
    ...(delivered
      ? {
          lots: programme.units,
          yearlyCharges: 98_000,
          procedure: false,
          energyStatus: 'rated' as const,
          energyClass: 'A' as const,
          energyValue: 52,
          energyFinal: 23,
          climateClass: 'A' as const,
          climateValue: 2,
          energyDate: dayBefore(day, 20),
          energyVersion: 'DPE_v07-2021',
          energyCostMin: 29_000,
          energyCostMax: 41_000,
          energyCostYear: 2023,
          surface: left[0]!.surface,
          rooms: left[0]!.rooms,
        }
      : { energyStatus: 'exempt' as const, energyExemption: 'off_plan' as const }),
    risksConcerned: false,
    mandateNumber: String(9000 + programme.units),
    mandateType: 'exclusive',
    contactName: contact.name,
    contactPhone: `+33${contact.phone.slice(1)}`,
    contactEmail: agency.email,
    contactStatus: 'employee',
    programmeName: programme.name,
    developer: programme.developer,
    delivery: programme.delivery,
    progress: programme.progress,
    re2020: true,
    reducedNotaryFees: true,
    zeroRateLoan: programme.vat === 5.5 || programme.units > 25,
    completionGuarantee: 'Garantie financière d’achèvement (invention de la démonstration)',
    units,
    photos: picturesOf(programme, place).map(drawnPhoto),
  });
}

function wordsOf(
  programme: DemoProgramme,
  place: DemoPlace,
  agency: DemoAgency,
  units: readonly UnitDraft[],
  chance: Chance,
): string {
  const { name, quarter, floors, progress } = programme;
  const most = Math.max(...units.map(({ rooms }) => rooms ?? 1));
  const stage = {
    planned: 'Le permis est purgé, le chantier ouvre bientôt.',
    started: 'Le gros œuvre avance, la bulle de vente est ouverte le samedi.',
    finishing: 'Les cloisons sont posées : les logements se visitent déjà, casque en tête.',
    delivered: 'La résidence est livrée ; les derniers logements se visitent meublés.',
  }[progress];
  const vat =
    programme.vat === 5.5 ? ' Le quartier ouvre droit à la TVA à 5,5 %, sous conditions de ressources.' : '';
  return typeset(
    [
      `${name} réunit ${units.length} logements du studio au ${most} pièces, sur ${floors} étages, près ${of(quarter.spot)}.`,
      `${stage} Livraison : ${deliveryWords(programme.delivery)}.${vat}`,
      `Chaque logement a son balcon ou sa terrasse ; ${quarter.pleasure} ${agree(quarter.pleasure, 'est', 'sont')} tout proche${agree(quarter.pleasure, '', 's')}.`,
      aroundOf({ place, quarter, tone: agency.tone, chance }),
      `${capital(programme.developer)} construit, ${agency.name} accompagne le choix du lot.`,
    ].join('\n'),
  );
}

function picturesOf({ seed }: DemoProgramme, { horizon, views }: DemoPlace): GalleryPicture[] {
  const view = views.includes('sea') ? 'sea' : 'garden';
  const home = { age: 'recent', view, mood: 'linen' } as const;
  return [
    {
      caption: 'Depuis le jardin',
      brief: {
        subject: { kind: 'programme', seen: 'garden', horizon },
        seed: `${seed}-jardin`,
        light: 'golden',
      },
    },
    {
      caption: 'Depuis la rue',
      brief: { subject: { kind: 'programme', seen: 'street', horizon }, seed: `${seed}-rue`, light: 'noon' },
    },
    {
      caption: 'Vu du ciel',
      brief: { subject: { kind: 'programme', seen: 'air', horizon }, seed: `${seed}-ciel`, light: 'morning' },
    },
    {
      caption: 'Un séjour',
      brief: { subject: { kind: 'living', home }, seed: `${seed}-sejour`, light: 'morning' },
    },
    {
      caption: 'Une cuisine',
      brief: { subject: { kind: 'kitchen', home }, seed: `${seed}-cuisine`, light: 'noon' },
    },
    {
      caption: 'Une terrasse',
      brief: {
        subject: { kind: 'terrace', view, railing: 'glass' },
        seed: `${seed}-terrasse`,
        light: 'golden',
      },
    },
    {
      caption: 'Le plan d’un trois-pièces',
      brief: { subject: { kind: 'plan', rooms: 3, outside: true }, seed: `${seed}-plan`, light: 'noon' },
    },
  ];
}
