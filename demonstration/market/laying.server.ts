import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parisDay } from '#contract/day.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { addAgency, agencyByReference } from '#rooms/agencies/agencies.server.ts';
import { resumeImports } from '#rooms/feeds/applying.server.ts';
import { importFeed } from '#rooms/feeds/importing.server.ts';
import type { PhotoDraft } from '#rooms/listings/contract.ts';
import { rowOf } from '../poliris/rows.ts';
import { type PolirisValues, writeListings, zipFiles } from '../poliris/writer.server.ts';
import { DEMO_AGENCIES } from './agencies/agencies.ts';
import { draftOf } from './drafts.ts';
import { countShown, lockLaying, selectReceived, unlockLaying } from './laying.sql.server.ts';
import { archiveName, type Laid } from './laying.ts';
import { draftsByHand, enterByHand } from './manual-entry.server.ts';
import type { Money } from './money/money.ts';
import { isHeld, moneyAt } from './portfolios/course.ts';
import type { DemoListing, Portfolio } from './portfolios/portfolio.ts';
import { portfoliosOf } from './portfolios/portfolios.ts';

const DAY_MS = 86_400_000;
/** Pictures of the demonstration stand on this reserved host in its feeds. */
const DRAWN = 'https://illustrations.vigie.test/';

/** One feed of one agency. */
export interface Delivery {
  readonly portfolio: Portfolio;
  readonly rank: number;
  readonly file: string;
  readonly at: Date;
  /** The day of the demonstration in Paris, `YYYY-MM-DD`: texts and dates count from it. */
  readonly day: string;
}

/** Every feed of the demonstration, the oldest first, as if today's last ones had been received by `now`. */
export function deliveriesOf(now: Date): Delivery[] {
  const { day } = parisDay(now);
  return portfoliosOf(day)
    .flatMap((portfolio) =>
      portfolio.agency.deliveries.map((daysAgo, rank) => ({
        portfolio,
        rank,
        file: archiveName(portfolio.agency.ref, rank),
        at: new Date(now.getTime() - daysAgo * DAY_MS),
        day,
      })),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

const FILES = DEMO_AGENCIES.flatMap(({ ref, deliveries }) =>
  deliveries.map((_, rank) => archiveName(ref, rank)),
);

/** Whether every feed was received. Costs one statement. */
export async function isLaid(db: Db): Promise<boolean> {
  return (await selectReceived(db, FILES)).size === FILES.length;
}

/** Feeds not received yet; none once the demonstration is laid. */
export async function awaitedDeliveries(db: Db, now: Date): Promise<Delivery[]> {
  const received = await selectReceived(db, FILES);
  if (received.size === FILES.length) return [];
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

interface Steps {
  /** Runs once all but the last feed of each agency are in. */
  readonly beforeLast?: () => Promise<void>;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Lays what is missing of the demonstration: agencies, then their feeds, written, zipped and imported like any other,
 * each at its own past date, and beside the first and the last ones what they enter by hand. Safe to cut and to run
 * again. Must run before anything else reads the clock, and under `whileLaying`.
 */
export async function layDemonstration(
  services: Services,
  awaited: readonly Delivery[],
  { beforeLast = async () => {}, onProgress = () => {} }: Steps = {},
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
  const isLast = ({ portfolio, rank }: Delivery) => rank === portfolio.agency.deliveries.length - 1;
  let done = 0;
  const lay = async (deliveries: readonly Delivery[]) => {
    for (const delivery of deliveries) {
      await deliver(services, folder, delivery);
      onProgress((done += 1), awaited.length);
    }
  };
  try {
    await lay(awaited.filter((delivery) => !isLast(delivery)));
    await beforeLast();
    await lay(awaited.filter(isLast));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    agencies: DEMO_AGENCIES.length,
    ...(await countShown(services.db)),
    feeds: awaited.length,
    milliseconds: Math.round(performance.now() - started),
  };
}

async function deliver(services: Services, folder: string, delivery: Delivery): Promise<void> {
  const { portfolio, file, rank, day } = delivery;
  const { agency } = portfolio;
  const archive = path.join(folder, file);
  await writeFile(archive, await archiveOf(linesOf(portfolio, rank, day)));
  // The import dates what it writes by the clock.
  moveClock(delivery.at.getTime() - Date.now());
  try {
    if (rank === 0 || rank === agency.deliveries.length - 1) {
      const { id } = (await agencyByReference(services.db, agency.ref))!;
      const drafts = draftsByHand(portfolio, rank, day);
      await enterByHand(services.db, { agencyId: id, drafts, now: clock.now() });
    }
    const report = await importFeed(services, { file: archive, readPhoto: toDraw });
    if (report.status !== 'done' && report.status !== 'identical')
      throw new Error(`démonstration : ${file} ${report.status} (${report.message ?? ''})`);
  } finally {
    moveClock(0);
    await rm(archive, { force: true });
  }
}

/** What the feed of this rank says of the listings it holds. */
export function rowsOf(portfolio: Portfolio, rank: number, day: string): PolirisValues[] {
  return heldAt(portfolio, rank).map((listing) => rowAt(portfolio, listing, rank, day));
}

function heldAt({ listings }: Portfolio, rank: number): DemoListing[] {
  return listings.filter((listing) => isHeld(listing, rank));
}

function rowAt({ agency }: Portfolio, listing: DemoListing, rank: number, day: string): PolirisValues {
  return rowOf(draftOf(agency, listing, { rank, day }), {
    agency: agency.ref,
    city: listing.place.city,
    photo: addressOf,
  });
}

// A listing that did not change is written once for all feeds.
const written = new WeakMap<DemoListing, Map<Money, Buffer>>();

function linesOf(portfolio: Portfolio, rank: number, day: string): Buffer {
  const lines = heldAt(portfolio, rank).map((listing) => {
    const known = written.get(listing) ?? new Map<Money, Buffer>();
    written.set(listing, known);
    const money = moneyAt(listing, rank);
    const line =
      known.get(money) ?? writeListings([rowAt(portfolio, listing, rank, day)], { trailing: true });
    known.set(money, line);
    return line;
  });
  return Buffer.concat(lines);
}

function addressOf({ source }: PhotoDraft): string {
  return `${DRAWN}${source}.jpg`;
}

/** `https://illustrations.vigie.test/<source>.jpg` is nowhere: its source names what to draw. */
export function toDraw(photo: PhotoDraft): PhotoDraft {
  const source =
    photo.source.startsWith(DRAWN) && photo.source.endsWith('.jpg')
      ? photo.source.slice(DRAWN.length, -4)
      : '';
  return photo.kind === 'url' && source !== '' ? { ...photo, source, kind: 'drawn' } : photo;
}

function archiveOf(lines: Buffer): Promise<Buffer> {
  const config = 'Version=4.12\r\nApplication=Vigie Demonstration / 1.0\r\nDevise=Euro\r\n';
  return zipFiles([
    { name: 'Annonces.csv', bytes: lines },
    { name: 'Config.txt', bytes: Buffer.from(config, 'latin1') },
    { name: 'Photos.cfg', bytes: Buffer.from('Mode=URL\r\n') },
  ]);
}
