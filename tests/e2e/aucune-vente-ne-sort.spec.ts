import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { computePrices } from '#rooms/prices/figures.server.ts';
import { importSales } from '#rooms/prices/sales.server.ts';
import { openDataFile } from '../kit/open-data.ts';
import { type Site, startSite } from '../kit/site.ts';

const shared = path.resolve('../shared/data/dvf');
const departments = {
  34: ['extract-34172-montpellier-2024.csv', 'extract-34-petites-communes-2024.csv'],
  75: ['extract-75111-paris11-2024.csv'],
} as const;

type Row = Record<
  'id_mutation' | 'id_parcelle' | 'adresse_numero' | 'adresse_nom_voie' | 'longitude' | 'latitude',
  string
>;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .toLowerCase();

/** LPF R*112 A-3: what would name a sale, as the administration's own files write it. */
function secretsOf(rows: readonly Row[]): Set<string> {
  return new Set(
    rows.flatMap((row) => [
      row.id_mutation,
      row.id_parcelle.toLowerCase(),
      ...(row.adresse_numero && row.adresse_nom_voie.length > 3
        ? [plain(`${row.adresse_numero} ${row.adresse_nom_voie}`)]
        : []),
      // The point of a parcel, to the metre or better.
      ...[row.longitude, row.latitude].filter((degrees) => /\.\d{5,}$/.test(degrees)),
    ]),
  );
}

/** Every run of characters that could be one of them, looked up: the other way round is 10,000 searches a page. */
function leaksIn(page: string, secrets: ReadonlySet<string>): string[] {
  const text = plain(page.replaceAll('&#x27;', "'"));
  const written = [...text.matchAll(/20\d\d-\d{1,7}\b|\b\d{8}[0-9a-z]{2}\d{4}\b|-?\d{1,2}\.\d{5,}/g)].map(
    ([found]) => found,
  );
  for (const match of text.matchAll(/\b\d{1,4} (?=([a-z'-]+(?: [a-z'-]+){0,6}))/g)) {
    const words = (match[1] ?? '').split(' ');
    for (let count = 1; count <= words.length; count += 1) {
      written.push(match[0] + words.slice(0, count).join(' '));
    }
  }
  return written.filter((one) => secrets.has(one));
}

describe.skipIf(!existsSync(shared))('de vraies ventes sont chargées, aucune ne sort', () => {
  let site: Site;
  const rows: Row[] = [];
  let secrets = new Set<string>();

  beforeAll(async () => {
    site = await startSite({ role: 'web' });
    for (const files of Object.values(departments)) {
      const [first = '', ...others] = files.map((file) =>
        readFileSync(path.join(shared, file), 'utf8').trim(),
      );
      const text = [first, ...others.map((other) => other.slice(other.indexOf('\n') + 1))].join('\n');
      rows.push(...parse<Row>(text, { columns: true }));
      const file = await openDataFile('2024.csv.gz', gzipSync(`${text}\n`));
      expect(await importSales(site.db, { file })).toMatchObject({ status: 'done' });
    }
    await computePrices(site.db);
    secrets = secretsOf(rows);
  });

  it('page, données de la page, API, CSV et plan du site', async () => {
    expect(secrets.size).toBeGreaterThan(10_000);
    const slugs = [
      'paris-75000',
      'paris-11e-arrondissement-75011',
      'montpellier-34000',
      'palavas-les-flots-34250',
      'lunel-34400',
      'les-aires-34600',
      'herault-34',
    ];
    const pages = slugs.flatMap((slug) => [
      `/prix-immobilier/${slug}`,
      `/prix-immobilier/${slug}/appartement`,
      `/prix-immobilier/${slug}/maison?surface=80&pieces=4&prix=300000`,
    ]);
    const addresses = [
      '/prix-immobilier',
      '/sitemaps/prix-maison.xml',
      ...pages,
      // What a click asks for instead of the page: the same, to hydrate it.
      ...pages.map((page) => page.replace(/(\?|$)/, '.data$1')),
      ...slugs.flatMap((slug) => [`/api/prices/${slug}`, `/api/prices/${slug}/agregats.csv`]),
    ];
    const leaks: string[] = [];
    let intervals = 0;
    for (const address of addresses) {
      const response = await fetch(site.origin + address);
      expect(response.status, address).toBe(200);
      const text = await response.text();
      expect(text.length).toBeGreaterThan(100);
      if (text.includes('Intervalle à 80')) intervals += 1;
      leaks.push(...leaksIn(text, secrets).map((found) => `${address} ${found}`));
    }
    expect(leaks).toEqual([]);
    // Of the homes described: each commune of the Hérault with eleven comparable houses.
    expect(intervals).toBeGreaterThanOrEqual(2);
  });

  it('la même recherche trouve ce qui aurait fui', () => {
    const sold = rows.find(
      (row) => row.adresse_numero && row.adresse_nom_voie.includes(' ') && /\.\d{5,}$/.test(row.latitude),
    )!;
    const said = [
      sold.id_mutation,
      sold.id_parcelle,
      sold.latitude,
      `au ${sold.adresse_numero}\u00a0${sold.adresse_nom_voie.toLowerCase()}, vendu`,
    ];
    for (const one of said) expect(leaksIn(`<p>Ici ${one} en mars</p>`, secrets)).toHaveLength(1);
  });
});
