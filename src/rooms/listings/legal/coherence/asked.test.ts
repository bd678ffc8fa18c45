import { exampleRental as rental, exampleSale as sale } from '../../../../../tests/kit/legal-examples.ts';
import { testRules } from '../../../../../tests/kit/legal-rows.ts';
import { askedRules } from './asked.ts';

const byHand = { byHand: true } as const;
const inMarseille = {
  placeCode: '13055',
  cityCode: '13055',
  departmentCode: '13',
  postalCode: '13001',
} as const;

testRules(askedRules, [
  { rule: 'C14', that: 'surface and rooms are said', draft: sale(), context: byHand },
  {
    rule: 'C14',
    that: 'typed without either',
    draft: sale({ surface: null, rooms: null }),
    context: byHand,
    finds: [
      ['surface_missing', 'block'],
      ['rooms_missing', 'block'],
    ],
  },
  {
    rule: 'C14',
    that: 'typed with zeros',
    draft: sale({ surface: 0, rooms: 0 }),
    context: byHand,
    finds: [
      ['surface_missing', 'block'],
      ['rooms_missing', 'block'],
    ],
  },
  {
    rule: 'C14',
    that: 'a feed that says neither',
    draft: sale({ surface: null, rooms: null }),
    finds: [['sizes_missing', 'block']],
  },
  {
    rule: 'C14',
    that: 'a feed without the surface',
    draft: sale({ surface: null }),
    finds: [['surface_missing', 'warning']],
  },
  {
    rule: 'C14',
    that: 'a feed without the rooms',
    draft: sale({ rooms: null }),
    finds: [['rooms_missing', 'warning']],
  },
  {
    rule: 'C14',
    that: 'of a home to let R13 asks the surface',
    draft: rental({ surface: null }),
    context: byHand,
  },
  {
    rule: 'C14',
    that: 'a plot of land has none',
    draft: sale({ propertyType: 'land', surface: null, rooms: null }),
    context: byHand,
  },
  {
    rule: 'C14',
    that: 'a programme says them of each home',
    draft: sale({ propertyType: 'programme', surface: null, rooms: null }),
    context: byHand,
  },
  { rule: 'C15', that: 'an arrondissement', draft: sale(), context: byHand },
  {
    rule: 'C15',
    that: 'the whole of Marseille',
    draft: sale(inMarseille),
    context: byHand,
    finds: [['district_missing', 'block']],
  },
  {
    rule: 'C15',
    that: 'the whole of Marseille, from a feed',
    draft: sale(inMarseille),
    finds: [['district_missing', 'block']],
  },
  {
    rule: 'C15',
    that: 'a postal code that nobody chose',
    draft: sale({ placeCode: '30189', cityCode: '30189', departmentCode: '30', postalCode: '' }),
    context: byHand,
    finds: [['postal_code_missing', 'warning']],
  },
  { rule: 'C16', that: 'texts about the home alone', draft: sale(), context: byHand },
  {
    rule: 'C16',
    that: 'a phone, an address and a link, wherever they stand',
    draft: sale({
      title: 'Appartement – 06.12.34.56.78',
      description: 'Écrivez à paul@agence.fr ou voyez www.agence.fr.',
      quarter: 'Arènes, agence.fr',
      photos: [
        { source: 'a', kind: 'url', caption: 'Le séjour' },
        { source: 'b', kind: 'url', caption: '06 12 34 56 78' },
      ],
    }),
    context: byHand,
    finds: [
      ['contact_in_title', 'block'],
      ['contact_in_description', 'block'],
      ['contact_in_quarter', 'block'],
      ['contact_in_caption', 'block'],
    ],
  },
]);
