import type { Chance } from '../chance.ts';
import type { Colour, LightName, Season } from './brief.ts';
import { mix, multiply } from './paint.ts';

/** An hour of the day: everything in one picture is seen under it. */
export interface Light {
  readonly name: LightName;
  /** Top, middle and foot of the sky. */
  readonly sky: readonly [Colour, Colour, Colour];
  readonly cloud: Colour;
  /** What distance turns into. */
  readonly haze: Colour;
  /** Multiplies lit surfaces. */
  readonly sun: Colour;
  /** Laid over shaded ones, at `depth`. */
  readonly shade: Colour;
  readonly depth: number;
  /** Sunlight on a floor, at `strength`. */
  readonly beam: Colour;
  readonly strength: number;
  /** Lamps are on. */
  readonly evening: boolean;
  /** What trees and lawns wear. */
  readonly season: Season;
}

const LIGHTS: Readonly<Record<LightName, Omit<Light, 'season'>>> = {
  morning: {
    name: 'morning',
    sky: ['#9cc3d5', '#c9dfe4', '#f6ecd9'],
    cloud: '#fdf8ee',
    haze: '#d3e1e3',
    sun: '#fffaf0',
    shade: '#2b4560',
    depth: 0.27,
    beam: '#fff1cf',
    strength: 0.62,
    evening: false,
  },
  noon: {
    name: 'noon',
    sky: ['#86b7d0', '#b5d5e0', '#e3eee9'],
    cloud: '#ffffff',
    haze: '#c8dde2',
    sun: '#ffffff',
    shade: '#27405c',
    depth: 0.3,
    beam: '#fffaea',
    strength: 0.58,
    evening: false,
  },
  golden: {
    name: 'golden',
    sky: ['#a9bccb', '#e6d3bd', '#f7cf8f'],
    cloud: '#fbe3c0',
    haze: '#e4d2ba',
    sun: '#fff0d6',
    shade: '#3a4466',
    depth: 0.3,
    beam: '#ffd894',
    strength: 0.6,
    evening: false,
  },
  pearl: {
    name: 'pearl',
    sky: ['#bccbd4', '#d5dfe2', '#eceeea'],
    cloud: '#f4f5f2',
    haze: '#d7dfe1',
    sun: '#f6f8f8',
    shade: '#33485f',
    depth: 0.2,
    beam: '#ffffff',
    strength: 0.36,
    evening: false,
  },
  dusk: {
    name: 'dusk',
    sky: ['#3d5878', '#8793a8', '#ecba86'],
    cloud: '#b9a9a6',
    haze: '#98a1b1',
    sun: '#dcd3d6',
    shade: '#1d2f4c',
    depth: 0.34,
    beam: '#ffd9a0',
    strength: 0.2,
    evening: true,
  },
  rose: {
    name: 'rose',
    sky: ['#a7b6cf', '#e3c9cb', '#f8dcc4'],
    cloud: '#fbe6dd',
    haze: '#dfd2d3',
    sun: '#fff2ea',
    shade: '#45446a',
    depth: 0.27,
    beam: '#ffdcc4',
    strength: 0.55,
    evening: false,
  },
  azure: {
    name: 'azure',
    sky: ['#4f93bd', '#88bcd6', '#cde4e6'],
    cloud: '#ffffff',
    haze: '#b4d2de',
    sun: '#fffdf5',
    shade: '#1f3a5c',
    depth: 0.36,
    beam: '#fff6da',
    strength: 0.66,
    evening: false,
  },
  mist: {
    name: 'mist',
    sky: ['#c9d4d3', '#dfe3dc', '#f0eee2'],
    cloud: '#f6f5ee',
    haze: '#e0e3dc',
    sun: '#f7f5ee',
    shade: '#3d5462',
    depth: 0.18,
    beam: '#fff9ea',
    strength: 0.3,
    evening: false,
  },
};

export function lightOf(name: LightName, season: Season = 'summer'): Light {
  return { ...LIGHTS[name], season };
}

/** Homes are photographed when gardens are green, more often than not. */
export function drawSeason(chance: Chance): Season {
  return chance.pick(['spring', 'spring', 'summer', 'summer', 'summer', 'autumn', 'autumn', 'winter']);
}

/** Most pictures are taken by day. */
export function drawLight(chance: Chance): LightName {
  return chance.pick([
    'morning',
    'morning',
    'noon',
    'noon',
    'azure',
    'azure',
    'golden',
    'golden',
    'rose',
    'pearl',
    'mist',
    'dusk',
  ]);
}

/** A surface in the sun. */
export function lit(light: Light, colour: Colour): Colour {
  return multiply(colour, light.sun);
}

/** The same in the shade; `share` 1 is the deepest. */
export function shaded(light: Light, colour: Colour, share = 1): Colour {
  return mix(lit(light, colour), light.shade, light.depth * share);
}

/** The same far away. */
export function distant(light: Light, colour: Colour, share: number): Colour {
  return mix(lit(light, colour), light.haze, share);
}
