import { afterAll, describe, expect, it } from 'vitest';
import { formatNumber, formatPricePerM2 } from '#contract/fmt.ts';
import type { Prices } from '#rooms/prices/contract.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { readPolitely } from '../kit/polite.ts';
import { startSite } from '../kit/site.ts';

const nbsp = '\u00a0';
const site = await startSite({ role: 'web' });
const agency = await makeAgency(site);
await agency.publish(
  ...Array.from({ length: 4 }, (_, index) =>
    flat(`m${index}`, {
      placeCode: '34172',
      cityCode: '34172',
      departmentCode: '34',
      postalCode: '34000',
      price: (200_000 + index * 1000) * 100,
    }),
  ),
);

const pages = {
  'toutes les villes': '/prix-immobilier',
  'plusieurs lieux possibles': '/prix-immobilier?lieu=saint-jean',
  'une ville': '/prix-immobilier/montpellier-34000',
  'les maisons d’une ville': '/prix-immobilier/montpellier-34000/maison',
  'la dernière année': '/prix-immobilier/montpellier-34000?periode=1-an',
  'un bien situé': '/prix-immobilier/paris-75000/appartement?surface=50&prix=500000',
  'une surface de travers': '/prix-immobilier/paris-75000?surface=x&prix=3',
  'un arrondissement': '/prix-immobilier/paris-11e-arrondissement-75011',
  'un département': '/prix-immobilier/herault-34',
  'trop peu de ventes': '/prix-immobilier/les-aires-34600/appartement',
  'ventes non publiées': '/prix-immobilier/metz-57000',
  'une médiane publiée': '/prix-immobilier/limoges-87000',
  'une ville publiée par arrondissement': '/prix-immobilier/lyon-69000/appartement',
  'ventes ni publiées ni chargées': '/prix-immobilier/saint-pierre-97500',
  'aucun lieu de ce nom': '/prix-immobilier/nulle-part',
};

async function ask(slug: string): Promise<Prices> {
  const answer = (await (await fetch(`${site.origin}/api/prices/${slug}`)).json()) as { data: Prices };
  return answer.data;
}

async function read(address: string) {
  const response = await fetch(site.origin + address, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: (await response.text()).replaceAll('&#x27;', "'"),
  };
}

const words = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[ \n]+/g, ' ');

