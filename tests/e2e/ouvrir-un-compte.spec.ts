import type { BrowserContext, Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { makeAlert } from '../kit/alerts.ts';
import { hydrated, silent, visit, visitor } from '../kit/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { startIssuer } from '../kit/issuer.ts';
import { eventually, startSite } from '../kit/site.ts';
import { saying } from '../kit/toasts.ts';

const port = await freePort();
const issuer = await startIssuer(`http://localhost:${port}/auth/google`);
const site = await startSite({ settings: issuer.settings, port });
const password = 'Unbonmot2passe';

const linkIn = (mail: Email, part: string) =>
  (mail.html ?? '').match(new RegExp(`href="([^"]*${part}[^"]*)"`))?.[1]?.replaceAll('&amp;', '&') ?? '';
const mailTo = (email: string, subject: string) =>
  eventually(`« ${subject} » à ${email}`, async () =>
    (await site.mails()).findLast((mail) => mail.to?.[0]?.address === email && mail.subject === subject),
  );
const open = async (context: BrowserContext, address: string) => {
  const page = await context.newPage();
  await visit(page, site.origin + address);
  return page;
};
const greeted = (page: Page, act: () => Promise<void>) => saying(page, 'Bienvenue', act);
const menuOf = (page: Page, name: string) => page.locator('header summary').filter({ hasText: name });
const CHECK = '/api/auth/check';
/** Opens the page until the browser has asked who is there, which it believes for the next five seconds. */
const visitKnown = async (page: Page, address: string) => {
  // What the page before asked is not taken for the answer.
  await page.goto('about:blank');
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(CHECK)),
    visit(page, address),
  ]);
};
/** Where the button stands in the page, whatever is scrolled. */
const placeOf = (page: Page, button: string) =>
  page
    .getByRole('button', { name: button })
    .evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
const here = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

async function signUp(page: Page, email: string) {
  await page.getByLabel('Prénom').fill('Léa');
  await page.getByLabel('Nom', { exact: true }).fill('Petit');
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await page.waitForURL(`${site.origin}/tableau-de-bord`);
}

