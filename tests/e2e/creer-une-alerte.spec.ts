import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { formatPrice } from '#contract/fmt.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { visit, visitor } from '../kit/browser.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

const shared = path.resolve('../shared/data/feeds/poliris');

/** A flat for sale in Montpellier, legally complete; `more` changes what a test is about. */
function flat(id: string, more: PolirisValues = {}): PolirisValues {
  return {
    agency: 'agence-du-port',
    reference: `R${id}`,
    technicalId: id,
    transaction: 'vente',
    propertyType: 'appartement',
    postalCode: '34000',
    city: 'MONTPELLIER',
    price: 210_000,
    fees: 5,
    feesPayer: 1,
    priceWithoutFees: 200_000,
    surface: 60,
    rooms: 3,
    bedrooms: 2,
    title: `Trois pièces ${id}`,
    description: 'Séjour au sud, cuisine ouverte.\nÀ deux pas du tramway – « coup de cœur » à 5 €/jour.',
    energyClass: 'C',
    energyValue: 150,
    climateClass: 'B',
    climateValue: 9,
    energyDate: '2025-02-01',
    energyVersion: 'DPE_v07-2021',
    energyCostMin: 800,
    energyCostMax: 1100,
    energyCostYear: '01/01/2023',
    coOwned: true,
    lots: 18,
    yearlyCharges: 1200,
    procedure: false,
    mandateNumber: '1204',
    feeScheduleUrl: 'https://port.exemple-agence.test/honoraires.pdf',
    formatVersion: '4.12',
    ...more,
  };
}

