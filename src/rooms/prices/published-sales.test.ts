import { expect, test } from 'vitest';
import {
  describePublished,
  isPublished,
  megabytes,
  publishedYears,
  readDepartments,
  readYears,
} from './published-sales.ts';

test.for([
  ['2021-2025', [2021, 2022, 2023, 2024, 2025]],
  ['2024', [2024]],
  ['2023-2024,2021', [2021, 2023, 2024]],
  ['2023, 2023 - 2024', [2023, 2024]],
  ['2025-2021', null],
  ['2013', null],
  ['2020-2027', null],
  ['24', null],
  ['2021-', null],
  ['', null],
  ['2021;2022', null],
] as const)('years %s', ([text, years]) => {
  expect(readYears(text, 2026)).toEqual(years);
});

test.for([
  ['69,75', ['69', '75']],
  [' 1, 2a ,974', ['01', '2A', '974']],
  ['69,69', ['69']],
  ['Rhône', null],
  ['69;75', null],
  ['2C', null],
] as const)('departments %s', ([text, departments]) => {
  expect(readDepartments(text)).toEqual(departments);
});

test('six files of calendar years may hold five rolling years', () => {
  expect(publishedYears('2026-11-27')).toEqual([2021, 2022, 2023, 2024, 2025, 2026]);
  expect(publishedYears('2027-05-01')).toEqual([2022, 2023, 2024, 2025, 2026, 2027]);
});

test('until the release of April, the current one is that of October, whose oldest year is asked for too', () => {
  expect(publishedYears('2027-02-14')).toEqual([2021, 2022, 2023, 2024, 2025, 2026, 2027]);
  expect(publishedYears('2027-04-30')[0]).toBe(2021);
});

test('the land book, Mayotte and the overseas collectivities have no published sales', () => {
  expect(['57', '67', '68', '976', '975', '977', '978', '986', '987', '988'].filter(isPublished)).toEqual([]);
  expect(['01', '2A', '75', '971', '974'].every(isPublished)).toBe(true);
});

test('each outcome is one line', () => {
  const nothing = { bytes: 0, report: null, reason: null, permanent: false } as const;
  const file = { departmentCode: '30', year: 2024, ...nothing } as const;
  expect(describePublished({ ...file, status: 'unchanged' })).toBe(
    '30 2024\u00a0: déjà chargé, inchangé depuis.',
  );
  expect(describePublished({ ...file, status: 'absent' })).toBe('30 2024\u00a0: non publié.');
  expect(describePublished({ ...file, status: 'unreachable', reason: 'réponse 500' })).toBe(
    '30 2024\u00a0: ce fichier n’a pas pu être reçu (réponse 500). La même commande reprendra où elle en était.',
  );
  expect(describePublished({ ...file, status: 'unreachable', reason: 'réponse 403', permanent: true })).toBe(
    '30 2024\u00a0: ce fichier n’a pas pu être reçu (réponse 403).',
  );
  expect(megabytes(2_449_000)).toBe('2,4\u00a0Mo');
});
