import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { audienceOf, type PageName, pageAt, paths, spelledPath } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';
import { pages } from '../src/pages.ts';
import { routes } from '../src/web.server.ts';
import { specified } from './kit/specified-pages.ts';

/** `/a/{x}` and `/a/:y` alike to `/a/*`. */
const shape = (pattern: string) => pattern.replaceAll(/\{\w+\}|:\w+/g, '*');
const sample = (address: string) => address.replaceAll(/\{\w+\}/g, 'exemple-12');
const names = Object.keys(paths) as PageName[];

describe('the map of pages', () => {
  test.for(specified)('$address is a page for $kind', ({ address, kind }) => {
    const found = pageAt(sample(address));
    expect(found?.page.pattern && shape(found.page.pattern)).toBe(shape(address));
    const page = found?.page;
    expect(`${page?.audience} ${page?.protected ? 'protected' : 'public'}`).toBe(kind);
    expect(audienceOf(sample(address))).toBe(page?.audience);
  });

  test('holds these pages and no others', () => {
    expect(names.map((name) => shape(paths[name].pattern)).toSorted()).toEqual(
      specified.map(({ address }) => shape(address)).toSorted(),
    );
  });

  test('reads types and districts after a city', () => {
    for (const [address, pattern] of [
      ['/acheter/lyon-69000/appartement', paths.buyCityRefined.pattern],
      ['/louer/lyon-69000/maison', paths.rentCityRefined.pattern],
      ['/neuf/lyon-69000/7e-arrondissement', paths.newCityRefined.pattern],
      ['/acheter/neuf/lyon-69000', paths.buyNewCity.pattern],
      ['/acheter/neuf/lyon-69000/maison', paths.buyNewCityRefined.pattern],
      ['/prix-immobilier/lyon-69000/maison', paths.cityTypePrices.pattern],
    ] as const) {
      expect([address, pageAt(address)?.page.pattern]).toEqual([address, pattern]);
    }
  });

  test('prefers a static segment to an agency’s reference', () => {
    for (const [address, pattern] of [
      ['/agence/annonces/creer', '/agence/annonces/creer'],
      ['/agence/annonces/import', '/agence/annonces/import'],
      ['/agence/annonces/import/modifier', '/agence/annonces/:propertyId/modifier'],
      ['/agence/annonce/12', '/agence/annonce/:propertyId'],
      ['/agence/boost/paiement', '/agence/boost/paiement'],
      ['/agence/dupont/annonces', '/agence/:ownerReference/annonces'],
      ['/agence/dupont/annonce/12', '/agence/:ownerReference/annonce/:propertyId'],
      ['/agence/annonces/12/modifier', '/agence/annonces/:propertyId/modifier'],
      ['/agence/dupont/annonces/12/modifier', '/agence/:ownerReference/annonces/:propertyId/modifier'],
      ['/alertes/nouvelle', '/alertes/nouvelle'],
    ] as const) {
      expect([address, pageAt(address)?.page.pattern]).toEqual([address, pattern]);
    }
  });

  test('knows what is no page', () => {
    for (const address of [
      '/inconnu',
      '/acheter',
      '/acheter/a/b/c',
      '/annonce',
      '/annonce/12/13',
      '/agence/dupont',
      '/agence/dupont/inconnu',
      '/admin/inconnu',
      '/connexion/x',
      '/alertes/12/fluxxxml',
    ]) {
      expect([address, pageAt(address)?.name]).toEqual([address, undefined]);
    }
  });

  test('spells the fixed words of a page, and nothing else', () => {
    for (const [address, spelled] of [
      ['/Acheter/lyon-69000', '/acheter/lyon-69000'],
      ['/ACHETER/NEUF/Lyon-69000', '/acheter/neuf/Lyon-69000'],
      ['/%61cheter/N%C3%AEmes', '/acheter/N%C3%AEmes'],
      ['/Mentions-Legales', '/mentions-legales'],
      ['/Agence/Dupont/Annonce/12', '/agence/Dupont/annonce/12'],
      ['/Alertes/aBc/Flux.XML', '/alertes/aBc/flux.xml'],
      ['/alertes/aBc/flux.xml', '/alertes/aBc/flux.xml'],
      ['/Inconnu/Page', '/Inconnu/Page'],
      ['/Boost/Inscription', '/boost/inscription'],
      ['/Admin/Login', '/admin/login'],
      ['/Admin/Agencies', '/Admin/Agencies'],
      ['/Tableau-De-Bord', '/Tableau-De-Bord'],
      ['/', '/'],
    ])
      expect(spelledPath(address ?? '')).toBe(spelled);
  });

  test('ignores a slash at the end, and builds addresses that it reads back', () => {
    expect(pageAt('/connexion/')?.name).toBe('login');
    for (const name of names) {
      const build = paths[name] as unknown as (params: Record<string, string>) => string;
      const params = Object.fromEntries(
        [...paths[name].pattern.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, 'é t/é']),
      );
      const built = build(params);
      expect(built).not.toMatch(/[ :é]/);
      expect([built, pageAt(built)?.name]).toEqual([built, name]);
    }
  });
});

const modules = import.meta.glob<Record<string, unknown>>('../src/{rooms,desks}/*/pages.ts', {
  eager: true,
});
const roomPages = Object.entries(modules).flatMap(([file, module]) =>
  Object.values(module)
    .filter((value) => Array.isArray(value))
    .flatMap((list) =>
      (list as RoomPage[]).map((entry) => ({ room: path.dirname(file).replace('../src/', ''), entry })),
    ),
);
const patternOf = ({ page }: RoomPage) => (typeof page === 'string' ? page : page.pattern);

describe('the pages served', () => {
  test('are all those that the rooms list', () => {
    const served = new Set(pages);
    const forgotten = roomPages.filter(({ entry }) => !served.has(entry));
    expect(
      forgotten.map(({ room, entry }) => `src/pages.ts leaves out ${patternOf(entry)} of ${room}`),
    ).toEqual([]);
    expect(pages.length).toBe(roomPages.length);
  });

  test('have one address each and a module in their room', () => {
    const addresses = pages.map((entry) => shape(patternOf(entry)));
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
    for (const { room, entry } of roomPages) {
      expect(entry.file.startsWith(`${room}/pages/`) ? '' : `${entry.file} is listed by ${room}`).toBe('');
      expect(existsSync(path.join('src', entry.file)) ? '' : `${entry.file} does not exist`).toBe('');
    }
  });

  test('leave no page module behind', () => {
    const listed = new Set(pages.map(({ file }) => file));
    const orphans = ['rooms', 'desks']
      .flatMap((storey) =>
        readdirSync(path.join('src', storey), { recursive: true, encoding: 'utf8' }).map((file) =>
          path.join(storey, file),
        ),
      )
      .filter((file) => /\/pages\/[^/]+\.tsx$/.test(file) && !file.endsWith('.test.tsx'))
      .filter((file) => !listed.has(file));
    expect(orphans).toEqual([]);
  });

  test('are the whole map', () => {
    const served = new Set([
      ...pages.map((entry) => shape(patternOf(entry))),
      ...routes.flatMap((route) => (route.kind === 'raw' ? [shape(route.url)] : [])),
    ]);
    expect(names.filter((name) => !served.has(shape(paths[name].pattern)))).toEqual([]);
  });
});
