// The moods in which homes of the demonstration are painted and furnished.
import type { Colour, Mood } from '../brief.ts';

export interface Colours {
  readonly wall: Colour;
  readonly accent: Colour;
  readonly cloth: Colour;
  readonly pop: Colour;
  readonly rug: Colour;
  readonly wood: Colour;
  readonly curtain: Colour;
}

export const MOODS = {
  chalk: {
    wall: '#f1ece0',
    accent: '#d7e0dd',
    cloth: '#7f95a4',
    pop: '#f2b134',
    rug: '#e5dccb',
    wood: '#c39a6e',
    curtain: '#f3ede0',
  },
  beacon: {
    wall: '#eef0ea',
    accent: '#c3d9d6',
    cloth: '#2f7f80',
    pop: '#e9a13b',
    rug: '#d9d3c3',
    wood: '#b58a5f',
    curtain: '#dce6e2',
  },
  slate: {
    wall: '#e9ebec',
    accent: '#c3ced8',
    cloth: '#41597a',
    pop: '#d9764a',
    rug: '#cfd8e0',
    wood: '#a9805a',
    curtain: '#e6ebf0',
  },
  clay: {
    wall: '#f4e9dc',
    accent: '#e6c3aa',
    cloth: '#b8805f',
    pop: '#0f7378',
    rug: '#ead9c4',
    wood: '#9b7350',
    curtain: '#f3e6d6',
  },
  sage: {
    wall: '#eff0e6',
    accent: '#cfdac6',
    cloth: '#8aa38a',
    pop: '#c98a5a',
    rug: '#e3e0cf',
    wood: '#c9a878',
    curtain: '#eef0e2',
  },
  linen: {
    wall: '#f3eee6',
    accent: '#e2d6c6',
    cloth: '#cdbfa8',
    pop: '#41597a',
    rug: '#d6c8b2',
    wood: '#b58a5f',
    curtain: '#f6f1e6',
  },
  ink: {
    wall: '#eceae3',
    accent: '#3f566f',
    cloth: '#d8cdb8',
    pop: '#e9a13b',
    rug: '#cfc5b2',
    wood: '#8a6546',
    curtain: '#e3ddcf',
  },
  amber: {
    wall: '#f6eedb',
    accent: '#ecc67d',
    cloth: '#5d7482',
    pop: '#b8603f',
    rug: '#efe2c6',
    wood: '#a9774a',
    curtain: '#f7ecd2',
  },
  blush: {
    wall: '#f5eae4',
    accent: '#e2b5a5',
    cloth: '#a8685c',
    pop: '#2f6b66',
    rug: '#ecd9cf',
    wood: '#c39a6e',
    curtain: '#f6e6dd',
  },
  forest: {
    wall: '#edeee4',
    accent: '#4f7264',
    cloth: '#c6a15e',
    pop: '#d9764a',
    rug: '#dcd8c2',
    wood: '#7d5a3e',
    curtain: '#dfe4d4',
  },
  shore: {
    wall: '#f2f1ea',
    accent: '#a9c6d0',
    cloth: '#e4ddcd',
    pop: '#2b6f8f',
    rug: '#d8cfb9',
    wood: '#d0ad80',
    curtain: '#f4f3ea',
  },
  walnut: {
    wall: '#eee8dd',
    accent: '#c9b79c',
    cloth: '#5a4a3f',
    pop: '#0f7378',
    rug: '#b9644a',
    wood: '#6e4c34',
    curtain: '#e6dac6',
  },
} as const satisfies Record<Mood, Colours>;
