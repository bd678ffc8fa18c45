import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyPassword, joinedAt, mailedToken } from '../kit/agencies.ts';
import { hydrated, visit, visitor } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const email = 'port@essai.test';
const wanted = 'prospects@essai.test';
const mailbox = { db: site.db, services: { db: site.db, env: { publicUrl: site.origin } } as never };
const PROFILE = '/agence/agence-du-port/profil';
let agency: Awaited<ReturnType<typeof joinedAt>>;
const address = async () =>
  (await site.db.selectFrom('agency').select('email').where('id', '=', agency.id).executeTakeFirstOrThrow())
    .email;

async function signedIn() {
  const context = await visitor();
  const data = { email, password: agencyPassword };
  expect((await context.request.post(`${site.origin}/api/agence/login`, { data })).status()).toBe(200);
  return context;
}

describe('changer l’adresse des prospects', () => {
  it('la demande, y renonce, la redemande, et la confirme depuis la nouvelle', async () => {
    agency = await joinedAt(site, { name: 'Agence du Port', email });
    const page = await (await signedIn()).newPage();
    await visit(page, site.origin + PROFILE);
    const field = page.getByLabel('Adresse e-mail des prospects');
    const save = page.getByRole('button', { name: 'Enregistrer (coordonnées)' });
    const notice = page.getByText('Une adresse attend d’être confirmée');
    await field.fill(wanted);
    await save.click();
    await page.getByText(`Un lien est parti vers ${wanted}`).first().waitFor();
    await notice.waitFor();
    await page.getByText(`les demandes partent vers ${email}`).waitFor();
    expect(await address()).toBe(email);
    expect(await faultsAtBothWidths(page)).toEqual([]);

    // The field shows what counts today, and the rest of the form is saved without asking again.
    await visit(page, site.origin + PROFILE);
    expect(await field.inputValue()).toBe(email);
    await page.getByLabel('Horaires').fill('Du lundi au vendredi');
    await save.click();
    await page.getByText('Enregistré.').first().waitFor();
    await notice.waitFor();

    await page.getByRole('button', { name: 'Y renoncer' }).click();
    await notice.waitFor({ state: 'detached' });
    await field.fill(wanted);
    await save.click();
    await notice.waitFor();
    await page.getByRole('button', { name: 'Renvoyer le lien' }).click();
    const links = () =>
      site.db.selectFrom('agencyLink').select('createdAt').where('email', '=', wanted).execute();
    await expect.poll(async () => (await links()).length).toBe(3);

    const reader = await (await visitor()).newPage();
    const token = await mailedToken(mailbox, wanted);
    await reader.goto(`${site.origin}/agence/confirmation-email?token=${token}`);
    await hydrated(reader);
    await reader.getByRole('heading', { name: 'Confirmer l’adresse des prospects' }).waitFor();
    await reader.getByText('Les demandes adressées à Agence du Port').waitFor();
    expect(await faultsAtBothWidths(reader)).toEqual([]);
    // Programs that follow links confirm nothing.
    expect(await address()).toBe(email);
    await reader.getByRole('button', { name: 'Confirmer cette adresse' }).click();
    await reader.getByRole('heading', { name: 'Cette adresse est confirmée' }).waitFor();
    expect(await address()).toBe(wanted);
    // It proves an address: whoever reads it is not signed in.
    expect(await reader.evaluate(() => localStorage.getItem('agency_data'))).toBeNull();
    await reader.goto(`${site.origin}/agence/confirmation-email?token=${token}`);
    await reader.getByRole('heading', { name: 'Ce lien a déjà servi' }).waitFor();

    await visit(page, site.origin + PROFILE);
    expect([await field.inputValue(), await notice.count()]).toEqual([wanted, 0]);
  });

  it('dit à qui n’en laisse aucune que rien ne le prévient plus, et comment y remédier', async () => {
    const page = await (await signedIn()).newPage();
    await visit(page, site.origin + PROFILE);
    const lost = page.getByText('Aucun courriel ne vous annonce vos prospects', { exact: true });
    expect(await lost.count()).toBe(0);
    await page.getByLabel('Adresse e-mail des prospects').fill('');
    await page.getByRole('button', { name: 'Enregistrer (coordonnées)' }).click();
    await page.getByText('Sans adresse, aucun courriel ne vous annonce vos prospects.').first().waitFor();
    await lost.waitFor();
    expect(await address()).toBeNull();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await visit(page, `${site.origin}/agence/agence-du-port/tableau-de-bord`);
    await lost.waitFor();

    await visit(page, `${site.origin}/agence/agence-du-port/notifications`);
    const nowhere = page.getByText('Aucun courriel ne part', { exact: true });
    await nowhere.waitFor();
    await page.getByLabel('Adresse de connexion').check();
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await nowhere.waitFor({ state: 'detached' });
    await visit(page, site.origin + PROFILE);
    expect(await lost.count()).toBe(0);
  });

  it('redemande un secret pour son logiciel quand le site a changé de clé', async () => {
    await sql`
      insert into lead_webhook (agency_id, url, salt, changed_at)
      values (${agency.id}, 'https://logiciel.exemple.fr/vigie', ${Buffer.alloc(32, 7)}, now())
    `.execute(site.db);
    const page = await (await signedIn()).newPage();
    await visit(page, site.origin + PROFILE);
    await page.getByText('Il faut un nouveau secret').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('button', { name: 'Faire un nouveau secret' }).click();
    await page.getByText('Votre secret, montré cette seule fois').waitFor();
    expect(await page.getByText('Il faut un nouveau secret').count()).toBe(0);
  });

  it('retrouve après connexion la partie de la page que nommait un courriel', async () => {
    const page = await (await visitor()).newPage();
    const wantedPlace = `/agence/${agency.ownerReference}/tableau-de-bord`;
    await page.goto(`${site.origin}${wantedPlace}#point-de-la-semaine`);
    await page.waitForURL(/\/agence\/connexion\?redirect=/);
    await hydrated(page);
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(agencyPassword);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await page.waitForURL(`${site.origin}${wantedPlace}#point-de-la-semaine`);
    await page.locator('#point-de-la-semaine').waitFor();
  });
});
