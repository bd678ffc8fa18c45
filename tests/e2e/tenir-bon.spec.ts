import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDb } from '../kit/db.ts';
import { later } from '../kit/leftovers.ts';
import { eventually, startSite } from '../kit/site.ts';

/** PostgreSQL as the site reaches it: this line can be cut, and mended. */
async function openLine(databaseUrl: string) {
  const there = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number) => new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = line.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => line.close(() => resolve()));
  };
  later(() => cut());
  const here = new URL(databaseUrl);
  here.hostname = '127.0.0.1';
  here.port = String(port);
  return { url: here.href, cut, mend: () => listen(port) };
}

const database = await testDb();
const line = await openLine(database.url);
const site = await startSite({ role: 'web', settings: { DATABASE_URL: line.url } });
const visit = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(site.origin + path, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
/** `fetch` would tidy the target: this sends it as it stands. */
const send = (target: string, headers = `Host: ${new URL(site.origin).host}`) =>
  new Promise<string>((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(site.origin).port), 'localhost', () =>
      socket.write(`GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
  });

describe('un inconnu', () => {
  test.each(['//x//e.fr/', '/.//e.fr/', '/%2e//e.fr/', '/\\x/\\e.fr/', 'http://e.fr//f.fr/'])(
    'n’est jamais envoyé ailleurs par %s',
    async (target) => {
      expect(await send(target)).toMatch(/\r\nlocation: \/[^/\\]/i);
    },
  );

  test.each([
    '//',
    '/acheter/%00',
    '/acheter/montpellier-34000/%00',
    '/annonce/%00',
    '/%ff',
    '/acheter/%E0%A4%A',
    '/acheter/montpellier-34000?mots=%00&apres=%00',
  ])('n’a pas d’erreur du serveur pour %s', async (target) => {
    const answer = await send(target);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    expect(answer).toContain('<html lang="fr">');
  });

  test.each(['Host: a b', 'Host: <script>', 'Host: e.fr:99999', 'Host: a@b'])(
    'ne casse rien avec %s',
    async (host) => {
      const answer = await send('/acheter/montpellier-34000', host);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).not.toContain('e.fr');
    },
  );

  test('ne passe pas à côté de la connexion par une autre orthographe', async () => {
    for (const path of [
      '/tableau-de-bord',
      '/Tableau-de-bord',
      '/%74ableau-de-bord',
      '/tableau-de-bord?x=1',
    ]) {
      const { status, headers } = await visit(path);
      expect([path, status]).toEqual([path, 302]);
      expect(headers.get('location')).toMatch(/^\/connexion\?redirect=/);
    }
    // What a click asks for: a redirect that the router understands, to the page and not to its data.
    const { status, text } = await visit('/tableau-de-bord.data');
    expect(status).toBe(202);
    expect(text).toContain('/connexion?redirect=%2Ftableau-de-bord"');
  });

  test('ne poste ni des montagnes, ni n’importe quoi', async () => {
    const post = async (body: string, type = 'application/x-www-form-urlencoded') =>
      (await visit('/desinscription', { method: 'POST', body, headers: { 'content-type': type } })).status;
    expect(await post(`token=${'x'.repeat(200_000)}`)).toBe(413);
    expect(await post('token=x', 'text/plain')).toBe(415);
    expect(await post('{}', 'application/json')).toBe(415);
    expect(await post('rien', 'multipart/form-data; boundary=b')).toBe(400);
    expect(await post('token=x')).toBe(404);
    expect((await visit('/desinscription', { method: 'POST' })).status).toBeLessThan(500);
    const put = await visit('/desinscription', { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('ne poste pas depuis un autre site', async () => {
    const post = async (headers: Record<string, string>) =>
      (await visit('/desinscription', { method: 'POST', body: new URLSearchParams({ token: 'x' }), headers }))
        .status;
    expect(await post({ origin: 'https://e.fr' })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post({ origin: site.origin })).toBe(404);
    // Behind a proxy that ends TLS the origin is https, and the request is not.
    expect(await post({ origin: site.origin.replace('http:', 'https:') })).toBe(404);
  });

  test('ne lit pas la boîte aux lettres de développement sous un nom d’emprunt', async () => {
    for (const path of ['/dev/mails', '/DEV/ui', '/dev/mails.data', '/dev/mails.json']) {
      expect(await send(path, 'Host: e.fr')).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect((await visit('/dev/ui')).status).toBe(200);
  });

  test('reçoit une page que nul cache ne donne à un autre', async () => {
    expect((await visit('/')).headers.get('vary')).toMatch(/\bcookie\b/i);
  });
});

test('sans base de données, les pages le disent par 503, et reviennent seules', async () => {
  const cookie = { headers: { cookie: '__Host-session=inconnue' } };
  await line.cut();
  for (const [path, init] of [
    ['/acheter/montpellier-34000', {}],
    ['/', cookie],
    ['/tableau-de-bord', cookie],
  ] as const) {
    const { status, headers, text } = await visit(path, init);
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '5']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('Cette page n’a pas pu s’afficher.');
  }
  expect((await visit('/acheter/montpellier-34000.data')).status).toBe(503);
  const map = await visit('/sitemap.xml');
  expect([map.status, map.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect((await visit('/mentions-legales')).status).toBe(200);
  await line.mend();
  await eventually(
    'les pages reviennent',
    async () => (await visit('/acheter/montpellier-34000')).status === 200,
  );
  expect(site.process.exitCode).toBeNull();
});

test('disque plein : une commande le dit en une ligne', async () => {
  await sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(database.db);
  await sql`create trigger full_disk before insert on agency execute function full_disk()`.execute(
    database.db,
  );
  const { code, err } = await site.vigie('agencies', 'add', '--ref', 'agence', '--name', 'Agence');
  expect(code).toBe(1);
  expect(err.trim()).toMatch(
    /^Le disque est plein \(could not extend file\)\s: libérez de la place, [^\n]+$/,
  );
});
