import type { Chance } from '../../chance.ts';
import type { Age } from '../brief.ts';
import { drawRadiator } from '../furniture/decor.ts';
import { drawBackWindow, drawSideWindow, type Glazing } from '../glazing.ts';
import type { Light } from '../light.ts';
import { Room } from '../perspective/perspective.ts';
import { shineFromBack, shineFromLeft, shineOnWall } from '../perspective/sun.ts';
import type { Colours } from './moods.ts';

/** What furnishes a room: its shell is there, its colours are chosen. */
export interface Scene {
  readonly room: Room;
  readonly mood: Colours;
  readonly glazing: Glazing;
  readonly age: Age;
  readonly attic: boolean;
  readonly light: Light;
  readonly chance: Chance;
}

export interface Daylight {
  /** The stretch of the back wall that the windows leave free, widest first; never empty. */
  readonly free: readonly { readonly x: number; readonly width: number }[];
  readonly side: 'back' | 'left';
  /** Sun on the floor: over the rug, under the furniture. */
  shine(): void;
}

/** Windows of a room, in the back wall or on the left: which kind is left to chance and to the age of the house. */
export function openWindows(scene: Scene, back = 0.62): Daylight {
  const { room, age, chance, glazing } = scene;
  const { width, depth, height } = room.shape;
  const top = Math.min(height - 0.28, age === 'old' ? 2.5 : 2.2);
  if (!chance.maybe(scene.attic ? 0.3 : back)) {
    const french = chance.maybe(0.4);
    const span = chance.between(1.3, 2.1);
    const far = depth - chance.between(0.5, 0.9);
    const z = [far - span, far] as const;
    const low = french ? 0.06 : 0.9;
    drawSideWindow(room, z, [low, top], { ...glazing, panes: span > 1.8 ? 3 : 2 });
    if (chance.maybe(0.6))
      shineOnWall(room, room.left + chance.between(0.6, 1.4), chance.between(1, 1.4), [0.95, 2.15]);
    return {
      side: 'left',
      free: [{ x: 0.1, width: width - 0.8 }],
      shine: () => shineFromLeft(room, { z, y: [Math.max(0.3, low), top], panes: 2 }, 3.4),
    };
  }
  const holes = holesOf(scene);
  for (const { x, low, panes } of holes) {
    drawBackWindow(room, x, [low, top], { ...glazing, panes }, chance.branch('view'));
    if (low > 0.7 && age !== 'loft' && age !== 'southern')
      drawRadiator(room, (x[0] + x[1]) / 2, Math.min(1.2, x[1] - x[0]));
  }
  const edges = [-width / 2, ...holes.flatMap(({ x }) => x), width / 2];
  const free = [0, 1, 2, 3]
    .filter((index) => index * 2 + 1 < edges.length)
    .map((index) => {
      const [from, to] = [edges[index * 2]! + 0.38, edges[index * 2 + 1]! - 0.38];
      return { x: (from + to) / 2, width: to - from };
    })
    .filter((stretch) => stretch.width > 0.5)
    .toSorted((a, b) => b.width - a.width);
  return {
    side: 'back',
    free: free.length > 0 ? free : [{ x: 0, width: 0 }],
    shine: () => {
      for (const { x, low, panes } of holes)
        shineFromBack(room, { x, y: [Math.max(0.1, low), top], panes }, 2.9);
    },
  };
}

interface Hole {
  readonly x: readonly [number, number];
  readonly low: number;
  readonly panes: number;
}

function holesOf({ room, age, chance }: Scene): Hole[] {
  const { width } = room.shape;
  const half = width / 2;
  const low = age === 'old' ? chance.pick([0.04, 0.04, 0.5]) : chance.pick([0.86, 0.86, 0.04]);
  const kind = chance.pick(
    age === 'recent' || age === 'loft'
      ? (['wide', 'wide', 'pair', 'one'] as const)
      : age === 'seventies'
        ? (['wide', 'one', 'one', 'band'] as const)
        : (['one', 'pair', 'pair', 'one'] as const),
  );
  if (kind === 'wide') {
    const span = chance.between(0.46, 0.66) * width;
    const middle = chance.between(-0.5, 0.5) * (width - span - 0.8);
    return [{ x: [middle - span / 2, middle + span / 2], low: 0.04, panes: span > 2.6 ? 4 : 3 }];
  }
  if (kind === 'band') return [{ x: [-half + 0.6, half - 0.6], low: 1, panes: 4 }];
  if (kind === 'pair') {
    const wide = chance.between(0.86, 1.1);
    const gap = chance.between(0.3, 0.5) * (width - wide * 2);
    return [
      { x: [-gap / 2 - wide, -gap / 2], low, panes: 2 },
      { x: [gap / 2, gap / 2 + wide], low, panes: 2 },
    ];
  }
  const wide = chance.between(1.05, 1.5);
  const side = chance.pick([-1, 1, 1, 0]);
  const middle = side * chance.between(0.24, 0.5) * (width - wide - 0.7);
  return [{ x: [middle - wide / 2, middle + wide / 2], low, panes: 2 }];
}
