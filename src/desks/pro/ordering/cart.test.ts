import { expect, test } from 'vitest';
import { LISTINGS_MAX } from '#rooms/boosts/contract.ts';
import { BOOSTS_MAX } from '#rooms/payments/contract.ts';
import {
  type Cart,
  cartOf,
  changedCart,
  type DraftBoost,
  emptyCart,
  firstLack,
  keptUntil,
  newDraft,
  parseCart,
  showSame,
  wantedOf,
  withFormula,
} from './cart.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 27, 9);
const place = { code: '30189', label: 'Nîmes' };
const settings = {
  defaults: { title: 'Près de chez vous', text: 'Tout est dans l’annonce.', callToAction: 'see' as const },
  radiusMinKm: 25,
  formula: 'decouverte',
};
const draft = (said: Partial<DraftBoost> = {}): DraftBoost => ({
  ...newDraft({ id: 'un', listingIds: [12], place }, settings),
  ...said,
});
const cart = (said: Partial<Cart> = {}): Cart => ({
  ...emptyCart('arenes', NOW),
  items: [draft()],
  coupons: ['PRINTEMPS'],
  ...said,
});
const read = (said: object, now = NOW) => parseCart(JSON.stringify(said), now);

test('a cart is read as it was kept, whatever is not filled in yet', () => {
  const kept = cart({
    items: [draft(), draft({ id: 'deux', listingIds: [], place: '', title: '', text: '', formula: '' })],
    key: '0123456789abcdef',
    order: 'CMD-ABCDEFGH',
  });
  expect(read(kept)).toEqual(kept);
});

test.each([
  ['of exactly 24 hours stays', 0, true],
  ['older than 24 hours is none', 1, false],
  ['of a clock that was far ahead is none', -2 * DAY - 1, false],
])('a cart %s', (_, late, stays) => {
  const kept = cart({ timestamp: NOW });
  expect(parseCart(JSON.stringify(kept), NOW + DAY + late) !== null).toBe(stays);
  expect(keptUntil(kept)).toBe(NOW + DAY);
});

test.each([
  ['nothing', null],
  ['half a text', '{"timestamp":'],
  ['a word', '"panier"'],
  ['a cart of another version', JSON.stringify({ ...cart(), version: 2 })],
  ['a cart that says only its date', JSON.stringify({ timestamp: NOW, items: [] })],
  [
    'a listing that is no number',
    JSON.stringify(cart({ items: [{ ...draft(), listingIds: ['12'] } as never] })),
  ],
  [
    'too many listings',
    JSON.stringify(cart({ items: [draft({ listingIds: Array(LISTINGS_MAX + 1).fill(1) })] })),
  ],
  ['too many boosts', JSON.stringify(cart({ items: Array(21).fill(draft()) }))],
  ['a date that is none', JSON.stringify(cart({ items: [draft({ startOn: 'demain' })] }))],
  ['a key that no press makes', JSON.stringify(cart({ key: 'court' }))],
])('%s is no cart', (_, text) => {
  expect(parseCart(text, NOW)).toBeNull();
});

test('what a cart does not hold leaves it: no price passes', () => {
  const priced = { ...cart(), total: 1, items: [{ ...draft(), price: 1, mediaBudget: 1 }] };
  expect(JSON.stringify(read(priced))).not.toMatch(/total|price|mediaBudget/);
});

test('a cart is its agency’s; made before a sign-in it is the first one’s', () => {
  expect(cartOf(cart(), 'arenes')).toEqual(cart());
  expect(cartOf(cart(), 'parc')).toBeNull();
  expect(cartOf(cart({ ownerReference: null }), 'parc')).toEqual(cart({ ownerReference: 'parc' }));
  expect(cartOf(null, 'parc')).toBeNull();
});

test('a change makes another order and gives the cart 24 hours more', () => {
  const pressed = cart({ key: '0123456789abcdef', order: 'CMD-ABCDEFGH' });
  expect(changedCart(pressed, { coupons: [] }, NOW + 5)).toEqual(
    cart({ coupons: [], timestamp: NOW + 5, key: null, order: null }),
  );
});

test('a new boost begins with what is usual, around its listing', () => {
  expect(newDraft({ id: 'un', listingIds: [12], place: null }, settings)).toMatchObject({
    place: '',
    placeLabel: '',
    radiusKm: 25,
    startOn: null,
    title: 'Près de chez vous',
    formula: 'decouverte',
  });
  const many = Array.from({ length: LISTINGS_MAX + 3 }, (_, rank) => rank + 1);
  expect(newDraft({ id: 'un', listingIds: many, place }, settings).listingIds).toHaveLength(LISTINGS_MAX);
});

test('a formula chosen before any listing makes one boost, that a second choice changes', () => {
  const chosen = (id: string, formula: string) =>
    newDraft({ id, listingIds: [], place: null }, { ...settings, formula });
  const first = withFormula([draft()], chosen('deux', 'essentiel'));
  expect(first).toEqual([draft(), chosen('deux', 'essentiel')]);
  expect(withFormula(first, chosen('trois', 'visibilite'))).toEqual([draft(), chosen('deux', 'visibilite')]);
  const full = Array.from({ length: BOOSTS_MAX }, (_, rank) => draft({ id: `n${rank}` }));
  expect(withFormula(full, chosen('trop', 'essentiel'))).toEqual(full);
});

test('a boost is asked for once every field is filled in', () => {
  const { wanted, errors } = wantedOf(draft());
  expect(errors).toBeNull();
  expect(wanted).toEqual({
    listingIds: [12],
    formula: 'decouverte',
    place: '30189',
    radiusKm: 25,
    objective: 'leads',
    startOn: null,
    title: 'Près de chez vous',
    text: 'Tout est dans l’annonce.',
    callToAction: 'see',
  });
  expect(
    wantedOf(draft({ listingIds: [], formula: '', place: '', title: ' ', text: 'x'.repeat(501) })).errors,
  ).toEqual({
    listingIds: 'Choisissez au moins une annonce.',
    formula: 'Choisissez une formule.',
    place: 'Choisissez une ville.',
    title: 'Écrivez un titre.',
    text: 'Le texte compte 500 caractères au plus.',
  });
});

test('what is asked for first stands highest in the page', () => {
  const empty = draft({ listingIds: [], formula: '', place: '', title: '' });
  expect(firstLack(empty)).toEqual({ field: 'listingIds', message: 'Choisissez au moins une annonce.' });
  expect(firstLack({ ...empty, listingIds: [12] })?.field).toBe('formula');
  expect(firstLack(draft({ title: '' }))?.field).toBe('title');
  expect(firstLack(draft())).toBeNull();
});

test('the same listings in another order are the same boost', () => {
  expect(showSame({ listingIds: [12, 13] }, [13, 12])).toBe(true);
  expect(showSame({ listingIds: [12] }, [13])).toBe(false);
  expect(showSame({ listingIds: [12] }, [12, 13])).toBe(false);
});
