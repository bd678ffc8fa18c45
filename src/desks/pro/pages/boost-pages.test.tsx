import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatPrice } from '#contract/fmt.ts';
import {
  type Actor,
  asAdministratorName,
  asAgencyId,
  asOwnerReference,
  nobody,
} from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { addConfiguration, configurationAt } from '#rooms/boosts/configuration.server.ts';
import { priceOf } from '#rooms/boosts/contract.ts';
import { type TestServices, testServices } from '../../../../tests/kit/app.ts';
import { boostable } from '../../../../tests/kit/boosts.ts';
import { lawfulAgency, lawfulSale } from '../../../../tests/kit/law.ts';
import { pageContext } from '../../../../tests/kit/page-context.ts';
import BoostHome, { loader as homeLoader, meta as homeMeta } from './boost-home.tsx';
import BoostSignup, { loader as signupLoader } from './boost-signup.tsx';

let site: TestServices;
let agency: Actor;

beforeAll(async () => {
  site = await testServices({ PUBLIC_URL: 'https://vigie.example' });
  const { id } = await lawfulAgency(site.db, 'arenes');
  agency = {
    kind: 'agency',
    agencyId: asAgencyId(id),
    ownerReference: asOwnerReference('arenes'),
    name: 'Agence des Arènes',
  };
  await boostable(site.db, id, [lawfulSale('A')]);
});

/** What a loader gives for this address, or where it leads. */
async function load(loader: (given: never) => unknown, address: string, actor: Actor = nobody) {
  const url = new URL(address, 'https://vigie.example');
  const given = { context: pageContext(site.services, actor), params: {}, url, request: new Request(url) };
  try {
    return (await loader(given as never)) as Record<string, unknown>;
  } catch (thrown) {
    if (thrown instanceof Response) return { to: thrown.headers.get('location') };
    throw thrown;
  }
}

/** What a person reads of the page, and where its links lead. */
async function read(
  Page: ComponentType<never>,
  loader: (given: never) => unknown,
  address: string,
  actor: Actor = nobody,
) {
  const loaderData = await load(loader, address, actor);
  const Stub = createRoutesStub([
    {
      path: new URL(address, 'https://v.fr').pathname,
      Component: () => createElement(Page as ComponentType<object>, { loaderData } as object),
    },
  ]);
  const html = renderToStaticMarkup(<Stub initialEntries={[address]} />);
  return {
    loaderData,
    html,
    text: html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\u00a0\s]+/g, ' '),
    links: [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&')),
  };
}
const plain = (words: string) => words.replaceAll(/[\u00a0\s]+/g, ' ');

describe('/boost', () => {
  test('tells each formula in force with its prices, and leads to an agency first', async () => {
    const { formulas } = await configurationAt(site.db, clock.now());
    const { text, html, links, loaderData } = await read(BoostHome as never, homeLoader, '/boost');
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    for (const formula of formulas) {
      expect(text).toContain(formula.name);
      expect(text).toContain(plain(formatPrice(priceOf(formula))));
      expect(text).toContain(plain(formatPrice(formula.mediaBudget)));
      expect(text).toContain(plain(formatPrice(formula.fee)));
      expect(links).toContain(`/boost/inscription?formule=${formula.key}`);
    }
    expect(links).toEqual(expect.arrayContaining(['/boost/inscription', '/classement-des-annonces']));
    // The example is a listing on line, under the page that publishes it, and says that it is paid for.
    expect(html).toMatch(/<img[^>]*src="\/api\/boosts\/example\?format=feed"[^>]*width="1080" height="1080"/);
    expect(html).toMatch(
      /<img[^>]*src="\/api\/boosts\/example\?format=story"[^>]*width="1080" height="1920"/,
    );
    expect(text).toMatch(/Vigie\s+Sponsorisé/);
    expect(text).toContain('sous le nom de la page de Vigie');
    const tags = JSON.stringify(homeMeta({ loaderData } as never));
    expect(tags).toContain('https://vigie.example/boost"');
    expect(tags).toContain(`"price":"${(priceOf(formulas[0]!) / 100).toFixed(2)}"`);
  });

  test('an agency that is signed in goes to its order, with the formula', async () => {
    const { links } = await read(BoostHome as never, homeLoader, '/boost', agency);
    expect(links).toContain('/agence/arenes/boost');
    expect(links).toContain('/agence/arenes/boost?formule=decouverte');
    expect(links.some((to) => to.startsWith('/boost/inscription'))).toBe(false);
  });

  test('follows the configuration: another price is shown, and a closed sale is said with its prices', async () => {
    const before = await configurationAt(site.db, clock.now());
    const [first, ...others] = before.formulas;
    const add = (settings: object) =>
      addConfiguration(
        site.db,
        { settings, effectiveOn: null, by: asAdministratorName('essai'), note: null, newest: null },
        clock.now(),
      );
    await add({
      ...before,
      open: false,
      formulas: [{ ...first, name: 'Coup d’envoi', fee: 12_345 }, ...others],
    });
    const { text, links } = await read(BoostHome as never, homeLoader, '/boost');
    expect(text).toContain('Coup d’envoi');
    expect(text).toContain('123,45 €');
    expect(text).toContain(plain(formatPrice(first!.mediaBudget + 12_345)));
    expect(text).toContain('Aucun boost ne peut être commandé pour l’instant');
    expect(links.some((to) => to.includes('formule='))).toBe(false);
    await add(before);
  });
});

describe('/boost/inscription', () => {
  test('finds an agency on the way to its order, and keeps that way on every link', async () => {
    const { html, links } = await read(BoostSignup as never, signupLoader, '/boost/inscription?q=arenes');
    expect(html).toContain('action="/boost/inscription"');
    expect(links).toEqual(
      expect.arrayContaining([
        '/agence/connexion?redirect=%2Fagence%2Fboost',
        '/agence/inscription?agence=arenes&suite=boost',
        '/agence/creer-compte?suite=boost',
        '/boost',
      ]),
    );
    expect(links.some((to) => to.startsWith('/agence/confirmation-exclusion'))).toBe(false);
  });

  test('a formula that was chosen goes along with who signs in', async () => {
    const { links } = await read(
      BoostSignup as never,
      signupLoader,
      '/boost/inscription?formule=essentiel&q=arenes',
    );
    expect(links).toContain('/agence/connexion?redirect=%2Fagence%2Fboost%3Fformule%3Dessentiel');
  });

  test('it promises no order before the space is open and a listing is on line', async () => {
    const { text } = await read(BoostSignup as never, signupLoader, '/boost/inscription');
    expect(text).toContain('la commande se fait ensuite, dès qu’une annonce est en ligne.');
    expect(text).toContain('Depuis une adresse que nous ne lui connaissons pas');
    expect(text).not.toContain('aussitôt');
  });

  test.each([
    ['/boost/inscription', '/agence/arenes/boost'],
    ['/boost/inscription?formule=essentiel', '/agence/arenes/boost?formule=essentiel'],
    ['/boost/inscription?formule=inconnue', '/agence/arenes/boost'],
  ])('%s leads an agency that is signed in to its order', async (address, to) => {
    expect(await load(signupLoader as never, address, agency)).toEqual({ to });
  });

  test('a formula that is sold begins the cart of this browser; another word begins nothing', async () => {
    expect(await load(signupLoader as never, '/boost/inscription?formule=essentiel')).toMatchObject({
      chosen: { formula: 'essentiel', radiusMinKm: 25 },
    });
    expect(await load(signupLoader as never, '/boost/inscription?formule=inconnue')).toMatchObject({
      chosen: null,
    });
  });
});
