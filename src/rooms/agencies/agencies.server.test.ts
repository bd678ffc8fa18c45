import { describe, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { addAgency, agenciesByReferences, agencyByReference, listAgencies } from './agencies.server.ts';
import { isSiren, legalIdentity, reservedReferences } from './contract.ts';

const { db } = await testDb();

async function refusal(given: Parameters<typeof addAgency>[1]): Promise<unknown> {
  const error = await addAgency(db, given).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Refusal);
  const { spec, details } = error as Refusal;
  const fields = ((details as { field: string }[] | undefined) ?? []).map(({ field }) => field);
  return [spec.code, ...fields];
}

test('an agency is stored in normal form and found as feeds write its reference', async () => {
  const agency = await addAgency(db, {
    ref: 'demo01',
    name: '  Agence de l’Écusson ',
    siren: '732 829 320',
    card: 'cpi 3402 2024 000 000 123',
    email: ' Contact@Ecusson.example ',
  });
  expect(agency).toMatchObject({
    ownerReference: 'demo01',
    name: 'Agence de l’Écusson',
    siren: '732829320',
    cardNumber: 'CPI 3402 2024 000 000 123',
    email: 'contact@ecusson.example',
    demo: false,
  });
  expect(await agencyByReference(db, ' DEMO01 ')).toEqual(agency);
  expect(await agencyByReference(db, 'demo02')).toBeNull();
  expect([...(await agenciesByReferences(db, ['DEMO01', 'nobody', 'demo01'])).keys()]).toEqual(['demo01']);
  expect(await refusal({ ref: 'demo01', name: 'Autre' })).toEqual(['AGENCY_REFERENCE_TAKEN']);
  await addAgency(db, { ref: 'abc', name: 'ABC' }, { demo: true });
  expect((await listAgencies(db)).map(({ ownerReference, demo }) => [ownerReference, demo])).toEqual([
    ['abc', true],
    ['demo01', false],
  ]);
});

test('a reference in capitals is the same in small letters, as in feeds', async () => {
  expect(await addAgency(db, { ref: 'AB-1234567', name: 'Agence' })).toMatchObject({
    ownerReference: 'ab-1234567',
  });
});

describe('refused, all wrong fields at once', () => {
  test.each(['ab', 'espace ici', 'é-cole', 'a'.repeat(33), 'annonces', 'connexion', 'catalogue/x', ''])(
    'reference %j',
    async (ref) => {
      expect(await refusal({ ref, name: 'Agence' })).toEqual(['VALIDATION_ERROR', 'ref']);
    },
  );

  test('name, SIREN, card and address', async () => {
    expect(
      await refusal({ ref: 'agence', name: ' a ', siren: '732829321', card: 'CPI 75', email: 'personne' }),
    ).toEqual(['VALIDATION_ERROR', 'name', 'siren', 'card', 'email']);
    // Its leads could not be mailed.
    const long = `contact@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(30)}.fr`;
    expect(await refusal({ ref: 'agence', name: 'Agence', email: long })).toEqual([
      'VALIDATION_ERROR',
      'email',
    ]);
  });
});

test('the pages of the agency map are reserved', () => {
  for (const page of ['annonces', 'annonce', 'connexion', 'boost', 'creer-compte']) {
    expect(reservedReferences.has(page)).toBe(true);
  }
});

test('the key of a SIREN', () => {
  expect(isSiren('732829320')).toBe(true);
  expect(isSiren('732829302')).toBe(false);
  expect(isSiren('73282932')).toBe(false);
});

test('legal identity says what is known', () => {
  expect(legalIdentity({ siren: '732829320', rcsCity: 'Lyon', cardNumber: null })).toEqual([
    'SIREN\u00a0732\u00a0829\u00a0320',
    'RCS\u00a0Lyon',
  ]);
});
