import { expect, test } from 'vitest';
import { askedRules } from './coherence/asked/contract.ts';
import { fileRules } from './coherence/file/contract.ts';
import { homeRules } from './coherence/home/contract.ts';
import { natureRules } from './coherence/nature/contract.ts';
import { placeRules } from './coherence/place/contract.ts';
import { energyRules } from './energy/contract.ts';
import { identityRules } from './identity/contract.ts';
import { ownershipRules } from './ownership/contract.ts';
import { rentRules } from './rental/rent/contract.ts';
import { tenantRules } from './rental/tenant/contract.ts';
import { saleRules } from './sale/contract.ts';
import { wordingRules } from './wording/contract.ts';

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
