import { describe, expect, test } from 'vitest';
import { readFigures, spendIn } from './figures-csv.ts';

const of = (day: string, impressions: number, reach: number, clicks: number, spend: number) => ({
  day,
  impressions,
  reach,
  clicks,
  spend,
});
const plain = (problems: readonly string[]) => problems.map((one) => one.replaceAll('\u00a0', ' '));

describe('figures read on a network', () => {
  test.each([
    ['with titles', 'Jour;Affichages;Couverture;Clics;Dépense\r\n2026-12-01;1200;900;31;7,24\r\n'],
    ['without them', '2026-12-01;1200;900;31;7.24'],
    [
      'marked as UTF-8',
      '\ufeffjour;affichages;couverture;clics;dépense (€)\n2026-12-01;1200;900;31;7,24\n\n',
    ],
    ['pasted from a spreadsheet', '01/12/2026\t1\u00a0200\t900\t31\t7,24 €'],
    ['quoted', '"2026-12-01";"1200";"900";"31";"7,24"'],
  ])('%s', (_, text) => {
    expect(readFigures(text)).toEqual({ days: [of('2026-12-01', 1_200, 900, 31, 724)], problems: [] });
  });

  test('say which lines are wrong, and keep the others', () => {
    const { days, problems } = readFigures(
      [
        'jour;a;b;c;d',
        '2026-12-01;1;1;0;0',
        'hier;1;1;0;0',
        '2026-12-02;1;un;0;0',
        '2026-12-03;1;1;0;1,234',
      ].join('\n'),
    );
    expect(days).toEqual([of('2026-12-01', 1, 1, 0, 0)]);
    expect(plain(problems)).toEqual([
      'Ligne 3 : « hier » n’est pas un jour, par exemple 2026-12-01.',
      'Ligne 4 : affichages, couverture et clics sont trois nombres entiers.',
      'Ligne 5 : la dépense est un montant en euros, par exemple 12,40.',
    ]);
  });

  test.each(['', 'jour;affichages;couverture;clics;dépense', ';;;;\n'])(
    'of nothing (%j) are none',
    (text) => {
      expect(readFigures(text).days).toEqual([]);
      expect(readFigures(text).problems).toHaveLength(1);
    },
  );

  test.each([
    ['12', 1_200],
    ['12,4', 1_240],
    ['1 200,50 €', 120_050],
    ['0', 0],
    ['1.234', null],
    ['-1', null],
    ['', null],
    ['31/02', null],
  ])('spend %j is %j cents', (text, cents) => {
    expect(spendIn(text)).toBe(cents);
  });

  test('of a day that no calendar has are refused', () => {
    expect(readFigures('2026-02-31;1;1;0;0').problems).toHaveLength(1);
  });
});
