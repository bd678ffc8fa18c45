import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Prices } from '#rooms/prices/contract.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { visitor } from '../kit/browser.ts';
import { openDataFile } from '../kit/open-data.ts';
import { openPublisher } from '../kit/publisher.ts';
import { saleRow, salesText } from '../kit/sales.ts';
import { eventually, startSite } from '../kit/site.ts';

const nbsp = '\u00a0';
/** What the page says of flats until their sales are loaded; none of houses are, which keep their published median. */
const published = 'Appartement, médiane publiée des ventes de 2021 à 2025';
const publisher = await openPublisher();
afterAll(() => publisher.close());
const settings = { DVF_URL: publisher.origin };
const site = await startSite({ role: 'web', settings });

const pathOf = (year: number) => `/${year}/departements/30.csv.gz`;
for (const year of [2023, 2024]) {
  const rows = Array.from({ length: 40 }, (_, at) =>
    saleRow({
      on: `${year}-${at < 20 ? '03' : '09'}-${String((at % 20) + 1).padStart(2, '0')}`,
      value: (year - 2_000) * 4_000 + at * 1_000,
    }),
  );
  publisher.files.set(pathOf(year), gzipSync(salesText(rows)));
}

async function read(slug: string): Promise<string> {
  const html = await (await fetch(`${site.origin}/prix-immobilier/${slug}`)).text();
  // A comment stands between two pieces of one text, and is no space.
  return html.replaceAll(/<!--.*?-->|<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, ' ');
}

async function ask(slug: string): Promise<Prices> {
  const answer = (await (await fetch(`${site.origin}/api/prices/${slug}`)).json()) as { data: Prices };
  return answer.data;
}

describe('recevoir les ventes d’un département', () => {
  it('une commande tuée au milieu d’un fichier, puis la même qui reprend là où elle en était', async () => {
    expect(await read('nimes-30000/appartement')).toContain(published);
    publisher.faults.set(pathOf(2023), ['silent']);
    const words = ['prices', 'fetch', '--department', '30', '--years', '2023-2024'];
    const child = spawn(process.execPath, ['scripts/run.mjs', 'cli', ...words], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: site.url,
        VIGIE_DATA: site.dataDir,
        VIGIE_DEMO: '0',
        ...settings,
      },
      stdio: 'ignore',
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const part = path.join(site.dataDir, 'geo-dvf', '2023', '30.csv.gz.part');
    await eventually('la première moitié du fichier', async () => {
      const found = statSync(part, { throwIfNoEntry: false });
      return found !== undefined && found.size > 0;
    });
    child.kill('SIGKILL');
    await gone;
    publisher.asked.length = 0;
    const { code, out } = await site.vigie(...words);
    expect(code).toBe(0);
    expect(publisher.asked.map(({ status }) => status)).toEqual([206, 200]);
    expect(out).toContain(`2${nbsp}fichiers chargés sur 2`);
    expect(out).toContain('Prix refaits pour 30.');
  });

  it('la page dit alors le prix, son échantillon et sa source', async () => {
    const { apartment, release } = await ask('nimes-30000');
    // Twelve months to 20 September 2024: the forty sales of 2024.
    expect(apartment.figure).toMatchObject({ n: 40, months: 12, to: '2024-09-20' });
    expect(release).toMatchObject({ from: '2023-03-01', to: '2024-09-20', embedded: false });
    const text = await read('nimes-30000/appartement');
    expect(text).toContain(`40${nbsp}ventes d’appartements`);
    expect(text).toContain('données du 01/03/2023 au 20/09/2024');
    expect(text).not.toContain(published);
    expect(text).toContain('Appartement, prix médian des ventes signées');
  });

  it('relancée, elle ne reçoit rien de plus, et rien ne reste sur le disque', async () => {
    publisher.asked.length = 0;
    const { code, out } = await site.vigie('prices', 'fetch', '--department', '30', '--years', '2023-2024');
    expect(code).toBe(0);
    expect(publisher.asked.map(({ status }) => status)).toEqual([304, 304]);
    expect(out).toContain(`30 2023${nbsp}: déjà chargé, inchangé depuis.`);
    expect(existsSync(path.join(site.dataDir, 'geo-dvf', '2023', '30.csv.gz'))).toBe(false);
  });

  it('un fichier qui ment ne change rien, et la commande le dit', async () => {
    publisher.files.set(pathOf(2024), gzipSync(salesText([saleRow({ commune: '34172' })])));
    const { code, out } = await site.vigie('prices', 'fetch', '--department', '30', '--years', '2024');
    expect(code).toBe(1);
    expect(out).toContain('refusé, rien n’est changé.');
    expect(out).toContain('le département 30 était demandé');
    expect((await ask('nimes-30000')).apartment.figure?.n).toBe(40);
  });
});

describe('charger les loyers de 2025', () => {
  it('la page dit les quatre séries, leur intervalle, leurs annonces et leur niveau', async () => {
    const header = ['app', 'app12', 'app3', 'maison'].flatMap((kind) =>
      ['loyer_m2', 'bas', 'haut', 'annonces_commune', 'niveau'].map((figure) => `${kind}_${figure}`),
    );
    const file = await openDataFile(
      'loyers-communes-2025.csv',
      `code_commune,${header.join(',')}\n30189,11.5,9.1,14.6,2154,c,14,11.2,17.5,800,c,10.4,8.2,13.1,1354,c,10.9,8.1,14.7,29,m\n`,
    );
    const loaded = await site.vigie('prices', 'rents', file);
    expect(loaded.code).toBe(0);
    expect(loaded.out).toContain('Licence non confirmée pour 2025');
    const text = (await read('nimes-30000/appartement')).replaceAll(/[ \n]+/g, ' ');
    expect(text).toContain(
      `De 9,10${nbsp}€ à 14,60${nbsp}€/m² (intervalle à 95${nbsp}%). Prédit pour la commune elle-même${nbsp}: 2${nbsp}154${nbsp}annonces observées.`,
    );
    expect(text).toMatch(/1 ou 2 pièces.{0,4}:\s*14,00\u00a0€\s*\/m²/);
    expect(text).toMatch(/3 pièces et plus.{0,4}:\s*10,40\u00a0€\s*\/m²/);
    expect(text).toContain('licence non confirmée – 2025');
    const houses = (await read('nimes-30000/maison')).replaceAll(/[ \n]+/g, ' ');
    expect(houses).toContain(
      `Prédit pour un groupe de communes semblables, car les annonces sont trop peu nombreuses ici${nbsp}: 29${nbsp}annonces observées. À lire comme une indication.`,
    );
    await site.vigie('prices', 'rents', '--licence', 'Licence Ouverte 2.0', file);
    expect(await read('nimes-30000/appartement')).toContain('Licence Ouverte 2.0 – 2025');
  });

  it('et se lit sans faute d’accessibilité, à 360 et à 1280 px', async () => {
    const context = await visitor({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const said = complaintsOf(page);
    await page.goto(`${site.origin}/prix-immobilier/nimes-30000/appartement`, { waitUntil: 'load' });
    await page.locator('[data-rent="apartment-small"]').waitFor();
    expect(await faultsAtBothWidths(page, { grave: true })).toEqual([]);
    expect(said).toEqual([]);
    await context.close();
  });
});
