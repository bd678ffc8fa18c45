import type { Chance } from '../chance.ts';
import {
  type Age,
  type Detached,
  type FrontName,
  type Home,
  type LightName,
  MOOD_NAMES,
  type PictureBrief,
  type Season,
  type Subject,
} from '../pictures/brief.ts';
import { drawLight } from '../pictures/light.ts';
import type { HomeFacts } from './homes/home.ts';
import type { DemoPlace } from './places/place.ts';

/** A picture that a listing of the demonstration shows. */
export interface GalleryPicture {
  readonly brief: PictureBrief;
  readonly caption: string;
}

interface GalleryWish {
  /** Begins the seeds. */
  readonly id: string;
  readonly home: HomeFacts;
  readonly place: DemoPlace;
  /** Rank in its place: neighbours in a list do not all begin with the same room. */
  readonly rank: number;
  /** Lots of one programme share its façade: the seed of that picture. */
  readonly programme: string | null;
  readonly chance: Chance;
}

interface Shot {
  readonly name: string;
  readonly caption: string;
  readonly subject: Subject;
  /** Seed and hour of a picture that several listings share. */
  readonly shared?: string;
  readonly light?: LightName;
}

const MOST = 8;
/** When agencies take their pictures. */
const VISITS: readonly Season[] = ['spring', 'spring', 'summer', 'summer', 'autumn', 'autumn', 'winter'];

/** The pictures of a listing, in the order its agency shows them. One visit, one hour, one season: the light is the same in all. */
export function galleryOf(wish: GalleryWish): GalleryPicture[] {
  const { id, chance } = wish;
  const hour = drawLight(chance);
  const season = chance.pick(VISITS);
  return shotsOf(wish)
    .slice(0, MOST)
    .map(({ name, caption, subject, shared, light = hour }) => ({
      caption,
      brief: { subject, seed: shared ?? `${id}-${name}`, light, ...(shared ? {} : { season }) },
    }));
}

function shotsOf(wish: GalleryWish): Shot[] {
  switch (wish.home.kind) {
    case 'land':
      return landShots(wish);
    case 'parking':
      return parkingShots(wish);
    case 'shop':
    case 'office':
      return shopShots(wish);
    case 'building':
      return buildingShots(wish);
    case 'newFlat':
      return newFlatShots(wish);
    case 'house':
    case 'mansion':
    case 'castle':
      return houseShots(wish);
    default:
      return flatShots(wish);
  }
}

function insideOf({ home, place, chance }: GalleryWish): Home {
  const house = home.kind === 'house';
  const age: Age =
    home.kind === 'loft'
      ? 'loft'
      : home.epoch === 'old'
        ? place.southern && house
          ? 'southern'
          : house && (place.profile === 'village' || home.terraced)
            ? 'country'
            : place.front === 'thirties'
              ? 'thirties'
              : 'old'
        : home.epoch === 'recent' || home.epoch === 'new'
          ? 'recent'
          : 'seventies';
  const view =
    home.kind === 'house' && !home.terraced
      ? (place.views.find((one) => one !== 'roofs') ?? 'garden')
      : home.openView
        ? place.views[0]!
        : chance.pick(place.views);
  // The last floor of an old building is under its roof.
  const attic = home.epoch === 'old' && home.floor !== null && home.floor > 2 && home.floor === home.floors;
  return { age, view, mood: chance.pick(MOOD_NAMES), ...(attic ? { attic } : {}) };
}

/** The front of a flat's building. */
function frontOf({ home, place }: GalleryWish): Subject {
  if (home.kind === 'loft') return { kind: 'front', front: 'warehouse' };
  if (home.epoch === 'old') return { kind: 'front', front: place.front };
  return home.epoch === 'recent'
    ? { kind: 'new-build', horizon: place.horizon }
    : { kind: 'seventies', horizon: place.horizon };
}

function outsideShots({ home }: GalleryWish, inside: Home): Shot[] {
  const railing = home.epoch === 'old' ? 'iron' : 'glass';
  if (home.terrace > 0)
    return [
      { name: 'terrasse', caption: 'La terrasse', subject: { kind: 'terrace', view: inside.view, railing } },
    ];
  if (home.balcony > 3)
    return [
      { name: 'balcon', caption: 'Le balcon', subject: { kind: 'balcony', view: inside.view, railing } },
    ];
  return home.openView
    ? [{ name: 'vue', caption: 'La vue', subject: { kind: 'view', view: inside.view } }]
    : [];
}

function bathroomShot({ home }: GalleryWish, inside: Home): Shot {
  return {
    name: 'eau',
    caption: home.bathrooms > 0 ? 'La salle de bains' : 'La salle d’eau',
    subject: { kind: 'bathroom', home: inside, fixture: home.bathrooms > 0 ? 'bath' : 'shower' },
  };
}

