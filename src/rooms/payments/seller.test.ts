import { describe, expect, it } from 'vitest';
import { readSeller, sellerLacks, sellerOf } from './seller.ts';

const whole = [
  'Vigie SAS',
  'SAS au capital de 100 000 000 €',
  '1 rue du Port, 34000 Montpellier',
  'RCS Montpellier 732 829 320',
  'TVA FR 44 732 829 320, acquittée d’après les débits',
  'Téléphone 04 67 00 00 00',
];

describe('the seller', () => {
  it('is read from the lines of the legal notice', () => {
    expect(readSeller(whole)).toEqual({
      name: 'Vigie SAS',
      lines: whole,
      address: '1 rue du Port',
      postalCode: '34000',
      city: 'Montpellier',
      siren: '732829320',
      vatNumber: 'FR44732829320',
      vatOnDebits: true,
      invented: false,
    });
    expect(sellerLacks(readSeller(whole))).toEqual([]);
  });

  it.each([
    [
      'a street on a line of its own',
      ['Vigie SAS', '1 rue du Port', '34000 Montpellier'],
      { address: '1 rue du Port', city: 'Montpellier' },
    ],
    ['a SIRET', ['Vigie', 'SIRET 732 829 320 00074'], { siren: '732829320', address: null }],
    ['a VAT number alone', ['Vigie', 'FR44732829320'], { siren: '732829320', vatOnDebits: false }],
    ['a number that is no SIREN', ['Vigie', 'SIREN 732 829 321'], { siren: null, vatNumber: null }],
  ])('is read from %s', (_, lines, said) => {
    expect(readSeller(lines)).toMatchObject(said);
  });

  it('says what the law still asks', () => {
    expect(sellerLacks(readSeller(['Vigie SAS']))).toHaveLength(5);
  });

  it('is nobody in production as long as the legal notice names nobody, and invented, yet whole, in a demonstration', () => {
    expect(sellerOf({ publisher: [], production: true })).toBeNull();
    const invented = sellerOf({ publisher: [], production: false });
    expect([invented?.invented, invented && sellerLacks(invented)]).toEqual([true, []]);
    expect(sellerOf({ publisher: ['Vigie SAS'], production: true })?.name).toBe('Vigie SAS');
  });
});
