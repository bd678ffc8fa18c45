import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clock, moveClock } from '../../../platform/clock.server.ts';
import type { Services } from '../../../platform/context.server.ts';
import type { Db } from '../../../platform/db.server.ts';
import { addAgency, agencyByReference } from '../../agencies/rules.server.ts';
import { drawPicture, rasterise } from '../../illustrations/rules.server.ts';
import { resumeImports } from '../applying/rules.server.ts';
import { writeListings, zipFiles } from '../poliris/writer/rules.server.ts';
import { importFeed } from '../rules.server.ts';
import { DEMO_AGENCIES, type DemoAgency } from './agencies/contract.ts';
import { archiveName, type Laid } from './contract.ts';
import type { GalleryPicture } from './gallery/contract.ts';
import type { DemoListing } from './portfolio/contract.ts';
import { rowsOf } from './portfolio/rows/rules.server.ts';
import { portfolioOf } from './portfolio/rules.server.ts';
import { lockLaying, selectReceived, unlockLaying } from './sql.server.ts';

const DAY_MS = 86_400_000;
/** Pictures drawn at once: as many as sharp has threads to encode them. */
const AT_ONCE = 4;

/** One feed of one agency. */
export interface Delivery {
  readonly agency: DemoAgency;
  readonly listings: readonly DemoListing[];
  readonly rank: number;
  readonly file: string;
  readonly at: Date;
}

/** Every feed of the demonstration, the oldest first, as if today's last ones had been received by `now`. */
export function deliveriesOf(now: Date): Delivery[] {
  return DEMO_AGENCIES.flatMap((agency) => {
    const listings = portfolioOf(agency);
    return agency.deliveries.map((daysAgo, rank) => ({
      agency,
      listings,
      rank,
      file: archiveName(agency.ref, rank),
      at: new Date(now.getTime() - daysAgo * DAY_MS),
    }));
  }).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Feeds not received yet; none once the demonstration is laid. Costs one statement. */
export async function awaitedDeliveries(db: Db, now: Date): Promise<Delivery[]> {
  const names = DEMO_AGENCIES.flatMap(({ ref, deliveries }) =>
    deliveries.map((_, rank) => archiveName(ref, rank)),
  );
  const received = await selectReceived(db, names);
  if (received.size === names.length) return [];
  return deliveriesOf(anchorOf(received) ?? now).filter(({ file }) => !received.has(file));
}

/** A first start cut short goes on with the days it began with, so that its last feeds say what they would have said. */
function anchorOf(received: ReadonlyMap<string, Date>): Date | null {
  for (const { ref, deliveries } of DEMO_AGENCIES) {
    for (const [rank, daysAgo] of deliveries.entries()) {
      const at = received.get(archiveName(ref, rank));
      if (at) return new Date(at.getTime() + daysAgo * DAY_MS);
    }
  }
  return null;
}

/** Runs `lay` while no other process lays the demonstration. */
export async function whileLaying<T>(db: Db, lay: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await lockLaying(connection);
    try {
      return await lay();
    } finally {
      await unlockLaying(connection).catch(() => {});
    }
  });
}

/**
 * Lays what is missing of the demonstration: agencies, then their feeds, written, zipped with their pictures and
 * imported like any other, each at its own past date. `beforeLast` runs once all but the last feed of each agency
 * are in. Safe to cut and to run again. Must run before anything else reads the clock, and under `whileLaying`.
 */
export async function layDemonstration(
  services: Services,
  awaited: readonly Delivery[],
  beforeLast: () => Promise<void> = async () => {},
): Promise<Laid> {
  const started = performance.now();
  await resumeImports(services.db);
  for (const { ref, name, siren, card, email, identity } of DEMO_AGENCIES) {
    if (await agencyByReference(services.db, ref)) continue;
    await addAgency(services.db, { ref, name, siren, card, email }, { demo: true, identity });
  }
  const folder = path.join(services.env.dataDir, 'demonstration');
  // What a killed start left there.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const drawn = new Set<string>();
  const isLast = ({ agency, rank }: Delivery) => rank === agency.deliveries.length - 1;
  try {
    const lasts = awaited.filter(isLast);
    for (const delivery of awaited) if (!isLast(delivery)) await deliver(services, folder, delivery, drawn);
    await beforeLast();
    for (const delivery of lasts) await deliver(services, folder, delivery, drawn);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const shown = DEMO_AGENCIES.flatMap((agency) =>
    rowsOf(agency, portfolioOf(agency), agency.deliveries.length - 1, clock.now()),
  );
  return {
    agencies: DEMO_AGENCIES.length,
    listings: shown.length,
    pictures: drawn.size,
    feeds: awaited.length,
    milliseconds: Math.round(performance.now() - started),
  };
}

async function deliver(
  services: Services,
  folder: string,
  delivery: Delivery,
  drawn: Set<string>,
): Promise<void> {
  const { agency, file, rank } = delivery;
  const archive = path.join(folder, file);
  const rows = rowsOf(agency, delivery.listings, rank, lastOf(delivery));
  // Like real software: the first archive holds every picture, the next ones only those that are new.
  const names = new Set(rows.flatMap((row) => Object.values(row)));
  const missing = delivery.listings
    .flatMap(({ pictures }) => pictures)
    .filter(({ file: name }) => names.has(name) && !drawn.has(name));
  const pictures = await drawAll(missing);
  for (const { name } of pictures) drawn.add(name);
  await writeFile(archive, await archiveOf(writeListings(rows, { trailing: true }), pictures, rank));
  // The import dates what it writes by the clock.
  moveClock(delivery.at.getTime() - Date.now());
  try {
    const report = await importFeed(services, { file: archive });
    if (report.status !== 'done' && report.status !== 'identical')
      throw new Error(`démonstration : ${file} ${report.status} (${report.message ?? ''})`);
  } finally {
    moveClock(0);
    await rm(archive, { force: true });
  }
}

/** The day of the last feed of the agency: availabilities count from it. */
function lastOf({ agency, rank, at }: Delivery): Date {
  return new Date(at.getTime() + (agency.deliveries[rank]! - agency.deliveries.at(-1)!) * DAY_MS);
}

interface Drawn {
  readonly name: string;
  readonly bytes: Buffer;
}

async function drawAll(pictures: readonly GalleryPicture[]): Promise<Drawn[]> {
  const wanted = [...new Map(pictures.map((picture) => [picture.file, picture])).values()];
  const drawn: Drawn[] = [];
  const queue = wanted.values();
  const draw = async () => {
    for (const { file, brief } of queue)
      drawn.push({ name: file, bytes: await rasterise(drawPicture(brief)) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, draw));
  // In one order, whoever finished first: the same feed makes the same archive.
  return drawn.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function archiveOf(listings: Buffer, pictures: readonly Drawn[], rank: number): Promise<Buffer> {
  const config = 'Version=4.12\r\nApplication=Vigie Demonstration / 1.0\r\nDevise=Euro\r\n';
  return zipFiles([
    { name: 'Annonces.csv', bytes: listings },
    { name: 'Config.txt', bytes: Buffer.from(config, 'latin1') },
    { name: 'Photos.cfg', bytes: Buffer.from(`Mode=${rank === 0 ? 'FULL' : 'DIFF'}\r\n`) },
    ...pictures,
  ]);
}
