import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { leadHistory, listLeads } from '#rooms/leads/leads.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { visitor } from '../kit/browser.ts';
import { cleared, lawfulAgency, lawfulSale } from '../kit/law.ts';
import { writeToAgency } from '../kit/leads.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

let site: Site;
let listing = 0;

beforeAll(async () => {
  site = await startSite();
  const agency = await lawfulAgency(site.db, 'arenes', {
    name: 'Agence des Arènes',
    email: 'contact@arenes.exemple-agence.test',
  });
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

async function open(options: Parameters<typeof visitor>[0] = {}): Promise<Page> {
  const page = await (await visitor(options)).newPage();
  await page.goto(`${site.origin}/annonce/${listing}`, { waitUntil: 'networkidle' });
  return page;
}

const leadOf = async (email: string) => (await listLeads(site.db)).find((lead) => lead.email === email);
const mailsTo = async (email: string) => (await site.mails()).filter(({ to }) => to?.[0]?.address === email);

describe('écrire à une agence', () => {
  it('dit ce qui manque, garde ce qui est écrit pendant une coupure, n’envoie qu’une fois', async () => {
    const page = await open({ viewport: { width: 360, height: 740 } });
    const email = 'adele@exemple.test';
    await page.getByRole('link', { name: 'Contacter', exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Écrire à');
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click();
    await page
      .getByText('Champs requis manquants: prénom, nom, e-mail, téléphone', { exact: true })
      .waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Le prénom est requis' }).click();
    await page.keyboard.type('Adèle');
    await page.getByLabel('Nom', { exact: true }).fill('Fontanel');
    await page.getByLabel('Adresse e-mail').fill('adele@');
    await page.getByLabel('Téléphone').fill('0639980001');
    await page.getByText("Format d'email invalide").first().waitFor();
    await page.getByLabel('Adresse e-mail').fill(email);
    expect(await page.getByLabel('Téléphone').inputValue()).toBe('06 39 98 00 01');

    // The proposed message follows the choice until one writes one’s own.
    const message = page.getByLabel('Votre message');
    await page.getByText('Être rappelé').click();
    expect(await message.inputValue()).toContain('Pourriez-vous me rappeler');
    await message.fill('Bonjour, je voudrais voir la cave avant de venir.');
    await page.getByText('Visiter', { exact: true }).click();
    await page.getByLabel('Je veux recevoir par e-mail les alertes').check();

    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click();
    await page.getByText('Votre demande n’est pas partie').waitFor();
    expect(await message.inputValue()).toContain('voir la cave');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Envoyer ma demande' }).dblclick();
    await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);

    const lead = (await leadOf(email))!;
    expect(lead).toMatchObject({
      request: 'visit',
      firstName: 'Adèle',
      phone: '+33639980001',
      message: 'Bonjour, je voudrais voir la cave avant de venir.',
    });
    await expect.poll(async () => (await leadOf(email))?.status).toBe('new');
    expect((await leadHistory(site.db, lead.id)).map(({ toStatus }) => toStatus)).toEqual([
      'processing',
      'new',
    ]);
    const [told, ...more] = await mailsTo('contact@arenes.exemple-agence.test');
    expect(more).toEqual([]);
    expect(told!.replyTo?.[0]?.address).toMatch(/^reponse\+[a-z2-7]{26}@/);
    expect(told!.from?.address).not.toBe(email);
    const receipt = await eventually('l’accusé', async () => (await mailsTo(email))[0]);
    expect(receipt.text).toContain('voir la cave');
    expect(receipt.text).not.toContain('Fontanel');

    // Once more, from a page opened anew.
    const again = await open();
    await writeToAgency(again, { email });
    // Other words are another request; whoever only types the address reads nothing of the first.
    expect((await listLeads(site.db)).filter((each) => each.email === email)).toHaveLength(2);
  });

  it('se fait au clavier seul, les coordonnées du compte déjà écrites', async () => {
    const account = { email: 'camille@exemple.test', password: 'Motdepasse1' };
    const id = await addDemoAccount(site.db, { ...account, firstName: 'Camille', lastName: 'Essai' });
    await site.db.updateTable('account').set({ phone: '+33639980002' }).where('id', '=', id).execute();
    const page = await open();
    await page.goto(`${site.origin}/connexion?redirect=/annonce/${listing}`, { waitUntil: 'networkidle' });
    await page.getByLabel('Adresse e-mail').fill(account.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/annonce/${listing}`);
    await page.getByRole('link', { name: 'Écrire à l’agence' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Me renseigner' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Téléphone').inputValue()).toBe('06 39 98 00 02');
    await page.waitForTimeout(2_000);
    await page.getByLabel('Téléphone').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Votre demande est partie');
    expect(await leadOf(account.email)).toMatchObject({ request: 'information', firstName: 'Camille' });
  });

  it('sans JavaScript, le téléphone reste, et le formulaire dit ce qui lui manque', async () => {
    const page = await open({ javaScriptEnabled: false });
    const said = await page.locator('#ecrire noscript').innerText();
    expect(said).toMatch(/Ce formulaire a besoin de JavaScript\. Vous pouvez appeler l’agence au 04/);
    expect(await page.getByRole('button', { name: 'Envoyer ma demande' }).isVisible()).toBe(false);
    expect(
      await page
        .getByRole('link', { name: /Appeler le 04/ })
        .first()
        .isVisible(),
    ).toBe(true);
  });
});
