import { sql } from 'kysely';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestServices, testServices } from '../../../../tests/kit/app.ts';
import { cleared } from '../../../../tests/kit/law.ts';
import { type Actor, asUserId, nobody } from '../../../platform/auth.server.ts';
import { moveClock } from '../../../platform/clock.server.ts';
import { servicesContext } from '../../../platform/context.server.ts';
import { addDemoAccount } from '../../accounts/rules.server.ts';
import { addAgency } from '../../agencies/rules.server.ts';
import type { ListingDraft } from '../../listings/contract.ts';
import { draftListing } from '../../listings/intake/contract.ts';
import { applyListings, withdrawListings } from '../../listings/rules.server.ts';
import ListingPage, { loader, meta } from './listing.tsx';

const DAY_MS = 86_400_000;
const nbsp = '\u00a0';
let site: TestServices;
let agencyId: number;

beforeAll(async () => {
  site = await testServices({ PUBLIC_URL: 'https://vigie.example' });
  agencyId = (await addAgency(site.db, { ref: 'port', name: 'Agence du Port', siren: '732829320' })).id;
  await sql`update agency set phone = '+33467000000', rcs_city = 'Lyon'`.execute(site.db);
});
afterEach(async () => {
  moveClock(0);
  await sql`truncate listing cascade`.execute(site.db);
});

const flat: ListingDraft = draftListing({
  technicalId: 'SECRET-TECH-ID',
  reference: 'VA2100',
  transaction: 1,
  propertyType: 'apartment',
  title: 'Trois pièces',
  description: 'Calme </script><script>alert(1)</script><img src=x onerror=alert(1)>',
  placeCode: '69387',
  cityCode: '69123',
  departmentCode: '69',
  postalCode: '69007',
  price: 31_500_000,
  priceWithoutFees: 30_000_000,
  feesPayer: 1,
  feesPercent: 5,
  feeScheduleUrl: 'https://agence.example/bareme',
  surface: 62.4,
  rooms: 3,
  elevator: false,
  energyStatus: 'rated',
  energyClass: 'F',
  energyValue: 352,
  climateClass: 'D',
  climateValue: 46,
  energyCostMin: 156_000,
  energyCostMax: 215_000,
  energyCostYear: 2023,
  coOwned: true,
  lots: 24,
  yearlyCharges: 148_000,
  procedure: false,
  address: '12 rue Secrète',
  exactLat: 45.745_612_3,
  exactLng: 4.841_234_5,
  mandateNumber: 'MANDAT-77',
  contactName: 'Nom Privé',
  contactPhone: '+33612345678',
  contactEmail: 'prive@agence.example',
  visitUrl: 'javascript:alert(1)',
});

async function publish(said: Partial<ListingDraft> = {}, now = new Date()): Promise<number> {
  const draft = { ...flat, ...said };
  const { outcomes } = await site.db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts: [cleared(draft)] }),
    );
  return outcomes.get(draft.technicalId)!.id;
}

type LoaderArgs = Parameters<typeof loader>[0];
type Loaded = Awaited<ReturnType<typeof loader>>['data'];

/** What the loader gives, or the status that it throws. */
async function load(
  propertyId: string | number,
  query = '',
  actor: Actor = nobody,
): Promise<{ status: number; data: Loaded | null }> {
  const context = new RouterContextProvider();
  context.set(servicesContext, {
    ...site.services,
    actor,
    requestId: 'r',
    ip: '127.0.0.1',
    local: true,
    trouble: null,
    nonce: 'n',
  });
  try {
    const answer = await loader({
      params: { propertyId: String(propertyId) },
      url: new URL(`https://vigie.example/annonce/${propertyId}${query}`),
      context,
    } as unknown as LoaderArgs);
    return { status: 200, data: answer.data };
  } catch (thrown) {
    const { init } = thrown as { init: { status: number } };
    return { status: init.status, data: null };
  }
}

async function open(id: number, query = '', actor: Actor = nobody) {
  const { data } = await load(id, query, actor);
  const loaderData = data as Loaded;
  // What travels to the browser has been through JSON.
  const travelled = JSON.parse(JSON.stringify(loaderData)) as Loaded;
  const Page = ListingPage as unknown as (props: { loaderData: Loaded }) => React.ReactNode;
  const Stub = createRoutesStub([{ path: '/', Component: () => <Page loaderData={travelled} /> }]);
  const html = renderToStaticMarkup(<Stub />);
  const tags = meta({ loaderData: travelled } as unknown as Parameters<typeof meta>[0]) as Record<
    string,
    unknown
  >[];
  return { html, text: textOf(html), tags, json: JSON.stringify(loaderData) };
}

interface Node {
  readonly '@type': string;
  readonly [property: string]: unknown;
}

