import type { Chance } from '../../chance.ts';
import type { Age, Colour, Home, RoomKind } from '../brief.ts';
import type { Glazing } from '../glazing.ts';
import type { Light } from '../light.ts';
import { mix, Sheet } from '../paint.ts';
import { drawBoards, type FloorKind } from '../perspective/floors.ts';
import { Room } from '../perspective/perspective.ts';
import { drawShell } from '../perspective/shell.ts';
import { drawVeil } from '../perspective/sun.ts';
import { furnishBathroom } from './bathing.ts';
import { furnishKitchen, furnishStudio } from './cooking.ts';
import { furnishDining, furnishLiving, furnishLoft } from './living.ts';
import { MOODS } from './moods.ts';
import { furnishEntrance, furnishStairs } from './passages.ts';
import { furnishBedroom, furnishChild, furnishSharedRoom } from './sleeping.ts';
import { type CeilingKind, drawSlopes, dressCeiling, dressWall, wallOf } from './walls.ts';
import type { Scene } from './windows.ts';
import { furnishOffice } from './working.ts';

/** Metres across and away, before chance has its say. */
const SIZES: Readonly<Record<RoomKind, readonly [number, number]>> = {
  living: [4.9, 5.3],
  studio: [4.9, 5.2],
  dining: [4.6, 5.1],
  loft: [6.4, 6.4],
  kitchen: [3.9, 4.7],
  bedroom: [4.3, 4.9],
  child: [3.9, 4.8],
  'shared-room': [3.9, 4.8],
  office: [4.2, 4.8],
  bathroom: [3.1, 4.2],
  entrance: [3.3, 4.9],
  stairs: [4.4, 5],
};

const UNDER_ROOF: ReadonlySet<RoomKind> = new Set([
  'bedroom',
  'child',
  'shared-room',
  'office',
  'bathroom',
  'studio',
  'living',
]);

/** A room of this home, furnished; the eye stands where a visitor stops on the threshold. */
export function drawInterior(
  sheet: Sheet,
  kind: RoomKind,
  home: Home,
  light: Light,
  chance: Chance,
  fixture?: 'shower' | 'bath',
): void {
  const age: Age = kind === 'loft' ? 'loft' : home.age;
  const camera = chance.branch('camera');
  const attic = home.attic === true && UNDER_ROOF.has(kind);
  const [width, depth] = SIZES[kind];
  const wide = width * camera.between(0.94, 1.1);
  const tilt = camera.next();
  const yaw = tilt < 0.36 ? 0 : camera.between(0.06, 0.26) * (camera.maybe(0.5) ? 1 : -1);
  const room = new Room(
    sheet,
    light,
    {
      width: wide,
      height: kind === 'loft' ? 3.7 : attic ? 2.5 : heightOf(age) * camera.between(0.98, 1.04),
      depth: depth * camera.between(0.97, 1.12),
      eyeX: camera.between(-0.6, 0.6) - yaw * 2.4,
      eyeY: (kind === 'bathroom' ? 1.4 : 1.34) + camera.between(-0.12, 0.18),
      yaw,
      focal: camera.between(715, 860),
      horizon: camera.between(308, 366),
    },
    chance.branch('taste'),
  );
  const mood = MOODS[home.mood];
  const paint = chance.branch('paint');
  const floor = floorOf(age, kind, paint);
  const bold = paint.maybe(kind === 'bedroom' || kind === 'child' ? 0.7 : 0.42);
  const wall = bold ? mood.accent : mood.wall;
  const side = bold && paint.maybe(0.25) ? mood.accent : mood.wall;
  drawShell(room, { wall, side, floor: floor.colour, ceiling: '#f6f3ec' });
  drawBoards(room, floor.colour, floor.kind, chance.branch('floor'));
  if (kind !== 'bathroom' && kind !== 'kitchen')
    dressWall(room, attic ? 'plain' : wallOf(age, paint), wall, mood.accent, paint);
  if (attic)
    drawSlopes(
      room,
      mix(mood.wall, '#ffffff', 0.3),
      camera.pick(['left', 'right', 'both']),
      camera.between(1, 1.3),
      camera.between(0.9, 1.3),
      paint,
    );
  else dressCeiling(room, ceilingOf(age, paint), paint);
  const glazing: Glazing = {
    panes: 2,
    frame: frameOf(age, paint),
    curtains:
      kind === 'kitchen' || kind === 'bathroom' || paint.maybe(0.25)
        ? null
        : paint.pick([mood.curtain, mood.curtain, mood.accent, mix(mood.cloth, '#ffffff', 0.4)]),
    view: home.view,
    bars: age === 'old' || age === 'southern' || age === 'country' || age === 'thirties' || age === 'loft',
  };
  const scene: Scene = { room, mood, glazing, age, attic, light, chance };
  if (kind === 'bathroom') furnishBathroom(scene, fixture);
  else FURNISH[kind](scene);
  drawVeil(room);
}

