import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '#desks/catalogue/catalogue.server.ts';
import { agencyData, readCatalogueWords } from '#desks/catalogue/contract.ts';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { s3Store } from '#platform/storage-s3.server.ts';
import { OPERATOR, setExclusion } from '#rooms/agencies/exclusion.server.ts';
import { shownLogo, sweepLogos } from '#rooms/agencies/logo.server.ts';
import { initialsOf, logoPath } from '#rooms/agencies/logo.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency, lawfulSale } from '../../../tests/kit/law.ts';
import { plain } from '../../../tests/kit/pictures.ts';
import { setLogo } from './logo.server.ts';
import { LOGO_BYTES_MAX } from './logo.ts';

const HOUR_MS = 3_600_000;
let site: TestApp;
let space: Awaited<ReturnType<typeof joined>>;

beforeAll(async () => {
  site = await testApp();
  space = await joined(site, 'Agence du Port', 'port@essai.test');
});
afterEach(() => moveClock(0));

const png = (width: number, height: number) => plain(width, height).png().toBuffer();

async function send(bytes: Uint8Array | null, cookie = space.cookie) {
  const form = new FormData();
  // Neither its name nor its type counts.
  if (bytes) form.append('logo', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'logo.png');
  const response = new Response(form);
  const { statusCode, ...answer } = await site.app.inject({
    method: 'POST',
    url: '/api/agence/profile/logo',
    headers: { 'content-type': response.headers.get('content-type') ?? '', cookie },
    payload: Buffer.from(await response.arrayBuffer()),
  });
  return { status: statusCode, json: answer.json() };
}
const drop = () => site.call('DELETE', '/api/agence/profile/logo', { cookie: space.cookie });
const get = (address: string) => site.app.inject(address);
const shown = async () =>
  (await catalogueOf(site.db, space.agency.ownerReference, readCatalogueWords(new URLSearchParams()))).agency
    .logo;
const files = async () => {
  const names = await readdir(path.join(site.services.env.VIGIE_DATA, 'files'), { recursive: true });
  return names.filter((name) => name.endsWith('.webp'));
};

