import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { administratorAt, administrators, signIn } from '../kit/administrators.ts';
import { joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable } from '../kit/boosts.ts';
import { fillIn, hydrated, visit, visitor } from '../kit/browser.ts';
import { mailTo } from '../kit/mailbox.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite({ settings: { ADMIN_USERS: await administrators('claire') } });
const email = 'phare@essai.test';
const agency = await joinedAt(site, { name: 'Agence du Phare', email });
await joinedAt(site, { name: 'Cabinet des Dunes', email: 'dunes@essai.test' });
await makeLawful(site, agency.id);
const [listing = 0] = await boostable(site.db, agency.id, [flat('phare-1')]);
const { ownerReference } = agency;
const address = `/admin/agencies/${agency.id}`;

/** What is said of one thing that is verified. */
const check = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
const decide = (page: Page, yes: string) => page.getByRole('dialog').getByRole('button', { name: yes });

/** What anybody is answered at these addresses of the site. */
const statuses = (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await fetch(site.origin + path)).status));
const publicPages = [`/agence/${ownerReference}/catalogue`, `/annonce/${listing}`];

describe('un administrateur tient les agences', () => {
  it('lit que le réseau manque, reste connecté, puis réessaie', async () => {
    const page = await administratorAt(site.origin, 'claire', '/admin/agencies');
    await page.getByRole('link', { name: 'Cabinet des Dunes' }).first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('searchbox', { name: 'Chercher une agence' }).fill('phare');
    await page.getByRole('button', { name: 'Chercher' }).click();
    await page.getByText('Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/agencies');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await page.getByRole('link', { name: 'Agence du Phare' }).first().waitFor();
  });

  it('n’entre pas sans son mot de passe, puis arrive où il allait', async () => {
    const context = await visitor({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await visit(page, site.origin + address);
    await page.getByLabel('Identifiant').waitFor();
    const login = `${site.origin}/admin/login?redirect=${encodeURIComponent(address)}`;
    expect(page.url()).toBe(login);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByText('Écrivez votre identifiant.').waitFor();
    await page.getByText('Écrivez votre mot de passe.').waitFor();
    await signIn(page, 'claire', 'Motdepasse2');
    await page.getByText('Identifiant ou mot de passe incorrect.').waitFor();
    expect(await page.getByLabel('Identifiant').inputValue()).toBe('claire');
    expect(await faultsAtBothWidths(page)).toEqual([]);
    // What is typed before the browser shows a refusal is kept by nobody.
    expect(await page.evaluate(() => sessionStorage.getItem('admin_auth'))).toBeNull();
    await signIn(page, 'claire');
    await page.waitForURL(site.origin + address);
    await page.getByRole('heading', { level: 1, name: 'Agence du Phare' }).waitFor();

    // A password that is right no longer leads back to the login, and from there to the same page.
    await page.evaluate(() => sessionStorage.setItem('admin_auth', `Basic ${btoa('claire:Motdepasse3')}`));
    await page.goto(`${site.origin}/admin/demandes?etat=refusees`);
    await page.waitForURL(
      `${site.origin}/admin/login?redirect=${encodeURIComponent('/admin/demandes?etat=refusees')}`,
    );
    await hydrated(page);
    await signIn(page, 'claire');
    await page.waitForURL(`${site.origin}/admin/demandes?etat=refusees`);
    await page.getByText('Aucune demande refusée ces 90 derniers jours').waitFor();
    await page.getByText('claire', { exact: true }).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.waitForURL(`${site.origin}/admin/login`);
    expect(await page.evaluate(() => sessionStorage.getItem('admin_auth'))).toBeNull();
    expect(complaints.filter((said) => !/status of 401/.test(said))).toEqual([]);
  });

  it('cherche une agence, vérifie son identité, et en laisse une note', async () => {
    const page = await administratorAt(site.origin, 'claire', '/admin/agencies');
    const complaints = complaintsOf(page);
    await page.getByRole('link', { name: 'Cabinet des Dunes' }).first().waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.keyboard.press('/');
    await page.keyboard.type('phare');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=phare/);
    await expect.poll(() => page.getByRole('link', { name: 'Cabinet des Dunes' }).count()).toBe(0);
    expect(await page.getByRole('row').filter({ hasText: ownerReference }).innerText()).toContain(
      'À vérifier',
    );
    await page.getByRole('link', { name: 'Agence du Phare' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Agence du Phare' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);

    for (const name of ['SIREN', 'Carte professionnelle']) {
      await check(page, name).getByText('Personne ne l’a encore vérifié.').waitFor();
      await check(page, name)
        .getByRole('button', { name: /^Vérifié…/ })
        .click();
      await page.getByRole('dialog').getByText(`Agence du Phare, ${name}\u00a0: `).waitFor();
      if (name === 'SIREN') expect(await faultsAtBothWidths(page)).toEqual([]);
      await decide(page, 'Marquer vérifié').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await check(page, name)
        .getByText(/par claire, le/)
        .waitFor();
    }
    await page.getByText('Vérifiée', { exact: true }).waitFor();

    await check(page, 'Médiateur de la consommation')
      .getByRole('button', { name: /^Refuser…/ })
      .click();
    await fillIn(page.getByRole('dialog'), { Motif: 'non' });
    await decide(page, 'Refuser').click();
    await page
      .getByRole('dialog')
      .getByText(/Écrivez pourquoi/)
      .waitFor();
    const wrong = 'Ce médiateur n’est plus sur la liste officielle depuis juin.';
    await fillIn(page.getByRole('dialog'), { Motif: wrong });
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await decide(page, 'Refuser').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await check(page, 'Médiateur de la consommation').getByText(wrong).waitFor();
    const mail = await mailTo(site, email, /^Une information de votre agence est à corriger : Médiateur/);
    expect(mail.text).toContain(wrong);

    const note = 'Rappelée ce matin\u00a0: la gérante corrige le médiateur demain.';
    await fillIn(page, { 'Nouvelle note': note });
    await page.getByRole('button', { name: 'Ajouter la note' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: note })
      .getByText(/claire, le/)
      .waitFor();
    await expect.poll(() => page.getByLabel('Nouvelle note').inputValue()).toBe('');
    await page.getByRole('row', { name: /Note/ }).first().waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);

    // Verified in the two that count, but refused in a third.
    await page.goto(`${site.origin}/admin/agencies?identite=refusee`);
    await page.getByRole('link', { name: 'Agence du Phare' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Cabinet des Dunes' }).count()).toBe(0);
    expect(complaints.filter((said) => !/status of 400/.test(said))).toEqual([]);
  });

  it('voit comme l’agence, n’y change rien, et en ressort', async () => {
    const page = await administratorAt(site.origin, 'claire', address);
    const complaints = complaintsOf(page);
    await page.getByRole('button', { name: /Voir comme l’agence/ }).click();
    await page.waitForURL(`${site.origin}/agence/${ownerReference}/tableau-de-bord`);
    await hydrated(page);
    const banner = page.getByRole('complementary', { name: 'Consultation en lecture seule' });
    await banner.getByText(/Vous consultez l’espace «\sAgence du Phare\s» en lecture seule/).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await visit(page, `${site.origin}/agence/${ownerReference}/annonces`);
    await page.getByRole('link', { name: 'Trois pièces' }).first().waitFor();
    await banner.waitFor();

    await visit(page, `${site.origin}/agence/${ownerReference}/profil`);
    const name = page.getByLabel('Nom de l’agence');
    await name.fill('Agence des Autres');
    await page.getByRole('button', { name: 'Enregistrer (coordonnées)' }).click();
    await page
      .getByText(/Vous consultez cet espace en lecture seule\s: rien ne peut y être changé/)
      .waitFor();
    await visit(page, `${site.origin}/agence/${ownerReference}/profil`);
    expect(await name.inputValue()).toBe('Agence du Phare');

    await banner.getByRole('button', { name: 'Quitter la consultation' }).click();
    await page.waitForURL(site.origin + address);
    await page.getByText('Espace de l’agence consulté en lecture seule').waitFor();
    // Nobody is signed in as an agency in this browser: its space is closed again.
    await page.goto(`${site.origin}/agence/${ownerReference}/tableau-de-bord`);
    await page.waitForURL(/\/agence\/connexion\?/);
    expect(complaints.filter((said) => !/status of 403/.test(said))).toEqual([]);
  });

  it('la suspend avec un motif qu’elle reçoit, ses pages s’en vont, puis reviennent', async () => {
    const page = await administratorAt(site.origin, 'claire', address);
    const complaints = complaintsOf(page);
    expect(await statuses(...publicPages)).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Suspendre…' }).click();
    const dialog = page.getByRole('dialog', { name: /Suspendre cette agence/ });
    await dialog.getByText(`Agence du Phare (${ownerReference})`).waitFor();
    await dialog.getByText(/^1\s?annonce quitte la ligne/).waitFor();
    await decide(page, 'Suspendre l’agence').click();
    await dialog.getByText(/Écrivez pourquoi/).waitFor();
    const why = 'Trois annonces de biens qui n’existent pas, signalées puis vérifiées.';
    await fillIn(dialog, { Motif: why });
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await decide(page, 'Suspendre l’agence').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Suspendue depuis le/).waitFor();
    await page.getByText(`Motif\u00a0: ${why}`).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    expect((await mailTo(site, email, /^Votre agence est suspendue sur Vigie$/)).text).toContain(why);
    // The page of the agency at once, its listing once the worker has judged it.
    expect(await statuses(publicPages[0]!)).toEqual([410]);
    await expect.poll(() => statuses(publicPages[1]!)).not.toEqual([200]);
    const reader = await (await visitor()).newPage();
    await visit(reader, site.origin + publicPages[0]);
    await reader.getByText(/Cette page a été retirée\s: Vigie ne la montre plus/).waitFor();

    await page.getByRole('button', { name: 'Lever la suspension…' }).click();
    const corrected = 'Les trois annonces sont retirées, et leurs auteurs connus.';
    await fillIn(page.getByRole('dialog'), { Motif: corrected });
    await decide(page, 'Lever la suspension').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Suspendre…' }).waitFor();
    expect((await mailTo(site, email, /^La suspension de votre agence est levée$/)).text).toContain(
      corrected,
    );
    await expect.poll(() => statuses(...publicPages)).toEqual([200, 200]);
    await visit(reader, site.origin + publicPages[0]);
    await reader.locator(`a[href*="/annonce/${listing}"]`).first().waitFor();

    const journal = page.getByRole('table', { name: 'Actions sur cette agence' });
    for (const reason of [why, corrected]) await journal.getByText(reason).waitFor();
    expect(complaints.filter((said) => !/status of 400/.test(said))).toEqual([]);
  });
});
