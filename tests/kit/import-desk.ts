import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import type { FeedReport } from '#rooms/feeds/contract.ts';
import { type ImportRequest, importFeed } from '#rooms/feeds/importing.server.ts';
import { testServices } from './app.ts';
import { lawfulAgency } from './law.ts';

/** An import desk for a test file: a database, a new lawful agency for each test, files to send, what they did. */
export async function importDesk() {
  const { services, db } = await testServices();
  const places = [
    { postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 },
    { postalCode: '75011', city: 'Paris 11', lat: 48.86, lng: 2.38, pricePerM2: 9800 },
  ];
  const portfolio = (agency: string, count = 30) => ({ seed: 5, agency, count, places });

  let number = 0;
  /** Writes the bytes under a name and imports them. */
  async function send(
    bytes: Uint8Array,
    options: Partial<ImportRequest> & { name?: string } = {},
  ): Promise<FeedReport> {
    number += 1;
    const { name = `flux-${number}.zip`, ...request } = options;
    const file = path.join(services.env.dataDir, name);
    await writeFile(file, bytes);
    return importFeed(services, { file, ...request });
  }

  function feed(
    rows: readonly PolirisValues[],
    options: Partial<ImportRequest> & { name?: string } = {},
  ): Promise<FeedReport> {
    return zipFeed({ listings: writeListings(rows, { trailing: true }) }).then((zip) => send(zip, options));
  }

  interface Line {
    technicalId: string;
    status: string;
    price: number;
    reference: string;
    id: number;
  }

  async function listings(agency: string): Promise<Map<string, Line>> {
    const { rows } = await sql<Line>`
      select technical_id, status, price, reference, listing.id
      from listing join agency on agency.id = agency_id where owner_reference = ${agency} order by technical_id
    `.execute(db);
    return new Map(rows.map((row) => [row.technicalId, row]));
  }

  const online = async (agency: string) =>
    [...(await listings(agency)).values()]
      .filter(({ status }) => status === 'online')
      .map(({ technicalId }) => technicalId);

  async function events(run: string | null = null): Promise<{ kind: string; ref: number; run: string }[]> {
    const { rows } = await sql<{ kind: string; ref: number; run: string }>`
      select kind, ref, run from change where ${run}::text is null or run = ${run}::text order by seq
    `.execute(db);
    return rows;
  }

  function tally(values: readonly { kind: string }[]): Record<string, number> {
    return Object.fromEntries(
      [...Map.groupBy(values, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
    );
  }

  /** Everything an import could write, counted and summed. */
  async function footprint(): Promise<unknown> {
    const { rows } = await sql`
      select (select count(*) from feed_import) as imports, (select count(*) from feed_agency) as agencies,
        (select count(*) from feed_staged) as staged, (select count(*) from feed_photo) as photos,
        (select count(*) from listing) as listings, (select count(*) from listing_photo) as listing_photos,
        (select max(at) from listing_confirmation) as confirmed, (select count(*) from change) as changes
    `.execute(db);
    const files = await readdir(path.join(services.env.dataDir, 'files'), { recursive: true }).catch(
      () => [],
    );
    return { ...rows[0]!, files: files.length };
  }

  let opened = 0;
  const desk = { agency: '' };
  beforeEach(async () => {
    opened += 1;
    desk.agency = `agence-${opened}`;
    await lawfulAgency(db, desk.agency);
  });
  return { services, db, desk, portfolio, send, feed, listings, online, events, tally, footprint };
}