describe('lire les prix d’une ville, sans JavaScript', () => {
  it.each(['montpellier-34000', 'paris-75000', 'paris-11e-arrondissement-75011', 'herault-34'])(
    '%s : la page dit les chiffres de l’API',
    async (slug) => {
      const { apartment } = await ask(slug);
      const text = words((await read(`/prix-immobilier/${slug}/appartement`)).html);
      const figure = apartment.figure!;
      expect(text).toContain(`${formatPricePerM2(figure.median)} en médiane`);
      expect(text).toContain(
        `La moitié des ventes se sont signées entre ${formatPricePerM2(figure.q1)} et ${formatPricePerM2(figure.q3)}.`,
      );
      expect(text.replaceAll(nbsp, '')).toContain(`${figure.n}ventes d’appartements`);
      expect(text).toContain('1er juillet 2024 au 30 juin 2025');
      expect(text).toContain(apartment.confidenceWords);
      expect(text).toContain('Source : DGFiP, Demandes de valeurs foncières'.replace(' :', `${nbsp}:`));
      for (const { n } of [...apartment.bins, ...apartment.byRooms, ...apartment.points]) {
        expect(text.replaceAll(nbsp, '')).toMatch(new RegExp(`(?<!\\d)${n}(?!\\d)`));
      }
    },
  );

  it('les arrondissements mènent à leur page, du plus cher au moins cher', async () => {
    const { districts } = await ask('paris-75000');
    const { html } = await read('/prix-immobilier/paris-75000');
    // The map comes first, in its own order; then the bars.
    const order = districts
      .toSorted((a, b) => (b.apartment?.median ?? 0) - (a.apartment?.median ?? 0))
      .map(({ slug }) => html.lastIndexOf(`href="/prix-immobilier/${slug}"`));
    expect(order).toHaveLength(20);
    expect(order.every((at, rank) => at > (order[rank - 1] ?? 0))).toBe(true);
  });

  it.each([
    ['paris-75000', 20, 'outlines'],
    ['herault-34', 341, 'outlines'],
    // Closer than the outlines of communes hold.
    ['sete-34200', 9, 'dots'],
  ] as const)('%s : la carte mène à chaque lieu, et dit son prix', async (slug, count, drawn) => {
    const { html } = await read(`/prix-immobilier/${slug}`);
    const map = new RegExp(`<svg[^>]*data-map="${drawn}"[\\s\\S]*?</svg>`).exec(html)?.[0] ?? '';
    expect(html.includes('IGN Admin Express, Etalab – Licence Ouverte 2.0')).toBe(drawn === 'outlines');
    expect(map.match(/<path d="M\d+ \d+l/g) ?? []).toHaveLength(drawn === 'outlines' ? count : 0);
    const titles = [...map.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => title);
    expect(titles).toHaveLength(count);
    for (const title of titles) {
      expect(title).toMatch(/\u00a0: (trop peu de ventes|[\d\u00a0]+,00\u00a0€\/m², [\d\u00a0]+ventes)/);
    }
    const links = map.match(/<a href="\/prix-immobilier\//g) ?? [];
    expect(links.length).toBe(slug === 'sete-34200' ? count - 1 : count);
  });

  it('les contours dessinés ont leur source et leur licence', async () => {
    const sources = words((await read('/sources')).html);
    expect(sources).toContain('Contours des communes');
    expect(sources).toContain('IGN, Admin Express, par Etalab');
    expect(sources).not.toContain('OpenStreetMap');
  });

  it('un nom écrit autrement mène à la bonne adresse', async () => {
    expect(await read('/prix-immobilier/montpellier/maisons?surface=90')).toMatchObject({
      status: 301,
      location: '/prix-immobilier/montpellier-34000/maison?surface=90',
    });
    expect(await read('/prix-immobilier/paris-11')).toMatchObject({
      status: 301,
      location: '/prix-immobilier/paris-11e-arrondissement-75011',
    });
    expect(await read('/prix-immobilier?lieu=Sète')).toMatchObject({
      status: 302,
      location: '/prix-immobilier/sete-34200',
    });
    for (const type of ['tous', 'chateau']) {
      expect((await read(`/prix-immobilier/montpellier-34000/${type}`)).status).toBe(404);
    }
  });

  it('ce qui manque est dit, avec ce qui est pris à la place', async () => {
    const few = words((await read('/prix-immobilier/les-aires-34600/appartement')).html);
    expect(few).toContain(`Données insuffisantes${nbsp}: moins de 11 ventes d’appartements aux Aires`);
    expect(few).toContain('intercommunalité');
    expect(words((await read('/prix-immobilier/metz-57000')).html)).toContain('livre foncier');
    expect(words((await read('/prix-immobilier/mamoudzou-97600')).html)).toContain('Mayotte');
    const missing = await read('/prix-immobilier/saint-pierre-97500');
    expect(words(missing.html)).toContain('aucune vente n’est publiée ni chargée ici');
    expect(missing.html).toMatch(/href="\/alertes\/nouvelle\?[^"]*saint-pierre-97500/);
    expect(missing.html).toContain('content="noindex, follow"');
  });

  it('une médiane publiée est nommée comme telle, sans courbe ni étendue, et les moteurs la trouvent', async () => {
    const { apartment } = await ask('limoges-87000');
    const published = apartment.published!;
    const { html } = await read('/prix-immobilier/limoges-87000/appartement');
    const text = words(html);
    expect(text).toContain('médiane publiée des ventes de 2021 à 2025');
    expect(text).toContain(`${formatPricePerM2(published.value)} en médiane sur cinq ans`);
    expect(text.replaceAll(nbsp, '')).toContain(`${published.n}ventes d’appartements`);
    expect(text).toContain('du 1er janvier 2021 au 31 décembre 2025');
    expect(text).toContain('Statistiques DVF (data.gouv.fr)');
    expect(text).toContain('Licence Ouverte 2.0');
    expect(text).toContain('là où il n’y a qu’une médiane publiée, rien n’est situé');
    for (const absent of ['Évolution', 'Situez votre bien', 'La moitié des ventes'])
      expect(text).not.toContain(absent);
    expect(html).not.toContain('noindex');
    const sitemap = await (await fetch(`${site.origin}/sitemaps/prix-appartement.xml`)).text();
    expect(sitemap).toContain('/prix-immobilier/limoges-87000/appartement</loc>');
    expect(sitemap).toContain('/prix-immobilier/creuse-23/appartement</loc>');
  });

  it('Lyon et la Creuse n’ont pas de médiane : une étendue, une moyenne, nommées ainsi', async () => {
    const lyon = words((await read('/prix-immobilier/lyon-69000/appartement')).html);
    const { medians } = (await ask('lyon-69000')).apartment.published!;
    expect(lyon).toContain(
      `de ${formatPricePerM2(medians!.low)} à ${formatPricePerM2(medians!.high)} selon l’arrondissement, sur cinq ans`,
    );
    expect(lyon).toContain('ce n’est pas une médiane');
    // It has no price of its own, and not for lack of sales.
    expect(lyon).not.toContain('Trop peu de ventes');
    const rhone = await read('/prix-immobilier/rhone-69');
    expect(rhone.html).toContain(`<title>Lyon${nbsp}: par arrondissement</title>`);
    expect(words(rhone.html)).toMatch(/Lyon Par arrondissement/);
    const creuse = await ask('creuse-23');
    const department = words((await read('/prix-immobilier/creuse-23/maison')).html);
    expect(department).toContain(`${formatPricePerM2(creuse.house.published!.value)} en moyenne de médianes`);
    // A village with too few sales says the department's, and leads to it.
    const village = await read('/prix-immobilier/banize-23120/maison');
    expect(words(village.html)).toContain(
      'moins de 11 ventes de maisons à Banize de 2021 à 2025. Ce chiffre est celui d’un territoire plus large',
    );
    expect(village.html).toContain('href="/prix-immobilier/creuse-23/maison"');
    expect(village.html).toContain('content="noindex, follow"');
  });

  it('la page d’accueil des prix donne les grandes villes, chacune avec ses ventes', async () => {
    const { html } = await read('/prix-immobilier');
    const text = words(html).replaceAll(nbsp, ' ');
    const { n } = (await ask('toulouse-31000')).apartment.published!;
    expect(text).toContain(`${formatNumber(n).replaceAll(nbsp, ' ')} ventes, 2021 à 2025`);
    expect(html).toContain('href="/prix-immobilier/lyon-69000/appartement"');
    expect(text).toMatch(/9 arrondissements/);
  });

  it('une seule adresse par page pour les moteurs, et des données qu’ils savent lire', async () => {
    const { html } = await read('/prix-immobilier/montpellier-34000/maison?periode=1-an');
    expect(html).toContain(
      `<link rel="canonical" href="${site.origin}/prix-immobilier/montpellier-34000/maison"/>`,
    );
    expect(html).toContain('content="noindex, follow"');
    const plain = (await read('/prix-immobilier/montpellier-34000/maison')).html;
    expect(plain).not.toContain('noindex');
    const data = [...plain.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as { '@type': string },
    );
    expect(data.map((one) => one['@type'])).toEqual(['BreadcrumbList', 'Dataset', 'FAQPage']);
    const sitemap = await (await fetch(`${site.origin}/sitemaps/prix-maison.xml`)).text();
    expect(sitemap).toContain('/prix-immobilier/montpellier-34000/maison</loc>');
    expect(sitemap).not.toContain('metz-57000');
  });

  it('aucune vente ne sort, ni dans la page, ni dans ses données, ni dans le CSV', async () => {
    for (const address of [...Object.values(pages), '/api/prices/paris-75000/agregats.csv']) {
      const { html } = await read(address);
      expect(html).not.toMatch(/\b\d{5}\d{3}[0-9A-Z]{2}\d{4}\b/);
      expect(html).not.toMatch(/id_mutation|id_parcelle|adresse_nom_voie/);
    }
  });
});

describe('avec un navigateur', () => {
  it('situer son bien, changer la période, lire la courbe au clavier', async () => {
    const { apartment } = await ask('montpellier-34000');
    const context = await visitor({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await visit(page, `${site.origin}/prix-immobilier`);
    await page
      .getByRole('combobox', { name: 'Ville, arrondissement, département ou code postal' })
      .fill('Montpellier');
    await page.getByRole('button', { name: 'Voir les prix' }).click();
    await page.waitForURL('**/prix-immobilier/montpellier-34000');
    await page.getByLabel('Surface').fill('60');
    await page.getByLabel('Prix', { exact: true }).fill('240 000');
    await page.getByRole('button', { name: 'Situer ce bien' }).click();
    await page.waitForURL('**surface=60**');
    const gap = Math.round((400_000 / apartment.figure!.median - 1) * 100);
    await page
      .locator('[data-located]')
      .filter({ hasText: `4${nbsp}000,00${nbsp}€/m², ${gap}${nbsp}% au-dessus de la médiane` })
      .waitFor();
    const last = page.getByRole('radio', { name: /juin 2025/ });
    await last.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('radio', { name: /mars 2025/ }).isChecked()).toBe(true);
    await page.getByRole('link', { name: `1${nbsp}an` }).click();
    await page.waitForURL('**periode=1-an**');
    await page.locator('input[name="point"]').nth(5).waitFor({ state: 'detached' });
    expect(await page.locator('input[name="point"]').count()).toBe(5);
    await page.getByRole('link', { name: /^Voir les 4/ }).click();
    await page.waitForURL('**/acheter/montpellier-34000**');
    await context.close();
  });

  describe('sans faute d’accessibilité', () => {
    let context: Awaited<ReturnType<typeof visitor>> | null = null;
    afterAll(() => context?.close());

    it.each(Object.entries(pages))('%s', async (_, address) => {
      context ??= await visitor({ viewport: { width: 360, height: 740 } }, 'for the file');
      const page = await context.newPage();
      const said = complaintsOf(page);
      await page.goto(site.origin + address, { waitUntil: 'load' });
      const faults = await faultsAtBothWidths(page, { grave: true });
      await page.close();
      expect(faults).toEqual([]);
      expect(said).toEqual([]);
    });
  });

  it('aucun lien ne mène à une page absente', async () => {
    const found = new Map<string, string>();
    for (const address of Object.values(pages)) {
      const { html } = await read(address);
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"#]+)/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), site.origin);
        if (url.origin === site.origin) found.set(url.pathname + url.search, address);
      }
    }
    expect(found.size).toBeGreaterThan(60);
    const broken: string[] = [];
    for (const [link, from] of found) {
      const { status } = await readPolitely(site.origin + link);
      if (status !== 200) broken.push(`${status} ${link}, depuis ${from}`);
    }
    expect(broken).toEqual([]);
  });
});
