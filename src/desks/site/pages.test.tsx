import path from 'node:path';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, type RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { pageAt } from '#contract/paths.ts';
import { nobody } from '#platform/auth.server.ts';
import { importContours } from '#rooms/places/contours.server.ts';
import { loadEmbeddedOrders } from '#rooms/prices/embedded-orders.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { pageContext } from '../../../tests/kit/page-context.ts';
import { sitePages } from './pages.ts';

interface PageModule {
  readonly default: ComponentType<{ loaderData: unknown }>;
  readonly loader: (asked: { request: Request; params: object; context: RouterContextProvider }) => unknown;
  readonly meta: (said: { loaderData: unknown }) => readonly Record<string, unknown>[];
}

const modules = import.meta.glob<PageModule>('./pages/*.tsx');
const { services } = await testServices({ PUBLIC_URL: 'https://vigie.example' });

/** What a loader gives, with headers or without. */
async function load(module: PageModule, address: string): Promise<unknown> {
  const request = new Request(`https://vigie.example${address}`);
  const given = await module.loader({ request, params: {}, context: pageContext(services, nobody) });
  return typeof given === 'object' && given !== null && 'data' in given ? given.data : given;
}

const addresses = sitePages.flatMap(({ page, file }) =>
  typeof page === 'string' ? [] : [{ address: page.pattern, file }],
);

test.for(addresses)(
  '$address answers nobody in particular: a title, a heading, an address',
  async (asked) => {
    const { address, file } = asked;
    const module = await modules[`./pages/${path.basename(file)}`]!();
    const loaderData = await load(module, address);
    const Page = module.default;
    const Stub = createRoutesStub([{ path: address, Component: () => <Page loaderData={loaderData} /> }]);
    const html = renderToStaticMarkup(<Stub initialEntries={[address]} />);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    const tags = module.meta({ loaderData });
    expect(tags).toContainEqual({ title: expect.stringContaining('Vigie') });
    expect(JSON.stringify(tags)).toContain(`https://vigie.example${address}"`);
    expect(pageAt(address)?.page.protected).toBe(false);
  },
);

async function sources(): Promise<string> {
  const module = await modules['./pages/sources.tsx']!();
  const loaderData = await load(module, '/sources');
  const Page = module.default;
  const Stub = createRoutesStub([{ path: '/sources', Component: () => <Page loaderData={loaderData} /> }]);
  return renderToStaticMarkup(<Stub initialEntries={['/sources']} />);
}

test('the sources name every order of rent control that is loaded, or say that none is', async () => {
  expect(await sources()).toContain('Aucun arrêté n’est chargé ici.');
  await loadEmbeddedOrders(services.db);
  const html = await sources();
  expect(html).toContain('Lyon et Villeurbanne\u00a0: l’arrêté applicable depuis le 1er novembre 2025');
  expect(html).toContain('encadrement-loyers-open (Logio), Licence Ouverte 2.0');
  expect(html).not.toContain('Aucun arrêté');
});

test('the sources name those of the outlines that an operator loaded, each once', async () => {
  const ring = [
    [3.8, 43.5],
    [3.9, 43.5],
    [3.9, 43.6],
    [3.8, 43.5],
  ];
  const file = await openDataFile(
    'two.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: ['34172', '34301'].map((code) => ({
        type: 'Feature',
        properties: { code },
        geometry: { type: 'Polygon', coordinates: [ring] },
      })),
    }),
  );
  expect(await sources()).not.toContain('chargés ici');
  await importContours(services.db, { file });
  const html = await sources();
  expect(html.split('Contours chargés ici\u00a0: IGN Admin Express, Etalab')).toHaveLength(2);
  await importContours(services.db, { file, attribution: 'Métropole, licence à elle' });
  expect(await sources()).toContain('Contours chargés ici\u00a0: Métropole, licence à elle<');
});