async function archive(rows: PolirisValues[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-flux-'));
  const file = path.join(folder, 'logiciel_agence-du-port.zip');
  await writeFile(
    file,
    await zipFeed({ listings: writeListings(rows, { trailing: true, rawNewlines: true }) }),
  );
  return file;
}

/** An agency with what its listings need to be on line. */
async function addAgency(site: Site, ref: string, name: string): Promise<void> {
  const identity = ['--siren', '732829320', '--card', 'CPI 3402 2024 000 000 123', '--rcs', 'Montpellier'];
  const { code, out, err } = await site.vigie('agencies', 'add', '--ref', ref, '--name', name, ...identity);
  expect(code, out + err).toBe(0);
}

/** Imports, and waits until the worker has told everyone and the outbox is empty. */
async function importAndSettle(site: Site, file: string): Promise<void> {
  const done = await site.vigie('feeds', 'import', file);
  expect(done.code, done.out + done.err).toBe(0);
  await settle(site);
}

/** Everything announced was read, everything found was told, everything written was sent. */
async function settle(site: Site): Promise<void> {
  await eventually('la fin des envois', async () => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*)::int from change, change_reader reader
              where reader.name like 'alerts%' and (change.xid, change.seq) > (reader.xid, reader.seq))
        + (select count(*)::int from alert_run where swept_at is null)
        + (select count(*)::int from mail_outbox where status in ('pending', 'sending')) as left
    `.execute(site.db);
    return rows[0]?.left === 0;
  });
}

const plain = (mail: Email) => (mail.text ?? '').replaceAll('\u00a0', ' ');
const header = (mail: Email, name: string) => mail.headers.find((each) => each.key === name)?.value ?? '';
const firstLink = (mail: Email, part: string) =>
  (mail.html ?? '').match(new RegExp(`href="([^"]*${part}[^"]*)"`))?.[1]?.replaceAll('&amp;', '&') ?? '';

/** Creates an alert from a city page as a visitor does, and confirms it from the mailbox. */
async function createAlert(site: Site, cityPage: string, email: string): Promise<void> {
  const browser = await visitor();
  const page = await browser.newPage();
  await visit(page, `${site.origin}${cityPage}`);
  await page.getByRole('link', { name: 'Créer cette alerte' }).first().click();
  await page.waitForURL(/\/alertes\/nouvelle/);
  await page.getByLabel(/e-mail/i).fill(email);
  await page.getByRole('button', { name: 'Créer cette alerte' }).click();
  await page.getByText(/Vérifiez votre boîte/).waitFor();

  const mail = await eventually('le courriel de confirmation', async () =>
    (await site.mails()).find((each) => each.to?.[0]?.address === email),
  );
  // Opening the link, as a mail scanner does, confirms nothing; the button does.
  await visit(page, firstLink(mail, '/alertes/confirmation'));
  await page.getByRole('button', { name: /Confirmer/ }).click();
  await page.getByText('Votre alerte veille').waitFor();
  await browser.close();
}

describe('créer une alerte', () => {
  it('reçoit en un courriel la nouvelle annonce et la baisse, puis se désinscrit en un clic', async () => {
    const site = await startSite();
    await addAgency(site, 'agence-du-port', 'Agence du Port');
    const day1 = [
      flat('A-1'),
      flat('A-2', { price: 262_500, priceWithoutFees: 250_000 }),
      flat('A-3', { price: 231_000, priceWithoutFees: 220_000 }),
      flat('A-4', { price: 252_000, priceWithoutFees: 240_000, photo1: 'https://photos.agence.test/4.jpg' }),
      flat('A-5', { city: 'LUNEL', postalCode: '34400' }),
      flat('A-6', { price: 199_500, priceWithoutFees: 190_000, rooms: 2 }),
    ];
    await importAndSettle(site, await archive(day1));
    await createAlert(site, '/acheter/montpellier-34000?prixMax=250000&pieces=3', 'camille@essai.test');
    // Looks elsewhere: nothing that follows is for them.
    await createAlert(site, '/louer/montpellier-34000', 'sacha@essai.test');
    expect(await site.mails()).toHaveLength(2);

    const day2 = [
      day1[0]!,
      // Falls to the budget; was above it on day 1.
      flat('A-2', { price: 246_750, priceWithoutFees: 235_000 }),
      // Only its reference and its picture change: no event.
      flat('A-3', {
        price: 231_000,
        priceWithoutFees: 220_000,
        reference: 'R-NOUVELLE',
        photo1: 'https://photos.agence.test/3.jpg',
      }),
      flat('A-4', {
        price: 252_000,
        priceWithoutFees: 240_000,
        photo1: 'https://photos.agence.test/4.jpg?v=2',
      }),
      flat('A-5', { city: 'LUNEL', postalCode: '34400', price: 189_000, priceWithoutFees: 180_000 }),
      flat('A-6', { price: 199_500, priceWithoutFees: 190_000, rooms: 2 }),
      flat('A-7', { price: 220_500, priceWithoutFees: 210_000 }),
      flat('A-8', { price: 315_000, priceWithoutFees: 300_000 }),
    ];
    const second = await archive(day2);
    await importAndSettle(site, second);

    const mails = (await site.mails()).filter((mail) => !/confirm/i.test(mail.subject ?? ''));
    expect(mails.map((mail) => mail.to?.[0]?.address)).toEqual(['camille@essai.test']);
    const mail = mails[0]!;
    const listingLinks = new Set((mail.html ?? '').match(/\/annonce\/\d+/g));
    expect(listingLinks.size).toBe(2);
    // Prices in the form of the law (R2): with fees, without, and who pays.
    expect(plain(mail)).toContain('220 500,00 €');
    expect(plain(mail)).toContain('210 000,00 € hors honoraires');
    expect(plain(mail)).toMatch(/5 % TTC à la charge de l.acquéreur/);
    expect(plain(mail)).toContain('246 750,00 €');
    expect(plain(mail)).toContain('262 500,00 €');
    expect(plain(mail)).not.toContain('315 000,00 €');

    const browser = await visitor();
    const page = await browser.newPage();
    await page.goto(firstLink(mail, '/annonce/'));
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Montpellier' }).waitFor();
    expect(
      await page
        .getByText(formatPrice(22_050_000))
        .or(page.getByText(formatPrice(24_675_000)))
        .count(),
    ).toBeGreaterThan(0);

    // RFC 8058: the provider posts without cookie; a GET of the same address changes nothing.
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const oneClick = /<(http[^>]+)>/.exec(header(mail, 'list-unsubscribe'))?.[1] ?? '';
    const opened = await fetch(oneClick, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/desinscription\?token=/),
    ]);
    const posted = await fetch(oneClick, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(posted.status).toBe(200);

    // Day 2 again: the file is the same, nothing happens. Day 3 has a match: the stopped alert stays silent.
    const before = (await site.mails()).length;
    await importAndSettle(site, second);
    await importAndSettle(site, await archive([...day2, flat('A-9')]));
    expect((await site.mails()).length).toBe(before);
  });

  it('la même chose avec le flux d’exemple : DEMO01-1900 est nouvelle, DEMO01-1000 baisse', async ({
    skip,
  }) => {
    if (!existsSync(shared)) skip('le dossier ../shared/data est absent : rien à comparer ici');
    const site = await startSite();
    await addAgency(site, 'demo01', 'Agence Démo');
    await importAndSettle(site, path.join(shared, 'S1-hektor_demo01-j1.zip'));
    await createAlert(site, '/acheter/paris-75000', 'lea@essai.test');
    await createAlert(site, '/acheter/montpellier-34000', 'noe@essai.test');
    await importAndSettle(site, path.join(shared, 'S1-hektor_demo01-j2.zip'));

    const rows = await site.db
      .selectFrom('listing')
      .select(['technicalId', 'id'])
      .where('technicalId', 'in', ['DEMO01-1000', 'DEMO01-1900'])
      .execute();
    const pageOf = Object.fromEntries(rows.map(({ technicalId, id }) => [technicalId, `/annonce/${id}`]));
    const mails = (await site.mails()).filter((mail) => !/confirm/i.test(mail.subject ?? ''));
    const sent = mails.map((mail) => ({
      to: mail.to?.[0]?.address,
      listings: [...new Set((mail.html ?? '').match(/\/annonce\/\d+/g))],
    }));
    expect(sent.toSorted((a, b) => String(a.to).localeCompare(String(b.to)))).toEqual([
      { to: 'lea@essai.test', listings: [pageOf['DEMO01-1000']] },
      { to: 'noe@essai.test', listings: [pageOf['DEMO01-1900']] },
    ]);
    const drop = plain(mails.find((mail) => mail.to?.[0]?.address === 'lea@essai.test')!);
    expect(drop).toContain('762 320,00 €');
    expect(drop).toContain('724 204,00 €');
  });

  it('dite en une phrase, sans JavaScript aussi ; ce qui n’est pas compris est montré', async () => {
    const site = await startSite();
    const plainReader = await visitor({ javaScriptEnabled: false });
    const page = await plainReader.newPage();
    await page.goto(`${site.origin}/alertes/nouvelle`);
    await page
      .getByRole('textbox', { name: 'En une phrase' })
      .fill('T3 Lyon 7e max 1 100 CC avec balcon, proche métro');
    await page.getByRole('button', { name: 'Remplir les critères' }).click();
    await page.getByText('« proche métro »').waitFor();
    expect(await page.locator('[name="prixMax"]').first().inputValue()).toMatch(/^1\s?100$/);
    expect(await page.getByRole('checkbox', { name: 'Balcon' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Louer' }).isChecked()).toBe(true);

    const reader = await visitor();
    const live = await reader.newPage();
    await visit(live, `${site.origin}/alertes/nouvelle`);
    await live.getByRole('textbox', { name: 'En une phrase' }).fill('maison Saint-Denis 4 chambres, achat');
    await live.getByRole('button', { name: 'Remplir les critères' }).click();
    await live.getByText('« Saint-Denis » : lequel ?').waitFor();
    await live.getByRole('link', { name: /Saint-Denis.*Seine-Saint-Denis/ }).click();
    await live.getByRole('button', { name: /Retirer.*Saint-Denis/ }).waitFor();
    expect(new URL(live.url()).search).toContain('lieux=saint-denis-93200');
    expect(await live.getByRole('checkbox', { name: 'Maison' }).isChecked()).toBe(true);

    // Another sentence is another search, not another person.
    await live.getByLabel(/e-mail/i).fill('zoe@essai.test');
    await live.getByRole('radio', { name: /Une fois par jour/ }).check();
    await live.getByRole('textbox', { name: 'En une phrase' }).fill('T2 Nîmes 200 000 €');
    await live.getByRole('button', { name: 'Remplir les critères' }).click();
    await live.getByRole('button', { name: 'Retirer Nîmes' }).waitFor();
    expect(await live.getByLabel(/e-mail/i).inputValue()).toBe('zoe@essai.test');
    expect(await live.getByRole('radio', { name: /Une fois par jour/ }).isChecked()).toBe(true);
  });
});
