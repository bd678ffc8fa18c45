import { chanceOf } from '../chance.ts';
import type { Age, Colour, Home, PictureBrief, Subject } from './brief.ts';
import { MOODS } from './interiors/moods.ts';
import { type Light, lightOf } from './light.ts';
import { mix, multiply } from './paint.ts';
import { FRONTS } from './town/fronts.ts';

/** A picture in 8 by 6 cells: what is shown of it before it arrives, told from its brief without drawing it. */
const ACROSS = 8;
const DOWN = 6;

/** Six rows of the middle and of the two sides, from top to foot. */
interface Patches {
  readonly middle: readonly Colour[];
  readonly left: readonly Colour[];
  readonly right: readonly Colour[];
}

/** `rgba`: four bytes a cell, row by row. The same brief gives the same bytes; costs some microseconds. */
export function glimpseOf(brief: PictureBrief): { width: number; height: number; rgba: Uint8Array } {
  const light = lightOf(brief.light, brief.season ?? 'summer');
  const patches = patchesOf(brief.subject, light, brief.seed);
  // As in the picture itself.
  const mirrored = brief.subject.kind !== 'plan' && chanceOf(brief.seed).branch('mirror').maybe(0.5);
  const { middle } = patches;
  const [left, right] = mirrored ? [patches.right, patches.left] : [patches.left, patches.right];
  const rgba = new Uint8Array(ACROSS * DOWN * 4);
  for (let row = 0; row < DOWN; row += 1) {
    for (let column = 0; column < ACROSS; column += 1) {
      const side = column < 2 ? left : column < ACROSS - 2 ? middle : right;
      const colour = Number.parseInt(side[row]!.slice(1), 16);
      rgba.set([colour >> 16, (colour >> 8) & 255, colour & 255, 255], (row * ACROSS + column) * 4);
    }
  }
  return { width: ACROSS, height: DOWN, rgba };
}

function patchesOf(subject: Subject, light: Light, seed: string): Patches {
  if ('home' in subject) return indoors(subject.home, light, subject.kind === 'bathroom');
  switch (subject.kind) {
    case 'plan':
      return evenly(['#e2e3e0', '#ced4d3', '#c0c7c6', '#ced2cf', '#c9cfcc', '#eeefe9']);
    case 'cellar':
      return evenly(['#b9af98', '#beb297', '#bca88c', '#aa9981', '#978a79', '#919695']);
    case 'view':
      return evenly(['#b7ac9b', '#b6ac9c', '#b6ac9c', '#b6ac9c', '#b5ac9c', '#cbc5b6']);
    case 'parking':
      return evenly(['#bcbcb6', '#bbbab1', '#c3c6c3', '#a8b0ac', '#979b9b', '#949ea7']);
    case 'front':
    case 'building':
    case 'shop': {
      const walls: readonly Colour[] = FRONTS[subject.front].walls;
      // Windows, cornices and neighbours: no front is all of its colour.
      const painted = mix(lit(chanceOf(seed).branch('glimpse').pick(walls), light), '#c4bcaa', 0.35);
      const wall = shadowed(painted, 0.22, light);
      const beside = mix(wall, light.haze, 0.45);
      return {
        middle: [
          mix(light.sky[0], wall, 0.3),
          shadowed(wall, 0.25, light),
          wall,
          shadowed(wall, 0.2, light),
          shadowed(wall, 0.3, light),
          ground(light),
        ],
        left: [light.sky[0], light.sky[1], beside, beside, shadowed(beside, 0.2, light), ground(light)],
        right: [light.sky[0], light.sky[1], beside, beside, shadowed(beside, 0.2, light), ground(light)],
      };
    }
    case 'seventies':
    case 'new-build':
    case 'business':
    case 'programme':
      return standing(subject.kind === 'business' ? '#a9b6bf' : '#e4dfd4', light);
    case 'village-house':
      return standing('#dcc4a0', light);
    case 'detached':
      return standing('#dcd0bb', light);
    case 'terrace':
    case 'balcony':
      return evenly([
        light.sky[0],
        mix(green(light), light.haze, 0.3),
        mix(green(light), light.haze, 0.2),
        lit('#b9b6a6', light),
        lit('#bfbbab', light),
        lit('#b6b0a2', light),
      ]);
    default:
      return open(light);
  }
}

/** A house between sky and garden. */
function standing(wall: Colour, light: Light): Patches {
  const front = shadowed(lit(wall, light), 0.18, light);
  const garden = green(light);
  const beyond = mix(garden, light.haze, 0.5);
  const side = [light.sky[0], light.sky[1], mix(light.sky[2], beyond, 0.5), beyond, garden, garden];
  return {
    middle: [
      light.sky[0],
      mix(light.sky[1], front, 0.3),
      shadowed(front, 0.3, light),
      shadowed(front, 0.15, light),
      mix(front, garden, 0.6),
      garden,
    ],
    left: side,
    right: side,
  };
}

/** Nothing but what is outside. */
function open(light: Light): Patches {
  const garden = green(light);
  return evenly([light.sky[0], light.sky[1], light.sky[2], mix(garden, light.haze, 0.5), garden, garden]);
}

const FLOORS: Readonly<Record<Age, Colour>> = {
  old: '#c39a6b',
  seventies: '#c9a97e',
  recent: '#d3bfa0',
  southern: '#c98f6d',
  country: '#b9946c',
  thirties: '#b98f62',
  loft: '#a9a49b',
};

function indoors({ age, mood }: Home, light: Light, tiled: boolean): Patches {
  const colours = MOODS[mood];
  // Corners, frames and furniture darken a room.
  const wall = shadowed(lit(colours.wall, light), 0.2, light);
  const far = shadowed(lit(colours.accent, light), 0.1, light);
  const floor = mix(lit(tiled ? '#d9d9d4' : FLOORS[age], light), '#8b867c', tiled ? 0.2 : 0.45);
  const furnished = mix(wall, colours.cloth, 0.35);
  const lower = mix(floor, colours.rug, 0.35);
  return {
    middle: [wall, far, far, furnished, lower, lower],
    left: [wall, wall, wall, mix(wall, colours.wood, 0.3), floor, floor],
    right: [wall, wall, shadowed(wall, 0.12, light), furnished, floor, shadowed(floor, 0.2, light)],
  };
}

function evenly(rows: readonly Colour[]): Patches {
  return { middle: rows, left: rows, right: rows };
}

function lit(colour: Colour, light: Light): Colour {
  return multiply(colour, light.sun);
}

function shadowed(colour: Colour, share: number, light: Light): Colour {
  return mix(colour, light.shade, share);
}

function ground(light: Light): Colour {
  return lit('#9b9a94', light);
}

function green(light: Light): Colour {
  return lit(
    light.season === 'winter' ? '#a8ab88' : light.season === 'autumn' ? '#a7a768' : '#93ab6b',
    light,
  );
}