function flatShots(wish: GalleryWish): Shot[] {
  const { home, chance, rank } = wish;
  const inside = insideOf(wish);
  const outside = outsideShots(wish, inside);
  const front: Shot = { name: 'facade', caption: 'La façade', subject: frontOf(wish) };
  const living: Shot =
    home.kind === 'loft'
      ? { name: 'loft', caption: 'La grande pièce', subject: { kind: 'loft', home: inside } }
      : home.rooms === 1
        ? { name: 'piece', caption: 'La pièce principale', subject: { kind: 'studio', home: inside } }
        : { name: 'sejour', caption: 'Le séjour', subject: { kind: 'living', home: inside } };
  const bedrooms = Array.from(
    { length: Math.min(home.bedrooms, home.rooms >= 4 ? 2 : 1) },
    (_, index): Shot => ({
      name: `chambre-${index + 1}`,
      caption: home.bedrooms === 1 ? 'La chambre' : index === 0 ? 'Une chambre' : 'L’autre chambre',
      subject: { kind: 'bedroom', home: inside },
    }),
  );
  const others: Shot[] = [
    ...(home.rooms >= 4
      ? [{ name: 'repas', caption: 'Le coin repas', subject: { kind: 'dining', home: inside } } as const]
      : []),
    ...(home.rooms > 1
      ? [{ name: 'cuisine', caption: 'La cuisine', subject: { kind: 'kitchen', home: inside } } as const]
      : []),
    ...bedrooms,
    bathroomShot(wish, inside),
    ...(home.rooms > 1 && chance.maybe(0.35)
      ? [
          {
            name: 'plan',
            caption: 'Le plan',
            subject: {
              kind: 'plan',
              rooms: Math.min(home.rooms, 6),
              surface: home.surface,
              outside: outside.length > 0,
            },
          } as const,
        ]
      : []),
  ];
  const leads = [
    [living, ...outside, ...others, front],
    [front, living, ...others, ...outside],
  ];
  if (outside[0]) leads.push([outside[0], living, ...others, front]);
  if (home.rooms > 2) leads.push([others[0]!, living, ...others.slice(1), ...outside, front]);
  const [first, second, ...rest] = leads[rank % leads.length]!;
  return [first!, second!, ...rest];
}

function newFlatShots(wish: GalleryWish): Shot[] {
  const { home, place, programme, rank } = wish;
  const view = place.views.includes('sea') ? ('sea' as const) : ('garden' as const);
  const inside: Home = { ...insideOf(wish), age: 'recent', view };
  const shots: Shot[] = [
    {
      name: 'rue',
      caption: 'La résidence',
      subject: { kind: 'programme', seen: 'street', horizon: place.horizon },
      shared: `${programme ?? wish.id}-rue`,
      light: 'noon',
    },
    { name: 'sejour', caption: 'Le séjour', subject: { kind: 'living', home: inside }, light: 'morning' },
    {
      name: 'terrasse',
      caption: 'La terrasse',
      subject: { kind: 'terrace', view, railing: 'glass' },
      light: 'golden',
    },
    { name: 'chambre', caption: 'Une chambre', subject: { kind: 'bedroom', home: inside }, light: 'morning' },
    {
      name: 'plan',
      caption: 'Le plan',
      subject: { kind: 'plan', rooms: home.rooms, outside: true, surface: home.surface },
    },
  ];
  // Side by side in a list, the lots of a programme do not all begin with the same façade.
  const turn = rank % 3;
  return [...shots.slice(turn, 3), ...shots.slice(0, turn), ...shots.slice(3)];
}

function houseShots(wish: GalleryWish): Shot[] {
  const { home, place, chance, rank } = wish;
  const inside = insideOf(wish);
  const garden = place.southern ? 'south' : home.terraced ? 'town' : 'country';
  const room = (
    name: string,
    caption: string,
    kind: 'living' | 'kitchen' | 'bedroom' | 'dining' | 'office' | 'stairs',
  ): Shot => ({
    name,
    caption,
    subject: { kind, home: inside },
  });
  const front: Shot = {
    name: 'maison',
    caption: { mansion: 'L’hôtel', castle: 'Le château' }[home.kind as string] ?? 'La maison',
    subject: houseSubject(wish),
  };
  const living = room('sejour', 'Le séjour', 'living');
  const outside: Shot[] = [
    ...(home.garden
      ? [
          {
            name: 'jardin',
            caption: 'Le jardin',
            subject: { kind: 'garden', garden, pool: home.pool },
          } as const,
        ]
      : []),
    ...(home.terrace > 0 && home.rooms >= 5
      ? [
          {
            name: 'terrasse',
            caption: 'La terrasse',
            subject: { kind: 'terrace', view: inside.view, railing: 'iron' },
          } as const,
        ]
      : []),
  ];
  const others = [
    room('cuisine', 'La cuisine', 'kitchen'),
    room('chambre-1', 'Une chambre', 'bedroom'),
    ...(home.rooms >= 6 ? [room('repas', 'La salle à manger', 'dining')] : []),
    bathroomShot(wish, inside),
    ...(home.rooms >= 5 && chance.maybe(0.4) ? [room('bureau', 'Le bureau', 'office')] : []),
    ...(home.kind !== 'house' ? [room('escalier', 'L’escalier', 'stairs')] : []),
    ...(chance.maybe(0.25)
      ? [
          {
            name: 'plan',
            caption: 'Le plan',
            subject: { kind: 'plan', rooms: Math.min(home.rooms, 6), surface: home.surface, outside: true },
          } as const,
        ]
      : []),
  ];
  switch (rank % 4) {
    case 1:
      return [living, front, ...others, ...outside];
    case 3:
      return outside[0] ? [outside[0], front, living, ...others] : [front, living, ...others];
    default:
      return [front, ...outside, living, ...others];
  }
}

