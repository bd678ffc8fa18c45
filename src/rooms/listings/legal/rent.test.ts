import { describe, expect, test } from 'vitest';
import { legalContext, exampleRental as rental } from '../../../../tests/kit/legal-examples.ts';
import { freeRental, testRules } from '../../../../tests/kit/legal-rows.ts';
import type { ListingDraft } from '../contract.ts';
import { checkListing, type LegalContext } from '../legal-engine.ts';
import { rentRules } from './rent.ts';

/** Past the last day of the experiment, and what moves it. */
const past = { on: '2026-11-25' } as const;
const prolonged = (until: string) => ({
  on: '2026-11-25',
  lawEnds: new Map([['rent-control', until]] as const),
});
const tooDear = rental({ baseRent: 82_000, price: 86_500 });
const forbidden = rental({ baseRent: 80_300, rentSupplement: 5_000, price: 89_800, energyClass: 'F' });

testRules(rentRules, [
  { rule: 'R6', that: 'total of base and charges', draft: rental() },
  {
    rule: 'R6',
    that: 'total of base, supplement and charges',
    draft: rental({ baseRent: 80_300, rentSupplement: 5_000, price: 89_800 }),
  },
  {
    rule: 'R6',
    that: 'another total',
    draft: rental({ price: 86_000 }),
    finds: [['total_differs', 'block']],
  },
  { rule: 'R6', that: 'no rent', draft: rental({ price: 0 }), finds: [['rent_missing', 'block']] },
  {
    rule: 'R6',
    that: 'charges above the rent',
    draft: rental({ charges: 90_000 }),
    finds: [['charges_above_rent', 'block']],
  },
  {
    rule: 'R6',
    that: 'charges paid back each year are outside the total',
    draft: rental({ chargesMode: 3, price: 79_700 }),
  },
  {
    rule: 'R6',
    that: 'charges paid back each year within the total',
    draft: rental({ chargesMode: 3 }),
    finds: [['total_differs', 'block']],
  },
  {
    rule: 'R6',
    that: 'a base rent above the total, charges unknown',
    draft: freeRental({ charges: null, chargesMode: null, baseRent: 120_000 }),
    finds: [['total_differs', 'block']],
  },
  { rule: 'R7', that: 'charges and their mode', draft: rental() },
  {
    rule: 'R7',
    that: 'charges without mode',
    draft: rental({ chargesMode: null }),
    finds: [['mode_missing', 'block']],
  },
  {
    rule: 'R7',
    that: 'charges unknown',
    draft: freeRental({ charges: null, chargesMode: null, baseRent: null }),
    finds: [['charges_missing', 'warning']],
  },
  {
    rule: 'R7',
    that: 'no charges: the base is the total',
    draft: freeRental({ charges: null, chargesMode: null, price: 79_700 }),
  },
  {
    rule: 'R7',
    that: 'charges unknown, base below the total',
    draft: freeRental({ charges: null, chargesMode: null }),
    finds: [['charges_untold', 'block']],
  },
  { rule: 'R8', that: 'ceiling and base', draft: rental() },
  {
    rule: 'R8',
    that: 'ceiling missing',
    draft: rental({ referenceRent: null }),
    finds: [['reference_missing', 'block']],
  },
  { rule: 'R8', that: 'base missing', draft: rental({ baseRent: null }), finds: [['base_missing', 'block']] },
  {
    rule: 'R8',
    that: 'the table knows the zone',
    draft: rental({ rentControlled: null, referenceRent: null }),
    finds: [['reference_missing', 'block']],
  },
  {
    rule: 'R8',
    that: 'denied where the whole commune is concerned',
    draft: rental({ rentControlled: false, referenceRent: null }),
    finds: [['reference_missing', 'block']],
  },
  {
    rule: 'R8',
    that: 'the listing knows a zone that the table does not',
    draft: freeRental({ rentControlled: true }),
    finds: [['reference_missing', 'block']],
  },
  { rule: 'R8', that: 'outside', draft: freeRental() },
  {
    rule: 'R8',
    that: 'a part of Grenoble, unsaid',
    draft: freeRental({ placeCode: '38185', cityCode: '38185', departmentCode: '38', postalCode: '38000' }),
    finds: [['zone_unsure', 'warning']],
  },
  {
    rule: 'R8',
    that: 'the other part of Grenoble',
    draft: freeRental({
      placeCode: '38185',
      cityCode: '38185',
      departmentCode: '38',
      postalCode: '38000',
      rentControlled: false,
    }),
  },
  {
    rule: 'R8',
    that: 'a shop',
    draft: rental({ propertyType: 'shop', referenceRent: null, baseRent: null }),
  },
  {
    rule: 'R8',
    that: 'a part of Grenoble, ceiling and base said',
    draft: freeRental({
      placeCode: '38185',
      cityCode: '38185',
      departmentCode: '38',
      postalCode: '38000',
      referenceRent: 80_300,
    }),
  },
  { rule: 'R9', that: 'base at the ceiling', draft: rental({ baseRent: 80_300, price: 84_800 }) },
  {
    rule: 'R9',
    that: 'base 820 with no supplement',
    draft: rental({ baseRent: 82_000, price: 86_500 }),
    finds: [['base_above_ceiling', 'block']],
  },
  {
    rule: 'R9',
    that: 'supplement below the ceiling',
    draft: rental({ rentSupplement: 5_000, price: 89_200 }),
    finds: [['supplement_below_ceiling', 'warning']],
  },
  {
    rule: 'R9',
    that: 'supplement in class F',
    draft: rental({ baseRent: 80_300, rentSupplement: 5_000, price: 89_800, energyClass: 'F' }),
    finds: [['supplement_forbidden', 'block']],
  },
  {
    rule: 'R9',
    that: 'base above the ceiling on the last day of the experiment',
    draft: tooDear,
    context: { on: '2026-11-24' },
    finds: [['base_above_ceiling', 'block']],
  },
  {
    rule: 'R9',
    that: 'base above the ceiling the day after',
    draft: tooDear,
    context: past,
    finds: [['base_above_ceiling', 'warning']],
  },
  {
    rule: 'R9',
    that: 'base above the ceiling the day after, where only the listing knows of the area',
    draft: freeRental({ rentControlled: true, referenceRent: 70_000 }),
    context: past,
    finds: [['base_above_ceiling', 'warning']],
  },
  {
    rule: 'R9',
    that: 'base above the ceiling the day after, the experiment prolonged',
    draft: tooDear,
    context: prolonged('2026-11-25'),
    finds: [['base_above_ceiling', 'block']],
  },
  {
    rule: 'R9',
    that: 'base above the ceiling, the prolongation over too',
    draft: tooDear,
    context: { ...prolonged('2027-11-24'), on: '2027-11-25' },
    finds: [['base_above_ceiling', 'warning']],
  },
  {
    rule: 'R9',
    that: 'a supplement in class F the day after',
    draft: forbidden,
    context: past,
    finds: [['supplement_forbidden', 'warning']],
  },
  {
    rule: 'R9',
    that: 'a supplement in class F, the experiment prolonged',
    draft: forbidden,
    context: prolonged('2027-11-24'),
    finds: [['supplement_forbidden', 'block']],
  },
  {
    rule: 'R9',
    that: 'base at the ceiling, whatever the day',
    draft: rental({ baseRent: 80_300, price: 84_800 }),
    context: past,
  },
  {
    rule: 'R8',
    that: 'ceiling missing: the mention is asked for past the end too',
    draft: rental({ referenceRent: null }),
    context: past,
    finds: [['reference_missing', 'block']],
  },
  {
    rule: 'R9',
    that: 'supplement, base unknown',
    draft: rental({ baseRent: null, rentSupplement: 5_000 }),
  },
]);

