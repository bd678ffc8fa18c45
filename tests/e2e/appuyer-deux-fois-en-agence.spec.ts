import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { fillIn, visit, visitor } from '../kit/browser.ts';
import { mailTo } from '../kit/mailbox.ts';
import { startSite } from '../kit/site.ts';

const team = 'equipe@vigie.example';
const site = await startSite({
  settings: { CONTACT_EMAIL: team, WEBHOOK_HOSTS: 'logiciel.exemple.test' },
});
const email = 'arenes@essai.test';

let page: Page;
let reference: string;

/** Presses a button twice at once: which writes were asked of the server, once all is quiet again. */
async function pressedTwice(name: string | RegExp, within: Page = page): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { method(): string; url(): string }) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/agence/'))
      asked.push(`${request.method()} ${pathname.replace('/api/agence/', '')}`);
  };
  within.on('request', note);
  await within
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .dblclick();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await within.waitForLoadState('networkidle');
  within.off('request', note);
  expect(await within.getByText(/Rien n’a changé|ne répond pas|Une erreur/).count()).toBe(0);
  return asked;
}

const mailsTo = async (address: string, subject: RegExp) => {
  await mailTo(site, address, subject);
  return (await site.mails()).filter(
    ({ to, subject: said }) =>
      to?.some((one) => one.address === address) && subject.test((said ?? '').replaceAll('\u00a0', ' ')),
  ).length;
};

describe('une agence qui appuie deux fois', () => {
  it('relie une fois son logiciel, et en remplace une fois le secret', async () => {
    ({ ownerReference: reference } = await joinedAt(site, { name: 'Agence des Arènes', email }));
    const context = await visitor({}, 'for the file');
    await agencyLogin(context, site.origin, email);
    page = await context.newPage();
    await visit(page, `${site.origin}/agence/profil#logiciel`);
    await page.getByLabel('Adresse de réception').fill('https://logiciel.exemple.test/vigie');
    expect(await pressedTwice('Relier')).toEqual(['PUT webhook']);
    await page.getByText('Vos prospects iront désormais à cette adresse.').waitFor();
    expect(await site.db.selectFrom('leadWebhook').select('url').execute()).toHaveLength(1);
    await page.getByRole('button', { name: 'Remplacer le secret…' }).click();
    expect(await pressedTwice('Remplacer')).toEqual(['POST webhook/secret']);
    await page.getByText('Le secret est remplacé.').waitFor();
  });

  it('enregistre une fois son profil et ses réglages', async () => {
    await visit(page, `${site.origin}/agence/profil`);
    await page.getByLabel('Téléphone').first().fill('04 39 98 00 02');
    expect(await pressedTwice(/^Enregistrer/)).toEqual(['PUT profile']);
    await visit(page, `${site.origin}/agence/notifications`);
    expect(await pressedTwice('Enregistrer')).toEqual(['PUT notification-settings']);
  });

  it('écrit une fois à l’équipe', async () => {
    await visit(page, `${site.origin}/agence/support`);
    await fillIn(page, { Nom: 'Jeanne Petit', Sujet: 'Un flux manque', Message: 'Bonjour, depuis hier.' });
    expect(await pressedTwice('Envoyer')).toEqual(['POST support']);
    expect(await mailsTo(team, /Un flux manque/)).toBe(1);
  });

  it('demande une fois à ne plus être diffusée, et une fois un nouveau mot de passe', async () => {
    const reader = await (await visitor()).newPage();
    await visit(reader, `${site.origin}/agence/confirmation-exclusion?agence=${reference}`);
    expect(await pressedTwice('Envoyer le lien à l’agence', reader)).toEqual(['POST exclusion']);
    await reader.getByRole('heading', { name: 'Vérifiez la boîte de l’agence' }).waitFor();
    expect(await mailsTo(email, /diffus/)).toBe(1);
    await visit(reader, `${site.origin}/agence/mot-de-passe-oublie`);
    await fillIn(reader, { 'Adresse e-mail de l’agence': email });
    expect(await pressedTwice(/^Recevoir|^Envoyer/, reader)).toEqual(['POST forgot-password']);
    expect(await mailsTo(email, /mot de passe/i)).toBe(1);
  });
});
