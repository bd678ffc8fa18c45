import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { flat, makeAgency } from '../kit/alerts.ts';
import { hydrated, visit, visitor } from '../kit/browser.ts';
import { linkIn, mailTo } from '../kit/mailbox.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const agency = await makeAgency(site);
const [first = 0, second = 0] = await agency.publish(
  flat('a'),
  flat('b', { surface: 41, price: 22_000_000 }),
);

/** How a browser retains nothing, played before any script of the page. */
const ways: Readonly<Record<string, () => void>> = {
  'le stockage est refusé': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  },
  'il n’y a plus de place': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
};

describe.each(Object.keys(ways))('quand %s', (way) => {
  /** A page of somebody without account, and what broke in it. */
  async function open(address: string): Promise<{ page: Page; broken: string[] }> {
    const context = await visitor();
    await context.addInitScript(ways[way]!);
    const page = await context.newPage();
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    await visit(page, site.origin + address);
    await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
    return { page, broken };
  }
  // The line of the router that puts the scroll back says it too, and nothing waits for it.
  const ours = (broken: string[]) => broken.filter((message) => !/Access is denied|quota/.test(message));
  const stands = async (page: Page) =>
    expect(await page.getByText('Cette page n’a pas pu s’afficher').count()).toBe(0);

  it('une annonce n’est ni gardée ni masquée, et la page dit pourquoi et que faire', async () => {
    const { page, broken } = await open(`/annonce/${first}`);
    const keeping = page.getByRole('button', { name: 'Garder cette annonce' }).first();
    await keeping.click();
    const said = page.getByRole('listitem').filter({ hasText: 'L’annonce n’a pas été gardée' });
    await said.getByText(/Autorisez les cookies et les données de ce site.*, ou connectez-vous\.$/).waitFor();
    expect(await keeping.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Ne plus voir cette annonce' }).click();
    await page.getByText('L’annonce n’a pas été masquée', { exact: true }).waitFor();
    await said.getByRole('button', { name: 'Se connecter' }).click();
    await page.waitForURL(/\/connexion\?redirect=/);
    await stands(page);
    expect(ours(broken)).toEqual([]);
  });

  it('une comparaison se fait, dit qu’elle ne tient pas, et son adresse la garde', async () => {
    const { page, broken } = await open('/acheter/nimes-30000');
    const buttons = page.getByRole('article').getByRole('button', { name: /^(Comparer|À comparer)/ });
    await buttons.nth(0).click();
    await page.getByText('Ce navigateur ne retient pas votre comparaison', { exact: true }).waitFor();
    await buttons.nth(1).click();
    const tray = page.getByRole('complementary', { name: 'Biens à comparer' });
    await tray.getByText('2 biens à comparer').waitFor();
    await tray.getByRole('link', { name: 'Comparer' }).click();
    await page.waitForURL(/\/comparer\?annonces=\d+,\d+/);
    await page.reload();
    await hydrated(page);
    for (const id of [first, second])
      expect(await page.locator(`main a[href="/annonce/${id}"]`).count()).toBeGreaterThan(0);
    await stands(page);
    expect(ours(broken)).toEqual([]);
  });

  it('le choix des cookies vaut pour la page, et n’est pas dit enregistré', async () => {
    const { page, broken } = await open('/cookies');
    await page.getByRole('button', { name: 'Tout accepter' }).last().click();
    await page.getByText('Ce navigateur ne retient pas votre choix', { exact: true }).first().waitFor();
    expect(await page.getByText(/Votre choix est enregistré/).count()).toBe(0);
    await visit(page, `${site.origin}/annonce/${first}`);
    await visit(page, site.origin);
    expect(await page.getByText('Vues récemment').count()).toBe(0);
    await stands(page);
    expect(ours(broken)).toEqual([]);
  });

  it('une alerte se crée et se confirme sans compte', async () => {
    const email = `${way.replaceAll(/[^a-z]/g, '')}@essai.test`;
    const { page, broken } = await open('/alertes/nouvelle?transaction=achat&lieux=nimes-30000');
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByRole('button', { name: 'Créer cette alerte' }).last().click();
    await page.getByRole('heading', { name: 'Vérifiez votre boîte aux lettres' }).waitFor();
    await visit(page, linkIn(await mailTo(site, email, /Confirmez votre alerte/), 'alertes/confirmation'));
    await page.getByRole('button', { name: /^Confirmer/ }).click();
    await expect
      .poll(async () => (await site.db.selectFrom('alert').select('status').execute()).at(-1)?.status)
      .toBe('active');
    await stands(page);
    expect(ours(broken)).toEqual([]);
  });
});
