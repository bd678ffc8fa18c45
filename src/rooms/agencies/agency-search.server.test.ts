import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { mistype, typingErrorKinds } from '../../../tests/kit/typing-errors.ts';
import { addAgency, changeAgency } from './agencies.server.ts';
import { findAgencies } from './agency-search.server.ts';
import { FOUND_MAX } from './agency-search.ts';
import { wordAgencies } from './search-words.server.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
  await lawfulAgency(site.db, 'etoile', { name: 'L’Étoile du Cœur Immobilier' });
  await addAgency(
    site.db,
    { ref: 'pourcent', name: '100 % Toits_Bleus', siren: '404833048' },
    { identity: { postalCode: '69007', city: 'Lyon', siret: '40483304800022' } },
  );
  const others: [ref: string, name: string, identity: { postalCode?: string; city?: string }][] = [
    ['micocoule', 'Micocoule Immobilier', { postalCode: '34070', city: 'Montpellier' }],
    ['cedex', 'Sablier Patrimoine', { postalCode: '34961', city: 'MONTPELLIER CEDEX 2' }],
    ['saint', 'Manufacture Conseil', { postalCode: '42000', city: 'Saint-Étienne' }],
    ['gironde', 'Chartrons Gestion', { postalCode: '33000', city: 'Bordeaux' }],
    ['essonne', 'Horizon Sud', { postalCode: '91080', city: 'Évry-Courcouronnes' }],
    ['lettres', 'C & D Immobilier', {}],
  ];
  for (const [ref, name, identity] of others) await addAgency(site.db, { ref, name }, { identity });
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
  ['', []],
  ['e', []],
  ['nulle part', []],
])('« %s » finds %j', async (q, references) => {
  expect((await found(q)).toSorted()).toEqual(references.toSorted());
});

it.each([
  // Two wrong letters, in one word or in two; other orders; words run together; words left out.
  ['micocoul imobilier', ['micocoule']],
  ['imobilier micocoule', ['micocoule']],
  ['mcocoul', ['micocoule']],
  // A letter left out between two that are swapped; an error in each of two small words.
  ['micocoeu', ['micocoule']],
  ['manufacture dee laa', ['saint']],
  ['Micocouleimmobilier', ['micocoule']],
  ['agence micocoule', ['micocoule']],
  ['a micocoule', ['micocoule']],
  ['polaire étoile', ['etoile-polaire']],
  // Its town: right, misspelt, as it sounds, beside its name, with its code, its department; a district.
  ['Montpellier', ['cedex', 'micocoule']],
  ['montpelier', ['cedex', 'micocoule']],
  ['monpellir', ['cedex', 'micocoule']],
  ['Montpellier Cedex 2', ['cedex', 'micocoule']],
  ['agences immobilières à Montpellier', ['cedex', 'micocoule']],
  ['micocoule montpelier', ['micocoule']],
  ['micocoule 34', ['micocoule']],
  ['montpellier 34070', ['micocoule']],
  ['34070', ['micocoule']],
  ['34 070', ['micocoule']],
  ['340', ['micocoule']],
  ['st etienne', ['saint']],
  ['bordo', ['gironde']],
  ['bordeaux', ['gironde']],
  ['lyon', ['pourcent']],
  ['lyon 7', ['pourcent']],
  ['lyon 7e', ['pourcent']],
  ['lyon 8', []],
  ['courcouronnes', ['essonne']],
  // Its numbers.
  ['404833048', ['pourcent']],
  ['SIREN : 404 833 048', ['pourcent']],
  ['404 833 048 00022', ['pourcent']],
  ['40483304800022', ['pourcent']],
  ['404 833 04', []],
  // One letter.
  ['c', []],
  ['c & d', ['lettres']],
  ['d c immobilier', ['lettres']],
])('« %s » also finds %j', async (q, references) => {
  expect((await found(q)).toSorted()).toEqual(references.toSorted());
});

it.each([
  ['404 833 048', { by: 'siren', said: '404833048', exact: true }],
  ['34 070', { by: 'postalCode', said: '34070', exact: true }],
  ['33999', { by: 'postalCode', said: '33999', exact: true }],
  ['montpelier', { by: 'town', said: 'Montpellier', exact: false }],
  ['Montpellier', { by: 'town', said: 'Montpellier', exact: true }],
  ['bordo', { by: 'town', said: 'Bordeaux', exact: false }],
  ['lyon 7', { by: 'town', said: 'Lyon 7e', exact: true }],
  ['étoile', { by: 'name', said: 'étoile', exact: true }],
  ['mcocoul  imobilier', { by: 'name', said: 'mcocoul imobilier', exact: false }],
  ['micocoule montpellier', { by: 'nameAndTown', said: 'micocoule montpellier', exact: true }],
  ['e', null],
])('says how « %s » was read', async (q, understood) => {
  const { json } = await site.call('GET', `/api/agence/search?q=${encodeURIComponent(q)}`);
  expect(json.data.understood).toEqual(understood);
});

