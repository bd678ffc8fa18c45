import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { formatNumber, formatPricePerM2 } from '#contract/fmt.ts';
import { placesByCode } from '#rooms/places/places.server.ts';
import type { KindPrices, Prices } from '#rooms/prices/contract.ts';
import { parsePublished } from '#rooms/prices/embedded.server.ts';
import { chanceOf } from '../kit/chance.ts';
import { readPolitely } from '../kit/polite.ts';
import { startSite } from '../kit/site.ts';

const PAGES = 1_000;
const AT_ONCE = 4;
const SALES_MIN = 11;
/** The least that a bar of a histogram counts: such bars are drawn of our own figures only. */
const BIN_MIN = 5;
const nbsp = '\u00a0';

const site = await startSite({ role: 'web' });

const folder = 'data/prices';
const file = readdirSync(folder).find((name) => name.startsWith('statistiques-dvf_')) ?? '';
const published = parsePublished(gunzipSync(readFileSync(`${folder}/${file}`)).toString('utf8'));

/** Big and small, merged, districts, Corsica, Alsace and Moselle, overseas: one for each of thirty departments. */
const thirty = {
  '01004': 'Ambérieu-en-Bugey',
  '02691': 'Saint-Quentin',
  '06088': 'Nice',
  12218: 'Conques-en-Rouergue, réunie',
  13205: 'Marseille 5e',
  14118: 'Caen',
  16015: 'Angoulême',
  19031: 'Brive-la-Gaillarde',
  22278: 'Saint-Brieuc',
  23016: 'Banize, trop peu de ventes',
  24322: 'Périgueux',
  '2A004': 'Ajaccio',
  29019: 'Brest',
  30189: 'Nîmes',
  31555: 'Toulouse',
  33063: 'Bordeaux',
  34172: 'Montpellier, ventes chargées',
  35238: 'Rennes',
  42084: 'Solore-en-Forez, réunie',
  44109: 'Nantes',
  48095: 'Mende',
  49126: 'Orée d’Anjou, réunie',
  57463: 'Metz, non publiée',
  59350: 'Lille',
  67482: 'Strasbourg, non publiée',
  69123: 'Lyon, par arrondissement',
  75111: 'Paris 11e, ventes chargées',
  87085: 'Limoges',
  97411: 'Saint-Denis de La Réunion',
  97611: 'Mamoudzou, non publiée',
} as const;

const open = (address: string) => readPolitely(site.origin + address);

const words = (html: string) =>
  html
    .replaceAll('&#x27;', "'")
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[ \n]+/g, ' ');

const PUBLISHER = 'Statistiques DVF (data.gouv.fr), d’après la DGFiP';

/** Whether a page shows a published figure, its own or among others, and does not say whose it is. */
const isUnsourced = (html: string, said: string) =>
  (html.includes('data-published=') || /ventes, 2021 à 2025/.test(said)) && !said.includes(PUBLISHER);

/** What a page must say of a kind, and where it comes from; null where it has no figure. */
function figureOf({ figure, published: found, area, widened }: KindPrices) {
  if (figure) {
    const whose = widened ? `, ${area?.name}` : '';
    return { words: formatPricePerM2(figure.median), n: figure.n, what: `médiane, méthode R${whose}` };
  }
  if (!found) return null;
  const { measure, value, n, medians } = found;
  if (measure === 'median') return { words: formatPricePerM2(value), n, what: 'médiane publiée' };
  if (found.area.level !== 'commune' || !medians)
    return { words: formatPricePerM2(value), n, what: `moyenne de médianes, ${found.area.name}` };
  const ends = [medians.low, medians.high].map((cents) => formatPricePerM2(cents));
  return { words: `de ${ends.join(' à ')}`, n, what: 'étendue des arrondissements' };
}

