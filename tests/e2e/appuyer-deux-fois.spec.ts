import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { visit, visitor } from '../kit/browser.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ settings: { CONTACT_EMAIL: 'equipe@vigie.example' } });
});

/** Fills in the fields that the page has. */
async function fill(page: Page, said: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(said)) {
    const field = page.getByLabel(label, { exact: true });
    // One field after the other, as hands do.
    // oxlint-disable-next-line no-await-in-loop
    if ((await field.count()) > 0) await field.first().fill(value);
  }
}

/** The calls that write, to this path, once the page has nothing more to say. */
function writesTo(page: Page, path: string): () => Promise<number> {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) seen.push(request.url());
  });
  return async () => {
    await page.waitForLoadState('networkidle');
    return seen.length;
  };
}

const presses: Readonly<Record<string, (page: Page, button: string) => Promise<void>>> = {
  'un double clic': (page, button) => page.getByRole('button', { name: button, exact: true }).dblclick(),
  'deux fois Entrée': async (page) => {
    await page.getByLabel('Adresse e-mail').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  },
};

const forms: readonly {
  name: string;
  path: string;
  call: string;
  button: string;
  words: Readonly<Record<string, string>>;
}[] = [
  {
    name: 'un compte de particulier',
    path: '/inscription',
    call: '/api/auth/register',
    button: 'Créer mon compte',
    words: { Prénom: 'Léa', Nom: 'Petit', 'Mot de passe': 'Unbonmot2passe' },
  },
  {
    name: 'un compte d’agence',
    path: '/agence/creer-compte',
    call: '/api/agence/register',
    button: 'Créer le compte',
    words: { 'Nom de l’agence': 'Agence des Deux Clics', 'Mot de passe': 'Unbonmot2passe' },
  },
  {
    name: 'un message à Vigie',
    path: '/contact',
    call: '/api/contact',
    button: 'Envoyer',
    words: { Nom: 'Léa Petit', Sujet: 'Une question', Message: 'Bonjour, comment faire une pause ?' },
  },
];

describe.each(Object.entries(presses))('%s', (press, twice) => {
  it.each(forms.map((form, rank) => [form.name, form, rank] as const))(
    'envoie une fois %s, avec un seul courriel',
    async (_, { path, call, button, words }, rank) => {
      const email = `deux-fois-${rank}-${press === 'un double clic' ? 'clics' : 'touches'}@essai.test`;
      const page = await (await visitor()).newPage();
      await visit(page, `${site.origin}${path}`);
      const writes = writesTo(page, call);
      await fill(page, { ...words, 'Adresse e-mail': email, 'Adresse e-mail de l’agence': email });
      await twice(page, button);
      const toThem = async () =>
        (await site.mails()).filter(({ to }) => to?.some(({ address }) => address === email)).length;
      await expect.poll(toThem).toBe(1);
      expect(await writes()).toBe(1);
      expect(await toThem()).toBe(1);
      expect(await page.getByText(/Rien n’a changé|erreur|impossible/i).count()).toBe(0);
    },
  );
});
