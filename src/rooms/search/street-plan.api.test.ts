import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { type TestApp, testApp, testServices } from '../../../tests/kit/app.ts';
import { type TileTrouble, tileServer } from '../../../tests/kit/tile-server.ts';
import { streetTile } from './street-plan.server.ts';

// The clock moves when a test says so, and however slow the machine is.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  moveClock(0);
  vi.useRealTimers();
});

const DAY = 86_400_000;
/** Tiles over Lyon. */
const COLUMN = 2_103;
const ROW = 1_461;
const tileAt = (index: number) => `12/${COLUMN + (index % 20)}/${ROW + Math.floor(index / 20)}`;

/** A site whose streets come from a server of its own. */
async function opened(settings: Record<string, string> = {}, options: { rateLimits?: boolean } = {}) {
  const plan = await tileServer();
  const site = await testApp({ ...plan.settings, ...settings }, options);
  return { plan, site, ask: (tile: string, headers?: Record<string, string>) => askOf(site, tile, headers) };
}

async function askOf({ app }: TestApp, tile: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url: `/carte/plan/${tile}`, headers });
  const { 'content-type': type, 'cache-control': cache } = response.headers;
  return { status: response.statusCode, type, cache, headers: response.headers, bytes: response.rawPayload };
}

/** The plan of streets asked without the door of a site, and what it logs. */
async function logged() {
  const plan = await tileServer();
  const { services } = await testServices(plan.settings);
  const { env } = services;
  const lines: string[] = [];
  const write = (line: string) => {
    const { msg, reason } = JSON.parse(line) as { msg: string; reason?: string };
    lines.push(reason === undefined ? msg : `${msg} (${reason})`);
  };
  const log = pino({ level: 'warn' }, { write });
  const ask = async (index: number) => {
    const tile = { z: 12, x: COLUMN + index, y: ROW };
    return (await streetTile({ env, log }, tile, { client: '203.0.113.7', gone: null })).kind;
  };
  return { plan, env, lines, ask };
}

