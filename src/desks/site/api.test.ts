import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type PageName, paths } from '#contract/paths.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { SEARCH_TARGET } from './contract.ts';

const { db, app, services } = await testApp();
const agency = await makeAgency({ db });
const origin = services.env.publicUrl;
const [flatId, houseId, goneId] = await agency.publish(
  flat('flat'),
  flat('house', {
    propertyType: 'house',
    placeCode: '69387',
    cityCode: '69123',
    departmentCode: '69',
    postalCode: '69007',
  }),
  flat('gone', { placeCode: '34172', cityCode: '34172', departmentCode: '34', postalCode: '34000' }),
  flat('rent', { transaction: 2, price: 70_000 }),
);
await agency.withdraw('gone');

async function read(url: string) {
  const response = await app.inject({ url });
  return { status: response.statusCode, type: String(response.headers['content-type']), text: response.body };
}

const addressesOf = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

test('the index names files that hold something, and each is well formed', async () => {
  const index = await read('/sitemap.xml');
  expect(index).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8' });
  const files = addressesOf(index.text);
  expect(files).toEqual([
    `${origin}/sitemaps/pages.xml`,
    `${origin}/sitemaps/villes-achat.xml`,
    `${origin}/sitemaps/villes-achat-appartement.xml`,
    `${origin}/sitemaps/villes-achat-maison.xml`,
    `${origin}/sitemaps/villes-location.xml`,
    `${origin}/sitemaps/villes-location-appartement.xml`,
    `${origin}/sitemaps/agences.xml`,
    `${origin}/sitemaps/annonces-1.xml`,
  ]);
  for (const file of files) {
    const { status, text } = await read(new URL(file ?? '').pathname);
    expect(status).toBe(200);
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n(<url>.*<\/url>\n)+<\/urlset>\n$/,
    );
  }
});

test('only what is on line is told', async () => {
  const listings = addressesOf((await read('/sitemaps/annonces-1.xml')).text);
  expect(listings).toContain(`${origin}/annonce/${flatId}`);
  expect(listings).toContain(`${origin}/annonce/${houseId}`);
  expect(listings).not.toContain(`${origin}/annonce/${goneId}`);
  expect(addressesOf((await read('/sitemaps/villes-achat.xml')).text)).toEqual([
    `${origin}/acheter/nimes-30000`,
    `${origin}/acheter/lyon-69000`,
    `${origin}/acheter/lyon-69000/7e-arrondissement`,
  ]);
  expect(addressesOf((await read('/sitemaps/villes-achat-maison.xml')).text)).toEqual([
    `${origin}/acheter/lyon-69000/maison`,
  ]);
  expect(addressesOf((await read('/sitemaps/villes-neuf.xml')).text)).toEqual([]);
});

/** Public pages that search engines are not told of: accounts, links of mails, what one reader chose, ways into a space. */
const leftOut: readonly PageName[] = [
  'login',
  'signup',
  'forgotPassword',
  'resetPassword',
  'verifyEmail',
  'google',
  'unsubscribe',
  'confirmAlert',
  'compare',
  'agencyOffer',
  'agencyCreateAccount',
  'agencySignup',
  'agencySignupDone',
  'agencyLogin',
  'agencyForgotPassword',
  'agencyConfirmEmail',
  'agencyStillAvailable',
  'agencyOptOut',
  'agencyContact',
  'boostSignup',
  'adminLogin',
];

test('every public page with one address is told, or left out by name', async () => {
  const told = new Set(addressesOf((await read('/sitemaps/pages.xml')).text));
  const untold = (Object.keys(paths) as PageName[]).filter(
    (name) =>
      !paths[name].protected &&
      !paths[name].pattern.includes(':') &&
      !told.has(`${origin}${paths[name].pattern}`),
  );
  expect(untold).toEqual(leftOut);
});

test.for([
  '/sitemaps/villes.xml',
  '/sitemaps/villes-troc.xml',
  '/sitemaps/villes-achat-loft.xml',
  '/sitemaps/annonces-0.xml',
  '/sitemaps/annonces-1',
])('%s is no file', async (url) => {
  expect((await read(url)).status).toBe(404);
});

test('robots are kept away from the API and from filtered lists, and shown the sitemap', async () => {
  const { status, type, text } = await read('/robots.txt');
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
  const rules = text.split('\n');
  expect(rules[0]).toBe('User-agent: *');
  expect(rules).toContain('Disallow: /api/');
  expect(rules).toContain('Disallow: /*?prixMax=');
  expect(rules).toContain('Disallow: /*&tri=');
  expect(rules).not.toContain('Disallow: /*?page=');
  expect(rules).not.toContain('Disallow: /*?type=');
  expect(rules).toContain(`Sitemap: ${origin}/sitemap.xml`);
});

test('robots may ask what the home page tells them to ask', async () => {
  const { text } = await read('/robots.txt');
  const closed = [...text.matchAll(/^Disallow: (.*)$/gm)].map(
    ([, rule = '']) => new RegExp(`^${rule.replaceAll('?', '[?]').replaceAll('*', '.*')}`),
  );
  const closing = (address: string) => closed.filter((rule) => rule.test(address)).map(String);
  expect(closing(SEARCH_TARGET.replace('{search_term_string}', 'Nîmes'))).toEqual([]);
  // The reading of this test finds what is closed.
  expect(closing('/acheter/nimes-30000?prixMax=1')).toHaveLength(1);
});

test('a file holds 50 000 addresses at most, sent as they are read', async () => {
  await sql`select setval(pg_get_serial_sequence('listing', 'id'), 49999)`.execute(db);
  const [low, high] = await agency.publish(flat('low'), flat('high'));
  expect([low, high]).toEqual([50_000, 50_001]);
  const index = addressesOf((await read('/sitemap.xml')).text).filter((file) => file?.includes('/annonces-'));
  expect(index).toEqual([1, 2].map((part) => `${origin}/sitemaps/annonces-${part}.xml`));
  const [first, second] = [await read('/sitemaps/annonces-1.xml'), await read('/sitemaps/annonces-2.xml')];
  expect(addressesOf(first.text).at(-1)).toBe(`${origin}/annonce/${low}`);
  expect(addressesOf(second.text)).toEqual([`${origin}/annonce/${high}`]);
  // Its length is not known when it begins.
  const { headers } = await app.inject({ url: '/sitemaps/annonces-1.xml' });
  expect(headers['content-length']).toBeUndefined();
});
