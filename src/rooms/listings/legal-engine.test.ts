import { expect, test } from 'vitest';
import { askedRules } from './legal/coherence/asked.ts';
import { fileRules } from './legal/coherence/file.ts';
import { homeRules } from './legal/coherence/home.ts';
import { natureRules } from './legal/coherence/nature.ts';
import { placeRules } from './legal/coherence/place.ts';
import { energyRules } from './legal/energy.ts';
import { identityRules } from './legal/identity.ts';
import { ownershipRules } from './legal/ownership.ts';
import { rentRules } from './legal/rent.ts';
import { saleRules } from './legal/sale.ts';
import { tenantRules } from './legal/tenant.ts';
import { wordingRules } from './legal/wording.ts';

/** Each is tested beside its code; R22 is of ranked lists, not of listings. */
test('every rule of the law and of coherence on a listing is there, once', () => {
  const rules = [
    ...saleRules,
    ...identityRules,
    ...rentRules,
    ...tenantRules,
    ...energyRules,
    ...ownershipRules,
    ...wordingRules,
    ...placeRules,
    ...homeRules,
    ...fileRules,
    ...askedRules,
    ...natureRules,
  ];
  const expected = [
    ...Array.from({ length: 26 }, (_, index) => `R${index + 1}`).filter((id) => id !== 'R22'),
    ...Array.from({ length: 16 }, (_, index) => `C${index + 1}`),
  ];
  expect(rules.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
});
