import { exampleSale as sale } from '../../../../tests/kit/legal-examples.ts';
import { individual, testRules } from '../../../../tests/kit/legal-rows.ts';
import { saleRules } from './sale.ts';

testRules(saleRules, [
  { rule: 'R1', that: 'price and payer', draft: sale() },
  {
    rule: 'R1',
    that: 'price without payer',
    draft: sale({ feesPayer: null }),
    finds: [['payer_missing', 'block']],
  },
  { rule: 'R1', that: 'an individual pays no agency', draft: sale({ feesPayer: null }), context: individual },
  {
    rule: 'R1',
    that: 'no price',
    draft: sale({ price: 0 }),
    finds: [['price_missing', 'block']],
  },
  {
    rule: 'R1',
    that: 'price below the price without fees',
    draft: sale({ price: 29_000_000 }),
    finds: [['net_above_price', 'block']],
  },
  { rule: 'R2', that: '5 % of the price without fees', draft: sale() },
  {
    rule: 'R2',
    that: '4,76 % computed on the price with fees',
    draft: sale({ feesPercent: 4.76 }),
    finds: [['percent_of_total', 'block']],
  },
  {
    rule: 'R2',
    that: 'a percentage of nothing known',
    draft: sale({ feesPercent: 7 }),
    finds: [['amounts_disagree', 'block']],
  },
  {
    rule: 'R2',
    that: 'no price without fees',
    draft: sale({ priceWithoutFees: null }),
    finds: [['net_missing', 'block']],
  },
  {
    rule: 'R2',
    that: 'no percentage',
    draft: sale({ feesPercent: null }),
    finds: [['percent_missing', 'block']],
  },
  {
    rule: 'R2',
    that: 'no fees at all',
    draft: sale({ priceWithoutFees: 31_500_000, feesPercent: 0 }),
    finds: [['fees_nil', 'block']],
  },
  {
    rule: 'R2',
    that: 'amounts rounded to the euro',
    draft: sale({ price: 10_033_300, priceWithoutFees: 9_555_500, feesPercent: 5 }),
  },
  {
    rule: 'R2',
    that: 'a price without fees of nothing',
    draft: sale({ priceWithoutFees: 0 }),
    finds: [['net_missing', 'block']],
  },
  {
    rule: 'R3',
    that: 'the seller pays, nothing more is said',
    draft: sale({ feesPayer: 2, priceWithoutFees: null, feesPercent: null }),
  },
  {
    rule: 'R3',
    that: 'FAI when the seller pays',
    draft: sale({
      feesPayer: 2,
      priceWithoutFees: null,
      feesPercent: null,
      description: 'Prix 315 000 € FAI.',
    }),
    finds: [['fees_included_words', 'block']],
  },
  {
    rule: 'R3',
    that: 'honoraires inclus in the title when the seller pays',
    draft: sale({ feesPayer: 2, priceWithoutFees: null, feesPercent: null, title: 'T3 honoraires inclus' }),
    finds: [['fees_included_words', 'block']],
  },
  {
    rule: 'R3',
    that: 'HAI when the buyer pays',
    draft: sale({ description: 'Prix HAI.' }),
    finds: [['fees_included_words', 'warning']],
  },
  {
    rule: 'R3',
    that: 'a percentage when the seller pays',
    draft: sale({ feesPayer: 2, feesPercent: 4 }),
    finds: [['percent_with_seller', 'warning']],
  },
  {
    rule: 'R3',
    that: 'a word that begins so',
    draft: sale({ description: 'Quartier de la Faisanderie, à Hainaut.' }),
  },
  { rule: 'R4', that: 'shared, the part of the buyer', draft: sale({ feesPayer: 3 }) },
  {
    rule: 'R4',
    that: 'shared, computed on the total',
    draft: sale({ feesPayer: 3, feesPercent: 4.76 }),
    finds: [['percent_of_total', 'block']],
  },
  {
    rule: 'R4',
    that: 'shared, part unknown',
    draft: sale({ feesPayer: 3, priceWithoutFees: null, feesPercent: null }),
    finds: [
      ['net_missing', 'block'],
      ['percent_missing', 'block'],
    ],
  },
]);
