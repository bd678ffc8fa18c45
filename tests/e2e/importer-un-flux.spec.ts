import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatePortfolio, nextDay } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { hydrated, visitor } from '../kit/browser.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const email = 'arenes@essai.test';

describe('importer un flux', () => {
  it('le compare, le lit, l’applique, confirme un retrait, et l’annule', async () => {
    const agency = await joinedAt(site, { name: 'Agence des Arènes', email });
    await makeLawful(site, agency.id);
    const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
    const request = { seed: 5, agency: agency.ownerReference, count: 10, places };
    const file = async (name: string, rows: readonly PolirisValues[]) => {
      const target = path.join(site.dataDir, name);
      await writeFile(target, await zipFeed({ listings: writeListings(rows) }));
      return target;
    };
    const first = generatePortfolio(request);
    const online = async () =>
      (
        await site.db
          .selectFrom('listing')
          .select(['technicalId', 'price'])
          .where('agencyId', '=', agency.id)
          .where('status', '=', 'online')
          .orderBy('technicalId')
          .execute()
      ).map(({ technicalId, price }) => `${technicalId} ${price}`);

    const context = await visitor();
    await agencyLogin(context, site.origin, email);
    const page = await context.newPage();
    await page.goto(`${site.origin}/agence/annonces`);
    await hydrated(page);

    // Nothing has come yet: the page says how listings arrive.
    await page.getByRole('link', { name: 'Importer un fichier' }).click();
    await page.getByRole('heading', { name: 'Trois façons de diffuser vos annonces' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);

    const send = async (target: string) => page.getByLabel('Fichier à importer').setInputFiles(target);
    await send(await file('lundi.zip', [{ ...first[0]!, price: 0, reference: '=A1' }, ...first.slice(1)]));
    await page.getByText('Comparé, pas encore appliqué').waitFor();
    await page.getByRole('heading', { name: /remarque.* sur le fichier/ }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Télécharger en CSV' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain("'=A1");
    expect(await online()).toEqual([]);

    await page.getByRole('button', { name: 'Appliquer ce fichier' }).click();
    await page.getByText('Ce fichier est appliqué').waitFor();
    const monday = await online();
    expect(monday).toHaveLength(9);

    // The next day one is cheaper, and what changed is said.
    const next = nextDay({ ...request, count: 9 }, first.slice(1), { seed: 2, cheaper: 1, fresh: 1 });
    await send(await file('mardi.zip', next.rows));
    await page.getByText('Comparé, pas encore appliqué').waitFor();
    await page.getByRole('link', { name: 'Modifiées 1' }).click();
    await page.getByText('devient').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Appliquer ce fichier' }).click();
    await page.getByText('Ce fichier est appliqué').waitFor();
    const tuesday = await online();
    expect(tuesday).toHaveLength(10);

    // On a slow line the page says how much has left; whoever stops it keeps the focus where it was.
    const heavy = await zipFeed({
      listings: writeListings(next.rows),
      pictures: [{ name: 'photo.jpg', bytes: randomBytes(1_500_000) }],
    });
    const line = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 30_000 };
    await line.send('Network.emulateNetworkConditions', slow);
    await page.getByRole('button', { name: 'Choisir un fichier' }).focus();
    await page.getByLabel('Fichier à importer').setInputFiles({
      name: 'lourd.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(heavy),
    });
    const bar = page.getByRole('progressbar', { name: 'Envoi de lourd.zip' });
    const share = () => bar.evaluate((node: HTMLProgressElement) => node.position);
    await expect.poll(share).toBeGreaterThan(0.1);
    expect(await share()).toBeLessThan(1);
    await page.getByText(/^\d+\s%$/).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const stop = page.getByRole('button', { name: 'Arrêter l’envoi' });
    expect(await stop.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Choisir un fichier' }).waitFor();
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await page.getByText('Le fichier n’est pas envoyé').waitFor({ state: 'detached' });

    // An export cut short would take most of them away: it waits for a word.
    await send(await file('mercredi.zip', next.rows.slice(0, 3)));
    await page.getByText('Cet envoi attend votre confirmation').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect(await online()).toEqual(tuesday);
    await page.getByRole('button', { name: 'Confirmer le retrait…' }).click();
    await page.getByRole('button', { name: 'Retirer et appliquer' }).click();
    await page.getByText('Ce fichier est appliqué').waitFor();
    expect(await online()).toHaveLength(3);

    const told = async () => (await site.db.selectFrom('change').select('seq').execute()).length;
    const before = await told();
    await page.getByRole('button', { name: 'Annuler cet import…' }).click();
    await page.getByRole('button', { name: 'Annuler l’import' }).click();
    await page.getByText('Cet import est annulé').waitFor();
    expect(await online()).toEqual(tuesday);
    expect(await told()).toBe(before);

    // From the history, the one before is undone as well.
    await page.getByRole('link', { name: /mardi\.zip/ }).click();
    await page.getByRole('heading', { name: 'mardi.zip' }).waitFor();
    await page.getByRole('button', { name: 'Annuler cet import…' }).click();
    await page.getByRole('button', { name: 'Annuler l’import' }).click();
    await page.getByText('Cet import est annulé').waitFor();
    expect(await online()).toEqual(monday);

    await page.goto(`${site.origin}/agence/annonces/import?envoi=999999`);
    await page.getByText('Cet import n’existe pas').waitFor();
  });
});
