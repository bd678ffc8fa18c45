import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { generatePortfolio, nextDay } from '#demonstration/poliris/portfolio.ts';
import { writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyPassword } from '../kit/agencies.ts';
import { fillIn, hydrated, visit, visitor } from '../kit/browser.ts';
import { writeToAgency } from '../kit/leads.ts';
import { linkIn, mailTo } from '../kit/mailbox.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const reference = 'arenes-beziers';
const onFile = 'contact@arenes.test';
const jeanne = 'jeanne@arenes.test';
const adele = 'adele@exemple.test';
const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
const request = { seed: 5, agency: reference, count: 6, places };
const first = generatePortfolio(request);

/** What a scanner of mails does with a link: it follows it, and looks at it again. */
async function scan(link: string): Promise<void> {
  for (const method of ['HEAD', 'GET', 'GET'])
    expect((await fetch(link, { method, headers: { 'user-agent': 'Mozilla/5.0 MailScanner' } })).status).toBe(
      200,
    );
}

/** What was asked for this address: which agency it claims, and where it says it is. */
async function registrationsOf(email: string) {
  return site.db
    .selectFrom('agencyRegistration')
    .leftJoin('agency', 'agency.id', 'agencyRegistration.agencyId')
    .select(['agency.ownerReference as claims', 'agencyRegistration.town'])
    .where('agencyRegistration.email', '=', email)
    .execute();
}

const next = nextDay(request, first, { seed: 2, cheaper: 1, fresh: 1 });
const title = 'Trois pièces au bord du canal';
const { technicalId = '', reference: own = '' } = next.rows.at(-1)!;
const incomplete = {
  ...generatePortfolio({ ...request, seed: 11, count: 20 }).find(
    ({ transaction, propertyType }) => transaction === 'vente' && propertyType === 'appartement',
  )!,
  technicalId,
  reference: own,
  title,
  energyClass: '',
  energyValue: '',
  climateClass: '',
  climateValue: '',
};

let page: Page;
let listing = '';

beforeAll(async () => {
  // Known before it came: an operator wrote it down, its software has sent its listings.
  const known = {
    ref: reference,
    name: 'Agence des Arènes',
    email: onFile,
    siren: '732829320',
    card: 'CPI 3401 2024 000 000 123',
    address: '12 allées Paul-Riquet',
    'postal-code': '34500',
    city: 'Béziers',
    rcs: 'Béziers',
    form: 'SARL',
    capital: '10 000',
    vat: 'FR44732829320',
    'card-office': 'CCI de l’Hérault',
    'card-activities': 'TG',
    'card-until': '2035-12-31',
    insurance: 'MMA 120 137 405',
    mediator: 'MEDIMMOCONSO',
    'mediator-url': 'https://medimmoconso.fr',
    fees: 'https://arenes.exemple.test/honoraires.pdf',
  };
  const words = Object.entries(known).flatMap(([option, value]) => [`--${option}`, value]);
  expect(await site.vigie('agencies', 'add', ...words, '--no-funds')).toMatchObject({ code: 0 });
  const dropped = path.join(site.dataDir, 'premier.zip');
  await writeFile(dropped, await zipFeed({ listings: writeListings(first) }));
  expect(await site.vigie('feeds', 'import', dropped)).toMatchObject({ code: 0 });
  page = await (await visitor({}, 'for the file')).newPage();
});

