import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#browser/read-error.ts';
import type { ToastInput } from '#browser/toasts.ts';
import { HIDDEN_KEY, KEPT_KEY } from '#contract/constants.ts';
import { KEPT_HERE_MAX, readIds, readReasons, VIEWED_HERE_MAX } from './marks.ts';
import { markStore, openMarks } from './store.client.ts';
import { noteViewed, viewedWith } from './viewed.client.ts';

/** A browser that keeps cookies, whatever it does of the rest. */
vi.stubGlobal('document', { cookie: '' });

/** What stands around a store: an account or none, a server that answers when told, a storage, toasts. */
function scene({ account = null as number | null, kept = [] as number[], hidden = [] as number[] } = {}) {
  const server = { kept: new Set(kept), hidden: new Set(hidden) };
  const storage = new Map<string, string>();
  const sent: string[] = [];
  const toasts: ToastInput[] = [];
  const around = {
    who: account,
    refusal: null as ApiError | null,
    broken: false,
    waiting: [] as (() => void)[],
    slow: false,
  };
  const store = markStore({
    account: () => around.who,
    fetchMarks: async () => ({ kept: [...server.kept], hidden: [...server.hidden] }),
    send: async (kind, id, on, reason) => {
      sent.push(`${on ? '+' : '-'}${kind} ${id}${reason ? ` ${reason}` : ''}`);
      if (around.slow) await new Promise<void>((resolve) => around.waiting.push(resolve));
      if (around.refusal) throw around.refusal;
      if (on) server[kind].add(id);
      else server[kind].delete(id);
    },
    store: () => {
      if (around.broken) throw new Error('SecurityError');
      return {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      };
    },
    say: (input) => void toasts.push(input),
    changed: () => {},
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const here = () => readIds(storage.get(KEPT_KEY) ?? null);
  return {
    store,
    server,
    storage,
    sent,
    toasts,
    around,
    settled,
    here,
    titles: () => toasts.map(({ title }) => title),
  };
}

let signedInTo: string[] = [];
const signIn = () => void signedInTo.push('login');
const refuse = (status: number | null, code = 'X', message = 'Non, pas maintenant.') =>
  new ApiError({ status, code, message });
beforeEach(() => {
  signedInTo = [];
});

describe('without an account', () => {
  test('a heart is kept in this browser; said with the first one, which leads to the login', () => {
    const { store, here, toasts, sent } = scene();
    store.arrive();
    store.keep(7, signIn);
    store.keep(9, signIn);
    expect(here()).toEqual([7, 9]);
    expect([...store.get().kept]).toEqual([7, 9]);
    expect(toasts.map(({ action }) => action?.label)).toEqual(['Se connecter', 'Annuler']);
    toasts[0]!.action!.onSelect();
    expect(signedInTo).toEqual(['login']);
    toasts[1]!.action!.onSelect();
    expect(here()).toEqual([7]);
    store.unkeep(7);
    expect(here()).toEqual([]);
    toasts.at(-1)!.action!.onSelect();
    expect(here()).toEqual([7]);
    expect(sent).toEqual([]);
  });

  test('nothing is left behind when nothing is kept, and what cannot be read counts for none', () => {
    const { store, storage } = scene();
    storage.set(KEPT_KEY, '{"pas": "une liste"}');
    store.keep(7, signIn);
    store.unkeep(7);
    expect(storage.has(KEPT_KEY)).toBe(false);
    for (const text of ['', '{', '"7"', '[7', 'null', '[null, -1, 0, 1.5, "8", {}]'])
      expect(readIds(text)).toEqual([]);
    expect(readIds('[3, 3, 2]')).toEqual([3, 2]);
  });

  test('no more than a login can send, and none where the storage is refused', () => {
    const { store, here, titles, around } = scene();
    for (let id = 1; id <= KEPT_HERE_MAX + 1; id += 1) store.keep(id, signIn);
    expect(here()).toHaveLength(KEPT_HERE_MAX);
    expect(store.get().kept.has(KEPT_HERE_MAX + 1)).toBe(false);
    expect(titles().at(-1)).toMatch(/maximum/);
    around.broken = true;
    store.keep(99, signIn);
    expect(store.get().kept.has(99)).toBe(false);
    expect(titles().at(-1)).toBe('L’annonce n’a pas été gardée');
  });
});

describe('without an account, « Ne plus voir »', () => {
  const hiddenHere = (storage: Map<string, string>) => JSON.parse(storage.get(HIDDEN_KEY) ?? '{}') as object;

  test('is kept in this browser with its reason, undone, and gives way to a heart', async () => {
    const { store, storage, sent, toasts } = scene();
    store.arrive();
    store.hide(7);
    await store.giveReason(7, 'price');
    store.hide(9);
    expect([...store.get().hidden]).toEqual([7, 9]);
    expect(hiddenHere(storage)).toEqual({ 7: 'price', 9: null });
    store.hear();
    expect(store.get().reasons.get(7)).toBe('price');
    store.showAgain(9);
    store.keep(7, signIn);
    expect([...store.get().hidden]).toEqual([]);
    expect(storage.has(HIDDEN_KEY)).toBe(false);
    expect([sent, toasts.length]).toEqual([[], 1]);
  });

  test('joins the account at the next login, with its reason', async () => {
    const { store, storage, sent, settled, around, server } = scene();
    store.hide(7);
    await store.giveReason(7, 'state');
    around.who = 1;
    store.arrive();
    expect(store.get().hidden.has(7)).toBe(true);
    await settled();
    expect(await store.merge()).toBe(1);
    expect(sent).toEqual(['+hidden 7 state']);
    expect([[...server.hidden], storage.has(HIDDEN_KEY)]).toEqual([[7], false]);
  });

  test('is refused aloud where there is no room or no storage, and reads what is written badly as none', () => {
    const { store, storage, titles, around } = scene();
    for (let id = 1; id <= KEPT_HERE_MAX + 1; id += 1) store.hide(id);
    expect(Object.keys(hiddenHere(storage))).toHaveLength(KEPT_HERE_MAX);
    expect(titles()).toEqual([`${KEPT_HERE_MAX} annonces masquées, c’est le maximum sans compte`]);
    around.broken = true;
    store.hide(99);
    expect(titles().at(-1)).toBe('L’annonce n’a pas été masquée');
    for (const text of ['', '{', 'null', '"7"', '7', '{"x":1,"-1":null,"1.5":null}', '{"],[7":null}'])
      expect([text, [...readReasons(text)]]).toEqual([text, []]);
    expect([...readReasons('{"7":"price","8":"toString"}')]).toEqual([
      [7, 'price'],
      [8, null],
    ]);
  });
});

describe('with an account', () => {
  test('marks come from the server, and a press shows at once', async () => {
    const { store, server, sent, settled, around, titles } = scene({ account: 1, kept: [4], hidden: [5] });
    store.arrive();
    expect(store.get()).toMatchObject({ signedIn: true, known: false });
    await settled();
    expect(store.get()).toEqual({
      signedIn: true,
      known: true,
      kept: new Set([4]),
      hidden: new Set([5]),
      reasons: new Map(),
    });
    around.slow = true;
    store.keep(7, signIn);
    expect(store.get().kept.has(7)).toBe(true);
    expect(server.kept.has(7)).toBe(false);
    await settled();
    around.waiting.shift()!();
    await settled();
    expect(server.kept).toEqual(new Set([4, 7]));
    expect(sent).toEqual(['+kept 7']);
    expect(titles()).toEqual(['Gardée dans vos favoris']);
  });

  test('of many quick presses the last one wins, one call at a time', async () => {
    const { store, server, sent, settled, around, toasts } = scene({ account: 1 });
    store.arrive();
    await settled();
    around.slow = true;
    store.keep(7, signIn);
    await settled();
    store.unkeep(7);
    store.keep(7, signIn);
    store.unkeep(7);
    expect(sent).toEqual(['+kept 7']);
    while (around.waiting.length > 0) {
      around.waiting.shift()!();
      await settled();
    }
    expect(sent).toEqual(['+kept 7', '-kept 7']);
    expect(server.kept.size).toBe(0);
    around.slow = false;
    toasts.at(-1)!.action!.onSelect();
    await settled();
    expect([...server.kept]).toEqual([7]);
  });

  test('pressed before the server answered, a mark stays as it was pressed', async () => {
    const { store, server, settled } = scene({ account: 1, kept: [4, 7], hidden: [5] });
    store.arrive();
    store.unkeep(7);
    store.hide(8, { quiet: true });
    await settled();
    expect(store.get()).toMatchObject({ kept: new Set([4]), hidden: new Set([5, 8]) });
    expect(server).toEqual({ kept: new Set([4]), hidden: new Set([5, 8]) });
  });

  test('pressed just before the page is left, a mark is sent at once, and as a write that arrives', async () => {
    const { store, sent, server, settled, around } = scene({ account: 1, kept: [] });
    store.keep(4, signIn);
    expect(sent).toEqual(['+kept 4']);
    await settled();
    expect([...server.kept]).toEqual([4]);
    // Whose session had ended meanwhile keeps it in this browser.
    const other = scene({ account: 1 });
    other.around.refusal = refuse(401);
    other.store.keep(5, signIn);
    await other.settled();
    expect([other.here(), other.store.get().signedIn]).toEqual([[5], false]);
    expect(around.waiting).toEqual([]);
  });

  test('a refusal puts the mark back and says why, in French also when nothing answered', async () => {
    const { store, settled, around, toasts } = scene({ account: 1, kept: [4] });
    store.arrive();
    await settled();
    around.refusal = refuse(409, 'FAVORITE_LIMIT', 'C’est le maximum.');
    store.keep(7, signIn);
    store.unkeep(4);
    await settled();
    expect([...store.get().kept]).toEqual([4]);
    expect(toasts.slice(-2)).toMatchObject([
      { title: 'L’annonce n’a pas été gardée', description: 'C’est le maximum.', variant: 'destructive' },
      { title: 'L’annonce est toujours dans vos favoris', variant: 'destructive' },
    ]);
    around.refusal = refuse(null, 'UNKNOWN_ERROR', 'No response received from server');
    store.hide(4);
    await settled();
    expect(store.get().hidden.size).toBe(0);
    expect(toasts.at(-1)!.description).toBe('La connexion est coupée. Réessayez dans un instant.');
    around.refusal = null;
    store.keep(7, signIn);
    await settled();
    expect([...store.get().kept]).toEqual([4, 7]);
  });

  test('whose session ended keeps on in this browser', async () => {
    const { store, settled, around, here, titles } = scene({ account: 1, kept: [4] });
    store.arrive();
    await settled();
    around.refusal = refuse(401, 'login_required');
    store.keep(7, signIn);
    await settled();
    expect(here()).toEqual([7]);
    expect(store.get()).toMatchObject({ signedIn: false, kept: new Set([7]) });
    expect(titles().at(-1)).toBe('Gardée dans ce navigateur');
  });

  test('another reader sees their own marks, nobody sees none', async () => {
    const { store, server, settled, around } = scene({ account: 1, kept: [4], hidden: [5] });
    store.arrive();
    await settled();
    around.who = null;
    store.arrive();
    expect(store.get()).toMatchObject({ signedIn: false, kept: new Set(), hidden: new Set() });
    server.kept = new Set([9]);
    around.who = 2;
    store.arrive();
    await settled();
    expect(store.get()).toMatchObject({ signedIn: true, kept: new Set([9]) });
  });
});

describe('after a login', () => {
  test('what this browser kept joins the account, and leaves the browser', async () => {
    const { store, server, settled, around, here, titles } = scene({ kept: [4] });
    for (const id of [4, 7, 9]) store.keep(id, signIn);
    around.who = 1;
    expect(await store.merge()).toBe(3);
    await settled();
    expect(server.kept).toEqual(new Set([4, 7, 9]));
    expect(store.get().kept).toEqual(new Set([4, 7, 9]));
    expect(here()).toEqual([]);
    expect(titles().at(-1)).toBe('3 annonces ont rejoint vos favoris');
    expect(await store.merge()).toBe(0);
  });

  test('what is gone is let go; what failed waits for the next page', async () => {
    const { store, sent, around, here, settled } = scene();
    for (const id of [7, 9]) store.keep(id, signIn);
    around.refusal = refuse(404, 'FAVORITE_LISTING_UNKNOWN');
    around.who = 1;
    expect(await store.merge()).toBe(0);
    expect(here()).toEqual([]);
    expect(store.get().kept.size).toBe(0);

    around.who = null;
    store.arrive();
    for (const id of [3, 5]) store.keep(id, signIn);
    around.refusal = refuse(429);
    around.who = 1;
    expect(await store.merge()).toBe(0);
    await settled();
    expect(here()).toEqual([3, 5]);
    around.refusal = null;
    expect(await store.merge()).toBe(2);
    expect(here()).toEqual([]);
    expect(sent.slice(-2)).toEqual(['+kept 3', '+kept 5']);
  });
});

test('every mark, and every listing looked at, is a write that arrives although the page is left', async () => {
  const asked: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (address, init) => {
    asked.push(`${init?.method} ${address as string} ${init?.keepalive}`);
    const data = init?.method === 'GET' ? { kept: [], hidden: [] } : {};
    return Promise.resolve(new Response(JSON.stringify({ success: true, data })));
  };
  const tab = { cookie: 'auth_status=1', addEventListener: () => {} };
  Object.assign(globalThis, { document: tab, window: tab });
  const store = openMarks(() => {});
  store.keep(4, signIn);
  store.hide(5);
  await new Promise((resolve) => setTimeout(resolve));
  store.unkeep(4);
  store.showAgain(5);
  noteViewed(6);
  await store.giveReason(5, 'price');
  globalThis.fetch = real;
  Reflect.deleteProperty(globalThis, 'document');
  Reflect.deleteProperty(globalThis, 'window');
  expect(asked.filter((line) => !line.startsWith('GET ')).toSorted()).toEqual([
    'DELETE /api/favorites/4 true',
    'DELETE /api/hidden-listings/5 true',
    'PUT /api/favorites/4 true',
    'PUT /api/hidden-listings/5 true',
    'PUT /api/hidden-listings/5 true',
    'PUT /api/viewed-listings/6 true',
  ]);
});

test('the last listings looked at, each once', () => {
  let ids: number[] = [];
  for (let id = 1; id <= 20; id += 1) ids = viewedWith(ids, id);
  expect(ids).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9]);
  expect(ids).toHaveLength(VIEWED_HERE_MAX);
  expect(viewedWith(ids, 15).slice(0, 3)).toEqual([15, 20, 19]);
});
