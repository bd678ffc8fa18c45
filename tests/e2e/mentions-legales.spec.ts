import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { makeAgency, makeAlert } from '../kit/alerts.ts';
import { visitor } from '../kit/browser.ts';
import { lawfulRental, lawfulSale } from '../kit/law.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

const widths = [360, 1280] as const;
const media = ['screen', 'print'] as const;

/** The two blocks of domain.md 3.12, then what they do not show: a house, a programme, a home sold off plan. */
const flat = lawfulSale('vente', {
  placeCode: '69387',
  cityCode: '69123',
  departmentCode: '69',
  postalCode: '69007',
  // As long as a description may be.
  description: 'Un séjour traversant, deux chambres, une cuisine équipée. '.repeat(68),
  price: 31_500_000,
  priceWithoutFees: 30_000_000,
  feesPayer: 1,
  feesPercent: 5,
  surface: 63.1,
  carrezSurface: 62.4,
  energyClass: 'F',
  energyValue: 352,
  climateClass: 'D',
  climateValue: 46,
  energyCostMin: 156_000,
  energyCostMax: 215_000,
  energyCostYear: 2023,
  contactName: 'M. Y',
  contactStatus: 'commercial_agent',
  contactRsac: '812 345 678',
  contactRsacCity: 'Lyon',
  contactSoleTrader: true,
});
const studio = lawfulRental('location', {
  placeCode: '75111',
  cityCode: '75056',
  departmentCode: '75',
  postalCode: '75011',
  subType: 'studio',
  furnished: true,
  lease: 'furnished',
  rooms: 1,
  bedrooms: null,
  surface: 22,
  price: 84_200,
  charges: 4_500,
  chargesMode: 1,
  rentControlled: true,
  referenceRent: 80_300,
  baseRent: 79_700,
  deposit: 159_400,
  tenantFees: 33_286,
  inventoryFees: 6_666,
  tenantFeeZone: 'very_tense',
});
const unit = {
  reference: 'B204',
  propertyType: 'apartment',
  rooms: 2,
  surface: 44,
  floor: 2,
  price: 21_490_000,
  vat: 20,
  status: 'available',
} as const;
const programme = lawfulSale('programme', {
  propertyType: 'programme',
  isNew: true,
  programmeName: 'Les Terrasses',
  price: 18_990_000,
  rooms: null,
  surface: null,
  carrezSurface: null,
  coOwned: null,
  energyStatus: 'exempt',
  energyExemption: 'off_plan',
  energyClass: null,
  energyValue: null,
  climateClass: null,
  climateValue: null,
  energyCostMin: null,
  energyCostMax: null,
  delivery: '2028-T2',
  progress: 'started',
  units: [unit, { ...unit, reference: 'A101', rooms: 1, surface: 29, floor: 1, price: 18_990_000, vat: 5.5 }],
});
/** Enough to fill a mail with cards, then with lines. */
const many = Array.from({ length: 30 }, (_, index) =>
  lawfulSale(`n${index}`, {
    price: 26_250_000 + index * 105_000,
    priceWithoutFees: 25_000_000 + index * 100_000,
    feesPayer: 1,
    feesPercent: 5,
    energyClass: index === 0 || index === 29 ? 'F' : 'C',
  }),
);

let site: Site;
let ids: Record<'flat' | 'studio' | 'programme', number>;
const contexts = new Map<number, BrowserContext>();

beforeAll(async () => {
  site = await startSite();
  for (const width of widths) contexts.set(width, await visitor({ viewport: { width, height: 900 } }));
  await makeAlert(site);
  await makeAlert(site, {
    email: 'loyer@example.test',
    criteria: { transaction: 'location', places: ['75111'], prixMax: 1000 },
  });
  const agency = await makeAgency(site);
  const [flatId = 0, studioId = 0, programmeId = 0] = await agency.publish(flat, studio, programme);
  // One import, one mail.
  await agency.importChunk(1, ...many);
  await agency.closeImport(1);
  ids = { flat: flatId, studio: studioId, programme: programmeId };
});
afterAll(() => Promise.all([...contexts.values()].map((context) => context.close())));

async function open(width: number, address: string, medium: (typeof media)[number]): Promise<Page> {
  const page = await (contexts.get(width) as BrowserContext).newPage();
  await page.goto(site.origin + address, { waitUntil: 'load' });
  await page.emulateMedia({ media: medium });
  return page;
}

/** Sizes, in pixels, of every text under the root that holds the words; letters as they are drawn. */
function sizesOf(page: Page, root: string, words: string): Promise<number[]> {
  return page.evaluate(
    ([selector, wanted]) => {
      const sizes: number[] = [];
      for (const element of document.querySelectorAll(selector)) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement;
          const text = (node.textContent ?? '').replaceAll('\u00a0', ' ');
          if (!parent || !text.includes(wanted) || parent.getClientRects().length === 0) continue;
          sizes.push(Number.parseFloat(getComputedStyle(parent).fontSize));
        }
      }
      return sizes;
    },
    [root, words] as const,
  );
}