describe('the logo of an agency', () => {
  it.each([
    ['PNG', () => png(900, 300)],
    ['JPEG', () => plain(900, 300).jpeg().toBuffer()],
    ['WebP', () => plain(900, 300).webp().toBuffer()],
  ])('comes as %s and is served as WebP, small enough', async (_, make) => {
    const { status, json } = await send(await make());
    expect([status, json.data.logo.width, json.data.logo.height]).toEqual([200, 400, 133]);
    expect(await shown()).toEqual(json.data.logo);
    const { statusCode, headers, rawPayload } = await get(logoPath(json.data.logo));
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=3600',
    ]);
    const { width, height, format } = await sharp(rawPayload).metadata();
    expect([width, height, format]).toEqual([400, 133, 'webp']);
  });

  it('is made again from its pixels: what else the file said is gone, and what was clear is white', async () => {
    const bytes = await sharp({
      create: { width: 200, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .withExif({ IFD0: { Copyright: 'Jeanne Secrète' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
      .png()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { json } = await send(bytes);
    const { rawPayload } = await get(logoPath(json.data.logo));
    const { exif, hasAlpha } = await sharp(rawPayload).metadata();
    expect([exif, hasAlpha]).toEqual([undefined, false]);
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  it('is the one sent last, under a name of its own', async () => {
    const { json: first } = await send(await png(100, 100));
    const { json: second } = await send(await png(120, 120));
    expect(await shown()).toEqual(second.data.logo);
    expect((await get(logoPath(first.data.logo))).statusCode).toBe(404);
    // Two at once leave one.
    const [one, other] = await Promise.all([send(await png(90, 90)), send(await png(80, 80))]);
    expect([one.json.data.logo, other.json.data.logo]).toContainEqual(await shown());
  });

  it.each<[string, () => Promise<Uint8Array | null> | Uint8Array | null, string]>([
    ['nothing', () => null, 'LOGO_MISSING'],
    ['an empty file', () => new Uint8Array(), 'LOGO_MISSING'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'LOGO_SVG'],
    [
      'an SVG with a head',
      () => Buffer.from('\uFEFF\n <?xml version="1.0"?><svg onload="a()"/>'),
      'LOGO_SVG',
    ],
    ['a GIF', () => plain(100, 100).gif().toBuffer(), 'LOGO_REFUSED'],
    ['a text', () => Buffer.from('logo'), 'LOGO_REFUSED'],
    ['half a picture', async () => (await png(300, 300)).subarray(0, 200), 'LOGO_REFUSED'],
    ['a heavy file', () => new Uint8Array(LOGO_BYTES_MAX + 1), 'LOGO_TOO_HEAVY'],
    ['a very heavy file', () => new Uint8Array(5 * LOGO_BYTES_MAX), 'PAYLOAD_TOO_LARGE'],
    ['a speck', () => png(63, 100), 'LOGO_SIDES'],
    ['a wall', () => png(6_001, 2_000), 'LOGO_SIDES'],
    ['a ribbon', () => png(700, 100), 'LOGO_SIDES'],
  ])('is not %s', async (_, make, code) => {
    const before = await shown();
    const { json } = await send(await make());
    expect([json.success, json.code]).toEqual([false, code]);
    expect(await shown()).toEqual(before);
  });

  it('is the affair of the agency alone', async () => {
    expect((await send(await png(100, 100), '')).status).toBe(401);
    expect((await site.call('DELETE', '/api/agence/profile/logo')).status).toBe(401);
    const other = await joined(site, 'Agence Voisine', 'voisine@essai.test');
    const before = await shown();
    await send(await png(100, 100), other.cookie);
    expect(await shown()).toEqual(before);
  });

  it('goes when it is taken away, once and for all', async () => {
    const { json } = await send(await png(100, 100));
    expect((await drop()).status).toBe(200);
    expect([await shown(), (await get(logoPath(json.data.logo))).statusCode]).toEqual([null, 404]);
    expect((await drop()).status).toBe(200);
  });

  it('has no other address', async () => {
    const { key } = (await send(await png(100, 100))).json.data.logo;
    for (const wrong of [`${key}.png`, `${key.toUpperCase()}.webp`, `${'0'.repeat(32)}.webp`, '..%2fx.webp'])
      expect([wrong, (await get(`/logos/${wrong}`)).statusCode]).toEqual([wrong, 404]);
  });

  it('is said to programs, and on the listings', async () => {
    const { logo } = (await send(await png(100, 100))).json.data;
    const { outcomes } = await site.db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId: space.agency.id,
        source: 'poliris',
        run: null,
        now: clock.now(),
        drafts: [cleared(lawfulSale('a'))],
      }),
    );
    const { listing } = await publicListing(site.db, String(outcomes.get('a')!.id), clock.now());
    expect(listing.agency.logo).toEqual(logo);
    const reference = space.agency.ownerReference;
    const { icon } = (await get(`/agence/${reference}/catalogue.json`)).json();
    expect(icon).toBe(`${site.services.env.publicUrl}${logoPath(logo)}`);
    const { agency } = await catalogueOf(site.db, reference, readCatalogueWords(new URLSearchParams()));
    expect(agencyData(agency, 'https://v.example')).toMatchObject({
      logo: `https://v.example${logoPath(logo)}`,
    });
  });

  it('is not seen while the agency is not published here, and is there when it comes back', async () => {
    const { logo } = (await send(await png(100, 100))).json.data;
    const { ownerReference } = space.agency;
    await setExclusion(site.db, ownerReference, true, OPERATOR);
    expect((await get(logoPath(logo))).statusCode).toBe(404);
    await setExclusion(site.db, ownerReference, false, OPERATOR);
    expect((await get(logoPath(logo))).statusCode).toBe(200);
  });

  it('leaves no file behind: replaced, taken away, cut short, or its agency erased', async () => {
    moveClock(HOUR_MS * 2);
    await send(await png(100, 100));
    moveClock(HOUR_MS * 4);
    await sweepLogos(site.services);
    const kept = await files();
    const gone = await lawfulAgency(site.db, 'ephemere');
    await setLogo(site.services, asAgencyId(gone.id), { name: 'a.png', bytes: await png(100, 100) });
    expect((await files()).length).toBe(kept.length + 1);
    await site.db.deleteFrom('agency').where('id', '=', gone.id).execute();
    // The database went away before the agency showed it.
    const nobody = asAgencyId(999_999);
    await expect(
      setLogo(site.services, nobody, { name: 'a.png', bytes: await png(100, 100) }),
    ).rejects.toThrow(/foreign key/);
    expect(await sweepLogos(site.services)).toBe(0);
    moveClock(HOUR_MS * 6);
    expect(await sweepLogos(site.services)).toBe(2);
    expect(await files()).toEqual(kept);
  });
});

describe('in a bucket', () => {
  const BUCKET = 'fichiers';
  let folder: string;
  let server: S3rver;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vigie-logos-'));
    server = new S3rver({
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is kept, served and swept alike', async () => {
    const { port } = await server.run();
    const storage = s3Store({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      key: 'S3RVER',
      secret: 'S3RVER',
    });
    const services = { db: site.db, storage };
    const agency = await lawfulAgency(site.db, 'seau');
    const logo = await setLogo(services, asAgencyId(agency.id), {
      name: 'a.png',
      bytes: await png(100, 100),
    });
    const file = path.basename(logoPath(logo));
    const served = await shownLogo(services, file);
    expect((await sharp(Buffer.concat(await served!.stream.toArray())).metadata()).width).toBe(100);
    await site.db.deleteFrom('agency').where('id', '=', agency.id).execute();
    expect(await shownLogo(services, file)).toBeNull();
    moveClock(HOUR_MS * 2);
    await sweepLogos(services);
    expect(await storage.get(`logos/${logo.key.slice(0, 2)}/${file}`)).toBeNull();
  });
});

it.each([
  ['Agence du Port', 'AP'],
  ['Agence de l’Écusson', 'AÉ'],
  ['L’Immobilière d’Ici', 'II'],
  ['Orpi', 'O'],
  ['Saint-Roch & Fils', 'SR'],
  ['3 %', '3'],
  ['Le La', 'LL'],
  ['🏠 Toit', 'T'],
  ['--', ''],
])('the initials of « %s » are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
