import { exampleRental as rental, exampleSale as sale } from '../../../../../tests/kit/legal-examples.ts';
import { individual, offPlan, testRules, unit } from '../../../../../tests/kit/legal-rows.ts';
import { fileRules } from './file.ts';

testRules(fileRules, [
  { rule: 'C9', that: 'a mandate', draft: sale() },
  {
    rule: 'C9',
    that: 'no mandate',
    draft: sale({ mandateNumber: null }),
    finds: [['mandate_missing', 'warning']],
  },
  {
    rule: 'C9',
    that: 'typed without its mandate',
    draft: sale({ mandateNumber: ' ' }),
    context: { byHand: true },
    finds: [['mandate_missing', 'block']],
  },
  {
    rule: 'C9',
    that: 'a mandate that is over',
    draft: sale({ mandateUntil: '2026-11-20' }),
    finds: [['mandate_over', 'warning']],
  },
  { rule: 'C9', that: 'an individual has none', draft: rental({ mandateNumber: null }), context: individual },
  { rule: 'C10', that: 'the price of the cheapest lot left', draft: offPlan() },
  {
    rule: 'C10',
    that: 'the price of a lot that is sold',
    draft: offPlan({ price: 25_000_000 }),
    finds: [['price_of_no_unit', 'warning']],
  },
  {
    rule: 'C10',
    that: 'no lot left',
    draft: offPlan({ units: [unit({ status: 'sold' })] }),
    finds: [['no_unit_left', 'warning']],
  },
  { rule: 'C11', that: 'handed over in 2028', draft: offPlan() },
  {
    rule: 'C11',
    that: 'handed over last year',
    draft: offPlan({ delivery: '2025-T4' }),
    finds: [['delivery_past', 'warning']],
  },
  {
    rule: 'C11',
    that: 'handed over one day',
    draft: offPlan({ delivery: 'bientôt' }),
    finds: [['delivery_unreadable', 'warning']],
  },
  {
    rule: 'C12',
    that: 'a bouquet above the price',
    draft: sale({ lifeAnnuity: true, annuityBouquet: 40_000_000, annuityAges: [82], annuityOccupied: true }),
    finds: [['bouquet_above_price', 'warning']],
  },
  {
    rule: 'C12',
    that: 'a life annuity',
    draft: sale({
      lifeAnnuity: true,
      annuityBouquet: 5_000_000,
      annuityMonthly: 90_000,
      annuityAges: [82],
      annuityOccupied: true,
    }),
  },
  {
    rule: 'C12',
    that: 'a life annuity that says nothing',
    draft: sale({ lifeAnnuity: true }),
    finds: [
      ['annuity_missing', 'warning'],
      ['ages_missing', 'warning'],
      ['occupation_missing', 'warning'],
    ],
  },
]);
