import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toDraw } from '#demonstration/market/laying.server.ts';
import { rowOf } from '#demonstration/poliris/rows.ts';
import { writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import type { PhotoDraft } from '#rooms/listings/contract.ts';
import { lawfulSale } from '../../../../tests/kit/law.ts';
import { openArchive } from '../formats/archive.server.ts';
import type { FeedRow } from '../rows/rows.ts';
import { AgencyPictures, type ReadPhoto } from './pictures.server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'vigie-pictures-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const photos: PhotoDraft[] = [
  {
    source: 'https://illustrations.vigie.test/1.noon.any.cellar.tl-1001-cave.jpg',
    kind: 'url',
    caption: 'La cave',
  },
  { source: 'https://photos.exemple-agence.test/1.jpg', kind: 'url', caption: null },
];
const draft = { ...lawfulSale('T-1'), photos };
const row: FeedRow = {
  line: 1,
  agency: 'demo01',
  technicalId: 'T-1',
  reference: 'T-1',
  diagnostics: [],
  where: {
    city: { line: 1, column: 6, field: 'Ville' },
    photos: new Map(),
  },
  result: { refusal: 'content' },
};

async function shelf(readPhoto?: ReadPhoto): Promise<AgencyPictures> {
  const file = path.join(folder, 'feed.zip');
  const listings = writeListings([
    rowOf(draft, { agency: 'demo01', city: 'Nîmes', photo: ({ source }) => source }),
  ]);
  await writeFile(file, await zipFeed({ listings }));
  return new AgencyPictures(1, await openArchive(file), null, [], readPhoto);
}

test('an address of the demonstration’s pictures is a picture to draw, in the feeds that the demonstration writes', async () => {
  const placed = await (await shelf(toDraw)).place(row, draft);
  expect(placed.diagnostics).toEqual([]);
  expect(placed.draft.photos).toEqual([
    { source: '1.noon.any.cellar.tl-1001-cave', kind: 'drawn', caption: 'La cave' },
    photos[1],
  ]);
});

test('it is an address like another in any other feed', async () => {
  const placed = await (await shelf()).place(row, draft);
  expect(placed.draft.photos).toEqual(photos);
});

test('a programme does not fit in a row', () => {
  const wish = { agency: 'demo01', city: 'Nîmes', photo: ({ source }: PhotoDraft) => source };
  expect(() => rowOf({ ...draft, propertyType: 'programme' }, wish)).toThrow(RangeError);
});
