import { describe, expect, it } from 'vitest';
import { type CheckKind, checkKinds, formOf } from './checks.ts';
import type { Agency } from './contract.ts';

const TODAY = '2026-11-27';
const sound = {
  siren: '732829320',
  cardNumber: 'CPI 3002 2024 000 000 123',
  cardUntil: '2035-12-31',
  holdsNoFunds: null,
  guarantorName: 'Galian',
  guarantorAddress: '89 rue La Boétie, 75008 Paris',
  mediatorName: 'MEDIMMOCONSO',
  mediatorUrl: 'https://medimmoconso.fr',
};
const stateOf = (kind: CheckKind, said: object) =>
  formOf(kind, { ...sound, ...said } as unknown as Agency, TODAY).state;

describe('what a program sees of an identity', () => {
  it.each(Object.keys(checkKinds) as CheckKind[])('is in order: %s', (kind) => {
    expect(stateOf(kind, {})).toBe('sound');
  });

  it.each<[CheckKind, object, string]>([
    ['siren', { siren: null }, 'missing'],
    // One figure further, its key is no longer right.
    ['siren', { siren: '732829321' }, 'wrong'],
    ['siren', { siren: '73282932' }, 'wrong'],
    ['card', { cardNumber: null }, 'missing'],
    ['card', { cardNumber: 'CPI 3002 2024' }, 'wrong'],
    ['card', { cardUntil: null }, 'sound'],
    ['card', { cardUntil: TODAY }, 'sound'],
    ['card', { cardUntil: '2026-11-26' }, 'wrong'],
    ['guarantor', { guarantorName: null, guarantorAddress: null }, 'missing'],
    ['guarantor', { guarantorName: null, guarantorAddress: null, holdsNoFunds: true }, 'sound'],
    ['guarantor', { guarantorAddress: null }, 'wrong'],
    ['mediator', { mediatorName: null, mediatorUrl: null }, 'missing'],
    ['mediator', { mediatorUrl: 'medimmoconso.fr' }, 'wrong'],
  ])('%s of %j: %s', (kind, said, state) => {
    expect(stateOf(kind, said)).toBe(state);
  });
});
