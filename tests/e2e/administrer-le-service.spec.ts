import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { formatCount } from '#contract/fmt.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { administratorAt, administrators } from '../kit/administrators.ts';
import { askedToJoin } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable } from '../kit/boosts.ts';
import { fillIn, visit, visitor } from '../kit/browser.ts';
import { lawfulAgency } from '../kit/law.ts';
import { askedBy, writeToAgency } from '../kit/leads.ts';
import { mailTo } from '../kit/mailbox.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite({ settings: { ADMIN_USERS: await administrators('claire', 'paul') } });
const agency = await lawfulAgency(site.db, 'port', { name: 'Agence du Port', email: 'port@essai.test' });
const [listing = 0] = await boostable(site.db, agency.id, [flat('port-1')]);

/** A person writes to the agency of the listing, through the door of its form. */
async function ask(email: string, firstName: string): Promise<void> {
  const { listingId: _listing, source: _source, ...said } = askedBy(listing, { email, firstName });
  const answer = await fetch(`${site.origin}/api/listings/${listing}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...said, optInVigieAlerts: false, optInPartnerOffers: false }),
  });
  expect(answer.status).toBe(200);
}

/** Closes or opens a room by its dialog, and waits until it is so. */
async function decide(page: Page, opens: string, yes: string, said: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: opens }).click();
  const dialog = page.getByRole('dialog');
  await fillIn(dialog, said);
  await dialog.getByRole('button', { name: yes }).last().click();
  await dialog.waitFor({ state: 'detached' });
}

/** The lines of the file that this button saves. */
async function savedBy(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trim().split('\r\n') };
}

/** The line of the page that tells how a room stands. */
const roomOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Fermer… ${name}` }) });