function houseSubject({ home, place, chance }: GalleryWish): Subject {
  if (home.kind === 'castle')
    return { kind: 'detached', house: 'manor', pool: false, horizon: place.horizon };
  if (home.kind === 'mansion') return { kind: 'building', front: place.front };
  if (home.terraced)
    return place.southern || place.profile === 'village'
      ? { kind: 'village-house' }
      : { kind: 'front', front: place.front };
  const known = place.houses.flatMap((house): Detached[] => (house === 'village' ? [] : [house]));
  const look = { kind: 'detached', pool: home.pool, horizon: place.horizon } as const;
  if (home.pool && known.includes('mas') && home.epoch !== 'recent') return { ...look, house: 'mas' };
  if (home.epoch === 'recent')
    return { ...look, house: known.includes('contemporary') ? 'contemporary' : (known[0] ?? 'pavillon') };
  const older = known.filter((house) => house !== 'contemporary');
  return { ...look, house: older.length > 0 ? chance.pick(older) : 'pavillon' };
}

function landShots({ place, chance }: GalleryWish): Shot[] {
  const view = place.views.find((one) => one !== 'roofs') ?? 'garden';
  return [
    { name: 'terrain', caption: 'Le terrain', subject: { kind: 'land', horizon: place.horizon } },
    {
      name: 'autre-cote',
      caption: 'Le terrain, de l’autre côté',
      subject: { kind: 'land', horizon: place.horizon },
      light: 'golden',
    },
    ...(chance.maybe(0.7)
      ? [{ name: 'vue', caption: 'La vue', subject: { kind: 'view', view } } as const]
      : []),
  ];
}

function parkingShots({ home, place }: GalleryWish): Shot[] {
  const closed = home.boxes > 0;
  const front: Subject =
    home.epoch === 'recent'
      ? { kind: 'new-build', horizon: place.horizon }
      : { kind: 'seventies', horizon: place.horizon };
  return [
    { name: 'parking', caption: closed ? 'Le box' : 'L’emplacement', subject: { kind: 'parking', closed } },
    { name: 'residence', caption: 'La résidence', subject: front },
    { name: 'acces', caption: 'L’accès', subject: { kind: 'parking', closed: !closed } },
  ];
}

function shopShots({ home, place }: GalleryWish): Shot[] {
  const front: FrontName = place.front;
  return home.kind === 'shop'
    ? [
        { name: 'vitrine', caption: 'La vitrine', subject: { kind: 'shop', front } },
        { name: 'immeuble', caption: 'L’immeuble', subject: { kind: 'building', front } },
        { name: 'plan', caption: 'Le plan', subject: { kind: 'plan', rooms: 2, outside: false } },
      ]
    : [
        { name: 'immeuble', caption: 'L’immeuble', subject: { kind: 'business', horizon: place.horizon } },
        {
          name: 'bureau',
          caption: 'Un bureau',
          subject: { kind: 'office', home: { age: 'recent', view: 'roofs', mood: 'slate' } },
        },
        { name: 'plan', caption: 'Le plan', subject: { kind: 'plan', rooms: 4, outside: false } },
      ];
}

function buildingShots(wish: GalleryWish): Shot[] {
  const { place } = wish;
  const inside: Home = { ...insideOf(wish), age: 'old' };
  return [
    { name: 'immeuble', caption: 'L’immeuble', subject: { kind: 'building', front: place.front } },
    { name: 'entree', caption: 'L’entrée', subject: { kind: 'stairs', home: inside } },
    { name: 'logement', caption: 'Un logement', subject: { kind: 'living', home: inside } },
    { name: 'cave', caption: 'Les caves', subject: { kind: 'cellar' } },
  ];
}