describe('de la découverte au rapport', () => {
  it('une agence qui allait en créer une seconde voit la sienne : elle la prend, ou passe outre', async () => {
    for (const [email, name, press] of [
      ['paul@arenes.test', 'agence des arrene', /^C’est mon agence/],
      ['paule@arenes.test', 'Agence des Arènes', 'Non, créer le compte'],
    ] as const) {
      const newcomer = await (await visitor()).newPage();
      await visit(newcomer, `${site.origin}/agence/creer-compte`);
      await fillIn(newcomer, {
        'Nom de l’agence': name,
        'Ville ou code postal': 'bezier',
        'Adresse e-mail de l’agence': email,
        'Logiciel de l’agence': 'Apimo',
      });
      await newcomer.getByRole('button', { name: 'Créer le compte' }).dblclick();
      // What was found is read first, and nothing is asked yet, however often one presses.
      const title = newcomer.getByRole('heading', { name: 'Est-ce cette agence ?' });
      await expect.poll(() => title.evaluate((one) => one === document.activeElement)).toBe(true);
      await newcomer.getByText('34500 Béziers · 6 annonces en ligne').waitFor();
      expect(await faultsAtBothWidths(newcomer)).toEqual([]);
      expect(await registrationsOf(email)).toEqual([]);
      await newcomer.getByRole('button', { name: press }).dblclick();
      await newcomer.getByRole('heading', { name: 'Votre demande est enregistrée' }).waitFor();
    }
    expect([await registrationsOf('paul@arenes.test'), await registrationsOf('paule@arenes.test')]).toEqual([
      [{ claims: reference, town: 'bezier' }],
      [{ claims: null, town: 'bezier' }],
    ]);
  });

  it('une agence se trouve, prouve qu’elle est elle, choisit un mot de passe et se connecte', async () => {
    // Its people look for it: by its postal code, its SIREN, its town, its name, with a letter or two wrong.
    await visit(page, `${site.origin}/agence/recherche`);
    for (const asked of ['34500', '732 829 320', 'bezier', 'agense des arrenes', 'arenes']) {
      await page.getByLabel('Nom, ville, code postal ou SIREN').fill(asked);
      await page.getByRole('button', { name: 'Rechercher' }).click();
      await page.waitForURL((address) => address.searchParams.get('q') === asked);
      // The new answer takes the focus once it is drawn: until then the field is the one of the search before.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('resultats');
      await page.getByText('34500 Béziers · 6 annonces en ligne').waitFor();
    }
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('link', { name: /^C’est mon agence.*Arènes/ }).click();
    await page.getByRole('heading', { name: 'C’est mon agence : Agence des Arènes' }).waitFor();
    await fillIn(page, { 'Adresse e-mail': jeanne, Téléphone: '06 39 98 00 02' });
    await page.getByLabel('J’accepte les').check();
    await page.getByRole('button', { name: 'Demander cet espace' }).click();
    await page.getByRole('heading', { name: 'Votre demande est enregistrée' }).waitFor();

    // Whoever asks proves the address; then the agency answers at the one on file. Looking at a link uses nothing up.
    const asking = linkIn(await mailTo(site, jeanne, /Confirmez l’adresse/), 'confirmation-email');
    await scan(asking);
    await visit(page, asking);
    await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
    await page.getByRole('heading', { name: 'Votre adresse est confirmée' }).waitFor();
    const answering = linkIn(
      await mailTo(site, onFile, /demande l’espace de votre agence/),
      'confirmation-email',
    );
    await scan(answering);
    const owner = await (await visitor()).newPage();
    await visit(owner, answering);
    await owner.getByText(jeanne).waitFor();
    await owner.getByRole('button', { name: 'Confier l’espace à cette adresse' }).click();
    await owner.getByRole('heading', { name: 'L’espace est confié' }).waitFor();

    // The mail that says so opens the choice of a password at once.
    const opened = linkIn(
      await mailTo(site, jeanne, /L’espace de votre agence est ouvert/),
      'mot-de-passe-oublie',
    );
    await scan(opened);
    await visit(page, opened);
    await fillIn(page, {
      'Nouveau mot de passe': agencyPassword,
      'Le même, encore une fois': agencyPassword,
    });
    await page.getByRole('button', { name: /Enregistrer|Changer|Choisir/ }).click();
    await page.waitForURL(/\/agence\/connexion/);
    await fillIn(page, { 'Adresse e-mail': jeanne, 'Mot de passe': agencyPassword });
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await page.waitForURL(`**/agence/${reference}/tableau-de-bord`);
    await page.getByRole('heading', { name: 'Tableau de bord' }).waitFor();
  });

  it('importe l’export du jour, et complète l’annonce que la loi garde hors ligne', async () => {
    // The export of the day: one listing is new, and says nothing of its energy.
    const today = path.join(site.dataDir, 'aujourd’hui.zip');
    await writeFile(
      today,
      await zipFeed({ listings: writeListings([...next.rows.slice(0, -1), incomplete]) }),
    );
    await page.getByRole('link', { name: 'Annonces', exact: true }).first().click();
    await page.getByRole('link', { name: 'Importer', exact: true }).click();
    await hydrated(page);
    await page.getByLabel('Fichier à importer').setInputFiles(today);
    await page.getByText('Comparé, pas encore appliqué').waitFor();
    await page.getByText('La loi garde 1 annonce hors ligne').waitFor();
    await page.getByText('Reste hors ligne', { exact: true }).waitFor();
    await page
      .getByText(/Indiquez|Complétez|Faites|Donnez|Ajoutez/)
      .first()
      .waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('button', { name: 'Appliquer ce fichier' }).click();
    await page.getByText('Ce fichier est appliqué').waitFor();

    // On its page, what the software leaves unsaid is completed; the rest stays the software’s.
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    listing = /annonces\/(\d+)\//.exec(page.url())?.[1] ?? '';
    await hydrated(page);
    expect(await page.getByLabel('Surface habitable').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Publier' }).click();
    await page.getByText(/règles? s’opposent? à la publication|règle s’oppose à la publication/).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Y aller/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'DPE', exact: true }).waitFor();
    await fillIn(page, {
      DPE: 'Réalisé',
      'Classe énergie': 'C',
      'Énergie primaire, kWh/m²/an': '150',
      'Classe climat': 'C',
      'Gaz à effet de serre, kg CO₂/m²/an': '20',
    });
    await page.getByRole('button', { name: 'Publier' }).click();
    await page.getByText('L’annonce est en ligne').first().waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
  });

  it('reçoit la demande de quelqu’un qui l’a trouvée, répond, et la qualifie', async () => {
    // Somebody finds it, and writes.
    // As browsers name themselves: what says that it has no screen is no reader.
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
    const person = await (await visitor({ userAgent })).newPage();
    await visit(person, site.origin);
    await person.getByRole('combobox', { name: 'Où' }).fill('Béziers');
    await person
      .getByRole('option', { name: /Béziers/ })
      .first()
      .click();
    await person.getByRole('button', { name: 'Rechercher' }).click();
    await person.locator(`main a[href^="/annonce/${listing}"]`).first().click();
    await person.waitForURL(new RegExp(`/annonce/${listing}`));
    await hydrated(person);
    await writeToAgency(person, { email: adele, message: 'Bonjour, le quai est-il calme le soir ?' });

    // The agency receives it, answers, and qualifies.
    const told = await mailTo(site, onFile, /Adèle/);
    expect(told.text).toContain('le quai est-il calme');
    const unread = page.getByRole('link', { name: /Non lu.*Adèle Fontanel/ });
    // It is « new » once the mail is known to have arrived, a moment after.
    await expect
      .poll(async () => {
        await visit(page, `${site.origin}/agence/${reference}/leads`);
        return unread.count();
      })
      .toBe(1);
    await unread.click();
    await page.getByRole('heading', { name: 'Adèle Fontanel', level: 2 }).waitFor();
    await page
      .getByLabel('Votre réponse à Adèle Fontanel')
      .fill('Bonjour, très calme : venez voir samedi à 10 h.');
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await page.getByText(/Contacté, vous/).waitFor();
    await page.getByRole('button', { name: 'Qualifié' }).click();
    await page.getByText(/Qualifié, vous/).waitFor();
    expect((await mailTo(site, adele, /vous répond/)).text).toContain('venez voir samedi');
  });

  it('lit ce que cela donne, et l’export suivant ne défait rien', async () => {
    // What it gave: the dashboard, and the paper for the seller.
    await expect
      .poll(async () => {
        await visit(page, `${site.origin}/agence/${reference}/tableau-de-bord`);
        return page.getByText('1 vue en 30 jours').count();
      })
      .toBeGreaterThan(0);
    const figure = (label: string) =>
      page.getByText(label, { exact: true }).first().locator('xpath=following-sibling::p[1]');
    expect(await figure('Prospects, 7 jours').textContent()).toBe('1');
    expect(await figure('Annonces en ligne').textContent()).toBe('7');
    await visit(page, `${site.origin}/agence/${reference}/annonces`);
    const download = page.waitForEvent('download');
    await page
      .getByRole('row')
      .filter({ hasText: title })
      .getByRole('link', { name: /^Compte rendu/ })
      .click();
    const paper = await readFile(await (await download).path());
    expect(paper.subarray(0, 5).toString('latin1')).toBe('%PDF-');

    // The next export still says nothing of its energy: what was typed stays, and so does the listing.
    await visit(page, `${site.origin}/agence/${reference}/annonces/import`);
    const later = path.join(site.dataDir, 'demain.zip');
    await writeFile(
      later,
      await zipFeed({
        listings: writeListings([...next.rows.slice(0, -1), { ...incomplete, reference: `${own}B` }]),
      }),
    );
    await page.getByLabel('Fichier à importer').setInputFiles(later);
    await page.getByText('Comparé, pas encore appliqué').waitFor();
    expect(await page.getByText('La loi garde').count()).toBe(0);
  });
});