describe('un administrateur tient le service', () => {
  it('ferme les demandes de contact avec ses mots, que les visiteurs lisent, puis les rouvre', async () => {
    const words = 'De retour ce soir à 18 h. Vous pouvez appeler l’agence.';
    const send = (page: Page) => page.getByRole('button', { name: 'Envoyer ma demande' });
    const someone = async () => (await visitor()).newPage();
    const [early, late] = await Promise.all([someone(), someone()]);
    await visit(early, `${site.origin}/annonce/${listing}`);
    await send(early).waitFor();

    const page = await administratorAt(site.origin, 'claire', '/admin/service');
    const complaints = complaintsOf(page);
    const room = roomOf(page, 'Demandes de contact');
    await room.getByText('Ouvert', { exact: true }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('button', { name: 'Fermer… Demandes de contact' }).click();
    const dialog = page.getByRole('dialog', { name: /^Fermer\s: Demandes de contact/ });
    await dialog.getByText('Le formulaire des annonces et des pages d’agence').waitFor();
    await fillIn(dialog, { 'Ce que l’on lit pendant ce temps': '' });
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await dialog.getByText('Écrivez ce que les visiteurs liront.').waitFor();
    await fillIn(dialog, { 'Ce que l’on lit pendant ce temps': words });
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await dialog.getByText(/Écrivez pourquoi/).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await fillIn(dialog, { Motif: 'Le serveur de courriels est en panne.' });
    await dialog.getByRole('button', { name: 'Fermer' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    const closed = page.getByRole('listitem').filter({ hasText: 'Le serveur de courriels est en panne.' });
    await closed.getByText('Fermé', { exact: true }).waitFor();
    await closed.getByText(words).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);

    // Whoever comes meanwhile reads the words where the form was; whoever was there reads them when they send it.
    const lateComplaints = complaintsOf(late);
    await visit(late, `${site.origin}/annonce/${listing}`);
    await late.locator('#ecrire').getByText(words).waitFor();
    expect(await send(late).count()).toBe(0);
    expect(await faultsAtBothWidths(late)).toEqual([]);
    await fillIn(early, { Prénom: 'Adèle', 'Adresse e-mail': 'adele@exemple.test', Téléphone: '0639980001' });
    await early.getByLabel('Nom', { exact: true }).fill('Fontanel');
    await send(early).click();
    await early.locator('#ecrire').getByText(words).waitFor();
    expect(await site.db.selectFrom('lead').select('id').execute()).toEqual([]);

    await visit(page, `${site.origin}/admin`);
    await page.getByText(/^Demandes de contact\s: fermé$/).waitFor();
    await page.getByText(words).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ouvrir ou fermer un service' }).click();
    await decide(page, 'Rouvrir… Demandes de contact', 'Rouvrir', { Motif: 'Le serveur est réparé.' });
    await room.getByText('Ouvert', { exact: true }).waitFor();
    await room.getByText(/par claire\s: Le serveur est réparé\./).waitFor();

    await visit(late, `${site.origin}/annonce/${listing}`);
    await writeToAgency(late, { email: 'adele@exemple.test' });
    expect(lateComplaints).toEqual([]);
    expect(complaints.filter((said) => !/status of 400/.test(said))).toEqual([]);
  });

  it('lit un courriel tel qu’il est parti, sans ce que ses liens ouvrent', async () => {
    const email = 'lucie@exemple.test';
    const { token } = await askedToJoin(site, { name: 'Agence du Parc', email });
    const mail = await mailTo(site, email, /./);
    const page = await administratorAt(site.origin, 'claire', '/admin/courriels');
    const complaints = complaintsOf(page);
    await page.getByRole('link').filter({ hasText: email }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await fillIn(page, { 'Adresse entière': email });
    await page.getByRole('button', { name: 'Filtrer' }).click();
    await page.waitForURL(/personne=lucie/);
    const list = page.getByRole('list', { name: 'Courriels, le plus récent d’abord' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await list.getByRole('link').filter({ hasText: email }).click();
    await page.getByRole('heading', { level: 2, name: mail.subject ?? '' }).waitFor();
    await page.getByRole('main').getByText('Le serveur du destinataire l’a pris.').waitFor();
    await page
      .frameLocator('iframe')
      .getByText(/Ce lien est valable/)
      .waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Texte' }).click();
    const text = page.getByRole('tabpanel', { name: 'Texte' });
    await text.getByText(/Ce lien est valable/).waitFor();
    const shown = await text.innerText();
    const opens = (words: string | undefined) => words?.includes(token);
    expect([opens(mail.text), opens(shown), shown.includes('•••')]).toEqual([true, false, true]);
    await page.getByRole('tab', { name: 'En-têtes' }).click();
    await page.getByRole('tabpanel', { name: 'En-têtes' }).getByText(`To: ${email}`).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const { name, lines } = await savedBy(page);
    expect([name, lines.length, lines[1]?.includes(email)]).toEqual(['courriels.csv', 2, true]);

    // To have read it is noted, by the number of the mail.
    await visit(page, `${site.origin}/admin/journal?action=mail.read`);
    await page.getByRole('row').filter({ hasText: 'Texte d’un courriel lu' }).first().waitFor();
    expect(await page.getByRole('main').getByText(email).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('retrouve dans le journal qui a fait quoi, et l’emporte dans un tableur', async () => {
    const page = await administratorAt(site.origin, 'claire', '/admin/service');
    await decide(page, 'Fermer… Commandes de boosts', 'Fermer', {
      Motif: 'Le prestataire de paiement est en panne.',
    });
    const other = await administratorAt(site.origin, 'paul', '/admin/service');
    await decide(other, 'Rouvrir… Commandes de boosts', 'Rouvrir', {
      Motif: 'Les paiements passent de nouveau.',
    });

    const complaints = complaintsOf(other);
    await other.getByRole('link', { name: 'Journal' }).first().click();
    await other.waitForURL(`${site.origin}/admin/journal`);
    const closing = other.getByRole('row').filter({ hasText: 'Le prestataire de paiement est en panne.' });
    const opening = other.getByRole('row').filter({ hasText: 'Les paiements passent de nouveau.' });
    await closing.getByText('claire', { exact: true }).waitFor();
    await opening.getByText('paul', { exact: true }).waitFor();
    await closing.getByText('Service Commandes de boosts').waitFor();
    expect(await faultsAtBothWidths(other)).toEqual([]);

    await fillIn(other, { Objet: 'Service', Action: 'Service ouvert ou fermé', Administrateur: 'paul' });
    await other.getByRole('button', { name: 'Filtrer' }).click();
    await other.waitForURL(/qui=paul/);
    await closing.waitFor({ state: 'detached' });
    await opening.getByText('paul', { exact: true }).waitFor();
    // The address alone brings the filters back.
    await visit(other, other.url());
    await opening.getByText('paul', { exact: true }).waitFor();
    expect(await other.getByLabel('Administrateur').inputValue()).toBe('paul');
    expect(await closing.count()).toBe(0);
    expect(await faultsAtBothWidths(other)).toEqual([]);
    const { name, lines } = await savedBy(other);
    expect([name, lines.length]).toEqual(['journal-administration.csv', 2]);
    expect(lines[1]).toContain('Les paiements passent de nouveau.');
    expect(complaints).toEqual([]);
  });

  it('lit au tableau de bord des chiffres justes, et des liens qui mènent à ce qui attend', async () => {
    await ask('marc@exemple.test', 'Marc');
    const leads = (await site.db.selectFrom('lead').select('id').execute()).length;
    const page = await administratorAt(site.origin, 'claire', '/admin');
    const complaints = complaintsOf(page);
    const figure = page.getByRole('figure').filter({ hasText: 'Demandes de contact' }).getByRole('paragraph');
    await figure.getByText(`${formatCount(leads, 'demande', 'demandes')} en 30 jours`).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Période' }).getByRole('link', { name: 'Un an' }).click();
    await page.waitForURL(/jours=365/);
    await figure.getByText(`${formatCount(leads, 'demande', 'demandes')} en 365 jours`).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);

    const links = page.getByRole('main').locator('a[href^="/admin/"]');
    const addresses = await links.evaluateAll((all) => [
      ...new Set(all.map((link) => link.getAttribute('href') ?? '')),
    ]);
    expect(addresses.length).toBeGreaterThan(9);
    for (const address of addresses) {
      await visit(page, site.origin + address);
      await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      expect([address, await page.title(), await page.getByRole('alert').count()]).toEqual([
        address,
        expect.stringMatching(/ – Administration Vigie$/),
        0,
      ]);
    }
    expect(complaints).toEqual([]);
  });
});
