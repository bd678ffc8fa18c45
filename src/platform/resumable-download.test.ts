import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PATIENCE_MS } from '../../tests/kit/patience.ts';
import { type Fault, openPublisher, type Publisher } from '../../tests/kit/publisher.ts';
import { downloadToFile, forgetDownload, type Pace } from './resumable-download.server.ts';
import { DownloadRefused } from './safe-download.server.ts';

let publisher: Publisher;
let folder = '';
let file = '';
/** Bytes of the last file that came. */
let received = 0;
const content = randomBytes(200_000);
const pace: Pace = { bytesPerSecond: 1e9, silenceMs: PATIENCE_MS, tries: 3, pauseMs: 1 };

beforeAll(async () => {
  publisher = await openPublisher();
});
afterAll(() => publisher.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-download-'));
  file = path.join(folder, '2024', '30.csv.gz');
  received = 0;
  publisher.asked.length = 0;
  publisher.faults.clear();
  publisher.files.clear();
  publisher.files.set('/30', content);
  return () => rm(folder, { recursive: true, force: true });
});

interface More {
  known?: string | null;
  maxBytes?: number;
  pace?: Partial<Pace>;
  /** Asked before each wait. */
  silenceMs?: () => number;
  address?: string;
  allowedHosts?: string[];
}

/** As published at this moment. */
const sound = async (given: string) => {
  const published = publisher.files.get('/30');
  return Buffer.isBuffer(published) && published.equals(await readFile(given)) ? null : 'fichier abîmé';
};

const fetched = (more: More = {}) =>
  downloadToFile({
    address: more.address ?? `${publisher.origin}/30`,
    file,
    allowedHosts: more.allowedHosts ?? ['127.0.0.1'],
    known: more.known ?? null,
    maxBytes: more.maxBytes ?? 1_000_000,
    pace: {
      ...pace,
      ...more.pace,
      get silenceMs() {
        return more.silenceMs?.() ?? PATIENCE_MS;
      },
    },
    check: sound,
    onProgress: (bytes) => {
      received = bytes;
    },
  });

/** A second for the next `times` waits once so many bytes have come, where nothing more will; a long time for what must come. */
function shortSilence(times: number, from = content.length / 2): () => number {
  let left = times;
  return () => {
    if (received < from || left === 0) return PATIENCE_MS;
    left -= 1;
    return 1_000;
  };
}

async function refused(more: More = {}): Promise<DownloadRefused> {
  const error = await fetched(more).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DownloadRefused);
  return error as DownloadRefused;
}

const fail = (...faults: Fault[]) => publisher.faults.set('/30', faults);

test('a file comes whole, with its version; the same version is not sent again', async () => {
  const first = await fetched();
  expect(first).toMatchObject({ outcome: 'whole', bytes: content.length, resumedFrom: 0 });
  expect((await readFile(file)).equals(content)).toBe(true);
  // It is still there: the server says that it is the current one.
  expect(await fetched()).toMatchObject({ outcome: 'whole', resumedFrom: content.length });
  await forgetDownload(file);
  expect(await readdir(path.dirname(file))).toEqual([]);
  if (first.outcome !== 'whole') throw new Error(first.outcome);
  expect(await fetched({ known: first.version })).toEqual({ outcome: 'unchanged' });
  expect(publisher.asked.map(({ status }) => status)).toEqual([200, 304, 304]);
});

test('another version takes the place of the one that is there', async () => {
  await fetched();
  const corrected = randomBytes(1_000);
  publisher.files.set('/30', corrected);
  expect(await fetched()).toMatchObject({ outcome: 'whole', bytes: 1_000, resumedFrom: 0 });
  expect((await readFile(file)).equals(corrected)).toBe(true);
});

test('a file that comes spoiled twice is refused, and nothing of it stays', async () => {
  fail('torn', 'torn');
  expect(await refused()).toMatchObject({ message: 'fichier abîmé, deux fois de suite', permanent: true });
  expect(await readdir(path.dirname(file))).toEqual([]);
});

test.for([
  ['cut', [200, 206]],
  ['lies', [200, 416, 200]],
  ['torn', [200, 200]],
  ['doubled', [200, 200]],
  ['busy', [503, 200]],
  ['broken', [500, 200]],
] as const)('%s once: the file comes whole all the same', async ([fault, statuses]) => {
  fail(fault);
  expect(await fetched()).toMatchObject({ outcome: 'whole', bytes: content.length });
  expect((await readFile(file)).equals(content)).toBe(true);
  expect(publisher.asked.map(({ status }) => status)).toEqual(statuses);
});

test.for([
  ['silent', content.length / 2, 206],
  ['mute', 0, 200],
] as const)('%s once: it is asked again', async ([fault, from, status]) => {
  fail(fault);
  expect(await fetched({ silenceMs: shortSilence(1, from) })).toMatchObject({ outcome: 'whole' });
  expect(publisher.asked.at(-1)?.status).toBe(status);
});

