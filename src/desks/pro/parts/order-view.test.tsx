import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { testServices } from '../../../../tests/kit/app.ts';
import { buyerOf } from '../../../../tests/kit/buyers.ts';
import { orderingOf } from '../ordering/boostable.server.ts';
import { OrderView } from './order-view.tsx';

let page: Awaited<ReturnType<typeof orderingOf>>;

beforeAll(async () => {
  const site = await testServices();
  const { agencyId } = await buyerOf(site, 'acheteuse');
  page = await orderingOf(site.services, agencyId, []);
});

/** What the server makes of the page, before the browser says what its cart holds. */
function made(said: Partial<Parameters<typeof OrderView>[0]> = {}): string {
  const element = (
    <OrderView
      {...page}
      askedIds={[]}
      askedFormula={null}
      ownerReference="acheteuse"
      agencyName="Agence"
      {...said}
    />
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('the page comes with its title, and waits for the cart of the browser', () => {
  const html = made();
  expect(html).toMatch(/<h1[^>]*>Booster des annonces<\/h1>/);
  expect(html).toContain('Le panier se charge.');
  expect(html).toContain('a besoin de JavaScript');
});

test('without a listing to boost it leads to publish one', () => {
  const html = made({ listings: [], found: 0 });
  expect(html).toContain('Aucune de vos annonces ne peut être boostée');
  expect(html).toContain('href="/agence/acheteuse/annonces/creer"');
});

test('closed, it says so and that nothing is lost', () => {
  const html = made({ open: false });
  expect(html).toContain('Aucun boost ne peut être commandé pour l’instant');
  expect(html).toContain('Rien n’est perdu');
});