/** What the cache of a site holds. */
async function keptBy({ services }: TestApp) {
  const folder = path.join(services.env.dataDir, 'tiles');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  // A draft is renamed once it is written.
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Readers do not wait for the disk; tests do. */
async function written(site: TestApp, count: number): Promise<void> {
  const tiles = async () => (await keptBy(site)).files.filter((file) => !file.endsWith('.tmp'));
  await expect.poll(async () => (await tiles()).length).toBe(count);
}

describe('the streets', () => {
  test('come through our own origin, once for all readers, and say nothing of them', async () => {
    const { plan, site, ask } = await opened();
    const headers = {
      cookie: 'session=secret',
      referer: 'https://vigie.example/acheter/lyon-69000',
      'x-forwarded-for': '203.0.113.7',
      'user-agent': 'Mozilla/5.0',
      'accept-language': 'fr',
      'sec-fetch-site': 'same-origin',
    };
    const first = await ask(tileAt(0), headers);
    expect(first).toMatchObject({ status: 200, type: 'image/png', cache: 'public, max-age=604800' });
    expect(first.bytes.equals(await plan.imageOf(tileAt(0)))).toBe(true);
    expect(first.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(first.headers['set-cookie']).toBeUndefined();
    const again = await ask(tileAt(0));
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(plan.requests).toEqual([tileAt(0)]);
    expect(plan.wrong).toEqual([]);
    // Another process on the same folder has it too.
    await written(site, 1);
    const beside = await testApp({ ...plan.settings, VIGIE_DATA: site.services.env.dataDir });
    expect((await askOf(beside, tileAt(0))).status).toBe(200);
    expect(plan.requests).toHaveLength(1);
  });

  test('are asked for once by those who ask together', async () => {
    const { plan, ask } = await opened();
    plan.slow(150);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(tileAt(1))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(plan.requests).toEqual([tileAt(1)]);
  });

  test('of a screen at a time all come, though fewer are asked for at a time', async () => {
    const { plan, ask } = await opened();
    const tiles = Array.from({ length: 20 }, (_, index) => tileAt(index));
    const answers = await Promise.all(tiles.map((tile) => ask(tile)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(plan.requests.toSorted()).toEqual(tiles.toSorted());
  });

  test.each([
    'z/1/1',
    '12/2103',
    '12/2103/1461/0',
    '12/2103/1461.png',
    '7/65/45',
    '19/1/1',
    '12/4096/1',
    '12/-1/1',
    '12/%2e%2e/1',
  ])('%s is no tile, and nobody is asked', async (tile) => {
    const { plan, ask } = await opened();
    expect((await ask(tile)).status).toBe(404);
    expect(plan.requests).toEqual([]);
  });

  test('are not asked for far from France, nor for another site', async () => {
    const { plan, ask } = await opened();
    // New York.
    expect(await ask('12/1206/1539')).toMatchObject({ status: 204, cache: 'public, max-age=86400' });
    const foreign = await ask(tileAt(0), { 'sec-fetch-site': 'cross-site' });
    expect(foreign).toMatchObject({ status: 404, cache: 'no-store' });
    expect(plan.requests).toEqual([]);
  });

  test.each<Record<string, string>>([
    { MAP_TILES: 'builtin' },
    { MAP_STYLE_URL: 'https://cartes.example/style.json' },
  ])('are served by no site that does not show them: %o', async (settings) => {
    const { plan, ask } = await opened(settings);
    expect((await ask(tileAt(0))).status).toBe(404);
    expect(plan.requests).toEqual([]);
  });
});

describe('a plan that', () => {
  const text = Buffer.from('<html><script>alert(1)</script></html>');
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const half = async () => {
    const noise = Buffer.from(Array.from({ length: 256 * 256 * 3 }, (_, index) => (index * 7_919) % 251));
    const image = await sharp(noise, { raw: { width: 256, height: 256, channels: 3 } })
      .png()
      .toBuffer();
    return image.subarray(0, image.length / 2);
  };
  const wide = () =>
    sharp({ create: { width: 512, height: 256, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
  const huge = () =>
    sharp({ create: { width: 4_096, height: 4_096, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
  const jpeg = () =>
    sharp({ create: { width: 256, height: 256, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer();

  test.each<[string, () => Promise<TileTrouble> | TileTrouble]>([
    ['fails', () => ({ status: 500 })],
    ['refuses', () => ({ status: 403 })],
    ['sends elsewhere', () => 'elsewhere'],
    ['is cut', () => 'cut'],
    ['never ends', () => 'endless'],
    ['sends a page as an image', () => ({ bytes: text, type: 'image/png' })],
    ['sends a page', () => ({ bytes: text, type: 'text/html' })],
    ['sends nothing', () => ({ bytes: new Uint8Array(), type: 'image/png' })],
    ['sends half an image', async () => ({ bytes: await half(), type: 'image/png' })],
    ['sends an image of another shape', async () => ({ bytes: await wide(), type: 'image/png' })],
    ['sends an image that swells', async () => ({ bytes: await huge(), type: 'image/png' })],
    ['says another kind of image', async () => ({ bytes: await jpeg(), type: 'image/png' })],
    ['sends a drawing', () => ({ bytes: drawing, type: 'image/svg+xml' })],
  ])('%s is served by nobody and kept nowhere', async (_, trouble) => {
    const { plan, site, ask } = await opened();
    plan.trouble(await trouble());
    const answer = await ask(tileAt(0));
    expect(answer).toMatchObject({ status: 503, type: 'text/plain; charset=utf-8', cache: 'no-store' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await keptBy(site)).files).toEqual([]);
    // As soon as it does its work, so does the map.
    plan.trouble(null);
    expect((await ask(tileAt(0))).status).toBe(200);
    expect(plan.wrong).toEqual([]);
  });

  test('sends photographs is shown too', async () => {
    const { plan, ask } = await opened();
    plan.trouble({ bytes: await jpeg(), type: 'image/jpeg' });
    expect(await ask(tileAt(0))).toMatchObject({ status: 200, type: 'image/jpeg' });
    expect(await ask(tileAt(0))).toMatchObject({ status: 200, type: 'image/jpeg' });
    expect(plan.requests).toHaveLength(1);
  });

  test('fails again and again is left alone for a while; what is kept is shown all the same', async () => {
    const { plan, ask } = await opened();
    expect((await ask(tileAt(0))).status).toBe(200);
    plan.trouble({ status: 502 });
    for (let index = 1; index <= 20; index += 1) expect((await ask(tileAt(index))).status).toBe(503);
    expect(plan.requests).toHaveLength(1 + 4);
    expect((await ask(tileAt(30))).headers['retry-after']).toBe('30');
    expect((await ask(tileAt(0))).status).toBe(200);
    expect(plan.requests).toHaveLength(1 + 4);
    // Asked once more, it fails still; then it answers.
    moveClock(40_000);
    expect((await ask(tileAt(1))).status).toBe(503);
    expect((await ask(tileAt(2))).status).toBe(503);
    expect(plan.requests).toHaveLength(1 + 5);
    plan.trouble(null);
    moveClock(80_000);
    for (let index = 1; index <= 20; index += 1) expect((await ask(tileAt(index))).status).toBe(200);
  });

  test.each<[number, () => number | string, number]>([
    [429, () => 120, 120],
    [503, () => 120, 120],
    [429, () => new Date(Date.now() + 120_000).toUTCString(), 120],
    [503, () => 'bientôt', 30],
    [429, () => 86_400, 600],
  ])('asks for rest by a %d is left alone, for as long as it says', async (status, retryAfter, seconds) => {
    const { plan, ask } = await opened();
    plan.trouble({ status, retryAfter: retryAfter() });
    expect((await ask(tileAt(0))).headers['retry-after']).toBe(String(seconds));
    plan.trouble(null);
    moveClock((seconds - 2) * 1000);
    expect((await ask(tileAt(0))).status).toBe(503);
    expect(plan.requests).toHaveLength(1);
    moveClock((seconds + 1) * 1000);
    expect((await ask(tileAt(0))).status).toBe(200);
  });

  test('goes away and comes back is logged twice, whatever it said', async () => {
    const { plan, lines, ask } = await logged();
    plan.trouble({ status: 429, retryAfter: 120 });
    expect([await ask(0), await ask(1)]).toEqual(['away', 'away']);
    plan.trouble(null);
    moveClock(121_000);
    expect([await ask(0), await ask(1)]).toEqual(['picture', 'picture']);
    plan.trouble({ status: 500 });
    for (let index = 10; index < 20; index += 1) expect(await ask(index)).toBe('away');
    plan.trouble(null);
    moveClock(152_000);
    expect(await ask(10)).toBe('picture');
    expect(lines).toEqual([
      'le plan des rues ne répond pas : cartes sans rues (réponse 429)',
      'le plan des rues répond de nouveau',
      'le plan des rues ne répond pas : cartes sans rues (réponse 500)',
      'le plan des rues répond de nouveau',
    ]);
  });

  test.each<[TileTrouble, string]>([
    [{ status: 500 }, 'picture'],
    // What it asks for is kept to, even where an earlier request succeeds.
    [{ status: 429, retryAfter: 60 }, 'away'],
  ])('answers an earlier request after %o: the next one is %s', async (trouble, next) => {
    const { plan, ask } = await logged();
    const answer = plan.hold();
    const early = ask(0);
    await expect.poll(() => plan.requests).toHaveLength(1);
    plan.trouble(trouble);
    for (let index = 1; index <= 5; index += 1) expect(await ask(index)).toBe('away');
    plan.trouble(null);
    answer();
    expect(await early).toBe('picture');
    expect(await ask(6)).toBe(next);
  });

  test('is silent keeps nobody waiting for long, and the next ones not at all', async () => {
    const { plan, ask } = await opened({ MAP_TILES_SECONDS: '1' });
    plan.trouble('silence');
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(tileAt(index))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    // Those that waited for their turn were told no after a few silences.
    expect(plan.requests.length).toBeLessThan(12 + 4);
    const before = plan.requests.length;
    expect((await ask(tileAt(50))).status).toBe(503);
    expect(plan.requests).toHaveLength(before);
  });

  test('has nothing somewhere is asked there again after a day', async () => {
    const { plan, site, ask } = await opened();
    expect((await ask(tileAt(1))).status).toBe(200);
    plan.trouble({ status: 404 });
    for (let turn = 0; turn < 3; turn += 1)
      expect(await ask(tileAt(0))).toMatchObject({ status: 204, cache: 'public, max-age=3600' });
    expect(plan.requests).toHaveLength(2);
    await written(site, 2);
    plan.trouble(null);
    moveClock(DAY + 60_000);
    // Shown as it was, and asked for meanwhile.
    expect((await ask(tileAt(0))).status).toBe(204);
    await expect.poll(async () => (await ask(tileAt(0))).status).toBe(200);
    await expect.poll(() => plan.requests.length).toBeGreaterThanOrEqual(3);
  });

  test('lost for a day a tile that it had does not take it from readers', async () => {
    const { plan, site, ask } = await opened();
    expect((await ask(tileAt(0))).status).toBe(200);
    await written(site, 1);
    plan.trouble({ status: 404 });
    moveClock(31 * DAY);
    expect((await ask(tileAt(0))).status).toBe(200);
    await expect.poll(() => plan.requests.length).toBe(2);
    await written(site, 1);
    expect((await ask(tileAt(0))).status).toBe(200);
  });

  test('the disk has tiles of has the right address, whatever it lacks', async () => {
    const { plan, site, ask } = await opened();
    expect((await ask(tileAt(0))).status).toBe(200);
    await written(site, 1);
    const again = await testApp({ ...plan.settings, VIGIE_DATA: site.services.env.dataDir });
    plan.trouble({ status: 404 });
    expect((await askOf(again, tileAt(0))).status).toBe(200);
    expect((await askOf(again, tileAt(1))).status).toBe(204);
  });

  test('is slow lets one client wait for so many tiles, and no more', async () => {
    const { plan, site, ask } = await opened();
    plan.trouble('silence');
    const left = new AbortController();
    const reader = { client: '127.0.0.1', gone: left.signal };
    const held = Array.from({ length: 37 }, (_, index) =>
      streetTile(site.services, { z: 12, x: COLUMN + index, y: ROW }, reader),
    );
    expect(await Promise.race(held)).toEqual({ kind: 'busy', seconds: 5 });
    const refused = await ask(tileAt(50));
    // A browser does not take it for the plan.
    expect(refused).toMatchObject({ status: 429, cache: 'no-store', type: 'text/plain; charset=utf-8' });
    expect(refused.headers['retry-after']).toBe('5');
    left.abort();
    const answers = await Promise.all(held);
    expect(answers.filter(({ kind }) => kind === 'away')).toHaveLength(36);
  });

  test('has had nothing anywhere is taken for a wrong address', async () => {
    const { plan, env, lines, ask } = await logged();
    plan.trouble({ status: 404 });
    for (let index = 0; index < 10; index += 1) expect(await ask(index)).toBe('away');
    expect(plan.requests).toHaveLength(4);
    expect(lines).toEqual(['le plan des rues ne répond pas : cartes sans rues (réponse 404)']);
    expect(await readdir(env.dataDir)).not.toContain('tiles');
    plan.trouble(null);
    moveClock(31_000);
    expect(await ask(0)).toBe('picture');
    plan.trouble({ status: 404 });
    expect(await ask(1)).toBe('none');
  });
});

describe('what is kept', () => {
  test('is asked for again after a month, and shown until the new one is there', async () => {
    const { plan, site, ask } = await opened();
    const first = await ask(tileAt(0));
    await written(site, 1);
    moveClock(29 * DAY);
    await ask(tileAt(0));
    expect(plan.requests).toHaveLength(1);
    moveClock(31 * DAY);
    plan.trouble({ status: 500 });
    expect((await ask(tileAt(0))).bytes.equals(first.bytes)).toBe(true);
    await expect.poll(() => plan.requests.length).toBe(2);
    const redrawn = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    plan.trouble({ bytes: redrawn, type: 'image/png' });
    expect((await ask(tileAt(0))).bytes.equals(first.bytes)).toBe(true);
    await expect.poll(async () => (await ask(tileAt(0))).bytes.equals(redrawn)).toBe(true);
  });

  test('of one plan is never shown for another', async () => {
    const { plan, site } = await opened();
    await askOf(site, tileAt(0));
    await written(site, 1);
    const other = await tileServer();
    const moved = await testApp({ ...other.settings, VIGIE_DATA: site.services.env.dataDir });
    expect((await askOf(moved, tileAt(0))).status).toBe(200);
    expect([plan.requests.length, other.requests.length]).toEqual([1, 1]);
  });

  test('never takes more than its bound', async () => {
    const { plan, site, ask } = await opened({ MAP_CACHE_MB: '64' });
    // Pictures of some 190 kB: 400 of them would take 76 MB.
    const heavy = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'white' } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    plan.trouble({ bytes: heavy, type: 'image/png' });
    for (let index = 0; index < 400; index += 1)
      expect((await ask(`14/${8_400 + (index % 20)}/${5_840 + Math.floor(index / 20)}`)).status).toBe(200);
    const { bytes, files } = await keptBy(site);
    expect(bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect(files.length).toBeGreaterThan(100);
  });

  test.each([0, 40])('and cut to %d bytes by a power cut is asked for again', async (length) => {
    const { plan, site, ask } = await opened();
    const first = await ask(tileAt(0));
    await written(site, 1);
    await truncate((await keptBy(site)).files[0] ?? '', length);
    expect((await ask(tileAt(0))).bytes.equals(first.bytes)).toBe(true);
    expect(plan.requests).toHaveLength(2);
  });

  test('that the disk refuses costs a request each time, not the map, and two lines of the log', async () => {
    const { plan, env, lines, ask } = await logged();
    const folder = path.join(env.dataDir, 'tiles');
    await writeFile(folder, 'pas un dossier');
    const refused = 'les tuiles du plan des rues ne peuvent pas être gardées';
    expect(await Promise.all([ask(0), ask(1), ask(2)])).toEqual(['picture', 'picture', 'picture']);
    await expect.poll(() => lines).toEqual([refused]);
    // None of the three waits for the disk any more.
    for (const index of [0, 1, 2])
      await expect
        .poll(async () => {
          expect(await ask(index)).toBe('picture');
          return plan.requests.filter((tile) => tile === tileAt(index)).length;
        })
        .toBeGreaterThan(1);
    // It is left alone for a while.
    await rm(folder);
    expect(await ask(3)).toBe('picture');
    expect(await readdir(env.dataDir)).not.toContain('tiles');
    moveClock(31_000);
    expect(await ask(4)).toBe('picture');
    await expect.poll(() => lines).toEqual([refused, 'les tuiles du plan des rues sont de nouveau gardées']);
  });
});

test('a client that asks for a whole country is told to wait', async () => {
  const { plan, ask } = await opened({}, { rateLimits: true });
  const count = new Map<number, number>();
  for (let index = 0; index < 1_205; index += 1) {
    const { status } = await ask(tileAt(index % 3));
    count.set(status, (count.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(count)).toEqual({ 200: 1_200, 429: 5 });
  expect(plan.requests).toHaveLength(3);
});
