import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { postFrom } from '../kit/elsewhere.ts';
import { eventually, startSite } from '../kit/site.ts';

const site = await startSite({
  settings: { LOG_LEVEL: 'debug', MAIL_WEBHOOK_SECRET: 's'.repeat(32) },
});
interface Line {
  readonly level: number;
  readonly security?: string;
  readonly who?: string | null;
  readonly client?: string;
  readonly subject?: string;
  readonly route?: string;
  readonly status?: number;
}
let log = '';
site.process.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
const lines = () =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);
const told = (event: string) =>
  eventually(`« ${event} » dans le journal`, async () => lines().find(({ security }) => security === event));

const email = 'lea.petit@essai.test';
const password = 'Unbonmot2passe';
const api = (path: string) => `${site.origin}/api${path}`;
async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(api(path), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    cookie: response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  };
}
async function tokenFor(to: string, words: RegExp): Promise<string> {
  return eventually('le lien', async () => {
    const mail = (await site.mails()).findLast(
      (one) => one.to?.some(({ address }) => address === to) && words.test(one.subject ?? ''),
    );
    return /[?&]token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  });
}

describe('le journal de sécurité', () => {
  it('dit en une ligne ce qui est refusé, sans rien de personnel', async () => {
    expect(
      (await send('POST', '/auth/register', { firstName: 'Léa', lastName: 'Petit', email, password })).status,
    ).toBe(200);
    const { cookie } = await send('POST', '/auth/login', { email, password });
    await postFrom('127.0.0.3', api('/auth/login'), { email, password: 'Faux12345' });
    const failed = await told('login.failed');
    expect(failed).toMatchObject({ level: 40, route: '/api/auth/login', subject: expect.any(String) });
    for (let each = 0; each < 12; each += 1)
      await postFrom('127.0.0.3', api('/auth/login'), { email, password: 'Faux12345' });
    expect((await told('login.locked')).subject).toBe(failed.subject);
    await send('POST', '/auth/login', { email, password }, { origin: 'https://ailleurs.example' });
    await told('origin.refused');
    await send(
      'POST',
      '/mail/events',
      { events: [{ id: 'a1', type: 'bounce', email }] },
      { 'vigie-signature': 't=1,v1=00' },
    );
    await told('signature.forged');
    await send('PUT', '/favorites/999999', {}, { cookie });
    expect((await told('tenant.refused')).who).toMatch(/^user:\d+$/);
    for (let each = 0; each < 31; each += 1)
      await postFrom('127.0.0.5', api('/agence/forgot-password'), { email: `a${each}@essai.test` });
    expect((await told('limit.reached')).client).not.toBe(failed.client);
  });

  it('dit ce qui change qui peut entrer dans un compte', async () => {
    await postFrom('127.0.0.6', api('/auth/forgot-password'), { email });
    const token = await tokenFor(email, /mot de passe/i);
    const other = 'Unautre2passe';
    expect((await send('POST', '/auth/reset-password', { token, password: other })).status).toBe(200);
    await told('password.reset');
    // Another account, whose password nobody tried.
    const noe = { firstName: 'Noé', lastName: 'Petit', email: 'noe@essai.test', password };
    const { cookie } = await send('POST', '/auth/register', noe);
    const changed = { currentPassword: password, newPassword: other };
    expect((await send('POST', '/auth/change-password', changed, { cookie })).status).toBe(200);
    expect((await told('password.changed')).who).toMatch(/^user:\d+$/);
    const again = await send('POST', '/auth/login', { email: noe.email, password: other });
    const gone = await send(
      'DELETE',
      '/profile',
      { confirmation: 'SUPPRIMER', password: other },
      { cookie: again.cookie },
    );
    expect(gone.status).toBe(200);
    await told('account.deleted');
    for (const secret of [email, noe.email, password, other, token, '127.0.0.3', '127.0.0.5', 'Faux12345'])
      expect(log).not.toContain(secret);
  });

  it('ne prend pas pour une panne un envoi que son auteur abandonne, et dit chaque réponse quand on le lui demande', async () => {
    const { port } = new URL(site.origin);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":',
    );
    await fetch(`${site.origin}/healthz`);
    socket.destroy();
    const answered = await eventually('la ligne de la réponse', async () =>
      lines().find(({ route, status }) => route === '/healthz' && status === 200),
    );
    expect(answered.level).toBe(20);
    await eventually('la fin de l’envoi abandonné', async () => {
      await fetch(`${site.origin}/healthz`);
      return lines().filter(({ route }) => route === '/healthz').length > 20;
    });
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
  });
});