describe('les prix de toute la France', () => {
  it('trente communes de trente départements : la page, le chiffre, le nombre de ventes, la source', async () => {
    const places = await placesByCode(site.db, Object.keys(thirty));
    expect(places.size).toBe(30);
    expect(new Set([...places.values()].map(({ departmentCode }) => departmentCode)).size).toBe(30);
    const table: string[] = [];
    for (const [code, name] of Object.entries(thirty)) {
      const { slug } = places.get(code)!;
      const prices = (JSON.parse((await open(`/api/prices/${slug}`)).text) as { data: Prices }).data;
      for (const [kind, word] of [
        ['apartment', 'appartement'],
        ['house', 'maison'],
      ] as const) {
        const { status, text } = await open(`/prix-immobilier/${slug}/${word}`);
        const said = words(text);
        expect(status, slug).toBe(200);
        const found = figureOf(prices[kind]);
        const line = published.find((one) => one.code === code && one.kind === kind);
        if (found) {
          expect(found.n, slug).toBeGreaterThanOrEqual(SALES_MIN);
          expect(said, slug).toContain(found.words);
          expect(said, slug).toContain(`${formatNumber(found.n)}${nbsp}ventes`);
          const source = prices[kind].figure ? 'DGFiP, Demandes de valeurs foncières' : PUBLISHER;
          expect(said, slug).toContain(source);
          if (line && !prices[kind].figure) {
            expect([slug, found.n, found.words]).toEqual([slug, line.n, formatPricePerM2(line.median)]);
          }
          table.push(`${name} | ${word} | ${found.words} | ${found.n} | ${found.what} | ${source}`);
        } else {
          const reason = prices.notice ?? prices[kind].notice ?? '';
          expect(reason.length, slug).toBeGreaterThan(20);
          expect(said, slug).toContain(reason);
          expect(line).toBeUndefined();
          table.push(`${name} | ${word} | – | – | ${reason} | –`);
        }
      }
    }
    console.log(['commune | type | chiffre | ventes | ce que c’est | source', ...table].join('\n'));
    expect(table).toHaveLength(60);
  });

  it(`${PAGES} communes au hasard : aucune erreur, aucun chiffre sans source ni ventes, aucun sous onze`, async () => {
    const chance = chanceOf();
    console.log(`SEED=${chance.seed}`);
    const { rows } = await sql<{ slug: string; departmentCode: string }>`
      select slug, department_code from place where kind <> 'department' order by code`.execute(site.db);
    const asked = Array.from({ length: PAGES }, () => chance.pick(rows));
    const faults: string[] = [];
    let figured = 0;
    const check = async ({ slug, departmentCode }: (typeof rows)[number]) => {
      const { status, text } = await open(`/prix-immobilier/${slug}`);
      if (status !== 200) {
        faults.push(`${slug} : ${status}`);
        return;
      }
      const said = words(text);
      const least = ['34', '75'].includes(departmentCode) ? BIN_MIN : SALES_MIN;
      const few = [...said.matchAll(/(?<![\d\u00a0])(\d[\d\u00a0]*)\u00a0ventes/g)]
        .map(([, n = '']) => Number(n.replaceAll(nbsp, '')))
        .filter((n) => n < least);
      if (few.length > 0) faults.push(`${slug} : ${few.join()} ventes`);
      if (isUnsourced(text, said)) faults.push(`${slug} : médiane publiée sans source`);
      if (!text.includes('data-answer=')) {
        if (!/Données insuffisantes|ne les publie pas|ne publie pas|n’est publiée ni chargée/.test(said))
          faults.push(`${slug} : ni chiffre, ni raison`);
        return;
      }
      figured += 1;
      if (!/Échantillon \d[\d\u00a0]*\u00a0ventes/.test(said)) faults.push(`${slug} : sans nombre de ventes`);
      if (!/Licence Ouverte 2\.0/.test(said) || !/DGFiP/.test(said)) faults.push(`${slug} : sans source`);
    };
    for (let from = 0; from < asked.length; from += AT_ONCE)
      await Promise.all(asked.slice(from, from + AT_ONCE).map(check));
    expect(faults).toEqual([]);
    expect(figured).toBeGreaterThan(PAGES * 0.85);
  });

  it.each(['herault-34', 'rhone-69', 'creuse-23', 'meurthe-et-moselle-54'])(
    '%s : les médianes publiées de ses communes ont leur source',
    async (slug) => {
      const { status, text } = await open(`/prix-immobilier/${slug}`);
      const said = words(text);
      expect(status).toBe(200);
      expect(said).toMatch(/ventes, 2021 à 2025/);
      expect(said).toContain('de cinq ans, telles que publiées sur data.gouv.fr');
      expect(isUnsourced(text, said)).toBe(false);
    },
  );
});
