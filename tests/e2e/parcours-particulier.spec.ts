import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { flat, makeAgency } from '../kit/alerts.ts';
import { hydrated, visit, visitor } from '../kit/browser.ts';
import { linkIn, mailTo } from '../kit/mailbox.ts';
import { eventually, startSite } from '../kit/site.ts';
import { keepToasts, saying } from '../kit/toasts.ts';

const site = await startSite();
const agency = await makeAgency(site);
const inNimes = Array.from({ length: 3 }, (_, index) =>
  flat(`ancienne${index}`, { price: (210_000 + index * 1000) * 100 }),
);
await agency.publish(...inNimes);

const password = 'Unbonmot2passe';
/** Nobody else is called this: whatever is left of them is found. */
const zelie = {
  firstName: 'Zwélie',
  lastName: 'Bonnezwycke',
  email: 'zwelie.bonnezwycke@essai.test',
  phone: '06 39 98 12 34',
  message: 'Bonjour, la cave aux quinquets est-elle comprise ?',
  note: 'Belle lumière, rappeler mardi',
};

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const toast = (page: Page, title: string) =>
  page.locator('[aria-label^="Notifications"] li').filter({ hasText: title }).first();
const menuOfAlert = async (page: Page, item: string, rank = 0) => {
  await page
    .getByRole('button', { name: /^Actions pour/ })
    .nth(rank)
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

async function logIn(page: Page) {
  await page.getByLabel('Adresse e-mail').fill(zelie.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

/** The tables that hold one of these words in any of their columns. */
async function whereIs(...words: string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; bytes: string[] }>`
    select t.table_name as table,
      coalesce(array_agg(c.column_name::text) filter (where c.data_type = 'bytea'), '{}') as bytes
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by t.table_name order by 1
  `.execute(site.db);
  const wanted = words.join('|').toLowerCase();
  const found: string[] = [];
  for (const { table, bytes } of rows) {
    // A row as text shows its bytes as numbers: they are looked at as the text that they would be.
    const texts = [sql`row_::text`, ...bytes.map((column) => sql`encode(row_.${sql.ref(column)}, 'escape')`)];
    const { rows: hits } = await sql<{ one: number }>`
      select 1 as one from ${sql.table(table)} as row_
      where lower(concat_ws(' ', ${sql.join(texts)})) ~ ${wanted} limit 1
    `.execute(site.db);
    if (hits.length > 0) found.push(table);
  }
  return found;
}

describe('d’un compte à sa suppression', () => {
  let context: BrowserContext;
  let page: Page;
  let listing = '';

  it('s’inscrit, confirme son adresse, se déconnecte et revient', async () => {
    context = await visitor(
      { viewport: { width: 1280, height: 900 }, acceptDownloads: true },
      'for the file',
    );
    page = await context.newPage();
    await visit(page, `${site.origin}/inscription`);
    await page.getByLabel('Prénom').fill(zelie.firstName);
    await page.getByLabel('Nom', { exact: true }).fill(zelie.lastName);
    await page.getByLabel('Adresse e-mail').fill(zelie.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByLabel(/Téléphone/).fill(zelie.phone);
    await saying(page, 'Bienvenue', async () => {
      await page.getByRole('button', { name: 'Créer mon compte' }).click();
      await page.waitForURL(`${site.origin}/tableau-de-bord`);
    });
    const mail = await mailTo(site, zelie.email, /Confirmez votre adresse/);
    await visit(page, linkIn(mail, '/verification-email'));
    await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
    await heading(page, 'Votre adresse est confirmée').waitFor();
    await page.locator('header summary').filter({ hasText: zelie.firstName }).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.waitForURL(`${site.origin}/`);
    await page.locator('header').getByRole('link', { name: 'Connexion', exact: true }).click();
    await page.waitForURL(`${site.origin}/connexion`);
    await logIn(page);
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await heading(page, 'Mes alertes').waitFor();
  });

  it('crée une alerte depuis une recherche, la modifie, la met en pause et la reprend', async () => {
    await visit(page, `${site.origin}/acheter/nimes-30000?prixMax=300000`);
    await page.getByRole('link', { name: 'Créer cette alerte' }).first().click();
    await page.waitForURL(/\/alertes\/nouvelle/);
    await page.getByRole('button', { name: 'Créer cette alerte' }).click();
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await heading(page, /Nîmes/).first().waitFor();

    await menuOfAlert(page, 'Modifier');
    await page.waitForURL(/\/alertes\/\d+\/modifier/);
    await page.getByLabel('Nom de l’alerte').fill('Près des arènes');
    await page.getByLabel('Maximum').first().fill('260000');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await heading(page, 'Près des arènes').waitFor();
    expect(plain(await page.getByLabel('Critères').first().innerText())).toContain('260 000,00 €');

    const active = page.getByRole('switch', { name: 'Alerte active : Près des arènes' });
    await active.click();
    await toast(page, 'Alerte en pause').waitFor();
    await page.reload();
    await hydrated(page);
    await active.waitFor();
    expect(await active.getAttribute('aria-checked')).toBe('false');
    await active.click();
    await toast(page, 'Alerte reprise').waitFor();
    expect(await active.getAttribute('aria-checked')).toBe('true');
  });

  it('la duplique, supprime la copie, se ravise et la supprime pour de bon', async () => {
    await menuOfAlert(page, 'Dupliquer');
    await page.waitForURL(/\/alertes\/nouvelle\?/);
    await page.getByRole('button', { name: 'Créer cette alerte' }).click();
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    const cards = page.getByRole('switch', { name: /^Alerte active/ });
    await eventually('deux alertes', async () => (await cards.count()) === 2);
    const names = await Promise.all((await cards.all()).map((card) => card.getAttribute('aria-label')));
    const copy = names.findIndex((name) => !name?.endsWith('Près des arènes'));
    const leave = await keepToasts(page);
    await menuOfAlert(page, 'Supprimer', copy);
    await eventually('une alerte', async () => (await cards.count()) === 1);
    await toast(page, 'Alerte supprimée').getByRole('button', { name: 'Annuler' }).click();
    await eventually('deux alertes', async () => (await cards.count()) === 2);
    await leave();
    // Gone from the page at once; from the server a moment later.
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await menuOfAlert(page, 'Supprimer', copy);
    await eventually('une alerte', async () => (await cards.count()) === 1);
    await (await deleted).finished();
    await page.reload();
    await hydrated(page);
    await heading(page, 'Près des arènes').waitFor();
    expect(await cards.count()).toBe(1);
  });

  it('reçoit une annonce, la lit dans ses résultats et la garde avec une note', async () => {
    const [id = 0] = await agency.publish(flat('fraiche', { price: 25_500_000 }));
    listing = `/annonce/${id}`;
    const mail = await eventually('le courriel de l’alerte', async () =>
      (await site.mails()).find(
        ({ to, html }) => to?.[0]?.address === zelie.email && html?.includes(listing),
      ),
    );
    expect(plain(mail.text)).toContain('Près des arènes');

    await visit(page, `${site.origin}/tableau-de-bord`);
    await page.getByRole('link', { name: /^Voir la nouvelle annonce/ }).click();
    await page.waitForURL(/\/alertes\/\d+\/resultats/);
    await page.getByRole('heading', { level: 1, name: 'Près des arènes' }).waitFor();
    await page
      .locator('article')
      .getByText(/255\s000,00\s€/)
      .first()
      .waitFor();
    // Kept on the page at once; on the server a moment later.
    const keeping = page.waitForResponse(/\/api\/favorites\/\d+$/);
    await page.getByRole('button', { name: 'Garder cette annonce' }).first().click();
    await page.getByRole('button', { name: 'Ne plus garder' }).first().waitFor();
    expect((await keeping).status()).toBe(200);

    await visit(page, `${site.origin}/tableau-de-bord?onglet=favoris`);
    const note = page.getByLabel(/^Ma note/);
    await note.fill(zelie.note);
    await note.blur();
    await page.getByText('Enregistrée', { exact: true }).waitFor();
    await page.reload();
    expect(await note.inputValue()).toBe(zelie.note);
  });

  it('écrit à l’agence et retrouve sa demande', async () => {
    await visit(page, site.origin + listing);
    // Known already: only the message is to be said.
    await eventually(
      'le formulaire prérempli',
      async () => (await page.locator('form [name="lastName"]').inputValue()) === zelie.lastName,
    );
    expect(await page.locator('form [name="email"]').inputValue()).toBe(zelie.email);
    const message = page.getByLabel(/Votre message/);
    await message.fill('');
    // As fast as a person: what is sent sooner is taken for a program's.
    await message.pressSequentially(zelie.message, { delay: 50 });
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click();
    await heading(page, 'Votre demande est partie').waitFor();
    await eventually('l’accusé de réception', async () =>
      (await site.mails()).find(
        ({ to, text }) => to?.[0]?.address === zelie.email && text?.includes('quinquets'),
      ),
    );
    await page.goto(`${site.origin}/tableau-de-bord?onglet=demandes`);
    await page.getByText('Envoyée').first().waitFor();
    expect(await page.locator('main').innerText()).toContain('Agence des Arènes');
  });

  it('emporte ses données, puis supprime son compte : rien d’elle ne reste', async () => {
    await visit(page, `${site.origin}/profil`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Télécharger mes données' }).click();
    const data = await readFile(await (await download).path(), 'utf8');
    expect(() => JSON.parse(data) as unknown).not.toThrow();
    for (const part of [
      zelie.lastName,
      zelie.email,
      '+33639981234',
      'Près des arènes',
      zelie.note,
      zelie.message,
    ])
      expect(data).toContain(part);

    const words = ['bonnezwycke', 'zwélie', 'zwelie', '639981234', '39 98 12 34', 'quinquets', zelie.note];
    const places = ['account', 'favorite', 'lead', 'mail_outbox', 'subscriber'];
    expect(await whereIs(...words)).toEqual(expect.arrayContaining(places));
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Votre mot de passe').fill('Faux12345');
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await dialog.getByText('Le mot de passe actuel est incorrect.').waitFor();
    await dialog.getByLabel('Votre mot de passe').fill(password);
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await page.locator('header').getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('user'), document.cookie])).toEqual([null, '']);

    // The mail that says goodbye leaves first.
    await expect.poll(() => whereIs(...words)).toEqual([]);
    await visit(page, `${site.origin}/connexion`);
    await saying(page, 'Compte inexistant', async () => {
      await logIn(page);
      await page.waitForURL(/\/inscription/);
    });
    await context.close();
  });
});

/** Presses Tab until what has the focus is named so. */
async function tabTo(page: Page, role: string, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 150; steps += 1) {
    const focus = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return { role: '', name: '', seen: true };
      const labels = (element as HTMLInputElement).labels;
      const words =
        element.getAttribute('aria-label') ??
        (labels && labels.length > 0
          ? [...labels].map((label) => label.innerText).join(' ')
          : element.innerText);
      const box = element.getBoundingClientRect();
      return {
        role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
        name: words.replaceAll('\u00a0', ' ').trim(),
        // Whatever has the focus can be seen, and its outline too.
        seen: box.bottom > 0 && box.top < window.innerHeight && element.matches(':focus-visible'),
      };
    });
    if (focus.role === role && name.test(focus.name)) {
      expect([focus.name, focus.seen]).toEqual([focus.name, true]);
      return;
    }
    passed.push(`${focus.role} ${focus.name.slice(0, 30)}`);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Jamais atteint au clavier : ${role} ${name}, après ${passed.join(' | ')}`);
}

it.each([1280, 360])(
  'au clavier seul, à %i pixels : chercher, créer une alerte, écrire à l’agence',
  async (width) => {
    const page = await (await visitor({ viewport: { width, height: 900 } })).newPage();
    const email = `clavier${width}@essai.test`;
    const { keyboard } = page;
    const search = async () => {
      await tabTo(page, 'combobox', /Où/);
      await keyboard.type('nimes');
      await page.getByRole('option', { name: /Nîmes/ }).first().waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await tabTo(page, 'button', /^Rechercher/);
      await keyboard.press('Enter');
      await page.waitForURL('**/acheter/nimes-30000**');
      await heading(page, /Nîmes/).first().waitFor();
    };
    await visit(page, site.origin);
    await search();
    await tabTo(page, 'a', /^Créer cette alerte/);
    await keyboard.press('Enter');
    await page.waitForURL(/\/alertes\/nouvelle/);
    await tabTo(page, 'input', /^Adresse e-mail/);
    await keyboard.type(email);
    await tabTo(page, 'button', /^Créer cette alerte/);
    await keyboard.press('Enter');
    await heading(page, 'Vérifiez votre boîte').waitFor();
    await mailTo(site, email, /./);

    await tabTo(page, 'a', /^Revenir à l’accueil/);
    await keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await search();
    await tabTo(page, 'a', /pièces|Appartement|arènes/i);
    await keyboard.press('Enter');
    await page.waitForURL(/\/annonce\/\d+/);
    await tabTo(page, 'textarea', /^Votre message/);
    await tabTo(page, 'input', /^Prénom/);
    await keyboard.type('Anna');
    await tabTo(page, 'input', /^Nom/);
    await keyboard.type('Clavier');
    await tabTo(page, 'input', /^Adresse e-mail/);
    await keyboard.type(email);
    await tabTo(page, 'input', /^Téléphone/);
    await keyboard.type('0612345678');
    await tabTo(page, 'button', /^Envoyer ma demande/);
    await keyboard.press('Enter');
    await heading(page, 'Votre demande est partie').waitFor();
    // Whoever cannot see is told: what replaced the form has the focus.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Votre demande est partie');
  },
);
