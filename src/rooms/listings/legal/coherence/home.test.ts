import { exampleRental as rental, exampleSale as sale } from '../../../../../tests/kit/legal-examples.ts';
import { house, testRules } from '../../../../../tests/kit/legal-rows.ts';
import { homeRules } from './home.ts';

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
    finds: [['class_above_values', 'block']],
  },
  {
    rule: 'C7',
    that: '200 kWh in class C: no rule asks anything of D',
    draft: sale({ energyClass: 'C', energyValue: 200, climateClass: 'C', climateValue: 12 }),
    finds: [['energy_class_differs', 'warning']],
  },
  {
    rule: 'C7',
    that: '150 kWh in class F is not worse than it says',
    draft: sale({ energyValue: 150 }),
    finds: [['energy_class_differs', 'warning']],
  },
  {
    rule: 'C7',
    that: 'class G told by the climate letter alone',
    draft: sale({ energyClass: 'D', energyValue: 200, climateClass: 'G', climateValue: 105 }),
    finds: [['energy_class_differs', 'warning']],
  },
  {
    rule: 'C7',
    that: '60 kg in classes C and C, without kWh',
    draft: sale({ energyClass: 'C', energyValue: null, climateClass: 'C', climateValue: 60 }),
    finds: [['class_above_values', 'block']],
  },
  {
    rule: 'C7',
    that: '500 kWh are class D on no mountain, and in no small home',
    draft: house({
      energyClass: 'D',
      energyValue: 500,
      surface: 12,
      placeCode: '74056',
      cityCode: '74056',
      departmentCode: '74',
      postalCode: '74400',
    }),
    finds: [['class_above_values', 'block']],
  },
  {
    rule: 'C7',
    that: '500 kWh are class D overseas neither',
    draft: rental({ energyValue: 500, departmentCode: '974', placeCode: '97411', cityCode: '97411' }),
    finds: [['class_above_values', 'block']],
  },
  {
    rule: 'C7',
    that: '500 kWh become class D by no certificate',
    draft: rental({ energyValue: 500, energyCertificate: true }),
    finds: [['class_above_values', 'block']],
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
  { rule: 'C8', that: 'one euro', draft: rental({ price: 100 }), finds: [['price_implausible', 'block']] },
]);
