import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { open, publish, site } from '../../../../tests/kit/listing-page.tsx';

const nbsp = '\u00a0';

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
  AggregateOffer: [
    'lowPrice',
    'highPrice',
    'offerCount',
    'priceCurrency',
    'availability',
    'businessFunction',
    'seller',
  ],
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

describe('the page of a listing, to search engines and networks', () => {
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
          {
            position: 2,
            name: 'Acheter à Lyon 7e',
            item: 'https://vigie.example/acheter/lyon-69000/7e-arrondissement',
          },
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

  test('tells the price of a programme as that of its least dear home, among those that can be had', async () => {
    const unit = { propertyType: 'apartment', rooms: 2, surface: 41, floor: 1, vat: 20 } as const;
    const { tags } = await open(
      await publish({
        isNew: true,
        propertyType: 'programme',
        programmeName: 'Le Fanal',
        price: 15_400_000,
        units: [
          { ...unit, reference: 'A1', price: 15_400_000, status: 'available' },
          { ...unit, reference: 'A2', price: 30_000_000, status: 'optioned' },
          { ...unit, reference: 'A3', price: 32_500_000, status: 'available' },
          { ...unit, reference: 'A4', price: 99_000_000, status: 'sold' },
        ],
      }),
    );
    const data = tags.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []));
    expect(data[1]).toMatchObject({
      '@type': 'RealEstateListing',
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: '154000.00',
        highPrice: '325000.00',
        offerCount: 2,
        priceCurrency: 'EUR',
      },
    });
    expect(data.flatMap((one) => unknownTo(one as Node))).toEqual([]);
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
});
