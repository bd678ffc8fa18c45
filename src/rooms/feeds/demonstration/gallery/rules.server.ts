import type { Chance } from '../../../illustrations/chance/contract.ts';
import {
  type Age,
  type Home,
  type LightName,
  MOOD_NAMES,
  type Subject,
} from '../../../illustrations/contract.ts';
import { drawLight } from '../../../illustrations/light/rules.server.ts';
import type { HomeFacts } from '../homes/contract.ts';
import type { DemoPlace } from '../places/contract.ts';
import type { GalleryPicture } from './contract.ts';

export interface GalleryWish {
  /** Begins the names of the files. */
  readonly id: string;
  readonly home: HomeFacts;
  readonly place: DemoPlace;
  /** Lots of one programme share its façade. */
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

/** The pictures of a listing, in the order its agency shows them. One visit, one hour: the light is the same in all. */
export function galleryOf(wish: GalleryWish): GalleryPicture[] {
  const { id, chance } = wish;
  const hour = drawLight(chance);
  return shotsOf(wish).map(({ name, caption, subject, shared, light = hour }) => {
    const stem = shared ?? `${id}-${name}`;
    return { file: `${stem}.jpg`, caption, brief: { subject, seed: stem, light } };
  });
}

function shotsOf(wish: GalleryWish): Shot[] {
  switch (wish.home.kind) {
    case 'land':
      return [
        { name: 'terrain', caption: 'Le terrain', subject: { kind: 'land', horizon: wish.place.horizon } },
      ];
    case 'parking':
      return [
        {
          name: 'parking',
          caption: wish.home.boxes > 0 ? 'Le box' : 'L’emplacement',
          subject: { kind: 'parking', closed: wish.home.boxes > 0 },
        },
      ];
    case 'newFlat':
      return newFlatShots(wish);
    case 'house':
      return houseShots(wish);
    default:
      return flatShots(wish);
  }
}

function inHome({ home, place, chance }: GalleryWish): Home {
  const age: Age =
    home.epoch === 'old'
      ? home.kind === 'house' && place.southern
        ? 'southern'
        : 'old'
      : home.epoch === 'recent' || home.epoch === 'new'
        ? 'recent'
        : 'seventies';
  const view =
    home.kind === 'house' && !home.terraced
      ? (place.views.find((one) => one !== 'roofs') ?? 'garden')
      : chance.pick(place.views);
  return { age, view, mood: chance.pick(MOOD_NAMES) };
}

function flatShots(wish: GalleryWish): Shot[] {
  const { home, place, chance } = wish;
  const inside = inHome(wish);
  const front: Shot = {
    name: 'facade',
    caption: 'La façade',
    subject:
      home.epoch === 'old'
        ? { kind: 'front', front: place.front }
        : home.epoch === 'recent'
          ? { kind: 'new-build', horizon: place.horizon }
          : { kind: 'seventies', horizon: place.horizon },
  };
  const living: Shot =
    home.rooms === 1
      ? { name: 'piece', caption: 'La pièce principale', subject: { kind: 'studio', home: inside } }
      : { name: 'sejour', caption: 'Le séjour', subject: { kind: 'living', home: inside } };
  const outside: Shot | null =
    home.terrace > 0 || home.balcony > 4
      ? {
          name: 'dehors',
          caption: home.terrace > 0 ? 'La terrasse' : 'Le balcon',
          subject: { kind: 'terrace', view: inside.view, railing: home.epoch === 'old' ? 'iron' : 'glass' },
        }
      : null;
  const kitchen: Shot = {
    name: 'cuisine',
    caption: 'La cuisine',
    subject: { kind: 'kitchen', home: inside },
  };
  const bedroom: Shot = {
    name: 'chambre',
    caption: home.bedrooms > 1 ? 'Une chambre' : 'La chambre',
    subject: { kind: 'bedroom', home: inside },
  };
  const bathroom: Shot = {
    name: 'eau',
    caption: home.bathrooms > 0 ? 'La salle de bains' : 'La salle d’eau',
    subject: { kind: 'bathroom', home: inside },
  };
  const plan: Shot = {
    name: 'plan',
    caption: 'Le plan',
    subject: { kind: 'plan', rooms: home.rooms, outside: outside !== null },
  };
  const others =
    home.rooms === 1
      ? [bathroom]
      : home.rooms === 2
        ? [bedroom, outside ?? kitchen]
        : [kitchen, bedroom, outside ?? (chance.maybe(0.4) ? plan : bathroom)];
  switch (
    chance.pick(
      outside && others.includes(outside)
        ? (['in', 'front', 'outside'] as const)
        : (['in', 'front'] as const),
    )
  ) {
    case 'front':
      return [front, living, ...others];
    case 'outside':
      return [outside!, living, ...others.filter((shot) => shot !== outside), front];
    default:
      return [living, ...others, front];
  }
}

function newFlatShots(wish: GalleryWish): Shot[] {
  const { home, place, programme } = wish;
  const inside = {
    ...inHome(wish),
    view: place.views.includes('sea') ? ('sea' as const) : ('garden' as const),
  };
  const stem = `programme-${(programme ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')}`;
  const shots: Shot[] = [
    {
      name: 'facade',
      caption: 'La résidence',
      subject: { kind: 'new-build', horizon: place.horizon },
      shared: stem,
      light: 'noon',
    },
    { name: 'sejour', caption: 'Le séjour', subject: { kind: 'living', home: inside }, light: 'morning' },
    {
      name: 'terrasse',
      caption: 'La terrasse',
      subject: { kind: 'terrace', view: inside.view, railing: 'glass' },
      light: 'golden',
    },
    { name: 'plan', caption: 'Le plan', subject: { kind: 'plan', rooms: home.rooms, outside: true } },
  ];
  // Side by side in a list, the lots of a programme do not all begin with the same façade.
  const turn = (home.rooms + 1) % 3;
  return [...shots.slice(turn, 3), ...shots.slice(0, turn), ...shots.slice(3)];
}

function houseShots(wish: GalleryWish): Shot[] {
  const { home, place } = wish;
  const inside = inHome(wish);
  const garden = place.southern
    ? ('south' as const)
    : home.terraced
      ? ('town' as const)
      : ('country' as const);
  const shots: Shot[] = [
    { name: 'maison', caption: 'La maison', subject: houseSubject(wish) },
    { name: 'sejour', caption: 'Le séjour', subject: { kind: 'living', home: inside } },
    { name: 'cuisine', caption: 'La cuisine', subject: { kind: 'kitchen', home: inside } },
    { name: 'chambre', caption: 'Une chambre', subject: { kind: 'bedroom', home: inside } },
  ];
  if (home.garden)
    shots.splice(2, 0, { name: 'jardin', caption: 'Le jardin', subject: { kind: 'garden', garden } });
  if (!home.garden)
    shots.push({ name: 'bains', caption: 'La salle de bains', subject: { kind: 'bathroom', home: inside } });
  return shots;
}

function houseSubject({ home, place, chance }: GalleryWish): Subject {
  if (home.terraced)
    return place.southern ? { kind: 'village-house' } : { kind: 'front', front: place.front };
  const known = place.houses.flatMap((house) => (house === 'village' ? [] : [house]));
  const look = { kind: 'detached', pool: home.pool, horizon: place.horizon } as const;
  if (home.pool && known.includes('mas') && home.epoch !== 'recent') return { ...look, house: 'mas' };
  if (home.epoch === 'recent')
    return { ...look, house: known.includes('contemporary') ? 'contemporary' : 'pavillon' };
  const older = known.filter((house) => house !== 'contemporary');
  return { ...look, house: older.length > 0 ? chance.pick(older) : 'pavillon' };
}
