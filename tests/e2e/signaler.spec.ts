import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { visitor } from '../kit/browser.ts';
import { cleared, lawfulAgency, lawfulSale } from '../kit/law.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

let site: Site;
let listing = 0;

beforeAll(async () => {
  site = await startSite({ settings: { CONTACT_EMAIL: 'equipe@vigie.example' } });
  const agency = await lawfulAgency(site.db, 'arenes', { name: 'Agence des Arènes' });
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agency.id,
      source: 'poliris',
      run: null,
      now: clock.now(),
      drafts: [cleared(lawfulSale('A1'))],
    }),
  );
  listing = outcomes.get('A1')!.id;
});

const words = 'Les photos sont celles d’un autre appartement, déjà vendu l’an dernier.';
const listed = async () => {
  const { code, out } = await site.vigie('reports', 'list', '--json');
  expect(code).toBe(0);
  return (JSON.parse(out) as { data: { reports: Record<string, unknown>[] } }).data.reports;
};
const receiptOf = (email: string) =>
  eventually('l’accusé de réception', async () =>
    (await site.mails()).find(({ to }) => to?.[0]?.address === email),
  );

describe('signaler une annonce', () => {
  it('sans JavaScript : ce qui manque est dit et rien n’est perdu, puis un accusé part', async () => {
    const page = await (await visitor({ javaScriptEnabled: false })).newPage();
    await page.goto(`${site.origin}/annonce/${listing}`);
    await page.getByRole('link', { name: 'Signaler cette annonce' }).click();
    const form = page.getByRole('region', { name: 'Signaler cette annonce' });
    await form.getByLabel('Ce qui ne va pas').fill(words);
    await form.getByLabel('Motif').selectOption('photos');
    await form.getByLabel('Adresse e-mail').fill('lea@');
    await form.getByRole('button', { name: 'Envoyer le signalement' }).click();
    await form.getByText('Le signalement n’est pas parti').waitFor();
    for (const message of [
      'Le nom est requis',
      'Veuillez entrer un email valide',
      'Cochez cette phrase pour envoyer le signalement',
    ])
      await form.getByText(message).waitFor();
    expect(await form.getByLabel('Ce qui ne va pas').inputValue()).toBe(words);
    expect(await form.getByLabel('Motif').inputValue()).toBe('photos');
    await form.getByLabel('Nom').fill('Léa Petit');
    await form.getByLabel('Adresse e-mail').fill('lea@exemple.test');
    await form.getByLabel(/Je signale de bonne foi/).check();
    await form.getByRole('button', { name: 'Envoyer le signalement' }).click();
    await page.getByRole('heading', { name: 'Votre signalement est reçu' }).waitFor();
    const reference = await page.getByText(/^SIG-\w{4}-\w{4}$/).textContent();
    const mail = await receiptOf('lea@exemple.test');
    expect(mail.subject).toBe(`Signalement reçu (${reference})`);
    expect(mail.text).not.toContain('autre appartement');
    expect(await listed()).toMatchObject([
      {
        reference,
        reason: 'photos',
        explanation: words,
        name: 'Léa Petit',
        email: 'lea@exemple.test',
        url: `${site.origin}/annonce/${listing}`,
        listingShown: { title: expect.any(String), price: expect.any(Number) },
      },
    ]);
    await page.context().close();
  });

  it('dans une fenêtre : au clavier, pendant une coupure, une seule fois', async () => {
    const context = await visitor({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${site.origin}/annonce/${listing}`, { waitUntil: 'networkidle' });
    const link = page.getByRole('link', { name: 'Signaler cette annonce' });
    await link.focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog');
    const send = box.getByRole('button', { name: 'Envoyer le signalement' });
    await send.click();
    await box.getByText('Choisissez un motif').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reason');
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await box.getByLabel('Motif').selectOption('child_abuse');
    await box.getByText('votre nom et votre adresse ne sont pas demandés').waitFor();
    await box.getByLabel('Motif').selectOption('scam');
    await box.getByLabel('Ce qui ne va pas').fill(words);
    await box.getByLabel('Nom').fill('Paul Dupuis');
    await box.getByLabel('Adresse e-mail').fill('paul@exemple.test');
    await box.getByLabel(/Je signale de bonne foi/).check();
    // The server hears it, the browser does not hear the answer: sent again, it is one report.
    await page.route('**/reports', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send.click();
    await box.getByText('Le serveur ne répond pas').waitFor();
    await page.unroute('**/reports');
    expect(await box.getByLabel('Ce qui ne va pas').inputValue()).toBe(words);
    await send.click();
    await page.getByRole('heading', { name: 'Votre signalement est reçu' }).waitFor();
    await box.getByRole('button', { name: 'Fermer' }).last().click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Signaler');
    expect((await listed()).filter(({ email }) => email === 'paul@exemple.test')).toHaveLength(1);
    await context.close();
  });

  it('la commande dit son aide, et refuse un état inconnu', async () => {
    const help = await site.vigie('reports', 'list', '--help');
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('npm run vigie -- reports list')]);
    expect((await site.vigie('reports', 'list', '--status', 'fini')).code).toBe(2);
    const text = await site.vigie('reports', 'list', '--listing', String(listing));
    expect(text.out).toContain('2\u00a0signalements, dont 2 à traiter.');
  });
});
