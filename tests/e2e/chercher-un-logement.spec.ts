import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;

const inLyon7 = { placeCode: '69387', cityCode: '69123', departmentCode: '69', postalCode: '69007' };

beforeAll(async () => {
  site = await startSite({ role: 'web' });
  const agency = await makeAgency(site);
  await agency.publish(
    // 60 flats in Nîmes from 200 000 € to 259 000 €; three say nothing of their floor.
    ...Array.from({ length: 60 }, (_, index) =>
      flat(`n${index}`, {
        price: (200_000 + index * 1000) * 100,
        floor: index < 3 ? null : index % 5,
        rooms: 1 + (index % 5),
      }),
    ),
    flat('maison', { propertyType: 'house', price: 31_200_000, rooms: 6 }),
    flat('loyer', { ...inLyon7, transaction: 2, price: 95_000 }),
    flat('neuf', { ...inLyon7, isNew: true, price: 40_000_000 }),
  );
});

const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

async function read(address: string): Promise<{ status: number; location: string | null; html: string }> {
  const response = await fetch(site.origin + address, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location')?.replace(site.origin, '') ?? null,
    // React parts neighbouring texts with empty comments.
    html: plain((await response.text()).replaceAll('<!-- -->', '')),
  };
}

const titlesOf = (page: Page) => page.locator('main article h2 a').count();
const pathOf = (page: Page) => page.url().replace(site.origin, '');

async function structured(page: Page): Promise<Record<string, unknown>[]> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  return blocks.map((block) => JSON.parse(block) as Record<string, unknown>);
}