/** What schema.org lets each type say, as far as we use it. */
const thing = ['name', 'description', 'url', 'image'];
const vocabulary: Readonly<Record<string, readonly string[]>> = {
  BreadcrumbList: [...thing, 'itemListElement'],
  ListItem: ['name', 'position', 'item'],
  RealEstateListing: [...thing, 'datePosted', 'offers', 'about'],
  Offer: ['price', 'priceCurrency', 'priceSpecification', 'availability', 'businessFunction', 'seller'],
  UnitPriceSpecification: ['price', 'priceCurrency', 'unitCode'],
  RealEstateAgent: ['name'],
  Apartment: ['floorSize', 'numberOfRooms', 'numberOfBedrooms', 'address'],
  House: ['floorSize', 'numberOfRooms', 'numberOfBedrooms', 'address'],
  Place: ['address'],
  QuantitativeValue: ['value', 'unitCode'],
  PostalAddress: ['postalCode', 'addressLocality', 'addressCountry'],
};

function unknownTo(node: Node): string[] {
  const known = vocabulary[node['@type']];
  if (!known) return [`@type ${node['@type']}`];
  return Object.entries(node).flatMap(([property, value]) => {
    if (property === '@type' || property === '@context') return [];
    if (!known.includes(property)) return [`${node['@type']}.${property}`];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((one: unknown) =>
      one !== null && typeof one === 'object'
        ? unknownTo(one as Node)
        : one === null
          ? [`${property} null`]
          : [],
    );
  });
}

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/[ \n]+/g, ' ');
}

