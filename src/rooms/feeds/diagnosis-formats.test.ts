import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { feedDoctor } from '../../../tests/kit/feed-doctor.ts';
import {
  apimoFile,
  apimoListing,
  kyeroFile,
  kyeroListing,
  ubiflowFile,
  ubiflowListing,
} from '../../../tests/kit/feeds.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { importFeed } from './importing.server.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});

async function space(name: string) {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@essai.test`;
  const { agency, cookie } = await lawfulSpace(site, name, email);
  return { agency, doctor: feedDoctor(site, cookie) };
}

interface Sent {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: string;
  readonly listings: number;
}

/** Sent by the page’s own call, compared, applied, sent again, undone: whatever the format, the same words come back. */
async function sendApplyUndo({ agency, doctor }: Awaited<ReturnType<typeof space>>, sent: Sent) {
  const upload = await doctor.upload(sent.bytes, sent.name);
  expect([sent.name, upload.status]).toEqual([sent.name, 200]);
  const { id } = upload.json.data.import;
  await doctor.work();
  const compared = await doctor.report(id);
  expect(compared.import).toMatchObject({
    fileName: sent.name,
    state: 'compared',
    applicable: true,
    counts: { rows: sent.listings, created: sent.listings, refused: 0, withdrawn: 0 },
  });
  // What the law keeps off line says why, and what to do.
  const held = compared.lines.filter(({ hold }: { hold: string | null }) => hold === 'block');
  expect(held).toHaveLength(compared.import.counts.withheld);
  for (const { findings } of held)
    expect(findings[0]).toMatchObject({ message: expect.any(String), remedy: expect.any(String) });

  await doctor.apply(id);
  expect((await doctor.report(id)).import).toMatchObject({ state: 'done', undoable: true });
  const { rows } = await sql<{ status: string; source: string; listings: number }>`
    select status, source, count(*)::int as listings from listing
    where agency_id = ${agency.id} group by status, source
  `.execute(site.db);
  const total = (status: string) => rows.find((row) => row.status === status)?.listings ?? 0;
  expect(rows.every(({ source }) => source === sent.format)).toBe(true);
  expect([total('online'), total('refused')]).toEqual([sent.listings - held.length, held.length]);

  const again = await doctor.upload(sent.bytes, sent.name);
  await doctor.work();
  const same = await doctor.report(again.json.data.import.id);
  expect(same.import.counts).toMatchObject({ unchanged: sent.listings, created: 0, updated: 0 });
  const { rows: formats } = await sql<{ format: string }>`
    select distinct format from feed_import where asked_by = ${agency.id}
  `.execute(site.db);
  expect(formats).toEqual([{ format: sent.format }]);

  await doctor.ask('POST', `/${id}/rollback`);
  await doctor.work();
  expect((await doctor.report(id)).import.state).toBe('undone');
  const left = await sql`select from listing where agency_id = ${agency.id} and status = 'online'`.execute(
    site.db,
  );
  expect(left.rows).toEqual([]);
}

describe('a file of each format, sent by its agency', () => {
  it.each([
    ['Ubiflow', 'ubiflow', 'export.xml', ubiflowFile([ubiflowListing('1'), ubiflowListing('2')])],
    ['Apimo', 'apimo', 'export.json', apimoFile([apimoListing(1), apimoListing(2)])],
    ['Kyero', 'kyero', 'export.xml', kyeroFile([kyeroListing('1'), kyeroListing('2')])],
  ])('%s', async (label, format, name, text) => {
    const sent = { name, bytes: Buffer.from(text), format, listings: 2 };
    await sendApplyUndo(await space(`Agence ${label}`), sent);
  });

  it('Poliris', async () => {
    const here = await space('Agence Poliris');
    const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
    const rows = generatePortfolio({ seed: 5, agency: here.agency.ownerReference, count: 3, places });
    const bytes = await zipFeed({ listings: writeListings(rows) });
    await sendApplyUndo(here, { name: 'export.zip', bytes, format: 'poliris', listings: 3 });
  });
});

const shared = path.resolve('../shared/data/feeds');

describe('the shared sample of each format, sent by its agency', () => {
  it('is sent, or said not to be', () => {
    if (!existsSync(shared))
      process.stderr.write(`Flux partagés absents (${path.relative('.', shared)}) : aucun n’est envoyé.\n`);
  });

  it.runIf(existsSync(shared)).each([
    ['ubiflow', 'ubiflow_demo20.xml', 'ubiflow_demo20-attendu.json'],
    ['apimo', 'apimo_demo21.json', 'apimo_demo21-attendu.json'],
    ['kyero', 'kyero_demo22.xml', 'kyero_demo22-attendu.json'],
    ['poliris', 'S2-utf8_demo02.zip', 'S2-utf8-attendu.json'],
  ])('%s: %s', async (format, name, expected) => {
    const listings = (JSON.parse(readFileSync(path.join(shared, format, expected), 'utf8')) as unknown[])
      .length;
    const bytes = readFileSync(path.join(shared, format, name));
    // The rows of a Poliris file name their agency: its reference is made of its name.
    const reference = /_(demo\d+)\./.exec(name)?.[1] ?? '';
    const here = await space(reference);
    expect(here.agency.ownerReference).toBe(reference);
    await sendApplyUndo(here, { name, bytes, format, listings });
  });
});

describe('the account that an agency’s files come from', () => {
  const from = (account: number, price: number) =>
    Buffer.from(apimoFile([apimoListing(1, { agency: account, price: { value: price, currency: 'EUR' } })]));

  it('is again the former one once the import that changed it is undone, with those that followed', async () => {
    const { agency, doctor } = await space('Agence des Comptes');
    const sent = async (bytes: Uint8Array) => {
      const { json } = await doctor.upload(bytes, 'export.json');
      await doctor.work();
      return (await doctor.report(json.data.import.id)).import;
    };
    const applied = async (bytes: Uint8Array) => {
      const { id, state, message } = await sent(bytes);
      expect([state, message]).toEqual(['compared', null]);
      await doctor.apply(id);
      return id as number;
    };
    const known = async () =>
      (
        await sql<{ sender: string }>`
          select sender from feed_sender where agency_id = ${agency.id}`.execute(site.db)
      ).rows.map(({ sender }) => sender);
    const first = await applied(from(24_000, 200_000));
    expect(await sent(from(24_001, 190_000))).toMatchObject({
      state: 'refused',
      reason: 'FEED_OTHER_AGENCY',
      message: expect.stringContaining('compte 24001'),
    });
    // The operator lets it pass: the agency changed its account.
    const file = path.join(site.services.env.dataDir, 'compte.json');
    await writeFile(file, from(24_001, 190_000));
    const reference = agency.ownerReference;
    const moved = await importFeed(site.services, { file, agency: reference, confirmed: true });
    expect(moved.status).toBe('done');
    await applied(from(24_001, 180_000));
    expect(await known()).toEqual(['24001']);
    await doctor.ask('POST', `/${moved.importId}/rollback`);
    await doctor.work();
    expect(await known()).toEqual(['24000']);
    expect((await sent(from(24_001, 170_000))).reason).toBe('FEED_OTHER_AGENCY');
    await applied(from(24_000, 170_000));
    // Undone as well, the first one: nothing is known of any account.
    await doctor.ask('POST', `/${first}/rollback`);
    await doctor.work();
    expect(await known()).toEqual([]);
    await applied(from(24_001, 160_000));
  });
});
