import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE_MS } from '../../tests/kit/patience.ts';
import {
  type DownloadLimits,
  DownloadRefused,
  downloadSafely,
  isPublicAddress,
} from './safe-download.server.ts';

const hits: string[] = [];
const server = createServer((request, response) => {
  hits.push(`${request.headers.host}${request.url}`);
  const path = request.url ?? '/';
  if (path.startsWith('/to?')) {
    response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end();
  } else if (path === '/loop') {
    response.writeHead(301, { location: '/loop' }).end();
  } else if (path === '/missing') {
    response.writeHead(404).end();
  } else if (path === '/lies') {
    // No length said, more than allowed sent.
    response.writeHead(200);
    for (let n = 0; n < 20; n += 1) response.write(Buffer.alloc(1_000));
    response.end();
  } else if (path === '/big') {
    response.writeHead(200, { 'content-length': 5_000 }).end(Buffer.alloc(5_000));
  } else if (path === '/slow') {
    response.writeHead(200);
    response.write('a');
  } else {
    response.end('picture');
  }
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const limits: DownloadLimits = {
  allowedHosts: ['127.0.0.1'],
  maxBytes: 4_000,
  timeoutMs: PATIENCE_MS,
  maxRedirects: 3,
};

async function refused(address: string, given: Partial<DownloadLimits> = {}): Promise<DownloadRefused> {
  const error = await downloadSafely(address, { ...limits, ...given }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DownloadRefused);
  return error as DownloadRefused;
}

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:53aa::1',
    '2001:db8::1',
    'fec0::1',
    'not an address',
    '',
  ])('%j is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.167.1.1', '2a01:e0a::1', '2606:4700::1111'])(
    '%j is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('refused without a connection', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:8080/',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'http://user:secret@8.8.8.8/',
    '//8.8.8.8/x',
    'photo.jpg',
    '',
    'http://',
    'http://[fe80::1]/',
    'http://①②⑦.⓪.⓪.①/',
  ])('%j', async (address) => {
    const before = hits.length;
    expect((await refused(address, { allowedHosts: [] })).permanent).toBe(true);
    expect(hits).toHaveLength(before);
  });

  test('a name with one private address among public ones', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect((await refused('http://mixed.example/', { resolve })).message).toBe('adresse privée');
  });
});

describe('followed', () => {
  test('an allowed host, on any port', async () => {
    expect(Buffer.from(await downloadSafely(`http://127.0.0.1:${port}/a`, limits)).toString()).toBe(
      'picture',
    );
  });

  test('a name is resolved once, and the connection goes to the address that was checked', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '8.8.8.8', family: 4 }];
    };
    const body = await downloadSafely(`http://photos.example:${port}/a`, {
      ...limits,
      allowedHosts: ['photos.example'],
      resolve,
    });
    expect(Buffer.from(body).toString()).toBe('picture');
    expect(asked).toBe(1);
    expect(hits.at(-1)).toBe(`photos.example:${port}/a`);
  });

  test('redirects, up to three, relative ones too', async () => {
    const to = (target: string) => `/to?${encodeURIComponent(target)}`;
    const three = `http://127.0.0.1:${port}${to(to(to('/a')))}`;
    expect(Buffer.from(await downloadSafely(three, limits)).toString()).toBe('picture');
    expect((await refused(`http://127.0.0.1:${port}/loop`)).message).toBe('trop de redirections');
  });
});

describe('a redirect is checked like the first address', () => {
  test.each([
    'http://localhost/',
    'http://169.254.169.254/',
    'http://[::1]/',
    'file:///etc/passwd',
    'http://10.0.0.1/',
  ])('%j', async (target) => {
    const error = await refused(`http://127.0.0.1:${port}/to?${encodeURIComponent(target)}`);
    expect(error.permanent).toBe(true);
  });
});

describe('bounded', () => {
  test('in size, whether said or not', async () => {
    expect((await refused(`http://127.0.0.1:${port}/big`)).message).toBe('plus de 4000 octets');
    expect((await refused(`http://127.0.0.1:${port}/lies`)).message).toBe('plus de 4000 octets');
  });

  test('in time, names included', async () => {
    expect((await refused(`http://127.0.0.1:${port}/slow`, { timeoutMs: 200 })).message).toBe(
      'délai dépassé',
    );
    const never = () => new Promise<never>(() => {});
    expect((await refused('http://slow.example/', { timeoutMs: 100, resolve: never })).permanent).toBe(false);
  });

  test('an abort of the caller is not a refusal', async () => {
    const abort = new AbortController();
    const running = downloadSafely(`http://127.0.0.1:${port}/slow`, { ...limits, signal: abort.signal });
    abort.abort(new Error('stop'));
    await expect(running).rejects.toThrow('stop');
  });
});

test('an answer that is not a file is worth another try', async () => {
  expect(await refused(`http://127.0.0.1:${port}/missing`)).toMatchObject({
    message: 'réponse 404',
    permanent: false,
  });
});