/** Every showing of the first words is strictly larger than every showing of the others. */
async function expectLarger(page: Page, root: string, larger: string, smaller: readonly string[]) {
  const large = await sizesOf(page, root, larger);
  expect(large.length, `${larger} dans ${root}`).toBeGreaterThan(0);
  for (const words of smaller) {
    const small = await sizesOf(page, root, words);
    expect(small.length, `${words} dans ${root}`).toBeGreaterThan(0);
    expect(Math.min(...large), `${larger} et ${words} dans ${root}`).toBeGreaterThan(Math.max(...small));
  }
}

const bodySize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));

const PRICE = 'section[aria-label="Prix"]';
const LEGAL = 'section[aria-labelledby="informations-legales"]';

describe.each(widths)('à %i pixels', (width) => {
  describe.each(media)('sur %s', (medium) => {
    it('le prix honoraires inclus est plus grand que le prix hors honoraires (R2)', async () => {
      const page = await open(width, `/annonce/${ids.flat}`, medium);
      for (const root of [PRICE, LEGAL])
        await expectLarger(page, root, '315 000,00 €', ['300 000,00 €', 'Honoraires : 5 %']);
      await page.close();
      const list = await open(width, '/acheter/lyon-69000/7e-arrondissement', medium);
      await expectLarger(list, 'article', '315 000,00 €', ['300 000,00 €', 'Honoraires : 5 %']);
      await list.close();
    });

    it('le loyer charges comprises est plus grand que les montants de l’encadrement (R8)', async () => {
      const page = await open(width, `/annonce/${ids.studio}`, medium);
      for (const root of [PRICE, LEGAL]) await expectLarger(page, root, '842,00 €', ['803,00 €', '797,00 €']);
      const rent = [...(await sizesOf(page, PRICE, '842,00 €')), ...(await sizesOf(page, LEGAL, '842,00 €'))];
      const others = [
        ...(await sizesOf(page, 'main', '803,00 €')),
        ...(await sizesOf(page, 'main', '797,00 €')),
      ];
      expect(Math.min(...rent)).toBeGreaterThan(Math.max(...others));
      await page.close();
    });

    it('les phrases de l’énergie ont au moins la taille du texte (R15, R16)', async () => {
      const page = await open(width, `/annonce/${ids.flat}`, medium);
      const body = await bodySize(page);
      for (const words of ['Montant estimé des dépenses annuelles', 'énergétique excessive : classe F']) {
        const sizes = await sizesOf(page, 'main', words);
        expect(sizes.length, words).toBeGreaterThanOrEqual(2);
        expect(Math.min(...sizes), words).toBeGreaterThanOrEqual(body);
      }
      await page.close();
      const list = await open(width, '/acheter/lyon-69000/7e-arrondissement', medium);
      const sizes = await sizesOf(list, 'article', 'énergétique excessive : classe F');
      expect(sizes).toHaveLength(1);
      expect(sizes[0]).toBeGreaterThanOrEqual(await bodySize(list));
      await list.close();
    });

    it('les deux échelles font au moins 180 pixels de côté, avec leur lettre et leur valeur (R14)', async () => {
      const page = await open(width, `/annonce/${ids.flat}`, medium);
      const scales = await page.locator('[data-scale] > div').all();
      expect(scales).toHaveLength(2);
      for (const scale of scales) {
        const box = await scale.boundingBox();
        expect(box?.width).toBeGreaterThanOrEqual(180);
        expect(box?.height).toBeGreaterThanOrEqual(180);
      }
      const texts = await page.locator('[data-scale]').allTextContents();
      expect(texts[0]).toContain('Classe F, 352\u00a0kWh/m²/an');
      expect(texts[1]).toContain('Classe D, 46\u00a0kg\u00a0CO₂/m²/an');
      await page.close();
    });
  });

  it('le bloc légal est celui de la loi, dans son ordre, mot pour mot', async () => {
    const said = async (id: number) => {
      const page = await open(width, `/annonce/${id}`, 'screen');
      const sentences = await page.locator(`${LEGAL} dd p`).allTextContents();
      await page.close();
      return sentences.join(' ').replaceAll('\u00a0', ' ');
    };
    expect(await said(ids.flat)).toContain(
      [
        'Appartement 3 pièces 62,40 m² (Carrez) – Lyon 7e arrondissement.',
        '315 000,00 € honoraires inclus.',
        '300 000,00 € hors honoraires.',
        "Honoraires : 5 % TTC à la charge de l'acquéreur.",
        'Barème des honoraires.',
        'Bien soumis au statut de la copropriété : 24 lots, quote-part annuelle moyenne des charges courantes 1 480,00 €, pas de procédure en cours.',
        'Classe énergie F (352 kWh/m²/an) – Classe climat D (46 kg CO₂/m²/an).',
        'Logement à consommation énergétique excessive : classe F.',
        "Montant estimé des dépenses annuelles d'énergie pour un usage standard : entre 1 560,00 € et 2 150,00 € par an (prix de l'énergie, année de référence 2023).",
        'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr.',
        'Agence des Arènes, SIREN 732 829 320, RCS Nîmes, carte professionnelle CPI 3002 2024 000 000 123 – M. Y, agent commercial, RSAC Lyon 812 345 678, EI.',
      ].join(' '),
    );
    expect(await said(ids.studio)).toContain(
      [
        'Studio meublé 22,00 m² – Paris 11e arrondissement.',
        '842,00 €/mois CC, dont 45,00 € de charges (forfait).',
        'Zone soumise à encadrement des loyers : loyer de référence majoré (loyer de base à ne pas dépasser) 803,00 €, loyer de base 797,00 €.',
        'Dépôt de garantie : 1 594,00 €.',
        'Honoraires charge locataire : 332,86 € TTC, dont état des lieux : 66,66 € TTC (22 m² × 12,10 + 22 m² × 3,03).',
        'Barème des honoraires.',
        'Classe énergie C (150 kWh/m²/an) – Classe climat C (20 kg CO₂/m²/an).',
      ].join(' '),
    );
    expect(await said(ids.programme)).toMatch(
      /^Programme neuf « Les Terrasses » – Nîmes\. À partir de 189 900,00 € TTC\. .*Non soumis au DPE : logement neuf vendu avant sa livraison\./,
    );
  });

  it('les lots d’un programme se trient à leur adresse, sans JavaScript', async () => {
    const plain = await visitor({ viewport: { width, height: 900 }, javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(`${site.origin}/annonce/${ids.programme}`);
    const lots = page.locator('section[aria-labelledby="lots"]');
    await lots
      .getByRole('link', { name: /surface/i })
      .locator('visible=true')
      .click();
    await page.waitForURL(/lots=surface/);
    expect(await lots.locator('tbody th').allTextContents()).toEqual([
      expect.stringMatching(/^A101/),
      expect.stringMatching(/^B204/),
    ]);
    expect(await lots.textContent()).toContain('2\u00a0lots disponibles sur 2.');
    await plain.close();
  });
});

it.each(['flat', 'studio', 'programme'] as const)(
  'se lit sans faute d’accessibilité ni débordement, à 360 et à 1280 pixels : %s',
  async (name) => {
    const page = await (contexts.get(1280) as BrowserContext).newPage();
    const said = complaintsOf(page);
    await page.goto(`${site.origin}/annonce/${ids[name]}`, { waitUntil: 'load' });
    await page.locator('summary', { hasText: 'Identité de l’agence' }).click();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect(said).toEqual([]);
    await page.close();
  },
);

it('une annonce s’imprime sur deux pages au plus, avec son bloc légal et sans le reste du site', async () => {
  const page = await open(1280, `/annonce/${ids.flat}`, 'print');
  const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(2);
  expect(await page.locator(LEGAL).isVisible()).toBe(true);
  for (const hidden of ['header[data-site]', 'footer[data-site]', 'nav', 'button'])
    expect(await page.locator(hidden).locator('visible=true').count(), hidden).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await page.close();
});

it('les listes classées disent comment', async () => {
  for (const address of ['/acheter/nimes-30000', `/annonce/${ids.flat}`]) {
    const html = await (await fetch(site.origin + address)).text();
    expect(html, address).toContain('href="/classement-des-annonces"');
  }
});

describe.each(widths)('dans un e-mail lu à %i pixels', (width) => {
  async function read(words: string): Promise<Page> {
    const mail = await eventually(`l’e-mail qui dit ${words}`, async () =>
      (await site.mails()).find(({ html }) => html?.replaceAll('\u00a0', ' ').includes(words)),
    );
    const page = await (contexts.get(width) as BrowserContext).newPage();
    await page.setContent(mail.html ?? '');
    return page;
  }

  it('le prix est plus grand que ce qui l’explique, en carte comme en ligne', async () => {
    // The fifteenth of thirty is a card whatever their order.
    const page = await read('278 250,00 €');
    await expectLarger(page, '.card', '278 250,00 €', ['265 000,00 €', 'Honoraires : 5 %']);
    const lines = await sizesOf(page, 'div.b', 'hors honoraires');
    expect(lines.length).toBeGreaterThan(0);
    await expectLarger(page, 'div.b', '00,00 € honoraires inclus', ['hors honoraires']);
    for (const size of await sizesOf(page, 'body', 'énergétique excessive : classe F'))
      expect(size).toBeGreaterThanOrEqual(await bodySize(page));
    await page.close();
  });

  it('le loyer est dit charges comprises, plus grand que ses charges', async () => {
    const page = await read('842,00 €/mois');
    await expectLarger(page, '.card', '842,00 €/mois', ['dont 45,00 € de charges (forfait)']);
    await page.close();
  });
});
