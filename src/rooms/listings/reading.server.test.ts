import { expect, test } from 'vitest';
import { shownAddress } from './reading.server.ts';

test.each([
  ['12 rue Foch', 'exact', '12 rue Foch'],
  ['12 rue Foch', 'street', 'Rue Foch'],
  ['12 bis, rue Foch, appartement 4', 'street', 'Rue Foch'],
  ['Résidence des Pins, 4 avenue du 8 Mai 1945', 'street', 'Avenue du 8 Mai 1945'],
  ['3-5 Bd. Voltaire (bât. B)', 'street', 'Bd. Voltaire'],
  ['14B ALLÉE DES LILAS', 'street', 'ALLÉE DES LILAS'],
  // No street is recognised: better nothing than a number.
  ['12 Les Hauts de Nîmes', 'street', null],
  ['12 rue Foch', 'quarter', null],
  ['12 rue Foch', 'commune', null],
  ['12 rue Foch', null, null],
  [null, 'exact', null],
] as const)('%s shown as %s is %s', (address, display, shown) => {
  expect(shownAddress(address, display)).toBe(shown);
});
