import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STORAGE_KEYS } from '#contract/constants.ts';
import { cartKeeper } from './cart.client.ts';
import { type DraftBoost, emptyCart, newDraft } from './cart.ts';

const HOUR = 3_600_000;
let now = Date.UTC(2026, 10, 27, 9);
const item: DraftBoost = newDraft(
  { id: 'un', listingIds: [12], place: { code: '30189', label: 'Nîmes' } },
  {
    defaults: { title: 'Un titre', text: 'Un texte', callToAction: 'see' },
    radiusMinKm: 25,
    formula: 'decouverte',
  },
);

/** The storage of a browser, shared by its tabs; `refuses` as private windows and full disks do. */
function browser() {
  const kept = new Map<string, string>();
  const storage = {
    refuses: false,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (storage.refuses) throw new DOMException('Full', 'QuotaExceededError');
      kept.set(key, text);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  return {
    kept,
    storage,
    tab: () =>
      cartKeeper(
        () => storage,
        () => now,
      ),
  };
}

let here: ReturnType<typeof browser>;
let tab: ReturnType<typeof cartKeeper>;

beforeEach(() => {
  here = browser();
  tab = here.tab();
});

const fill = (who: string | null = 'arenes') => tab.change(who, () => ({ items: [item] }));
const stored = () => here.kept.get(STORAGE_KEYS.boostCart);

describe('the cart of a browser', () => {
  test('is kept, the same object as long as nothing changes, and read by another tab', () => {
    fill();
    expect(tab.read('arenes')?.items).toEqual([item]);
    expect(tab.read('arenes')).toBe(tab.read('arenes'));
    expect(here.tab().read('arenes')).toEqual(tab.read('arenes'));
    expect(tab.isKept()).toBe(true);
  });

  test('is gone 24 hours after its last change, in a page that stayed open too', () => {
    fill();
    now += 23 * HOUR;
    tab.change('arenes', () => ({ coupons: ['PRINTEMPS'] }));
    now += 24 * HOUR;
    expect(tab.read('arenes')?.coupons).toEqual(['PRINTEMPS']);
    now += 1;
    expect(tab.read('arenes')).toBeNull();
    expect(here.tab().read('arenes')).toBeNull();
  });

  test('is never another agency’s, which begins one of its own', () => {
    fill();
    expect(tab.read('parc')).toBeNull();
    tab.change('parc', ({ items }) => ({ items: [...items, { ...item, id: 'deux' }] }));
    expect(tab.read('parc')?.items.map(({ id }) => id)).toEqual(['deux']);
    expect(tab.read('arenes')).toBeNull();
  });

  test('made before a sign-in is adopted by the first agency that comes, at its own time', () => {
    fill(null);
    const since = tab.readBefore()?.timestamp;
    now += HOUR;
    tab.adopt('arenes');
    expect(tab.read('arenes')).toMatchObject({ items: [item], timestamp: since });
    tab.adopt('parc');
    expect([tab.read('parc'), tab.readBefore()]).toEqual([null, null]);
  });

  test('of an agency is not seen by who has signed out, nor replaced by what they choose', () => {
    fill();
    expect(tab.readBefore()).toBeNull();
    tab.change(null, () => ({ items: [{ ...item, id: 'deux', listingIds: [] }] }));
    expect([tab.readBefore(), tab.read('arenes')?.items]).toEqual([null, [item]]);
    tab.change('arenes', () => ({ items: [] }));
    fill(null);
    expect(tab.readBefore()?.items).toEqual([item]);
  });

  test('that is corrupt is none, and is replaced by the next one', () => {
    for (const text of [
      '{"time',
      '{"timestamp":1,"items":[]}',
      JSON.stringify({ ...emptyCart('arenes', now), version: 0 }),
    ]) {
      here.kept.set(STORAGE_KEYS.boostCart, text);
      expect([text, tab.read('arenes')]).toEqual([text, null]);
    }
    fill();
    expect(tab.read('arenes')?.items).toEqual([item]);
  });

  test('keeps the key of a press until something changes, and is emptied by its own order only', () => {
    fill();
    tab.recordPress('arenes', { key: '0123456789abcdef', order: 'CMD-ABCDEFGH' });
    tab.dropOrdered('arenes', 'CMD-AUTRE');
    tab.dropOrdered('parc', 'CMD-ABCDEFGH');
    expect(tab.read('arenes')).toMatchObject({ key: '0123456789abcdef', items: [item] });
    tab.change('arenes', () => ({ coupons: ['PRINTEMPS'] }));
    tab.dropOrdered('arenes', 'CMD-ABCDEFGH');
    expect(tab.read('arenes')).toMatchObject({ key: null, order: null, items: [item] });
    tab.recordPress('arenes', { key: '0123456789abcdef', order: 'CMD-ABCDEFGH' });
    tab.forgetPress('arenes', 'CMD-ABCDEFGH');
    expect(tab.read('arenes')).toMatchObject({ key: null, order: null, items: [item] });
    tab.recordPress('arenes', { key: '0123456789abcdef', order: 'CMD-ABCDEFGH' });
    tab.dropOrdered('arenes', 'CMD-ABCDEFGH');
    expect([tab.read('arenes'), stored()]).toEqual([null, undefined]);
  });
});

describe('a page that the browser shows again as it was left', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('looks at the cart again, which a payment has emptied meanwhile', () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    fill();
    const seen: unknown[] = [];
    const leave = tab.subscribe(() => seen.push(tab.read('arenes')));
    const shown = (persisted: boolean) =>
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    here.tab().drop();
    shown(false);
    expect(seen).toEqual([]);
    shown(true);
    expect(seen).toEqual([null]);
    leave();
    shown(true);
    expect(seen).toEqual([null]);
  });
});

describe('where storage is refused', () => {
  test('the cart lives in its page, which knows it', () => {
    here.storage.refuses = true;
    fill();
    expect(tab.read('arenes')?.items).toEqual([item]);
    expect([tab.isKept(), stored()]).toEqual([false, undefined]);
    expect(tab.read('parc')).toBeNull();
    tab.drop();
    expect(tab.read('arenes')).toBeNull();
  });

  test('from its middle on, what is newer is read, and kept again once it can be', () => {
    fill();
    here.storage.refuses = true;
    tab.change('arenes', () => ({ coupons: ['PRINTEMPS'] }));
    expect([tab.read('arenes')?.coupons, tab.isKept()]).toEqual([['PRINTEMPS'], false]);
    here.storage.refuses = false;
    tab.change('arenes', () => ({ coupons: ['PRINTEMPS', 'ETE'] }));
    expect([tab.isKept(), here.tab().read('arenes')?.coupons]).toEqual([true, ['PRINTEMPS', 'ETE']]);
  });

  test('altogether, reading it throws nothing', () => {
    const nowhere = cartKeeper(
      () => {
        throw new DOMException('Denied', 'SecurityError');
      },
      () => now,
    );
    expect(nowhere.read('arenes')).toBeNull();
    nowhere.change('arenes', () => ({ items: [item] }));
    expect([nowhere.read('arenes')?.items, nowhere.isKept()]).toEqual([[item], false]);
    nowhere.drop();
    expect(nowhere.read('arenes')).toBeNull();
  });
});
