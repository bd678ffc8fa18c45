import { exampleSale as sale } from '../../../../../tests/kit/legal-examples.ts';
import { freeRental, testRules } from '../../../../../tests/kit/legal-rows.ts';
import { placeRules } from './place.ts';

testRules(placeRules, [
  { rule: 'C1', that: 'codes that go together', draft: sale() },
  {
    rule: 'C1',
    that: 'postal code of elsewhere',
    draft: sale({ postalCode: '13007' }),
    finds: [['postal_code_elsewhere', 'warning']],
  },
  {
    rule: 'C1',
    that: 'department of elsewhere',
    draft: sale({ departmentCode: '38' }),
    finds: [['codes_disagree', 'warning']],
  },
  {
    rule: 'C1',
    that: 'Corsica',
    draft: freeRental({ placeCode: '2A004', cityCode: '2A004', departmentCode: '2A', postalCode: '20000' }),
  },
  {
    rule: 'C1',
    that: 'Réunion',
    draft: freeRental({ placeCode: '97411', cityCode: '97411', departmentCode: '974', postalCode: '97400' }),
  },
  {
    rule: 'C1',
    that: 'Marseille 16e',
    draft: freeRental({ placeCode: '13216', cityCode: '13055', departmentCode: '13', postalCode: '13016' }),
  },
  {
    rule: 'C1',
    that: 'a post office of another department',
    draft: freeRental({ placeCode: '91479', cityCode: '91479', departmentCode: '91', postalCode: '94390' }),
  },
]);
