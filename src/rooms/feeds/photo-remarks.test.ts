import { describe, expect, test } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import {
  apimoFile,
  apimoListing,
  kyeroFile,
  kyeroListing,
  ubiflowFile,
  ubiflowListing,
} from '../../../tests/kit/feeds.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import type { FeedReport } from './contract.ts';

const { desk, portfolio, send, feed } = await importDesk();
const good = (name: string) => `https://photos.exemple-agence.test/${name}.jpg`;
/** The first is right, the second no address, the third the name of a file that nothing brings. */
const given = [good('1'), 'ftp://photos.exemple-agence.test/2.jpg', 'absente.jpg', good('4')];

const remarks = ({ diagnostics }: FeedReport) =>
  diagnostics
    .filter(({ code }) => code.startsWith('photo'))
    .map(({ code, line, column, field, value, message }) => ({
      code,
      line,
      column,
      field,
      value,
      number: /[Pp]hoto (\d+) /.exec(message)?.[1],
    }));

const one = (line: number, column: number | null, field: string) =>
  ({ code: 'photo', line, column, field, value: given[1], number: '2' }) as const;
const missing = (line: number, column: number | null, field: string) =>
  ({ code: 'photo_missing', line, column, field, value: given[2], number: '3' }) as const;

describe('what is wrong with a photo is said of that photo', () => {
  test('in Poliris, by its own column, the empty ones before it counted', async () => {
    const [row] = generatePortfolio(portfolio(desk.agency, 1));
    const photos = { photo1: given[0]!, photo2: given[1]!, photo3: '', photo10: 'absente.jpg', photo11: '' };
    const report = await feed([{ ...row, ...photos, photo4: '', photo5: '' }]);
    expect(remarks(report)).toEqual([
      one(1, 86, 'Photo 2'),
      { code: 'photo_missing', line: 1, column: 164, field: 'Photo 10', value: 'absente.jpg', number: '10' },
    ]);
  });

  test('in Ubiflow, by its own line', async () => {
    const photo = given.join('</photo>\n  <photo>');
    const file = ubiflowFile([ubiflowListing('1', { photo })]);
    const lineOf = (text: string) => file.split('\n').findIndex((line) => line.includes(text)) + 1;
    const report = await send(Buffer.from(file), { agency: desk.agency, name: 'flux.xml' });
    expect(remarks(report)).toEqual([
      one(lineOf(given[1]!), null, 'photo'),
      missing(lineOf('absente'), null, 'photo'),
    ]);
  });

  test('in Kyero, by its own line', async () => {
    const images = given
      .map((url, rank) => `\n   <image id="${rank + 1}"><url>${url}</url></image>`)
      .join('');
    const file = kyeroFile([kyeroListing('1', { images })]);
    const lineOf = (text: string) => file.split('\n').findIndex((line) => line.includes(text)) + 1;
    const report = await send(Buffer.from(file), { agency: desk.agency, name: 'flux.xml' });
    expect(remarks(report)).toEqual([
      one(lineOf(given[1]!), null, 'images/image/url'),
      missing(lineOf('absente'), null, 'images/image/url'),
    ]);
  });

  test('in Apimo, by its own name, in the order that ranks give', async () => {
    const pictures = given.map((url, rank) => ({ id: rank, rank: rank + 1, url })).toReversed();
    const file = apimoFile([apimoListing(1, { pictures })]);
    const lineOf = (text: string) => file.split('\n').findIndex((line) => line.includes(text)) + 1;
    const report = await send(Buffer.from(file), { agency: desk.agency, name: 'flux.json' });
    expect(remarks(report)).toEqual([
      one(lineOf(given[1]!), null, 'pictures.2.url'),
      missing(lineOf('absente'), null, 'pictures.1.url'),
    ]);
  });
});

test('what the caption of a photo held is said of the caption', async () => {
  const [row] = generatePortfolio(portfolio(desk.agency, 1));
  const called = { photoTitle1: 'Séjour', photoTitle2: 'Séjour, appelez le 04 67 00 00 00' };
  const report = await feed([{ ...row, photo1: good('1'), photo2: good('2'), ...called }]);
  expect(report.diagnostics.filter(({ code }) => code === 'contact')).toMatchObject([
    { column: 95, field: 'Titre photo 2', value: called.photoTitle2 },
  ]);
});
