import { afterEach, describe, expect, it, vi } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { openWeb } from '../../web.server.ts';
import { forgetAttempts } from './login-attempts.server.ts';

const password = 'Unbonmot2passe';
afterEach(() => moveClock(0));

async function door() {
  const site = await testApp();
  let web = site.app;
  const from =
    (ip: string, more: Record<string, string> = {}) =>
    async (email: string, word: string) => {
      const response = await web.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password: word },
        remoteAddress: ip,
        headers: more,
      });
      return { status: response.statusCode, json: response.json(), headers: response.headers };
    };
  const signUp = async (email: string) => {
    const body = { firstName: 'Léa', lastName: 'Petit', email, password };
    expect((await site.call('POST', '/api/auth/register', { body })).status).toBe(200);
  };
  return {
    site,
    from,
    signUp,
    async restart() {
      await web.close();
      web = await openWeb({ services: site.services, pages: null, rateLimits: false });
    },
  };
}

const limited = {
  success: false,
  code: 'RATE_LIMIT_EXCEEDED',
  message: 'Limite de requêtes atteinte. Veuillez patienter.',
  details: {
    title: 'Limite de requêtes atteinte',
    retryAfter: '15 minutes',
    endpoint: '/api/auth/login',
  },
};

describe('who tries too often is stopped as specification 8 says', () => {
  it('wrong passwords: after ten, right or wrong, for a quarter of an hour, also after a restart', async () => {
    const { from, signUp, restart, site } = await door();
    await signUp('lea@essai.test');
    await signUp('noe@essai.test');
    const tries = from('127.0.0.1');
    const seen: number[] = [];
    // The quarter of an hour begins with the first try, however long the others take.
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    for (let times = 0; times < 15; times += 1)
      seen.push((await tries('lea@essai.test', 'Faux12345')).status);
    expect(seen).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
    await restart();
    const right = await tries('lea@essai.test', password);
    frozen.mockRestore();
    expect(right.json).toEqual(limited);
    expect(right.headers['retry-after']).toBe('900');
    const forged = await from('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })('lea@essai.test', password);
    expect(forged.status).toBe(429);
    // Somebody else is not stopped; nor is this person once the time is over.
    expect((await from('127.0.0.2')('noe@essai.test', password)).status).toBe(200);
    moveClock(901_000);
    expect((await tries('lea@essai.test', password)).status).toBe(200);
    await forgetAttempts(site.db);
    expect(await site.db.selectFrom('accountAttempt').selectAll().execute()).toEqual([]);
  });

  it('unknown addresses: ten different ones, also after a restart and with a forged header', async () => {
    const { from, restart } = await door();
    const seen: number[] = [];
    for (let each = 0; each < 40; each += 1) {
      if (each === 20) await restart();
      const visit = from('127.0.0.1', { 'x-forwarded-for': `203.0.113.${each}` });
      seen.push((await visit(`inconnue${each}@essai.test`, 'Faux12345')).status);
    }
    expect(seen).toEqual([...Array<number>(10).fill(404), ...Array<number>(30).fill(429)]);
    expect((await from('127.0.0.2')('autre@essai.test', 'Faux12345')).status).toBe(404);
    expect((await from('::ffff:127.0.0.1')('autre@essai.test', 'Faux12345')).status).toBe(429);
  });

  it('many at once are counted too', async () => {
    const { from, signUp } = await door();
    await signUp('lea@essai.test');
    const all = await Promise.all(
      Array.from({ length: 25 }, () => from('127.0.0.1')('lea@essai.test', 'Faux12345')),
    );
    expect(all.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    expect(all.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  it('one client: thirty failures, over however many accounts', async () => {
    const { from, signUp } = await door();
    for (const name of ['a', 'b', 'c', 'd']) await signUp(`${name}@essai.test`);
    const seen: number[] = [];
    for (let times = 0; times < 36; times += 1) {
      seen.push((await from('127.0.0.1')(`${'abcd'[times % 4]}@essai.test`, 'Faux12345')).status);
    }
    expect(seen).toEqual([...Array<number>(30).fill(401), ...Array<number>(6).fill(429)]);
  });

  it('who signs in well forgets the mistakes made on the account', async () => {
    const { from, signUp } = await door();
    await signUp('lea@essai.test');
    const tries = from('127.0.0.1');
    for (let round = 0; round < 2; round += 1) {
      for (let times = 0; times < 9; times += 1) await tries('lea@essai.test', 'Faux12345');
      expect((await tries('lea@essai.test', password)).status).toBe(200);
    }
  });

  it('asking which addresses have an account, by signing up', async () => {
    const { site, signUp } = await door();
    const ask = async (email: string) =>
      (
        await site.call('POST', '/api/auth/register', {
          body: { firstName: 'Un', lastName: 'Autre', email, password },
        })
      ).status;
    for (let each = 0; each < 12; each += 1) await signUp(`connue${each}@essai.test`);
    const seen: number[] = [];
    for (let each = 0; each < 12; each += 1) seen.push(await ask(`connue${each}@essai.test`));
    expect(seen).toEqual([...Array<number>(10).fill(409), 429, 429]);
  });
});
