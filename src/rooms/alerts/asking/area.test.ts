import { expect, test } from 'vitest';
import { circleAround, writeRing } from '#rooms/criteria/rings.ts';
import { alertPath } from '#rooms/search/contract.ts';
import { alertCalls } from '../../../../tests/kit/alert-calls.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import type { AlertView } from '../contract.ts';
import { alertDraft, editDraft } from './preview.server.ts';

const site = await testApp();
const { create, criteria } = alertCalls(site);
const zone = writeRing(circleAround([436_000, 4_383_700], 5));
const area = { zone, bbox: '4.3,43.8,4.4,43.9', rayon: 7 };

test('an area goes from a search to the form of an alert, is kept, and comes back to edit, copy and results', async () => {
  const from = alertPath(
    'achat',
    ['nimes-30000'],
    { prixMax: 300_000 },
    { ...area, rayon: '7', carte: 'oui' },
  );
  const words = new URL(from, 'http://localhost').searchParams;
  const { draft, preview } = await alertDraft(site.db, words, null);
  expect(draft).toMatchObject({ area, filters: { prixMax: 300_000 } });
  expect(preview).toMatchObject({ recent: { yes: 0, maybe: 0 }, examples: [], looser: null });

  const cookie = await site.loginAs('zoe@essai.test');
  const { json } = await create({ criteria: { ...criteria, ...area } }, cookie);
  const alert = json.data.alert as AlertView;
  expect(alert.criteria).toMatchObject(area);
  expect(alert.chips.slice(0, 3)).toEqual([
    'Dans la zone dessinée',
    'Dans cette partie de la carte',
    'Jusqu’à 7\u00a0km autour',
  ]);
  const results = new URL(alert.resultsPath ?? '', 'http://localhost').searchParams;
  expect([results.get('zone'), results.get('bbox'), results.get('rayon')]).toEqual([zone, area.bbox, '7']);
  expect((await editDraft(site.db, new URLSearchParams(), alert)).draft).toMatchObject({ area });
  const changed = new URLSearchParams({ lieux: 'nimes-30000', zone });
  expect((await editDraft(site.db, changed, alert)).draft).toMatchObject({ area: { zone } });
});

test.each([
  ['zone', 'pas une zone'],
  ['zone', `${zone}.x`],
  ['zone', Array.from({ length: 9 }, () => zone).join('.')],
  ['bbox', '4.4,43.8,4.3,43.9'],
  ['bbox', '1,2,3'],
  ['rayon', 0],
  ['rayon', 101],
  ['rayon', 2.5],
  ['carte', 'oui'],
])('an alert asks for no %s like %j', async (word, value) => {
  const { status, json } = await create({ criteria: { ...criteria, [word]: value } });
  expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
});