describe('the page of a listing on line', () => {
  test('says the price and the energy in the words of the law', async () => {
    const { text } = await open(await publish());
    for (const words of [
      `315${nbsp}000,00${nbsp}€ honoraires inclus`,
      `5${nbsp}048,00${nbsp}€/m²`,
      `300${nbsp}000,00${nbsp}€ hors honoraires`,
      `Honoraires${nbsp}: 5${nbsp}% TTC à la charge de l'acquéreur`,
      'Barème des honoraires',
      `Logement à consommation énergétique excessive${nbsp}: classe F`,
      `entre 1${nbsp}560,00${nbsp}€ et 2${nbsp}150,00${nbsp}€ par an (prix de l'énergie, année de référence 2023)`,
      'CLASSE ÉNERGIE',
      'CLASSE CLIMAT',
      `24${nbsp}lots`,
      'Géorisques',
      'SIREN',
      'RCS',
      'Lyon 7e',
      'Créer une alerte',
      'Appeler le',
    ]) {
      expect(text).toContain(words);
    }
  });

  test('sends nothing private to the browser, and nothing that runs', async () => {
    const { html, json } = await open(await publish());
    for (const secret of [
      'Secrète',
      '45.7456',
      '4.8412',
      'MANDAT-77',
      'Nom Privé',
      '612345678',
      'prive@',
      'SECRET-TECH',
    ]) {
      expect(json).not.toContain(secret);
      expect(html).not.toContain(secret);
    }
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('javascript:');
  });

  test('shows of the address what the agency allows, and of the people only a commercial agent', async () => {
    const agent = {
      contactStatus: 'commercial_agent',
      contactRsac: '812 345 678',
      contactRsacCity: 'Lyon',
    } as const;
    const street = await open(await publish({ addressDisplay: 'street', ...agent }));
    expect(street.text).toContain('Rue Secrète, 69007 Lyon 7e');
    expect(street.json).not.toContain('12 rue');
    expect(street.text).toContain(`Nom Privé, agent commercial, RSAC Lyon 812${nbsp}345${nbsp}678`);
    for (const secret of ['612345678', 'prive@', 'MANDAT-77']) expect(street.json).not.toContain(secret);
    const exact = await open(await publish({ addressDisplay: 'exact', contactStatus: 'employee' }));
    expect(exact.text).toContain('12 rue Secrète, 69007 Lyon 7e');
    expect(exact.json).not.toContain('Nom Privé');
  });

  test('sorts the homes of a programme as its address asks', async () => {
    const unit = {
      reference: 'B1',
      propertyType: 'apartment',
      rooms: 3,
      surface: 60,
      floor: 1,
      price: 31_500_000,
      vat: 20,
      status: 'available',
    } as const;
    const id = await publish({
      propertyType: 'programme',
      programmeName: 'Les Terrasses',
      units: [{ ...unit, reference: 'A9', price: 20_000_000, status: 'sold' }, unit],
    });
    const asIs = await open(id);
    expect(asIs.text).toContain('Les Terrasses, programme neuf');
    expect(asIs.text).toContain(`À partir de 315${nbsp}000,00${nbsp}€ TTC`);
    expect(asIs.text.indexOf('B1')).toBeLessThan(asIs.text.indexOf('A9'));
    const byPrice = await open(id, '?lots=prix');
    expect(byPrice.text.indexOf('A9')).toBeLessThan(byPrice.text.indexOf('B1'));
  });

  test('leaves out what is unknown, or says that nobody said it', async () => {
    const { text } = await open(
      await publish({
        rooms: null,
        elevator: null,
        balcony: null,
        energyStatus: null,
        energyClass: null,
        climateClass: null,
        energyCostMin: null,
        coOwned: null,
      }),
    );
    expect(text).toMatch(/Ascenseur\s+Non communiqué/);
    expect(text).toMatch(/Pièces\s+Non communiqué/);
    expect(text).not.toContain('Balcon');
    expect(text).not.toContain('Montant estimé');
    expect(text).not.toContain('statut de la copropriété');
    const known = await open(await publish({ elevator: false }));
    expect(known.text).toMatch(/Ascenseur\s+Non(?! comm)/);
  });

  test('has a title, a description, one canonical address and data for search engines', async () => {
    const id = await publish();
    const { tags } = await open(id);
    const title = tags.find((tag) => 'title' in tag)?.title;
    expect(title).toBe(
      `Appartement 3${nbsp}pièces 62,4${nbsp}m² à vendre à Lyon 7e, 315${nbsp}000,00${nbsp}€ honoraires inclus – Vigie`,
    );
    const description = String(tags.find((tag) => tag.name === 'description')?.content);
    expect(description).toContain('69007 Lyon 7e');
    expect(description.length).toBeLessThanOrEqual(170);
    expect(tags.filter((tag) => tag.rel === 'canonical').map((tag) => tag.href)).toEqual([
      `https://vigie.example/annonce/${id}`,
    ]);
    expect(tags.some((tag) => tag.name === 'robots')).toBe(false);
    const data = tags.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []));
    expect(data).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, item: 'https://vigie.example/' },
          { position: 2, name: 'Acheter à Lyon 7e' },
          { position: 3, item: `https://vigie.example/annonce/${id}` },
        ],
      },
      {
        '@context': 'https://schema.org',
        '@type': 'RealEstateListing',
        offers: { price: '315000.00', priceCurrency: 'EUR' },
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('45.74');
  });

  test('tells search engines nothing that schema.org does not know', async () => {
    for (const said of [
      {},
      { transaction: 2, propertyType: 'house', price: 120_000, priceWithoutFees: null, landSurface: 400 },
      { propertyType: 'land', surface: null, rooms: null, landSurface: 700 },
      { propertyType: 'loft', bedrooms: 2 },
      { propertyType: 'shop' },
    ] as const satisfies readonly Partial<ListingDraft>[]) {
      const { tags } = await open(await publish(said));
      const data = tags.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []));
      expect(data).toHaveLength(2);
      for (const one of data) expect(unknownTo(one as Node)).toEqual([]);
      await sql`truncate listing cascade`.execute(site.db);
    }
  });

  test('names its own picture where it is shared, which changes with the price', async () => {
    const id = await publish();
    const told = async () => {
      const { tags } = await open(id);
      const of = (name: string) =>
        String(tags.find((tag) => tag.property === name || tag.name === name)?.content);
      return { picture: of('og:image'), of };
    };
    const { picture, of } = await told();
    expect(picture).toMatch(new RegExp(`^https://vigie\\.example/partage/annonce/${id}\\.jpg\\?v=\\w+$`));
    expect([of('og:image:width'), of('og:image:height'), of('og:image:type')]).toEqual([
      '1200',
      '630',
      'image/jpeg',
    ]);
    expect(of('twitter:card')).toBe('summary_large_image');
    expect(of('og:image:alt')).toBe(
      `Appartement 3${nbsp}pièces 62,4${nbsp}m² à vendre à Lyon 7e, 315${nbsp}000,00${nbsp}€ honoraires inclus, classe énergie F`,
    );
    await publish({ price: 30_500_000 });
    expect((await told()).picture).not.toBe(picture);
  });

  test('shows the history of the price once there is one', async () => {
    const before = new Date(Date.now() - 10 * DAY_MS);
    await publish({ price: 33_000_000 }, before);
    const id = await publish({}, new Date(Date.now() - DAY_MS));
    const { text } = await open(id);
    expect(text).toContain('Historique du prix');
    expect(text).toContain(`Prix en baisse de 15${nbsp}000,00${nbsp}€`);
    expect((await open(await publish({ technicalId: 'other' }))).text).not.toContain('Historique du prix');
  });

  test('offers similar ones, and an alert filled with what it is', async () => {
    const id = await publish();
    await publish({ technicalId: 'near', price: 32_000_000 });
    const { html, text } = await open(id);
    expect(text).toContain('Annonces semblables');
    expect(text).toContain(`320${nbsp}000,00${nbsp}€`);
    const alert = /href="(\/alertes\/nouvelle[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    const words = new URL(alert!, 'https://vigie.example').searchParams;
    expect(Object.fromEntries(words)).toMatchObject({
      transaction: 'achat',
      type: 'appartement',
      prixMax: '350000',
      pieces: '3',
    });
    expect(words.get('lieux')).toMatch(/^lyon/);
  });
});