describe('what is said once the experiment is over', () => {
  const said = (draft: ListingDraft, context: Partial<LegalContext>) =>
    checkListing(draft, legalContext(context))
      .findings.filter(({ rule }) => rule === 'R8' || rule === 'R9')
      .map(({ message, remedy }) => `${message} ${remedy}`.replaceAll('\u00a0', ' '));

  test('the warning says why, since when, and what to look at first', () => {
    expect(said(tooDear, past)).toEqual([
      'Le loyer de base (820,00 €) dépasse le loyer de référence majoré (803,00 €) de 17,00 €. L’expérimentation de l’encadrement des loyers (loi ELAN, article 140) a pris fin le 24/11/2026 et aucune prolongation au-delà n’est enregistrée sur Vigie : ce point ne retient plus l’annonce. Vérifiez si une loi a prolongé l’encadrement et si un arrêté s’applique encore à ce logement. Si oui, ramenez le loyer de base au loyer de référence majoré ; un complément se déclare à part et se justifie.',
    ]);
    expect(said(tooDear, { ...prolonged('2027-11-24'), on: '2027-11-25' })[0]).toContain('fin le 24/11/2027');
  });

  test('the blocks of before say none of it', () => {
    expect(said(tooDear, { on: '2026-11-24' })).toEqual([
      'Le loyer de base (820,00 €) dépasse le loyer de référence majoré (803,00 €) de 17,00 €. Ramenez le loyer de base au loyer de référence majoré ; un complément se déclare à part et se justifie.',
    ]);
  });

  test('the mention that is missing is asked for, with the reason', () => {
    expect(said(rental({ referenceRent: null }), past)[0]).toContain('fin le 24/11/2026');
    expect(said(rental({ referenceRent: null }), past)[0]).toContain('la mention reste demandée');
  });
});