function heightOf(age: Age): number {
  return { old: 2.95, seventies: 2.5, recent: 2.52, southern: 2.7, country: 2.6, thirties: 2.75, loft: 3.3 }[
    age
  ];
}

function frameOf(age: Age, chance: Chance): Colour {
  if (age === 'recent') return chance.pick(['#55677a', '#3a4a5a', '#f4f1e8']);
  if (age === 'loft') return '#2b3b4d';
  if (age === 'country' || age === 'southern')
    return chance.pick(['#f4f1e8', '#c9a878', '#a9805a', '#8aa39b']);
  return chance.pick(['#f4f1e8', '#f4f1e8', '#efe6d2']);
}

function ceilingOf(age: Age, chance: Chance): CeilingKind {
  if (age === 'loft') return chance.pick(['rails', 'joists']);
  if (age === 'old') return 'mouldings';
  if (age === 'thirties') return chance.pick(['mouldings', 'plain']);
  if (age === 'southern' || age === 'country') return chance.pick(['beams', 'beams', 'joists', 'plain']);
  return 'plain';
}

interface Floor {
  readonly colour: Colour;
  readonly kind: FloorKind;
}

const WOODS = [
  '#b98d5e',
  '#c39a6e',
  '#ae8259',
  '#cdab80',
  '#d6b990',
  '#bf9a70',
  '#c7b299',
  '#8f6b4a',
  '#dcc8a8',
] as const;

function floorOf(age: Age, kind: RoomKind, chance: Chance): Floor {
  const wet = kind === 'bathroom' || (kind === 'kitchen' && chance.maybe(0.6));
  if (wet) {
    if ((age === 'southern' || age === 'country') && chance.maybe(0.6))
      return { colour: chance.pick(['#c98a68', '#b97a5a']), kind: 'terracotta' };
    return {
      colour: chance.pick(['#d9d6cd', '#cfd5d6', '#e0d8ca', '#bfc7c6', '#c9bfae', '#8f9aa3']),
      kind: chance.pick(['tiles', 'large-tiles', 'cement', 'checker', 'concrete']),
    };
  }
  if ((kind === 'entrance' || kind === 'stairs') && chance.maybe(0.5))
    return {
      colour: chance.pick(['#e6e1d8', '#e0d8ca']),
      kind: chance.pick(['checker', 'cement', 'large-tiles']),
    };
  if (age === 'southern' || age === 'country')
    return chance.maybe(0.55)
      ? { colour: chance.pick(['#c98a68', '#b97a5a', '#d19c78']), kind: 'terracotta' }
      : { colour: chance.pick(WOODS), kind: 'wide-planks' };
  if (age === 'loft')
    return chance.maybe(0.5)
      ? { colour: '#b4b8b8', kind: 'concrete' }
      : { colour: chance.pick(WOODS), kind: 'wide-planks' };
  if (age === 'old')
    return { colour: chance.pick(WOODS), kind: chance.pick(['herringbone', 'herringbone', 'planks']) };
  if (age === 'thirties')
    return { colour: chance.pick(WOODS), kind: chance.pick(['herringbone', 'planks', 'mosaic']) };
  if (age === 'seventies' && chance.maybe(0.5)) return { colour: chance.pick(WOODS), kind: 'mosaic' };
  if (age === 'recent' && chance.maybe(0.25))
    return { colour: chance.pick(['#d9d6cd', '#cfd0cc']), kind: 'large-tiles' };
  return { colour: chance.pick(WOODS), kind: chance.pick(['planks', 'wide-planks']) };
}

const FURNISH: Readonly<Record<Exclude<RoomKind, 'bathroom'>, (scene: Scene) => void>> = {
  living: furnishLiving,
  dining: furnishDining,
  loft: furnishLoft,
  studio: furnishStudio,
  kitchen: furnishKitchen,
  bedroom: furnishBedroom,
  child: furnishChild,
  'shared-room': furnishSharedRoom,
  office: furnishOffice,
  entrance: furnishEntrance,
  stairs: furnishStairs,
};