test('a server that always falls silent is given up, and what came of the file stays', async () => {
  fail('silent', 'mute', 'mute', 'mute');
  const error = await refused({ silenceMs: shortSilence(Number.POSITIVE_INFINITY) });
  expect(error).toMatchObject({ message: 'aucun octet reçu en 1\u00a0s', permanent: false });
  publisher.faults.clear();
  // Another process, later: only the rest is asked.
  expect(await fetched()).toMatchObject({ outcome: 'whole', resumedFrom: content.length / 2 });
  expect(publisher.asked.at(-1)).toMatchObject({ range: `bytes=${content.length / 2}-`, status: 206 });
  expect((await readFile(file)).equals(content)).toBe(true);
});

test('the rest of another version is not put behind the beginning of the first', async () => {
  fail('cut', 'mute', 'mute', 'mute');
  publisher.files.set('/30', randomBytes(200_000));
  await refused({ silenceMs: shortSilence(Number.POSITIVE_INFINITY) });
  publisher.faults.clear();
  publisher.files.set('/30', content);
  expect(await fetched()).toMatchObject({ outcome: 'whole', resumedFrom: 0 });
  expect((await readFile(file)).equals(content)).toBe(true);
});

test.for([
  ['whole', [200, 200]],
  // It says that it is the rest, and is not: the check finds it out.
  ['again', [200, 206, 200]],
] as const)('a server that answers %s to who asks for the rest', async ([fault, statuses]) => {
  fail('cut', fault);
  expect(await fetched()).toMatchObject({ outcome: 'whole', resumedFrom: 0 });
  expect(publisher.asked.map(({ status }) => status)).toEqual(statuses);
  expect((await readFile(file)).equals(content)).toBe(true);
});

test('a file that begins again, of another version, goes on as long as more of it comes', async () => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.part`, content.subarray(0, 190_000));
  const old = { address: `${publisher.origin}/30`, version: '"old"', validator: '"old"', size: 300_000 };
  await writeFile(`${file}.part.json`, JSON.stringify(old));
  // To 100,000, 150,000, 175,000 and 187,500 bytes: never as much as was there of the other.
  fail('cut', 'cut', 'cut', 'cut');
  expect(await fetched()).toMatchObject({ outcome: 'whole', resumedFrom: 187_500 });
  expect((await readFile(file)).equals(content)).toBe(true);
});

test('a server that makes every attempt begin again is given up', async () => {
  // More is announced than comes, then there is no rest of it: three beginnings for nothing.
  fail(...Array.from({ length: 60 }, () => 'lies' as const));
  expect(await refused()).toMatchObject({ message: 'le serveur n’a pas la suite de ce qui était là' });
  expect(publisher.asked.map(({ status }) => status)).toEqual([200, 416, 200, 416, 200, 416]);
});

test('what came whole before the process died is not asked again', async () => {
  await fetched();
  const known = await readFile(`${file}.json`, 'utf8');
  await forgetDownload(file);
  await writeFile(`${file}.part`, content);
  await writeFile(`${file}.part.json`, known);
  expect(await fetched()).toMatchObject({ outcome: 'whole', resumedFrom: content.length });
  expect(publisher.asked).toHaveLength(1);
});

test('a beginning of which nothing is known is thrown away', async () => {
  await fetched();
  await forgetDownload(file);
  await writeFile(`${file}.part`, 'autre chose');
  await writeFile(`${file}.part.json`, '{"address":');
  expect(await fetched()).toMatchObject({ outcome: 'whole', resumedFrom: 0 });
  expect((await readFile(file)).equals(content)).toBe(true);
});

test('a file that is not there, and answers that mean no', async () => {
  publisher.files.delete('/30');
  expect(await fetched()).toEqual({ outcome: 'absent' });
  fail('broken', 'broken', 'broken');
  expect((await refused()).message).toBe('réponse 500');
  expect(await refused({ address: `${publisher.origin}/30`, allowedHosts: [] })).toMatchObject({
    permanent: true,
  });
  expect((await refused({ address: 'file:///etc/passwd' })).permanent).toBe(true);
  expect(await refused({ address: 'http://127.0.0.1:1/30' })).toMatchObject({
    message: 'connexion impossible (ECONNREFUSED)',
    permanent: false,
  });
});

test('bounded in size', async () => {
  expect((await refused({ maxBytes: 1_000 })).message).toBe('plus de 1000 octets');
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('no faster than the pace', async () => {
  const began = performance.now();
  await fetched({ pace: { bytesPerSecond: 400_000 } });
  // Half a second for these bytes: never sooner, later on a busy machine.
  expect(performance.now() - began).toBeGreaterThan(400);
});