describe('chercher un logement', () => {
  it('depuis l’accueil : Entrée cherche aussitôt, que les suggestions soient là ou non', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, site.origin);
    const where = page.getByRole('combobox', { name: 'Où' });
    await where.fill('toulouse');
    await page
      .getByRole('option', { name: /^Toulouse/ })
      .first()
      .waitFor();
    await where.press('Enter');
    await page.waitForURL('**/acheter/toulouse-31000');
    // Suggestions that never come before the search does.
    await page.route('**/api/places*', () => {});
    await visit(page, site.origin);
    await where.fill('toulouse');
    await where.press('Enter');
    await page.waitForURL('**/acheter/toulouse-31000');
    await page.context().close();
  });

  it('depuis l’accueil : un projet, une ville, un budget, et les annonces', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, site.origin);
    await page.getByText('Louer', { exact: true }).last().click();
    await page.getByRole('combobox', { name: 'Où' }).fill('lyon 7');
    await page.getByRole('option', { name: /Lyon 7e/ }).click();
    await page.getByLabel('Loyer maximum').fill('1 000');
    await page.getByRole('button', { name: 'Rechercher' }).click();
    await page.waitForURL('**/louer/lyon-69000/7e-arrondissement?prixMax=1000');
    await page.getByRole('heading', { level: 1, name: 'Locations à Lyon 7e', exact: true }).waitFor();
    await expect.poll(async () => plain(await page.locator('main').textContent())).toContain('950,00 €/mois');
  });

  it('filtre, compte avant de montrer, retire un critère, trie et feuillette', async () => {
    const page = await (await visitor({ viewport: { width: 1280, height: 900 } })).newPage();
    await visit(page, `${site.origin}/acheter/nimes-30000`);
    expect(plain(await page.locator('h1 + p').textContent())).toBe('61 annonces');
    expect(await titlesOf(page)).toBe(24);

    await page.getByText('Budget', { exact: true }).first().click();
    await page.getByLabel('Maximum').first().fill('239 000');
    await page.getByRole('button', { name: 'Voir 40 annonces' }).click();
    await page.waitForURL('**/acheter/nimes-30000?prixMax=239000');
    await page.getByRole('link', { name: "Retirer le critère Jusqu'à 239 000,00 €" }).first().waitFor();
    expect(plain(await page.locator('h1 + p').textContent())).toBe('40 annonces');

    await page.getByLabel('Trier par').selectOption({ label: 'Prix décroissant' });
    await page.waitForURL('**/acheter/nimes-30000?prixMax=239000&tri=-prix');
    await page.locator('main article').first().getByText('239 000,00 €').waitFor();

    await page.getByRole('link', { name: 'Suivante' }).click();
    await page.waitForURL(/page=2&apres=/);
    await page.locator('main article').first().getByText('215 000,00 €').waitFor();
    expect(await titlesOf(page)).toBe(16);
    await page.goBack();
    await page.locator('main article').first().getByText('239 000,00 €').waitFor();

    await page.getByRole('link', { name: "Retirer le critère Jusqu'à 239 000,00 €" }).first().click();
    await page.waitForURL('**/acheter/nimes-30000?tri=-prix');
    await page.locator('main article').first().getByText('312 000,00 €').waitFor();
  });

  it('lit un montant comme il est collé, et retient la recherche tant qu’un nombre n’en est pas un', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/acheter/nimes-30000`);
    await page.locator('summary', { hasText: 'Budget' }).first().click();
    const least = page.getByLabel('Minimum').first();
    const most = page.getByLabel('Maximum').first();
    for (const [pasted, shown] of [
      ['1.250.000', '1 250 000'],
      ["1'250'000", '1 250 000'],
      ['1 250 000,50', '1 250 001'],
      ['1.250', '1 250'],
    ] as const) {
      await most.fill(pasted);
      await most.blur();
      await expect.poll(async () => plain(await most.inputValue())).toBe(shown);
    }
    await most.fill('220.000');
    await least.fill('abc');
    await page.getByRole('button', { name: /Voir/ }).first().click();
    await page
      .getByText(/Un nombre est attendu/)
      .first()
      .waitFor();
    expect(await least.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(pathOf(page)).toBe('/acheter/nimes-30000');
    await least.fill('');
    await page.getByRole('button', { name: /Voir/ }).first().click();
    await page.waitForURL(/prixMax=220000/);
  });

  it('choisit son budget au curseur, au clavier, sur la répartition des prix', async () => {
    const page = await (await visitor({ viewport: { width: 1280, height: 900 } })).newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/listings/prices')) asked.push(request.url());
    });
    await visit(page, `${site.origin}/acheter/nimes-30000`);
    expect(asked).toEqual([]);
    await page.getByText('Budget', { exact: true }).first().click();
    await page
      .getByText('61\u00a0annonces, la moitié entre 215\u00a0000,00\u00a0€ et 245\u00a0000,00\u00a0€.')
      .waitFor();
    const [low, high] = [
      page.getByLabel('Pas moins de, au curseur'),
      page.getByLabel('Pas plus de, au curseur'),
    ];
    expect(await high.getAttribute('aria-valuetext')).toBe('Sans maximum');
    await high.focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
    expect(await high.getAttribute('aria-valuetext')).toBe("Jusqu'à 235\u00a0000,00\u00a0€");
    await page.getByRole('button', { name: 'Voir 36 annonces' }).waitFor();
    await low.focus();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowRight');
    const [least, most] = [page.getByLabel('Minimum').first(), page.getByLabel('Maximum').first()];
    expect([await least.inputValue(), await most.inputValue()]).toEqual(['210\u00a0000', '235\u00a0000']);
    // And from the fields to the slider, one end never beyond the other.
    await most.fill('220 000');
    await expect.poll(() => high.inputValue()).toBe('4');
    await low.focus();
    await page.keyboard.press('End');
    expect([await least.inputValue(), await low.inputValue()]).toEqual(['215\u00a0000', '3']);
    expect(asked).toHaveLength(1);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Voir 6 annonces' }).click();
    await page.waitForURL('**/acheter/nimes-30000?prixMin=215000&prixMax=220000');
    await expect.poll(async () => plain(await page.locator('h1 + p').textContent())).toBe('6 annonces');
    await page.context().close();
  });

  it('ouvre tous les filtres, compte chaque option, cherche des mots et garde tout à l’adresse', async () => {
    const page = await (await visitor({ viewport: { width: 360, height: 740 } })).newPage();
    await visit(page, `${site.origin}/acheter/nimes-30000?prixMax=239000&mots=introuvable`);
    await page.getByText('Tous les filtres (2)').click();
    await page.getByRole('button', { name: 'Voir 0 annonce' }).waitFor();
    await page.getByLabel('Mots à trouver').fill('');
    await page.getByRole('button', { name: 'Voir 40 annonces' }).waitFor();
    await page
      .getByLabel(/^Appartement\s+\d+$/)
      .last()
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Mots à trouver').isVisible()).toBe(false);
    await page.getByText('Tous les filtres (2)').click();
    await page.getByLabel('En ligne depuis').selectOption('30');
    await page.getByRole('button', { name: 'Voir 40 annonces' }).click();
    await page.waitForURL('**/acheter/nimes-30000?prixMax=239000&depuis=30');
    await page.getByRole('link', { name: 'Retirer le critère En ligne depuis 30 jours au plus' }).waitFor();
  });

  it('cherche dans plusieurs lieux, que disent des puces, l’adresse et l’alerte', async () => {
    const page = await (await visitor({ viewport: { width: 360, height: 740 } })).newPage();
    await visit(page, `${site.origin}/acheter/nimes-30000?prixMax=400000`);
    await page.getByText('Ajouter un lieu').click();
    await page.getByRole('combobox', { name: 'Chercher aussi à' }).fill('lyon 7');
    await page.getByRole('option', { name: /Lyon 7e/ }).click();
    await page.waitForURL('**/acheter/nimes-30000?lieux=lyon-7e-arrondissement-69007&prixMax=400000');
    await page.getByRole('heading', { level: 1, name: 'Immobilier à vendre à Nîmes et à Lyon 7e' }).waitFor();
    expect(plain(await page.locator('h1 + p').textContent())).toBe('62 annonces');
    expect(
      await page
        .locator('main')
        .getByRole('link', { name: 'Créer une alerte' })
        .locator('visible=true')
        .getAttribute('href'),
    ).toBe(
      '/alertes/nouvelle?transaction=achat&lieux=nimes-30000,lyon-7e-arrondissement-69007&prixMax=400000',
    );
    await page.getByRole('link', { name: 'Retirer le critère Nîmes' }).click();
    await page.waitForURL('**/acheter/lyon-69000/7e-arrondissement?prixMax=400000');
    await page.getByRole('heading', { level: 1, name: 'Immobilier à vendre à Lyon 7e' }).waitFor();
    expect(plain(await page.locator('h1 + p').textContent())).toBe('1 annonce');
  });

  it('montre à part ce qui n’est pas précisé', async () => {
    const { html: whole } = await read('/acheter/nimes-30000/appartement?rdc=non&page=2');
    const html = whole.slice(whole.indexOf('<main'), whole.indexOf('</main>'));
    expect(html).toContain('46 annonces');
    expect(html).toContain('+ 3 peut-être');
    expect(html.match(/Non précisé : étage/g)).toHaveLength(2);
    expect(html).toContain('href="/acheter/nimes-30000/appartement?rdc=non&amp;page=2#peut-etre"');
  });

  it('ne laisse pas sans issue : la plus proche, un critère de moins, une alerte', async () => {
    const page = await (await visitor()).newPage();
    await visit(page, `${site.origin}/acheter/nimes-30000?prixMax=150000&pieces=5`);
    const text = plain(await page.locator('main').textContent());
    expect(text).toContain('Aucune annonce sous 150 000,00 €');
    expect(text).toContain('La plus proche : 204 000,00 €');
    const alert = page.getByRole('link', { name: 'Créer cette alerte' }).first();
    expect(await alert.getAttribute('href')).toBe(
      '/alertes/nouvelle?transaction=achat&lieux=nimes-30000&prixMax=150000&pieces=5',
    );
    await page.getByRole('link', { name: 'Élargir le budget' }).click();
    await page.waitForURL('**/acheter/nimes-30000?prixMax=204000&pieces=5');
    await page.locator('main article').first().waitFor();
  });

  it('dit à chaque page ce que les moteurs doivent retenir', async () => {
    const page = await (await visitor()).newPage();
    await page.goto(`${site.origin}/acheter/nimes-30000/appartement?page=2`);
    expect(await page.title()).toBe('Appartements à vendre à Nîmes, page 2 – Vigie');
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
      `${site.origin}/acheter/nimes-30000/appartement?page=2`,
    );
    expect(await page.locator('meta[name="robots"]').count()).toBe(0);
    const [crumbs, list] = await structured(page);
    expect(crumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Accueil', item: `${site.origin}/` },
        { position: 2, name: 'Acheter à Nîmes', item: `${site.origin}/acheter/nimes-30000` },
        { position: 3, name: 'Appartements' },
      ],
    });
    expect(list).toMatchObject({ '@type': 'ItemList', numberOfItems: 60 });
    const links = (list as { itemListElement: { url: string }[] }).itemListElement;
    expect(links).toHaveLength(24);
    expect((await fetch(links[0]?.url ?? '')).status).toBe(200);

    await page.goto(`${site.origin}/acheter/nimes-30000?tri=prix&prixMax=230000`);
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex, follow');
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
      `${site.origin}/acheter/nimes-30000`,
    );
  });

  it('mène aux bonnes adresses, et n’en invente pas', async () => {
    expect(await read('/acheter/nimes')).toMatchObject({ status: 301, location: '/acheter/nimes-30000' });
    expect(await read('/louer/lyon-69000/7')).toMatchObject({
      status: 301,
      location: '/louer/lyon-69000/7e-arrondissement',
    });
    for (const [written, right] of [
      ['/Acheter/nimes-30000?tri=prix', '/acheter/nimes-30000?tri=prix'],
      ['/Acheter/Neuf/nimes-30000/', '/acheter/neuf/nimes-30000'],
      ['/acheter/NIMES-30000/Maison', '/acheter/nimes-30000/maison'],
      ['/Mentions-Legales', '/mentions-legales'],
    ] as const)
      expect([written, await read(written)]).toMatchObject([written, { status: 301, location: right }]);
    for (const address of ['/neuf/lyon-69000', '/acheter/neuf/lyon-69000']) {
      const { status, html } = await read(address);
      expect(status).toBe(200);
      expect(html).toContain(`<link rel="canonical" href="${site.origin}/neuf/lyon-69000"/>`);
      expect(html).toContain('Immobilier neuf à Lyon');
    }
    for (const address of ['/neuf/lyon-69000/maison', '/acheter/neuf/lyon-69000/7e-arrondissement']) {
      expect((await read(address)).status, address).toBe(200);
    }
    const unknown = await read('/acheter/nimmes');
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain('href="/acheter/nimes-30000"');
    for (const address of ['/acheter/neuf', '/acheter/nimes-30000/chateau', '/louer/herault-34']) {
      expect((await read(address)).status, address).toBe(404);
    }
  });

  it('répond en bon ordre aux mots malformés et aux pages qui n’existent pas', async () => {
    for (const query of [
      '?prixMax=cher&pieces=-1&tri=__proto__&page=1e9&apres=%00',
      '?page=9999',
      '?apres=99999999999999999_1&tri=prix&page=3',
      `?type=${'x,'.repeat(500)}`,
    ]) {
      expect((await read(`/acheter/nimes-30000${query}`)).status, query).toBe(200);
    }
  });

  it('partage ses pages une minute, sauf avec une session', async () => {
    const response = await fetch(`${site.origin}/acheter/nimes-30000`);
    expect(response.headers.get('cache-control')).toContain('s-maxage=60');
    expect(response.headers.get('vary')?.toLowerCase()).toContain('cookie');
  });
});

describe('chercher sans JavaScript', () => {
  it('filtre, trie et feuillette avec des formulaires et des liens', async () => {
    const context = await visitor({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.origin}/acheter/nimes-30000`);
    await page.getByText('Type de bien', { exact: true }).first().click();
    await page
      .getByLabel(/^Appartement/)
      .first()
      .check();
    await page.getByRole('button', { name: 'Voir les annonces' }).locator('visible=true').click();
    // What the form sends is tidied into the one address of this search.
    expect(pathOf(page)).toBe('/acheter/nimes-30000/appartement');
    expect(plain(await page.locator('h1').textContent())).toBe('Appartements à vendre à Nîmes');

    await page.getByText('Budget', { exact: true }).first().click();
    await page.getByLabel('Maximum').first().fill('239 000');
    await page.getByRole('button', { name: 'Voir les annonces' }).locator('visible=true').click();
    expect(pathOf(page)).toBe('/acheter/nimes-30000/appartement?prixMax=239000');
    expect(plain(await page.locator('h1 + p').textContent())).toBe('40 annonces');

    await page.getByLabel('Trier par').selectOption('prix');
    await page.getByRole('button', { name: 'Trier' }).click();
    expect(pathOf(page)).toBe('/acheter/nimes-30000/appartement?prixMax=239000&tri=prix');
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    expect(pathOf(page)).toBe('/acheter/nimes-30000/appartement?prixMax=239000&tri=prix&page=2');
    expect(await titlesOf(page)).toBe(16);
    await page.locator('main article h2 a').first().click();
    expect(pathOf(page)).toMatch(/^\/annonce\/\d+$/);
  });

  it('ajoute un lieu par un formulaire, demande lequel, et le retire par un lien', async () => {
    const page = await (await visitor({ javaScriptEnabled: false })).newPage();
    await page.goto(`${site.origin}/acheter/nimes-30000?prixMax=400000`);
    const add = async (place: string) => {
      await page.getByText('Ajouter un lieu').click();
      await page.getByLabel('Chercher aussi à').fill(place);
      await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    };
    await add('Lyon');
    expect(pathOf(page)).toBe('/acheter/nimes-30000?lieux=lyon-69000&prixMax=400000');
    expect(plain(await page.locator('h1').textContent())).toBe('Immobilier à vendre à Nîmes et à Lyon');
    await add('Saint-Denis');
    await page.getByRole('link', { name: 'Saint-Denis 93200 · Seine-Saint-Denis' }).click();
    expect(pathOf(page)).toBe('/acheter/nimes-30000?lieux=lyon-69000,saint-denis-93200&prixMax=400000');
    await page.getByRole('link', { name: 'Retirer le critère Lyon' }).click();
    expect(pathOf(page)).toBe('/acheter/nimes-30000?lieux=saint-denis-93200&prixMax=400000');
    expect(plain(await page.locator('h1 + p').textContent())).toBe('61 annonces');
  });

  it('l’accueil trouve la ville écrite à la main, ou demande laquelle', async () => {
    const page = await (await visitor({ javaScriptEnabled: false })).newPage();
    await page.goto(site.origin);
    await page.getByLabel('Où').fill('nîmes');
    await page.getByRole('button', { name: 'Rechercher' }).click();
    expect(pathOf(page)).toBe('/acheter/nimes-30000');

    await page.goto(site.origin);
    await page.getByLabel('Où').fill('Saint-Denis');
    await page.getByRole('button', { name: 'Rechercher' }).click();
    await page.getByRole('link', { name: 'Saint-Denis 93200 · Seine-Saint-Denis' }).click();
    expect(pathOf(page)).toBe('/acheter/saint-denis-93200');

    await page.goto(`${site.origin}/?lieu=qsdfghjklm`);
    expect(plain(await page.locator('main').textContent())).toContain(
      'Aucune commune ne ressemble à « qsdfghjklm »',
    );
  });
});
