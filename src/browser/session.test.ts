import { describe, expect, it } from 'vitest';
import { ApiError, noResponse } from './read-error.ts';
import { type SessionState, sessionCheck, skipsCheck } from './session.ts';

const lea = { id: 7, email: 'lea@essai.test', firstName: 'Léa' };
const signedIn: SessionState = { isAuthenticated: true, user: lea };
const nobody: SessionState = { isAuthenticated: false, user: null };
const refusal = (status: number) => new ApiError({ message: 'Non', code: 'X', status });

/** A tab: what the server will answer in turn, its cookie and its storage; time moves by itself only when waited for. */
function tab(answers: (SessionState | Error)[], { cookie = false, user = null as typeof lea | null } = {}) {
  const seen = { asked: 0, waited: [] as number[], user, now: 1_000_000 };
  const check = sessionCheck({
    ask: async () => {
      seen.asked += 1;
      const answer = answers.shift() ?? nobody;
      await Promise.resolve();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    hasAuthCookie: () => cookie,
    remembered: () => seen.user,
    remember: (found) => {
      seen.user = { ...lea, ...found };
    },
    forget: () => {
      seen.user = null;
    },
    wait: async (milliseconds) => {
      seen.waited.push(milliseconds);
      seen.now += milliseconds;
    },
    now: () => seen.now,
  });
  return { seen, check };
}

describe('the check of a session (specification 4)', () => {
  it('believes a success for 5 seconds', async () => {
    const { seen, check } = tab([signedIn, signedIn]);
    expect(await check.check()).toEqual(signedIn);
    expect(seen.user).toEqual(lea);
    seen.now += 4_999;
    await check.check();
    expect(seen.asked).toBe(1);
    seen.now += 1;
    await check.check();
    expect(seen.asked).toBe(2);
  });

  it('shares one request between checks at the same time', async () => {
    const { seen, check } = tab([signedIn]);
    const all = await Promise.all([check.check(), check.check(), check.check()]);
    expect(all).toEqual([signedIn, signedIn, signedIn]);
    expect(seen.asked).toBe(1);
  });

  it.each([
    ['silence', new ApiError(noResponse)],
    ['401', refusal(401)],
    ['a server that fails', refusal(500)],
    ['« nobody » despite the cookie', nobody],
  ])('tries again once after 1 s when an auth cookie is present: %s', async (_, failure) => {
    const { seen, check } = tab([failure, signedIn], { cookie: true, user: lea });
    expect(await check.check()).toEqual(signedIn);
    expect(seen).toMatchObject({ asked: 2, waited: [1_000], user: lea });
  });

  it('then clears the user, and believes that briefly', async () => {
    const silence = new ApiError(noResponse);
    const { seen, check } = tab([silence, silence, signedIn], { cookie: true, user: lea });
    expect(await check.check()).toEqual(nobody);
    expect(seen).toMatchObject({ asked: 2, waited: [1_000], user: null });
    seen.now += 999;
    await check.check();
    expect(seen.asked).toBe(2);
    seen.now += 1;
    expect(await check.check()).toEqual(signedIn);
  });

  it('does not try again without an auth cookie', async () => {
    const { seen, check } = tab([new ApiError(noResponse)], { user: lea });
    expect(await check.check()).toEqual(nobody);
    expect(seen).toMatchObject({ asked: 1, waited: [], user: null });
  });

  it('knows a visitor without session for 5 seconds too', async () => {
    const { seen, check } = tab([nobody]);
    await check.check();
    seen.now += 4_999;
    await check.check();
    expect(seen.asked).toBe(1);
  });

  it.each([
    [503, 2],
    [500, 2],
    [429, 1],
  ])(
    '%i is an answer that says nothing of the session: nobody is logged out (asked %i times)',
    async (status, asked) => {
      const { seen, check } = tab([refusal(status), refusal(status)], { cookie: true, user: lea });
      expect(await check.check()).toEqual(signedIn);
      expect(seen).toMatchObject({ asked, user: lea });
    },
  );

  it('asks again once what it believed has expired', async () => {
    const { seen, check } = tab([signedIn, nobody]);
    await check.check();
    check.expire();
    expect(await check.check()).toEqual(nobody);
    expect(seen.asked).toBe(2);
  });
});

it.each([
  ['/agence', true],
  ['/agence/connexion', true],
  ['/agence/inscription', true],
  ['/agence/creer-compte', true],
  ['/agence/recherche', true],
  ['/agence/mot-de-passe-oublie', true],
  ['/agence/confirmation-email', true],
  ['/agence/inscription-reussie', true],
  ['/agence/dupont/annonces', true],
  ['/boost', true],
  ['/boost/inscription', true],
  ['/', false],
  ['/connexion', false],
  ['/tableau-de-bord', false],
  ['/agences', false],
])('on %s the check is skipped: %s', (pathname, skipped) => {
  expect(skipsCheck(pathname)).toBe(skipped);
});