describe('the way to its agency', () => {
  test('stands in the page, with nothing ticked nor filled in for a stranger', async () => {
    const { html, text } = await open(await publish());
    for (const words of [
      'Écrire à Agence du Port',
      'Visiter',
      'Recevoir le dossier',
      'Je souhaite visiter cet appartement (référence VA2100).',
      'Je veux recevoir par e-mail les alertes de Vigie',
      'J’accepte de recevoir par e-mail les offres des partenaires',
      'Envoyer ma demande',
    ])
      expect(text).toContain(words);
    const boxes = html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect(boxes).toHaveLength(2);
    for (const box of boxes) expect(box).not.toContain('checked');
    expect(html).toMatch(/<input[^>]*name="email"[^>]*value=""|<input(?![^>]*value=)[^>]*name="email"/);
    expect(html).toContain('data-thumb-bar');
    expect(text).not.toContain('Répond d’habitude');
  });

  test('is filled in for who is signed in', async () => {
    const id = await addDemoAccount(site.db, {
      email: 'camille@essai.test',
      firstName: 'Camille',
      lastName: 'Essai',
      password: 'Motdepasse1',
    });
    await site.db.updateTable('account').set({ phone: '+33639980001', civility: 'Mme' }).execute();
    const actor: Actor = {
      kind: 'user',
      userId: asUserId(id),
      email: 'camille@essai.test',
      firstName: 'Camille',
    };
    const { html } = await open(await publish({ transaction: 2, price: 90_000 }), '', actor);
    for (const value of ['Camille', 'Essai', 'camille@essai.test', '06 39 98 00 01'])
      expect(html).toContain(`value="${value}"`);
    expect(html).toMatch(/<input[^>]*value="Mme"[^>]*checked|<input[^>]*checked[^>]*value="Mme"/);
    expect(textOf(html)).toContain('Déposer un dossier');
  });

  test('leads only to agencies that one can call, by telephone', async () => {
    await sql`update agency set phone = null`.execute(site.db);
    try {
      const { text, html } = await open(await publish());
      expect(text).not.toContain('Appeler');
      expect(text).toContain('Contacter');
      expect(html).not.toContain('tel:');
    } finally {
      await sql`update agency set phone = '+33467000000'`.execute(site.db);
    }
  });
});

describe('« Annonce complète »', () => {
  const findings = (...rules: string[]) =>
    JSON.stringify(rules.map((rule) => ({ rule, severity: 'warning' })));
  test.each([
    [findings(), true],
    [findings('R17'), true],
    [findings('R10'), false],
    [findings('R17', 'C3'), false],
  ])('with %s: %s', async (found, complete) => {
    const id = await publish();
    await sql`update listing_verdict set findings = ${found}::jsonb where listing_id = ${id}`.execute(
      site.db,
    );
    const { text, html } = await open(id);
    expect(text.includes('Annonce complète')).toBe(complete);
    if (complete) expect(html).toContain('href="/classement-des-annonces"');
  });

  test('is said of no listing that was never judged', async () => {
    const id = await publish();
    await sql`delete from listing_verdict`.execute(site.db);
    expect((await open(id)).text).not.toContain('Annonce complète');
  });
});

describe('the page of a listing that left', () => {
  test('says so for 90 days, without contact nor search engines, then answers 410', async () => {
    const id = await publish();
    await site.db
      .transaction()
      .execute((tx) =>
        withdrawListings(tx, { agencyId, technicalIds: [flat.technicalId], run: null, now: new Date() }),
      );
    const { text, tags } = await open(id);
    expect(text).toContain('Cette annonce n’est plus disponible');
    expect(text).not.toContain('Appeler');
    expect(text).not.toContain('Écrire à');
    expect(text).not.toContain('Annonce complète');
    expect(text).toContain('Créer une alerte');
    expect(tags.find((tag) => tag.name === 'robots')?.content).toBe('noindex');
    expect(tags.some((tag) => 'script:ld+json' in tag)).toBe(false);
    moveClock(91 * DAY_MS);
    expect((await load(id)).status).toBe(410);
  });

  test.each(['0', 'abc', '999999999', '1.5'])('%s answers 404', async (id) => {
    expect((await load(id)).status).toBe(404);
  });
});
