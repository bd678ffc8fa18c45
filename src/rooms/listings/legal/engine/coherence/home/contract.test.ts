import {
  exampleRental as rental,
  exampleSale as sale,
} from '../../../../../../../tests/kit/legal-examples.ts';
import { house, testRules } from '../../../../../../../tests/kit/legal-rows.ts';
import { homeRules } from './contract.ts';

testRules(homeRules, [
  { rule: 'C2', that: '22 m²', draft: rental() },
  { rule: 'C2', that: '8 m²', draft: rental({ surface: 8 }), finds: [['too_small_to_let', 'warning']] },
  { rule: 'C3', that: 'three rooms in 62 m²', draft: sale() },
  {
    rule: 'C3',
    that: 'four rooms in 15 m²',
    draft: sale({ rooms: 4, surface: 15 }),
    finds: [['rooms_do_not_fit', 'warning']],
  },
  { rule: 'C4', that: 'two bedrooms of three rooms', draft: sale() },
  {
    rule: 'C4',
    that: 'three bedrooms of three rooms',
    draft: sale({ bedrooms: 3 }),
    finds: [['too_many_bedrooms', 'warning']],
  },
  { rule: 'C4', that: 'a studio with its bedroom', draft: rental({ bedrooms: 1 }) },
  { rule: 'C5', that: 'second of five floors', draft: sale() },
  {
    rule: 'C5',
    that: 'sixth of five floors',
    draft: sale({ floor: 6 }),
    finds: [['floor_above_top', 'warning']],
  },
  { rule: 'C6', that: 'Carrez and living area', draft: sale() },
  {
    rule: 'C6',
    that: 'Carrez far above the living area',
    draft: sale({ carrezSurface: 70 }),
    finds: [['carrez_above_living', 'warning']],
  },
  { rule: 'C7', that: '352 kWh, 46 kg: F and D', draft: sale() },
  {
    rule: 'C7',
    that: '352 kWh in class C',
    draft: sale({ energyClass: 'C' }),
    finds: [['energy_class_differs', 'warning']],
  },
  {
    rule: 'C7',
    that: '46 kg in climate class A',
    draft: sale({ climateClass: 'A' }),
    finds: [['climate_class_differs', 'warning']],
  },
  {
    rule: 'C7',
    that: 'a small home has other bounds',
    draft: sale({ surface: 38, carrezSurface: 38, energyClass: 'E' }),
  },
  {
    rule: 'C7',
    that: 'mountains have other bounds',
    draft: house({
      energyClass: 'E',
      placeCode: '74056',
      cityCode: '74056',
      departmentCode: '74',
      postalCode: '74400',
    }),
  },
  {
    rule: 'C7',
    that: 'the certificate of 2026 betters a letter',
    draft: sale({ energyClass: 'E', energyCertificate: true }),
  },
  { rule: 'C8', that: 'a likely price', draft: sale() },
  { rule: 'C8', that: 'one euro', draft: rental({ price: 100 }), finds: [['price_implausible', 'warning']] },
]);
