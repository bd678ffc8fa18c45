import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { generateListing } from '#demonstration/poliris/portfolio.ts';
import {
  type PolirisValues,
  type WriteOptions,
  writeListings,
  zipFiles,
} from '#demonstration/poliris/writer.server.ts';
import { openArchive } from '#rooms/feeds/formats/archive.server.ts';
import { readPoliris, surveyPoliris } from '#rooms/feeds/formats/poliris.server.ts';
import type { FeedRow } from '#rooms/feeds/rows/rows.ts';

/** What is read of the feed in that file, and of each of its rows. */
export async function readFeed(file: string) {
  const archive = await openArchive(file);
  try {
    const survey = await surveyPoliris(archive);
    const rows: FeedRow[] = [];
    for await (const row of readPoliris(archive, survey)) rows.push(row);
    return { survey, rows };
  } finally {
    archive.close();
  }
}

/** What is read of a feed of these listings and this version. */
export async function readBytes(listings: Buffer, config = 'Version=4.12\r\n') {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-poliris-'));
  try {
    const file = path.join(folder, 'feed.zip');
    await writeFile(
      file,
      await zipFiles([
        { name: 'Annonces.csv', bytes: listings },
        { name: 'Config.txt', bytes: Buffer.from(config) },
      ]),
    );
    return await readFeed(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const place = { postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21 };

/** A whole listing with the given columns instead of its own. */
export function listing(number: number, values: PolirisValues = {}): PolirisValues {
  const made = generateListing({ seed: 1, agency: 'agence-a', count: 1, places: [place] }, number);
  return { ...made, ...values };
}

/** The columns of a sale, and of a rental, that hold together. */
export const saleBase: PolirisValues = {
  transaction: 'vente',
  propertyType: 'appartement',
  price: 210_000,
  priceWithoutFees: 200_000,
  fees: '5.00',
  feesPayer: 1,
  baseRent: '',
  charges: '',
  inventoryFees: '',
  deposit: '',
  chargesMode: '',
  rentControlled: '',
  surface: 62,
  rooms: 3,
  bedrooms: 2,
};
export const rentalBase: PolirisValues = {
  transaction: 'location',
  propertyType: 'appartement',
  price: 900,
  baseRent: 800,
  charges: 100,
  chargesMode: 2,
  fees: '500.00',
  inventoryFees: '150.00',
  feesPayer: '',
  priceWithoutFees: '',
  surface: 45,
  rooms: 2,
  bedrooms: 1,
};

/** What is read of one listing with these columns. */
export async function one(values: PolirisValues, options?: WriteOptions) {
  const { rows } = await readBytes(writeListings([listing(1, values)], options));
  expect(rows).toHaveLength(1);
  const row = rows[0]!;
  return {
    row,
    codes: row.diagnostics.map(({ code }) => code),
    draft: row.result.refusal === null ? row.result.draft : null,
  };
}
