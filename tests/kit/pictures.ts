import sharp, { type Sharp } from 'sharp';
import { chanceOf } from '#demonstration/chance.ts';
import type { Db } from '#platform/db.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import type { PhotoDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { draftListing } from '#rooms/listings/intake.ts';
import { cleared } from './law.ts';

/** One colour, of this size. */
export function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 120, g: 160, b: 200 } } });
}

/** Shapes of all sizes and colours, as different from those of another seed as two photos are. */
export function scene(seed: string, width: number, height: number): Sharp {
  const chance = chanceOf(seed);
  const shapes = Array.from({ length: 40 }, (_, rank) => {
    const size = 420 / (1 + rank / 4);
    const [x, y] = [chance.between(-100, 900), chance.between(-100, 700)];
    const fill = `rgb(${chance.whole(0, 255)} ${chance.whole(0, 255)} ${chance.whole(0, 255)})`;
    return chance.maybe(0.5)
      ? `<rect x="${x}" y="${y}" width="${size * chance.between(0.5, 1.5)}" height="${size}" fill="${fill}"/>`
      : `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" preserveAspectRatio="none" width="${width}" height="${height}"><rect width="800" height="600" fill="#cde"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten();
}

/** Gives a listing of the agency these pictures, as a feed would; makes it when there is none. Returns its id. */
export async function publishPhotos(
  db: Db,
  agencyId: number,
  photos: readonly PhotoDraft[],
  technicalId = 'A',
): Promise<number> {
  const draft = draftListing({
    technicalId,
    reference: technicalId,
    transaction: 1,
    propertyType: 'house',
    title: 'Maison',
    description: '',
    placeCode: '34172',
    cityCode: '34172',
    departmentCode: '34',
    postalCode: '34000',
    price: 10_000_000,
    photos: [...photos],
  });
  await db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId,
      source: 'poliris',
      run: null,
      now: new Date(),
      drafts: [cleared(draft)],
    }),
  );
  const { id } = await db
    .selectFrom('listing')
    .select('id')
    .where('agencyId', '=', agencyId)
    .where('technicalId', '=', technicalId)
    .executeTakeFirstOrThrow();
  return id;
}

/** An agency to publish for. Returns its id. */
export async function photoAgency(db: Db, ref: string): Promise<number> {
  return (await addAgency(db, { ref, name: 'Agence' })).id;
}
