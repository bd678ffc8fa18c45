// Street fronts of the demonstration, region by region.
// Owns nothing.
// Announces nothing.
import type { Colour, FrontName, Horizon, Tree, WindowLook } from '../../contract.ts';

/** A street front of one region: what tells Lyon from Lille. */
export interface Front {
  readonly walls: readonly Colour[];
  readonly trim: Colour;
  readonly frame: Colour;
  readonly shutters: readonly Colour[] | null;
  readonly roof: 'mansard' | 'tiles' | 'slates' | 'parapet' | 'steep';
  readonly roofs: readonly Colour[];
  readonly balcony: 'running' | 'each' | 'none';
  readonly railing: 'iron' | 'fine';
  readonly texture: 'stone' | 'brick' | 'plaster';
  readonly ground: 'arcade' | 'shop' | 'plain';
  readonly head: WindowLook['head'];
  readonly doors: readonly Colour[];
  readonly floors: readonly [least: number, most: number];
  readonly bays: readonly [least: number, most: number];
  readonly trees: readonly Tree[];
  readonly horizon: Horizon;
}

const DOORS = ['#0b5e63', '#14273a', '#5a3d2e', '#7a2f2f', '#2f5a45'] as const;

export const FRONTS = {
  haussmann: {
    walls: ['#e6dcc6', '#e9e1cf', '#ddd2bb'],
    trim: '#f2ebdb',
    frame: '#f4f2ea',
    shutters: null,
    roof: 'mansard',
    roofs: ['#7d8b9a', '#6f7f90'],
    balcony: 'running',
    railing: 'iron',
    texture: 'stone',
    ground: 'arcade',
    head: 'straight',
    doors: DOORS,
    floors: [4, 5],
    bays: [5, 6],
    trees: ['plane', 'autumn'],
    horizon: 'town',
  },
  lyon: {
    walls: ['#e3b48f', '#e8c79a', '#d9a184', '#ead3b0', '#c9b8a4'],
    trim: '#ede3d2',
    frame: '#efe9dc',
    shutters: null,
    roof: 'tiles',
    roofs: ['#b9664a', '#a95f48'],
    balcony: 'each',
    railing: 'fine',
    texture: 'plaster',
    ground: 'arcade',
    head: 'straight',
    doors: DOORS,
    floors: [4, 5],
    bays: [4, 6],
    trees: ['plane', 'autumn'],
    horizon: 'hills',
  },
  south: {
    walls: ['#f0d9ae', '#eec9a2', '#f3e3c4', '#e6b991', '#f1dfc9'],
    trim: '#f7efdf',
    frame: '#f4efe2',
    shutters: ['#6f98a0', '#7fa08a', '#93a9bb', '#5f7f78', '#b7a58a'],
    roof: 'tiles',
    roofs: ['#c8795a', '#bd7154'],
    balcony: 'each',
    railing: 'fine',
    texture: 'plaster',
    ground: 'plain',
    head: 'straight',
    doors: ['#5a3d2e', '#0b5e63', '#41597a', '#6b4a3a'],
    floors: [3, 4],
    bays: [3, 5],
    trees: ['pine', 'olive', 'plane'],
    horizon: 'hills',
  },
  atlantic: {
    walls: ['#eadfc4', '#efe6d2', '#e2d4b4'],
    trim: '#f5eedd',
    frame: '#f4f2ea',
    shutters: null,
    roof: 'slates',
    roofs: ['#66788a', '#5b6c7e'],
    balcony: 'each',
    railing: 'iron',
    texture: 'stone',
    ground: 'arcade',
    head: 'segment',
    doors: ['#0b5e63', '#14273a', '#41597a', '#2f5a45'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'plane'],
    horizon: 'town',
  },
  north: {
    walls: ['#a9563f', '#b66a4d', '#9c4f3f', '#c08468'],
    trim: '#efe5d3',
    frame: '#f4f1e8',
    shutters: null,
    roof: 'steep',
    roofs: ['#5d6874', '#8d5546'],
    balcony: 'none',
    railing: 'fine',
    texture: 'brick',
    ground: 'plain',
    head: 'segment',
    doors: ['#14273a', '#0b5e63', '#7a2f2f'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'birch'],
    horizon: 'town',
  },
  rhine: {
    walls: ['#f0e4cc', '#e5c1a0', '#d9d5c2', '#e9d6a8', '#cfdad2'],
    trim: '#e0b79a',
    frame: '#f4f1e8',
    shutters: ['#5f7f6a', '#7a4b3c', '#6f8797'],
    roof: 'steep',
    roofs: ['#a2563f', '#8f4d3b'],
    balcony: 'none',
    railing: 'fine',
    texture: 'plaster',
    ground: 'arcade',
    head: 'straight',
    doors: ['#5a3d2e', '#2f5a45', '#0b5e63'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'autumn'],
    horizon: 'town',
  },
  alps: {
    walls: ['#f1e2c0', '#e9cfa6', '#dfe0d2', '#eec8a8'],
    trim: '#f6efdf',
    frame: '#f2ece0',
    shutters: ['#5f7f6a', '#8a5a44', '#5b7f93'],
    roof: 'steep',
    roofs: ['#7a5a4a', '#6c6a6a'],
    balcony: 'each',
    railing: 'fine',
    texture: 'plaster',
    ground: 'arcade',
    head: 'straight',
    doors: ['#5a3d2e', '#2f5a45'],
    floors: [3, 4],
    bays: [4, 5],
    trees: ['round', 'birch'],
    horizon: 'mountains',
  },
} as const satisfies Record<FrontName, Front>;

/** Where house fronts meet the pavement. */
export const STREET = 634;

/** A front where it stands. */
export interface Block {
  readonly left: number;
  readonly right: number;
  /** Foot of the roof. */
  readonly top: number;
  readonly floorHeight: number;
  readonly groundHeight: number;
  readonly floors: number;
  readonly bays: number;
  readonly wall: Colour;
  readonly roofColour: Colour;
}
