import { beforeAll, expect, it } from 'vitest';
import { joined } from '../../../../tests/kit/agencies.ts';
import { flat, makeAgency } from '../../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../../tests/kit/law.ts';
import { addAgency } from '../rules.server.ts';
import { FOUND_MAX } from './contract.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
  await lawfulAgency(site.db, 'etoile', { name: 'L’Étoile du Cœur Immobilier' });
  await addAgency(
    site.db,
    { ref: 'pourcent', name: '100 % Toits_Bleus', siren: '404833048' },
    { identity: { postalCode: '69007', city: 'Lyon' } },
  );
  const agency = await makeAgency(site);
  await agency.publish(flat('a'), flat('b'));
  await joined(site, 'Étoile Polaire', 'polaire@essai.test');
});

const found = async (q: string) => {
  const { status, json } = await site.call('GET', `/api/agence/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return (json.data.agencies as { ownerReference: string }[]).map(({ ownerReference }) => ownerReference);
};

it.each([
  ['étoile', ['etoile-polaire', 'etoile']],
  ['ETOILE du coeur', ['etoile']],
  ['cœur', ['etoile']],
  ['404 833 048', ['pourcent']],
  ['69007', ['pourcent']],
  ['69008', []],
  ['arènes', ['arenes']],
  ['% toits', ['pourcent']],
  ['_', []],
  ['t_its', []],
  ['', []],
  ['e', []],
  ['nulle part', []],
])('« %s » finds %j', async (q, references) => {
  expect((await found(q)).toSorted()).toEqual(references.toSorted());
});

it('says what everybody may know, and who has a space', async () => {
  const { json } = await site.call('GET', '/api/agence/search?q=30000');
  expect(json.data).toMatchObject({ more: false });
  const arenes = json.data.agencies[0];
  expect(arenes).toEqual({
    ownerReference: 'arenes',
    name: 'Agence des Arènes',
    postalCode: '30000',
    city: 'Nîmes',
    siren: '732829320',
    listings: 2,
    registered: false,
  });
  const polaire = await site.call('GET', '/api/agence/search?q=polaire');
  expect(polaire.json.data.agencies[0]).toMatchObject({ registered: true, listings: 0 });
});

it('shows so many at most, and says that there are others', async () => {
  for (let rank = 0; rank <= FOUND_MAX; rank += 1)
    // oxlint-disable-next-line no-await-in-loop
    await addAgency(site.db, { ref: `serie-${rank}`, name: `Série ${rank}` });
  const { json } = await site.call('GET', '/api/agence/search?q=s%C3%A9rie');
  expect([json.data.agencies.length, json.data.more]).toEqual([FOUND_MAX, true]);
});
