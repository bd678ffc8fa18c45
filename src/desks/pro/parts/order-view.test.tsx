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
function made(said: Partial<Parameters<typeof OrderView>[0]> = {}, state: object | null = null): string {
  const element = (
    <OrderView {...page} askedIds={[]} askedFormula={null} ownerReference="acheteuse" {...said} />
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [{ pathname: '/', state }] });
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

test('a formula that no boost of the cart waits for is said, for the person to choose where', () => {
  const [formula] = page.settings.formulas;
  const given = { id: null, full: false, cut: false, formula: formula!.key };
  const words = `Formule ${formula!.name}\u00a0: choisissez-la dans le boost voulu.`;
  expect(made({}, { made: { ...given, unplaced: true } })).toContain(words);
  expect(made({}, { made: { ...given, unplaced: false } })).not.toContain(words);
});

test('closed, it says so and that nothing is lost', () => {
  const html = made({ open: false });
  expect(html).toContain('Aucun boost ne peut être commandé pour l’instant');
  expect(html).toContain('Rien n’est perdu');
});