describe('two typing errors', () => {
  const chance = chanceOf();
  const one = ['Agence', 'Cabinet', 'Groupe', 'L’'];
  const two = [
    'Micocoule',
    'Tamaris',
    'Garrigue',
    'Belvédère',
    'Cormoran',
    'Pignade',
    'Vieille-Tour',
    'Alezan',
  ];
  const three = [
    'du Rempart',
    'des Lavandes',
    'Immobilier',
    'de la Sablière',
    '& Associés',
    'Transactions',
    'Océan',
  ];
  const names = one.flatMap((before) =>
    two.flatMap((name) => three.map((after) => `${before} ${name} ${after}`)),
  );

  let own: TestApp;
  beforeAll(async () => {
    own = await testApp();
    for (const [at, name] of names.entries()) await addAgency(own.db, { ref: `generee-${at}`, name });
  });

  it.each(typingErrorKinds.filter((kind) => kind !== 'phonetic'))(`%s, SEED=${chance.seed}`, async (kind) => {
    let asked = 0;
    while (asked < 40) {
      const at = chance.int(0, names.length - 1);
      const once = mistype(names[at] ?? '', kind, chance);
      const twice = once && mistype(once, chance.pick(typingErrorKinds.slice(0, 4)), chance);
      if (!twice) continue;
      asked += 1;
      const { agencies } = await findAgencies(own.db, twice);
      expect(
        agencies.map(({ name }) => name),
        `${names[at]} typed « ${twice} »`,
      ).toContain(names[at]);
    }
  });
});

describe('before an account is made', () => {
  const alike = async (said: Record<string, string>) => {
    const { status, json } = await site.call('GET', `/api/agence/search/alike?${new URLSearchParams(said)}`);
    expect(status).toBe(200);
    return (json.data.agencies as { ownerReference: string }[]).map(({ ownerReference }) => ownerReference);
  };

  it.each([
    [{ name: 'Micocoule Immobilier' }, ['micocoule']],
    [{ name: 'micocoul imobilier', town: 'Montpellier' }, ['micocoule']],
    [{ name: 'Agence Micocoule', town: '34070' }, ['micocoule']],
    [{ name: 'Micocoule Montpellier', town: 'montpelier' }, ['micocoule']],
    // The same name elsewhere is another agency; a SIREN is always the same.
    [{ name: 'Micocoule Immobilier', town: 'Lille' }, []],
    [{ name: 'Tout autre nom', siren: '404 833 048' }, ['pourcent']],
    [{ name: 'Agence de la Plage' }, []],
    [{ name: 'x' }, []],
    [{}, []],
  ])('%j is like %j', async (said, references) => {
    expect(await alike(said as Record<string, string>)).toEqual(references);
  });
});

it('follows an agency that takes another name, and one that another hand wrote', async () => {
  await addAgency(site.db, { ref: 'renommee', name: 'Zinzoline Immobilier' });
  expect(await found('zinzoline')).toEqual(['renommee']);
  await changeAgency(site.db, 'renommee', { name: 'Kakemphaton', city: 'Aurillac' });
  expect([await found('zinzoline'), await found('kakemphaton'), await found('aurillac')]).toEqual([
    [],
    ['renommee'],
    ['renommee'],
  ]);
  await site.db
    .updateTable('agency')
    .set({ name: 'Xylophage' })
    .where('ownerReference', '=', 'renommee')
    .execute();
  await wordAgencies(site.db);
  expect([await found('kakemphaton'), await found('xylophage')]).toEqual([[], ['renommee']]);
});

it('reads no whole table to find an agency among thousands', async () => {
  const { db } = await testDb();
  await sql`
    insert into agency (owner_reference, name, postal_code, city, siren, siret)
    select 'mille-' || n, 'Agence ' || substr(md5(n::text), 1, 9) || ' Immobilier',
      lpad((n % 95 * 1000 + 1000)::text, 5, '0'), 'Ville ' || n % 95, lpad(n::text, 9, '0'), lpad(n::text, 14, '0')
    from generate_series(1, 5000) as n`.execute(db);
  await wordAgencies(db);
  await sql`vacuum analyze agency, agency_term, agency_word`.execute(db);
  const read = async (tx: Tx) => {
    const { rows } = await sql<{ table: string; scans: number }>`
      select relname as table, seq_scan as scans from pg_stat_xact_user_tables
      where relname in ('agency', 'agency_term', 'agency_word') order by relname`.execute(tx);
    return Object.fromEntries(rows.map(({ table, scans }) => [table, scans]));
  };
  const { rows } = await sql<{
    name: string;
  }>`select name from agency where owner_reference = 'mille-77'`.execute(db);
  const name = rows[0]?.name ?? '';
  const asked = [
    name,
    name.slice(7, 15),
    `x${name.slice(8)}`,
    'Ville 7',
    '77000',
    '77',
    '000 000 077',
    '00000000000077',
  ];
  for (const q of asked)
    await db.transaction().execute(async (tx) => {
      const before = await read(tx);
      expect((await findAgencies(tx, q)).agencies, q).not.toEqual([]);
      expect(await read(tx), q).toEqual(before);
    });
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
    await addAgency(site.db, { ref: `serie-${rank}`, name: `Série ${rank}` });
  const { json } = await site.call('GET', '/api/agence/search?q=s%C3%A9rie');
  expect([json.data.agencies.length, json.data.more]).toEqual([FOUND_MAX, true]);
});