async function logIn(page: Page, email: string, word = password) {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

describe('ouvrir un compte', () => {
  it('s’inscrit, confirme son adresse par courriel, se déconnecte, se reconnecte', async () => {
    const context = await visitor();
    const page = await open(context, '/inscription');
    const email = 'lea@essai.test';
    await page.getByLabel('Prénom').fill('Léa');
    await page.getByLabel('Nom', { exact: true }).fill('P');
    await page.getByLabel('Adresse e-mail').fill('lea@');
    await page.getByLabel('Mot de passe', { exact: true }).fill('court');
    const phone = page.getByLabel(/Téléphone/);
    await phone.pressSequentially('612345678');
    await expect.poll(() => phone.inputValue()).toBe('06 12 34 56 78');
    const before = await placeOf(page, 'Créer mon compte');
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await page.getByText('Le nom doit contenir entre 2 et 50 caractères').waitFor();
    expect(await page.getByText('Veuillez entrer un email valide').isVisible()).toBe(true);
    expect(await page.getByText('Le mot de passe doit contenir au moins 8 caractères').isVisible()).toBe(
      true,
    );
    // The line of each error was reserved: the button did not move. The first wrong field has the focus.
    expect(await placeOf(page, 'Créer mon compte')).toBe(before);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('lastName');

    await greeted(page, () => signUp(page, email));
    await page.getByRole('link', { name: 'Mes alertes', exact: true }).waitFor();
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));
    expect(kept).toMatchObject({ email, firstName: 'Léa', phone: '+33612345678' });

    const mail = await mailTo(email, 'Confirmez votre adresse');
    await visit(page, linkIn(mail, '/verification-email'));
    await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
    await page.getByRole('heading', { name: 'Votre adresse est confirmée' }).waitFor();

    await menuOf(page, 'Léa').click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.waitForURL(`${site.origin}/`);
    await page.getByText('Vous avez été déconnecté.').first().waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('user'), document.cookie])).toEqual([null, '']);

    // A page that asks for a login gives the way back.
    await visit(page, `${site.origin}/tableau-de-bord?vu=1`);
    expect(here(page)).toBe('/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D1');
    await saying(page, 'Erreur de connexion', () => logIn(page, email, 'Faux12345'));
    expect(await page.getByText('Email ou mot de passe incorrect.').count()).toBeGreaterThan(0);
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe(email);
    await greeted(page, () => logIn(page, email));
    await page.waitForURL(`${site.origin}/tableau-de-bord?vu=1`);
    await context.close();
  });

  it('choisit son mot de passe où le lien s’ouvre, si un autre navigateur a inscrit son adresse', async () => {
    const email = 'victime@essai.test';
    const stranger = await visitor();
    const strangers = await open(stranger, '/inscription');
    await greeted(strangers, () => signUp(strangers, email));

    const owner = await visitor();
    const page = await owner.newPage();
    await visit(page, linkIn(await mailTo(email, 'Confirmez votre adresse'), '/verification-email'));
    for (const label of ['Nouveau mot de passe', 'Le même, encore une fois'])
      await page.getByLabel(label, { exact: true }).fill('Proprietaire2');
    await saying(page, 'Adresse confirmée', async () => {
      await page.getByRole('button', { name: 'Confirmer mon adresse' }).click();
      await page.waitForURL(`${site.origin}/connexion`);
    });

    // The stranger's session is over, and so is the password.
    await visit(strangers, `${site.origin}/tableau-de-bord`);
    expect(here(strangers)).toBe('/connexion?redirect=%2Ftableau-de-bord');
    await saying(strangers, 'Erreur de connexion', () => logIn(strangers, email));
    await greeted(page, () => logIn(page, email, 'Proprietaire2'));
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await stranger.close();
    await owner.close();
  });

  it('se trompe de porte : compte inexistant, puis compte existant', async () => {
    const context = await visitor();
    const page = await open(context, '/connexion');
    const said = await saying(page, 'Compte inexistant', async () => {
      await logIn(page, 'nouvelle@essai.test');
      await page.waitForURL(`${site.origin}/inscription?email=nouvelle%40essai.test`);
    });
    expect(said).toContain("Aucun compte n'est associé à cette adresse. Veuillez vous inscrire.");
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('nouvelle@essai.test');
    await signUp(page, 'nouvelle@essai.test');

    const other = await visitor();
    const elsewhere = await open(other, '/inscription');
    await elsewhere.getByLabel('Prénom').fill('Un');
    await elsewhere.getByLabel('Nom', { exact: true }).fill('Autre');
    await elsewhere.getByLabel('Adresse e-mail').fill('nouvelle@essai.test');
    await elsewhere.getByLabel('Mot de passe', { exact: true }).fill('Encore1fois');
    await saying(elsewhere, 'Compte existant', async () => {
      await elsewhere.getByRole('button', { name: 'Créer mon compte' }).click();
      await elsewhere.waitForURL(`${site.origin}/connexion?email=nouvelle%40essai.test`);
    });
    expect(await elsewhere.getByLabel('Adresse e-mail').inputValue()).toBe('nouvelle@essai.test');
    await context.close();
    await other.close();
  });

  it('oublie son mot de passe, en choisit un autre, et ses appareils sont déconnectés', async () => {
    const email = 'oubli@essai.test';
    const phone = await visitor();
    const onPhone = await open(phone, '/inscription');
    await signUp(onPhone, email);

    const context = await visitor();
    const page = await open(context, '/connexion');
    await page.getByRole('link', { name: 'Mot de passe oublié' }).click();
    // The page that is left has a field of the same name, and stands a moment under the new address.
    await page.getByRole('button', { name: 'Recevoir le lien' }).waitFor();
    await hydrated(page);
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByRole('button', { name: 'Recevoir le lien' }).click();
    await page.getByText('Si un compte existe pour').waitFor();
    const mail = await mailTo(email, 'Choisissez un nouveau mot de passe');
    const link = linkIn(mail, '/reinitialiser-mot-de-passe');
    await visit(page, link);
    await page.getByLabel('Nouveau mot de passe').fill('Toutnouveau1');
    await page.getByLabel('Le même, encore une fois').fill('Toutnouveau2');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await page.getByText('Les mots de passe ne correspondent pas').waitFor();
    await page.getByLabel('Le même, encore une fois').fill('Toutnouveau1');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    // No automatic login.
    await page.waitForURL(`${site.origin}/connexion`);
    await logIn(page, email, 'Toutnouveau1');
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await mailTo(email, 'Votre mot de passe a été changé');

    await onPhone.goto(`${site.origin}/tableau-de-bord`);
    expect(here(onPhone)).toBe('/connexion?redirect=%2Ftableau-de-bord');
    await onPhone.goto(link);
    await onPhone.getByRole('heading', { name: 'Ce lien a déjà servi' }).waitFor();
    await phone.close();
    await context.close();
  });

  it('entre avec Google, et revient où il allait', async () => {
    const context = await visitor();
    const page = await open(context, '/tableau-de-bord?vu=2');
    const who = {
      sub: 'google-1',
      email: 'zoe@essai.test',
      email_verified: true,
      given_name: 'Zoé',
      family_name: 'Martin',
    };
    // Google’s page comes in between: what is said is looked for from the press on.
    const withGoogle = async (answer: Parameters<typeof issuer.next>[0], words: string | RegExp) => {
      issuer.next(answer);
      await Promise.all([
        page.getByRole('listitem').filter({ hasText: words }).first().waitFor(),
        page.getByRole('button', { name: 'Se connecter avec Google' }).click(),
      ]);
    };
    await withGoogle(
      null,
      /Erreur de connexion Google\s*Échec de la connexion avec Google\. Veuillez réessayer\./,
    );
    await page.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D2`);
    await withGoogle(who, 'Bienvenue');
    await page.waitForURL(`${site.origin}/tableau-de-bord?vu=2`);
    await menuOf(page, 'Zoé').waitFor();
    await context.close();
  });
});

describe('une session, telle que le navigateur la tient', () => {
  it('deux onglets : l’un se déconnecte, l’autre demande à se reconnecter puis y revient', async () => {
    const context = await visitor();
    const one = await open(context, '/inscription');
    await signUp(one, 'onglets@essai.test');
    const two = await open(context, '/tableau-de-bord');
    await menuOf(two, 'Léa').waitFor();
    await eventually('la session du second onglet', () =>
      two.evaluate(() => localStorage.getItem('user') !== null),
    );
    await menuOf(one, 'Léa').click();
    await one.getByRole('button', { name: 'Se déconnecter' }).click();
    await one.waitForURL(`${site.origin}/`);
    await two.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord`);
    await logIn(two, 'onglets@essai.test');
    await two.waitForURL(`${site.origin}/tableau-de-bord`);
    await menuOf(one, 'Léa').waitFor();
    await context.close();
  });

  it('une session finie sur une page protégée : on se reconnecte et l’on y revient', async () => {
    const context = await visitor();
    const page = await open(context, '/inscription');
    const email = 'finie@essai.test';
    await signUp(page, email);
    const end = () => site.db.deleteFrom('accountSession').execute();
    // The session is not ended while the browser asks for it: it would leave by itself, before the click.
    await visitKnown(page, `${site.origin}/tableau-de-bord`);
    await end();
    await page.getByRole('link', { name: 'Nouvelle alerte' }).first().click();
    await page.waitForURL(`${site.origin}/alertes/nouvelle`);
    await page.getByRole('link', { name: 'Connexion', exact: true }).waitFor();
    await visit(page, `${site.origin}/tableau-de-bord`);
    await logIn(page, email);
    await page.waitForURL(`${site.origin}/tableau-de-bord`);

    // By a click on the page itself: not to where every login leads, but to this very address.
    await site.db
      .updateTable('account')
      .set({ emailVerifiedAt: new Date() })
      .where('email', '=', email)
      .execute();
    await makeAlert(site, { email });
    await visitKnown(page, `${site.origin}/tableau-de-bord?vu=4`);
    await end();
    await page.getByRole('switch', { name: /^Alerte active/ }).click();
    await page.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D4`);
    await logIn(page, email);
    await page.waitForURL(`${site.origin}/tableau-de-bord?vu=4`);
    await page.getByRole('switch', { name: /^Alerte active/ }).waitFor();

    // On the way to another protected page.
    await visitKnown(page, `${site.origin}/tableau-de-bord?vu=4`);
    await end();
    await menuOf(page, 'Léa').click();
    await page.getByRole('link', { name: 'Mon profil' }).click();
    await page.waitForURL(`${site.origin}/connexion?redirect=%2Fprofil`);
    await logIn(page, email);
    await page.waitForURL(`${site.origin}/profil`);
    await page.getByRole('heading', { level: 1, name: 'Mon profil' }).waitFor();
    await context.close();
  });

  it('une alerte que l’on modifiait quand la session a fini revient entière', async () => {
    const context = await visitor();
    const page = await open(context, '/inscription');
    const email = 'modifiee@essai.test';
    await signUp(page, email);
    await site.db
      .updateTable('account')
      .set({ emailVerifiedAt: new Date() })
      .where('email', '=', email)
      .execute();
    const id = await makeAlert(site, { email });
    await visitKnown(page, `${site.origin}/alertes/${id}/modifier`);
    await page.getByLabel('Nom de l’alerte').fill('Entre deux villes');
    await page.getByRole('combobox').fill('montpellier');
    await page.getByRole('option', { name: 'Montpellier' }).first().click();
    const places = page.getByLabel('Lieux choisis').getByRole('listitem');
    await expect.poll(() => places.count()).toBe(2);
    await page.waitForURL(/lieux=[^&]*montpellier/);
    await site.db.deleteFrom('accountSession').execute();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.waitForURL(/\/connexion\?redirect=/);
    await logIn(page, email);
    await page.waitForURL(new RegExp(`/alertes/${id}/modifier`));
    await expect.poll(() => page.getByLabel('Nom de l’alerte').inputValue()).toBe('Entre deux villes');
    expect(await places.allInnerTexts()).toEqual([
      expect.stringContaining('Nîmes'),
      expect.stringContaining('Montpellier'),
    ]);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await page.getByRole('heading', { name: 'Entre deux villes' }).waitFor();
  });

  it('le réseau coupé sur une page protégée : la session locale finit, la connexion y ramène', async () => {
    const context = await visitor();
    const page = await open(context, '/connexion?redirect=%2Ftableau-de-bord');
    const email = 'coupee@essai.test';
    issuer.next({ sub: 'google-2', email, email_verified: true, given_name: 'Ana', family_name: 'Roy' });
    await page.getByRole('button', { name: 'Se connecter avec Google' }).click();
    await page.waitForURL(`${site.origin}/tableau-de-bord`);
    await makeAlert(site, { email });
    await visit(page, `${site.origin}/tableau-de-bord?vu=3`);
    // Once this browser knows who is there, nothing is asked any more.
    await silent(page);
    await page.evaluate(() => {
      localStorage.setItem('agency_data', '{"id":1}');
    });
    await context.setOffline(true);
    await page.getByRole('switch', { name: /^Alerte active/ }).click();
    await page.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord%3Fvu%3D3`);
    await page.getByRole('heading', { name: 'Connexion' }).waitFor();
    // The individual's data alone is cleared; nobody is shown any more.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['agency_data']);
    expect(await menuOf(page, 'Ana').count()).toBe(0);
    await logIn(page, email, 'Unbonmot2passe');
    await page.getByText('Le serveur ne répond pas').first().waitFor();
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe(email);
    await context.setOffline(false);
    await page.reload();
    await page.waitForURL(`${site.origin}/tableau-de-bord?vu=3`);
    await menuOf(page, 'Ana').waitFor();
    await context.close();
  });

  it('ce qui était tapé quand le réseau s’est coupé est rendu au même compte, et à lui seul', async () => {
    const context = await visitor();
    // A form that a protected page could have: a text, a box, a choice, and a password, which is never kept.
    await context.addInitScript(() => {
      const form = `<form id="essai"><textarea name="mot"></textarea><input type="checkbox" name="case">
        <select name="choix"><option>un</option><option>deux</option></select>
        <input type="password" name="secret"></form>`;
      new MutationObserver(() => {
        const main = document.querySelector('main');
        const wanted = location.pathname === '/tableau-de-bord';
        const there = document.querySelector('#essai');
        if (wanted && main && !there) main.insertAdjacentHTML('beforeend', form);
        if (!wanted) there?.remove();
      }).observe(document, { childList: true, subtree: true });
    });
    const page = await open(context, '/connexion?redirect=%2Ftableau-de-bord');
    const enter = async (sub: string, name: string) => {
      const person = {
        sub,
        email: `${sub}@essai.test`,
        email_verified: true,
        given_name: name,
        family_name: 'Roy',
      };
      issuer.next(person);
      await page.getByRole('button', { name: 'Se connecter avec Google' }).click();
      await page.waitForURL(`${site.origin}/tableau-de-bord`);
      await menuOf(page, name).waitFor();
    };
    const typed = () =>
      page.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>('#essai');
        return form ? [...new FormData(form).values()] : null;
      });
    const write = async () => {
      await page.locator('#essai textarea').fill('Trois pages de texte');
      await page.locator('#essai input[type=checkbox]').check();
      await page.locator('#essai select').selectOption('deux');
      await page.locator('#essai input[type=password]').fill('secret');
    };
    const cut = async () => {
      await context.route('**/api/**', (route) => route.abort());
      await page
        .getByRole('switch', { name: /^Alerte active/ })
        .first()
        .click();
      await page.waitForURL(`${site.origin}/connexion?redirect=%2Ftableau-de-bord`);
      await context.unroute('**/api/**');
    };
    const given = ['Trois pages de texte', 'on', 'deux', ''];

    await enter('google-3', 'Ines');
    await makeAlert(site, { email: 'google-3@essai.test' });
    await page.reload({ waitUntil: 'networkidle' });
    await write();
    await cut();
    expect(await page.evaluate(() => sessionStorage.getItem('kept_words'))).not.toContain('secret');
    await enter('google-3', 'Ines');
    await eventually(
      'ce qui était tapé',
      async () => JSON.stringify(await typed()) === JSON.stringify(given),
    );

    await write();
    await cut();
    await context.clearCookies();
    await enter('google-4', 'Omar');
    await eventually('l’oubli', () => page.evaluate(() => sessionStorage.getItem('kept_words') === null));
    expect(await typed()).toEqual(['', 'un', '']);
    await context.close();
  });

  it('la vérification est partagée, crue cinq secondes, et jamais demandée côté agence', async () => {
    const context = await visitor();
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith(CHECK)) asked.push(request.url());
    });
    const page = await context.newPage();
    // However slow the pages are, no time passes between them but what is said here.
    await page.clock.setFixedTime(clock.now());
    await visitKnown(page, `${site.origin}/`);
    await page.getByRole('link', { name: 'Nouvelle alerte' }).first().click();
    await page.waitForURL(/nouvelle/);
    await page.getByRole('link', { name: 'Connexion' }).first().click();
    await page.waitForURL(/connexion/);
    await page.waitForLoadState('networkidle');
    expect(asked).toHaveLength(1);
    await page.clock.setFixedTime(clock.now().getTime() + 6_000);
    await page.getByRole('link', { name: 'Vigie' }).first().click();
    await expect.poll(() => asked.length).toBe(2);
    await page.goto(`${site.origin}/agence/connexion`);
    await page.waitForLoadState('networkidle');
    expect(asked).toHaveLength(2);
    await context.close();
  });
});
