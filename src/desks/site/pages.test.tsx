import path from 'node:path';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, type RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { pageAt } from '#contract/paths.ts';
import { nobody } from '#platform/auth.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
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
