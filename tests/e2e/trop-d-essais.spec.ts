import { describe, expect, it } from 'vitest';
import { waitText } from '#platform/rate-limits.server.ts';
import { postFrom } from '../kit/elsewhere.ts';
import { freePort } from '../kit/free-port.ts';
import { type Site, startSite } from '../kit/site.ts';

const password = 'Unbonmot2passe';
const port = await freePort();
const base = await startSite({ role: 'web', port });
let site: Site = base;

/** The process ends and another takes its place: the same address, the same database. */
async function restart() {
  await site.stop('SIGKILL');
  site = await startSite({ role: 'web', port, beside: base });
}

const login = (from: string, email: string, word: string, headers: Record<string, string> = {}) =>
  postFrom(from, `${base.origin}/api/auth/login`, { email, password: word }, headers);
const forged = (rank: number) => ({
  'x-forwarded-for': `203.0.113.${rank}`,
  'x-real-ip': `203.0.113.${rank}`,
  forwarded: `for=203.0.113.${rank}`,
});

/** Specification 8, « 429 », to who must wait so many seconds. */
const limited = (seconds: number) => ({
  success: false,
  code: 'RATE_LIMIT_EXCEEDED',
  message: 'Limite de requêtes atteinte. Veuillez patienter.',
  details: {
    title: 'Limite de requêtes atteinte',
    retryAfter: waitText(seconds),
    endpoint: '/api/auth/login',
  },
});
/** A quarter of an hour from the first try, in seconds. */
const WINDOW_S = 900;

async function signUp(from: string, email: string) {
  const body = { firstName: 'Léa', lastName: 'Petit', email, password };
  expect((await postFrom(from, `${base.origin}/api/auth/register`, body)).status).toBe(200);
}

describe('trop d’essais', () => {
  const strangers: number[] = [];
  const mistakes: number[] = [];

  let since = 0;

  it('quarante adresses inconnues et quinze mots de passe faux sont arrêtés', async () => {
    await signUp('127.0.0.4', 'lea@essai.test');
    await signUp('127.0.0.4', 'noe@essai.test');
    since = Date.now();
    for (let each = 0; each < 40; each += 1) {
      const email = `inconnue${each}@essai.test`;
      // Half of them under a borrowed name.
      strangers.push((await login('127.0.0.1', email, password, each % 2 ? forged(each) : {})).status);
    }
    expect(strangers).toEqual([...Array<number>(10).fill(404), ...Array<number>(30).fill(429)]);
    for (let each = 0; each < 15; each += 1)
      mistakes.push((await login('127.0.0.3', 'lea@essai.test', 'Faux12345', forged(each))).status);
    expect(mistakes).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
  });

  it('ils le restent après un redémarrage, sous un nom d’emprunt, avec le bon mot de passe', async () => {
    await restart();
    for (const headers of [{}, forged(200)]) {
      const stranger = await login('127.0.0.1', 'encore@essai.test', password, headers);
      const right = await login('127.0.0.3', 'lea@essai.test', password, headers);
      for (const { json, headers: said } of [stranger, right]) {
        const seconds = Number(said['retry-after']);
        expect(json).toEqual(limited(seconds));
        expect(seconds).toBeLessThanOrEqual(WINDOW_S);
        expect(seconds).toBeGreaterThan(WINDOW_S - 2 - (Date.now() - since) / 1_000);
      }
    }
  });

  it('les autres ne le sont pas, à une autre adresse', async () => {
    expect((await login('127.0.0.2', 'autre@essai.test', password)).status).toBe(404);
    expect((await login('127.0.0.2', 'noe@essai.test', password)).status).toBe(200);
  });
});
