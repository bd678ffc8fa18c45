import path from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { leaveAlone, visitor } from '../kit/browser.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale } from '../kit/law.ts';
import { scene } from '../kit/pictures.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

const DAY_MS = 86_400_000;
const PICTURES = 7;
let site: Site;
const ids: Record<string, number> = {};
const agencies: Record<string, number> = {};

async function publish(agency: string, drafts: readonly ListingDraft[], now = clock.now()): Promise<void> {
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agencies[agency]!,
      source: 'poliris',
      run: null,
      now,
      drafts: drafts.map(cleared),
    }),
  );
  for (const { technicalId } of drafts) ids[technicalId] = outcomes.get(technicalId)!.id;
}

/** A flat of a certificate of its own, so that two agencies which show it are known to. */
const flat = (technicalId: string, said: Partial<ListingDraft> = {}) =>
  lawfulSale(technicalId, {
    price: 25_000_000,
    surface: 62,
    rooms: 3,
    floor: 2,
    yearlyCharges: 120_000,
    propertyTax: 90_000,
    exactLat: 43.8367,
    exactLng: 4.3601,
    energyNumber: '2330E1680911R',
    energyValue: 163,
    climateValue: 27,
    ...said,
  });

beforeAll(async () => {
  site = await startSite();
  for (const ref of ['arenes', 'port'])
    agencies[ref] = (await lawfulAgency(site.db, ref, { name: `Agence ${ref}` })).id;
  const store = diskStore(path.join(site.dataDir, 'files'));
  const photos = await Promise.all(
    Array.from({ length: PICTURES }, async (_, rank) => {
      const source = `feeds/photos/${rank}.jpg`;
      await store.put(source, await scene(`annonce ${rank}`, 1_000, 750).jpeg().toBuffer());
      return { source, kind: 'file' as const, caption: rank === 6 ? 'Le plan' : `Pièce ${rank + 1}` };
    }),
  );
  const before = new Date(Date.now() - 60 * DAY_MS);
  await publish('arenes', [flat('A', { price: 27_000_000 })], before);
  await publish('arenes', [
    flat('A', { photos, visitUrl: 'https://visite.exemple.test/a', videoUrl: 'javascript:alert(1)' }),
    lawfulRental('L'),
    lawfulSale('nu', {
      surface: 45,
      rooms: 2,
      energyNumber: '2330E1680912R',
      energyValue: 171,
      climateValue: 31,
    }),
  ]);
  // All that one has to say at most: a long text, and more homes than what is left of a sheet.
  await publish('arenes', [
    lawfulSale('tour', {
      propertyType: 'programme',
      isNew: true,
      programmeName: 'La Tour',
      developer: 'Promotion des Arènes',
      completionGuarantee: 'Garantie financière d’achèvement',
      description: 'Un séjour traversant, deux chambres, une cuisine équipée. Au calme. '.repeat(20),
      energyNumber: '2330E1680913R',
      units: Array.from({ length: 21 }, (_, rank) => ({
        reference: `A${rank}`,
        propertyType: 'apartment' as const,
        rooms: 3,
        surface: 60 + rank,
        floor: rank,
        price: 25_000_000 + rank * 100_000,
        vat: 20,
        status: 'available' as const,
      })),
    }),
  ]);
  await publish('port', [flat('B', { price: 24_500_000, photos: photos.slice(0, 2) })]);
  await eventually('les photos', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from listing_photo where status = 'ready'`.execute(site.db);
    return (rows[0]?.n ?? 0) >= PICTURES + 2;
  });
  await eventually('un seul bien', async () => {
    const { rows } = await sql`select from property_listing where rank is not null`.execute(site.db);
    return rows.length === 2;
  });
});

async function open(name: string, options: Parameters<typeof visitor>[0] = {}, query = ''): Promise<Page> {
  const page = await (await visitor(options)).newPage();
  await page.goto(`${site.origin}/annonce/${ids[name]}${query}`, { waitUntil: 'networkidle' });
  return page;
}
/** Opens an account; what it answers signs in to it, from the page of a listing and back. */
async function account(name: string): Promise<(page: Page) => Promise<void>> {
  const email = `${name}@exemple.test`;
  await addDemoAccount(site.db, { email, password: 'Motdepasse1', firstName: name, lastName: 'Essai' });
  return async (page) => {
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill('Motdepasse1');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.waitForURL(/\/annonce\//);
  };
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('regarder une annonce', () => {
  it('les photos en grand : flèches, Début et Fin, Échap, et le clavier revient où il était', async () => {
    const page = await open('A');
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).host));
    const button = page.getByRole('button', { name: `Voir les ${PICTURES}\u00a0photos` });
    await button.focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog');
    await box.getByText(`photo 1 sur ${PICTURES}`).waitFor();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
    await box.getByText(`photo 4 sur ${PICTURES}`).waitFor();
    await box.locator('p', { hasText: 'Pièce 4' }).waitFor();
    await page.keyboard.press('End');
    await box.getByText(`photo ${PICTURES} sur ${PICTURES}`).waitFor();
    expect(await box.getByRole('button', { name: 'Photo suivante' }).isDisabled()).toBe(true);
    await page.keyboard.press('Home');
    await box.getByText(`photo 1 sur ${PICTURES}`).waitFor();
    await box.getByRole('button', { name: 'Photo suivante' }).click();
    await box.getByText(`photo 2 sur ${PICTURES}`).waitFor();
    // Tab stays inside.
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toContain('Voir les');
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    await box.getByText(`photo ${PICTURES} sur ${PICTURES}`).waitFor();
    // Pictures are ours; a visit elsewhere is a link, and only over https.
    expect(new Set(loaded)).toEqual(new Set([new URL(site.origin).host]));
    await page.keyboard.press('Escape');
    const visit = page.getByRole('link', { name: 'Visite virtuelle' });
    expect(await visit.getAttribute('href')).toBe('https://visite.exemple.test/a');
    expect(await visit.getAttribute('rel')).toContain('noopener');
    expect(await page.getByRole('link', { name: 'Vidéo' }).count()).toBe(0);
    await page.context().close();
  });

  it('une photo et « Comparer » pressés avant tout script ne quittent pas la page, et sont faits ensuite', async () => {
    const page = await (await visitor()).newPage();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.origin}/annonce/${ids.A}`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: 'Comparer', exact: true }).first().click();
    await page.locator('a[href^="/photos/"]').first().click();
    release();
    await page.getByRole('dialog').getByText(`photo 1 sur ${PICTURES}`).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('compare'))).toBe(String(ids.A));
    expect(new URL(page.url()).pathname).toBe(`/annonce/${ids.A}`);
  });

  it('sans JavaScript, chaque photo est un lien, et le coût par mois se recalcule', async () => {
    const page = await open('A', { javaScriptEnabled: false });
    const links = page.locator('noscript a, a[href^="/photos/"]');
    const addresses = await links.evaluateAll((all) => [
      ...new Set(all.map((link) => link.getAttribute('href')?.replace(/-\d+\.webp$/, ''))),
    ]);
    expect(addresses).toHaveLength(PICTURES);
    expect((await fetch(`${site.origin}${await links.first().getAttribute('href')}`)).status).toBe(200);
    const total = page.locator('[data-cost] strong');
    const before = await total.textContent();
    await page.getByText('Changer les chiffres').click();
    await page.getByLabel('Taux du prêt, hors assurance').fill('5');
    await page.getByRole('button', { name: 'Recalculer' }).click();
    await page.waitForURL(/taux=5/);
    expect(await total.textContent()).not.toBe(before);
    expect(await page.getByText('20\u00a0ans à 5\u00a0%. Votre chiffre').count()).toBe(1);
    // What cannot be counted stays in its field, with why.
    await page.getByLabel('Durée du prêt').fill('vingt ans');
    await page.getByRole('button', { name: 'Recalculer' }).click();
    await page.getByText('Chiffre non compté\u00a0: il en faut un de 1 à 40.').waitFor();
    expect(await page.getByLabel('Durée du prêt').inputValue()).toBe('vingt ans');
    await page.context().close();
  });

  it('le coût suit ce que l’on tape, à une adresse qu’un autre navigateur lit pareil', async () => {
    const page = await open('A');
    await page.getByText('Changer les chiffres').click();
    await page.getByLabel('Taxe foncière, par an').fill('2400');
    await page.getByText('Votre chiffre').waitFor();
    const taxed = await page.locator('[data-cost] strong').textContent();
    const other = await (await visitor()).newPage();
    await other.goto(page.url());
    expect(await other.locator('[data-cost] strong').textContent()).toBe(taxed);
    // The rate was sent too, as it was: it is nobody’s change.
    expect(await other.getByText('Votre chiffre').count()).toBe(1);
    await other.getByRole('link', { name: 'Revenir aux hypothèses' }).click();
    await expect.poll(() => other.getByText('Votre chiffre').count()).toBe(0);
    // What was typed left with it.
    await expect.poll(() => other.getByLabel('Taxe foncière, par an').inputValue()).toBe('900');
    // A figure that is what it was again, and one that cannot be: the form stays open and says so.
    await page.getByLabel('Taxe foncière, par an').fill('900');
    await expect.poll(() => page.getByText('Votre chiffre').count()).toBe(0);
    // Another price, and the deposit that nobody chose follows it, each time.
    for (const [price, deposit] of [
      ['200000', '20\u00a0000'],
      ['100000', '10\u00a0000'],
    ] as const) {
      await page.getByLabel('Prix d’achat').fill(price);
      await expect.poll(() => page.getByLabel('Apport').inputValue()).toBe(deposit);
      expect(await page.getByText('Votre chiffre').count()).toBe(1);
    }
    await page.getByLabel('Prix d’achat').fill('250000');
    await expect.poll(() => page.getByText('Votre chiffre').count()).toBe(0);
    await page.getByLabel('Durée du prêt').fill('999');
    await page.getByText('Chiffre non compté\u00a0: il en faut un de 1 à 40.').waitFor();
    expect(await page.getByText('Votre chiffre').count()).toBe(0);
    for (const opened of [page, other]) await opened.context().close();
  });

  it('un bien, deux agences : chacune avec son prix, l’histoire de toutes, et la carte dit sa précision', async () => {
    const page = await open('A');
    const offers = page.getByRole('region', { name: 'Ce bien, toutes agences' });
    const shown = offers.getByRole('list').first().locator('> li');
    expect(await shown.count()).toBe(2);
    expect(await shown.first().textContent()).toMatch(/Agence port.*La moins chère/);
    expect(await offers.textContent()).toContain('Cette annonce');
    const history = page.getByRole('region', { name: 'Historique du prix' });
    expect(await history.textContent()).toContain('270\u00a0000,00\u00a0€');
    await history.getByText('Voir les chiffres').click();
    await expect.poll(() => history.getByRole('row').count()).toBeGreaterThanOrEqual(3);
    expect(await page.getByText(/Sur le marché depuis le .*\(60\u00a0jours\)/).count()).toBe(1);
    const map = page.getByRole('region', { name: 'Situation' });
    expect(await map.textContent()).toMatch(/quelque part dans ce cercle de \d+\u00a0m de rayon/);
    expect(await map.getByRole('link', { name: 'Voir la carte' }).getAttribute('href')).toMatch(/carte=oui/);
    expect(await page.content()).not.toContain('43.8367');
    await page.context().close();
  });

  it('sans compte, « Ne plus voir » se retient dans le navigateur, puis rejoint le compte', async () => {
    const signIn = await account('dominique');
    const page = await open('nu');
    await page.getByRole('button', { name: 'Ne plus voir cette annonce' }).click();
    await page.getByText('vos listes la replient en une ligne').waitFor();
    await page.getByRole('button', { name: 'Trop chère' }).click();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.reload({ waitUntil: 'networkidle' });
    await page.locator('button[aria-pressed=true]', { hasText: 'Trop chère' }).waitFor();
    // In a list it is a line, which takes nothing from whoever reads.
    await page.goto(`${site.origin}/acheter/nimes-30000`, { waitUntil: 'networkidle' });
    await page.locator('p', { hasText: /^Masquée\./ }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    expect(await page.getByRole('button', { name: 'Trop chère' }).count()).toBe(0);
    await page.goto(`${site.origin}/annonce/${ids.nu}`);
    await page.getByRole('link', { name: 'Connectez-vous', exact: true }).click();
    await signIn(page);
    const reasons = () => sql<{ reason: string | null }>`select reason from hidden_listing`.execute(site.db);
    await expect.poll(async () => (await reasons()).rows).toEqual([{ reason: 'price' }]);
    await page.getByText('Elle ne paraît plus dans vos recherches.').waitFor();
    await sql`delete from hidden_listing`.execute(site.db);
    await page.context().close();
  });

  it('« ce n’est pas le même bien » les sépare pour tous, et l’annuler les réunit', async () => {
    const signIn = await account('camille');
    const page = await open('A');
    await page.getByRole('link', { name: /Connectez-vous pour le dire/ }).click();
    await signIn(page);
    await page.getByRole('button', { name: /Ce n’est pas le même bien/ }).click();
    const box = page.getByRole('dialog');
    await box.getByRole('button', { name: 'Séparer les deux annonces' }).click();
    await box.getByText('Choisissez une raison').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await box.getByLabel('Ce n’est pas le même étage').check();
    await box.getByRole('button', { name: 'Séparer les deux annonces' }).click();
    await page.getByText('montre un autre bien. Les deux sont séparées.').waitFor();
    const seen = async () => {
      const html = await (await fetch(`${site.origin}/annonce/${ids.A}`)).text();
      return html.includes('Ce bien, toutes agences');
    };
    await expect.poll(seen).toBe(false);
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect.poll(seen).toBe(true);

    // « Ne plus voir », why, and back; then the same without JavaScript.
    const reasons = async () =>
      (await sql<{ reason: string | null }>`select reason from hidden_listing`.execute(site.db)).rows.map(
        ({ reason }) => reason,
      );
    await page.goto(`${site.origin}/annonce/${ids.A}`);
    await page.getByRole('button', { name: 'Ne plus voir cette annonce' }).click();
    await page.getByText('Elle ne paraît plus dans vos recherches.').waitFor();
    await page.getByRole('button', { name: 'Trop chère' }).click();
    await expect.poll(reasons).toEqual(['price']);
    await page.getByRole('button', { name: 'Annuler', exact: true }).first().click();
    await expect.poll(reasons).toEqual([]);
    const plain = await visitor({ javaScriptEnabled: false });
    await plain.addCookies(await page.context().cookies());
    const bare = await plain.newPage();
    await bare.goto(`${site.origin}/annonce/${ids.A}`);
    // What only a script does is not offered.
    expect(await bare.getByText(/Ce n’est pas le même bien/).isVisible()).toBe(false);
    await bare.getByRole('button', { name: 'Ne plus voir cette annonce' }).click();
    await bare.getByRole('button', { name: 'Mal située' }).click();
    await bare.locator('button[aria-pressed=true]', { hasText: 'Mal située' }).waitFor();
    expect(await reasons()).toEqual(['place']);
    await bare.getByRole('button', { name: 'Garder cette annonce' }).first().click();
    await expect.poll(() => bare.getByRole('button', { name: 'Gardée, ne plus garder' }).count()).toBe(1);
    // What is kept is no longer hidden.
    expect(await reasons()).toEqual([]);
    for (const opened of [page.context(), plain]) await opened.close();
  });

  it('ce que l’on fait d’une annonce est là avant tout script, et rien ne bouge quand il vient', async () => {
    const context = await visitor();
    const page = await context.newPage();
    await leaveAlone(page);
    await page.goto(`${site.origin}/annonce/${ids.A}`, { waitUntil: 'networkidle' });
    const places = () =>
      page
        .locator('[data-print=none]:has(> div > form[action="/comparer"]) :is(button, summary)')
        .evaluateAll((all) =>
          all.map((one) => {
            const { x, y, width } = one.getBoundingClientRect();
            return [one.textContent, Math.round(x), Math.round(y + window.scrollY), Math.round(width)];
          }),
        );
    expect(await page.locator('[data-later]').count()).toBe(1);
    const asleep = await places();
    expect(asleep.length).toBeGreaterThanOrEqual(3);
    await page.mouse.move(300, 500);
    await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
    expect(await places()).toEqual(asleep);
    await page.getByRole('button', { name: 'Garder cette annonce' }).first().click();
    await expect.poll(() => page.getByRole('button', { name: 'Gardée, ne plus garder' }).count()).toBe(1);
    const widths = (all: Awaited<ReturnType<typeof places>>) => all.map(([, ...where]) => where);
    expect(widths(await places())).toEqual(widths(asleep));
    await context.close();
    // Without account and without JavaScript, the way in.
    const answer = await fetch(`${site.origin}/annonce/${ids.A}`, {
      method: 'POST',
      body: new URLSearchParams({ marque: 'garder' }),
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/connexion?redirect=${encodeURIComponent(`/annonce/${ids.A}`)}`,
    ]);
  });

  it.each(['A', 'L', 'nu'])(
    'annonce %s : ni faute d’accessibilité, ni débordement, ni plainte',
    async (name) => {
      const page = await (await visitor()).newPage();
      const said = complaintsOf(page);
      await page.goto(`${site.origin}/annonce/${ids[name]}`, { waitUntil: 'networkidle' });
      await page.getByText('Changer les chiffres').click();
      expect(await faultsAtBothWidths(page)).toEqual([]);
      expect(said).toEqual([]);
      await page.context().close();
    },
  );

  it('s’imprime sur une ou deux pages A4, avec son adresse', async () => {
    for (const name of ['A', 'L', 'nu', 'tour']) {
      const page = await open(name);
      const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
      const count = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length;
      expect([1, 2], `${name} : ${count} pages`).toContain(count);
      await page.emulateMedia({ media: 'print' });
      expect(
        await page.getByText(`${site.origin}/annonce/${ids[name]}`, { exact: true }).last().isVisible(),
      ).toBe(true);
      const code = await page.getByRole('img', { name: 'QR code de cette page' }).boundingBox();
      expect(code?.width).toBeGreaterThan(60);
      await page.context().close();
    }
  });

  it('partie, elle le dit, et mène à l’agence qui propose encore le bien', async () => {
    await site.db.transaction().execute((tx) =>
      withdrawListings(tx, {
        agencyId: agencies.arenes!,
        technicalIds: ['A'],
        run: null,
        now: clock.now(),
      }),
    );
    const page = await open('A');
    await page.getByText('Cette annonce n’est plus disponible').waitFor();
    await page.getByText('Ce bien est encore proposé.').waitFor();
    expect(await page.locator('[data-cost]').count()).toBe(0);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.context().close();
  });
});
