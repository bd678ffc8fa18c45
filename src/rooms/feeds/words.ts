// What the coded fields of the format mean (formats/poliris.md, section 5).
import { PURCHASE, RENTAL, type Transaction } from '#rooms/listings/contract.ts';
import type { Exposure, Heating, Kitchen } from '#rooms/listings/words.ts';
import type { ColumnKey } from './columns.ts';

/** Column 3, in plain words; null is a known kind that is out of scope (interface.md, fine points 21). */
export const TRANSACTIONS: ReadonlyMap<string, Transaction | null> = new Map([
  ['vente', PURCHASE],
  ['vente de prestige', PURCHASE],
  ['viager', PURCHASE],
  ['produit d investissement', PURCHASE],
  ['location', RENTAL],
  ['location vacances', null],
  ['cession de bail', null],
  ['vente fonds de commerce', null],
  ['produit catalogue', null],
]);

/** Sub-types (column 181) that are a programme to be built. */
export const NEW_SUB_TYPES: ReadonlySet<string> = new Set(['programme', 'projet']);

/** Bits of column 33. 384 is radiators and floor together. */
export const HEATING_BITS: readonly (readonly [bit: number, heating: Heating])[] = [
  [128, 'radiator'],
  [256, 'floor'],
  [512, 'gas'],
  [1024, 'oil'],
  [2048, 'electric'],
  [4096, 'collective'],
  [8192, 'individual'],
  [16_384, 'reversible_air'],
];

/** Codes of column 34, from 1. */
export const KITCHENS: readonly Kitchen[] = [
  'none',
  'open',
  'separate',
  'industrial',
  'corner',
  'open_equipped',
  'separate_equipped',
  'corner_equipped',
  'equipped',
];

export const EXPOSURE_COLUMNS: readonly (readonly [column: ColumnKey, exposure: Exposure])[] = [
  ['facingNorth', 'N'],
  ['facingEast', 'E'],
  ['facingSouth', 'S'],
  ['facingWest', 'O'],
];
