import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { asAgencyId, asOwnerReference } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { reportDone } from '#rooms/boosts/by-hand.server.ts';
import { recordFigures } from '#rooms/boosts/figures.server.ts';
import { paySession } from '#rooms/payments/embedded.server.ts';
import { receiveEvent } from '#rooms/payments/events.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable, give, wantedFor } from '../kit/boosts.ts';
import { hydrated, visitor } from '../kit/browser.ts';
import { ordered } from '../kit/buyers.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const DAY_MS = 86_400_000;
const SESSION_SECRET = 'un secret de test de trente-deux caractères';
const site = await startSite({ settings: { SESSION_SECRET } });
const { db } = site;
const env = readEnv({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  VIGIE_DATA: site.dataDir,
  DATABASE_URL: site.url,
  SESSION_SECRET,
  PUBLIC_URL: site.origin,
});
const services = { db, readDb: db, env, log: openLog(env) } as Services;
const email = 'port@essai.test';
let own: { id: number; ownerReference: string };
let listings: number[] = [];

beforeAll(async () => {
  own = await joinedAt(site, { name: 'Agence du Port', email });
  await joinedAt(site, { name: 'Agence du Parc', email: 'parc@essai.test' });
  await makeLawful(site, own.id);
  await sql`update agency set address = '1 quai du Port', postal_code = '30000', city = 'Nîmes' where id = ${own.id}`.execute(
    db,
  );
  listings = await boostable(db, own.id, [flat('port-1'), flat('port-2'), flat('port-3')]);
});

const buyer = () => ({
  agencyId: asAgencyId(own.id),
  ownerReference: asOwnerReference(own.ownerReference),
  listingId: listings[0]!,
});
const idOf = async (order: string) =>
  (
    await sql<{ id: number; reference: string }>`
      select boost.id, boost.reference from boost join payment_line line on line.boost_id = boost.id
        join payment_order o on o.id = line.order_id where o.reference = ${order}`.execute(db)
  ).rows[0]!;

/** A boost that was paid, and is shown since so many days, with the figures of each of them. */
async function shownBoost(listingId: number, title: string, days = 3) {
  const boosts = [wantedFor([listingId], { formula: 'essentiel', title })];
  const { order, url } = await ordered({ services }, buyer(), { boosts });
  for (const event of await paySession(services, url!.split('/').at(-1)!, 1))
    await receiveEvent(services, event);
  const boost = await idOf(order);
  await reportDone(db, boost.id, { url: 'https://reseau.example/publicites/1' });
  await sql`update boost set started_at = started_at - ${`${days} days`}::interval, ends_at = ends_at - ${`${days} days`}::interval
    where id = ${boost.id}`.execute(db);
  const figures = Array.from({ length: days }, (_, rank) => ({
    day: parisDay(new Date(Date.now() - (days - rank) * DAY_MS)).day,
    impressions: 1_000 + rank,
    reach: 800,
    clicks: 12,
    spend: 500,
  }));
  await recordFigures(db, boost.id, figures);
  return { ...boost, order };
}
const statusOf = async (id: number) =>
  (await db.selectFrom('boost').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

async function signedIn(address = email) {
  const context = await visitor();
  await agencyLogin(context, site.origin, address);
  return context.newPage();
}
/** What the keyboard stands on. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
/** Without the no-break spaces that prices hold. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

describe('suivre ses boosts', () => {
  it('dit ce qu’est un boost à qui n’en a pas, et où en commander un', async () => {
    const page = await signedIn('parc@essai.test');
    await page.goto(`${site.origin}/agence/boosts`);
    await hydrated(page);
    await page.getByRole('heading', { name: 'Vous n’avez pas encore de boost' }).waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const way = page.getByRole('main').getByRole('link', { name: 'Booster une annonce' });
    expect(await way.getAttribute('href')).toMatch(/^\/agence\/[\w-]+\/boost$/);
    await page.context().close();
  });

  it('montre la liste par état, puis un boost avec ses chiffres, son histoire et ses documents', async () => {
    const boost = await shownBoost(listings[0]!, 'Lumineux et au calme');
    const page = await signedIn();
    await page.goto(`${site.origin}/agence/boosts`);
    await hydrated(page);
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const row = page.getByRole('row').filter({ hasText: boost.reference });
    expect(plain(await row.textContent())).toMatch(/En cours.*15,00 €.*sur 110,00 €.*3 003.*36/);
    await page.getByRole('link', { name: /^En erreur/ }).click();
    await page.getByRole('heading', { name: 'Aucun boost en erreur' }).waitFor();
    await page.getByRole('link', { name: /^En cours/ }).click();
    // By the keyboard alone, from the filter to the boost.
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Boost Essentiel', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('boost')).toBe(boost.reference);
    expect(await page.title()).toBe(`Boost ${boost.reference} – Vigie Pro`);
    await expect.poll(() => focused(page)).toBe('Boost Essentiel');
    await page.goBack();
    await expect.poll(() => focused(page)).toBe('Mes boosts');
    await page.goForward();
    await page.getByText('Trop peu pour comparer.').waitFor();
    await page.getByText('Annonce sponsorisée', { exact: false }).first().waitFor();
    const journal = page.getByRole('region', { name: 'Journal du boost, jour par jour' });
    expect(plain(await journal.getByRole('row').last().textContent())).toBe('Total3 00336015,00 €');
    for (const name of ['Commandé', 'Payé', 'Accepté par le réseau', 'Diffusion commencée'])
      await page.getByRole('listitem').filter({ hasText: name }).first().waitFor();
    expect(
      await page.getByRole('link', { name: 'Voir la publicité sur le réseau' }).getAttribute('href'),
    ).toBe('https://reseau.example/publicites/1');
    expect(await faultsAtBothWidths(page)).toEqual([]);
    const invoice = page.getByRole('link', { name: /^Facture F-/ });
    const file = await page
      .context()
      .request.get(new URL((await invoice.getAttribute('href'))!, site.origin).href);
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await page.context().close();
  });

  it('met en pause, reprend, et n’arrête qu’après avoir dit ce qui est rendu', async () => {
    const boost = await shownBoost(listings[1]!, 'À deux pas des arènes');
    const page = await signedIn();
    await page.goto(`${site.origin}/agence/${own.ownerReference}/boosts?boost=${boost.reference}`);
    await hydrated(page);
    // Twice, as some press everything: one act.
    await page.getByRole('button', { name: 'Mettre en pause' }).dblclick();
    await page.getByText('Rien n’est montré ni dépensé.').waitFor();
    expect(await statusOf(boost.id)).toBe('paused');
    await expect.poll(() => focused(page)).toBe('Reprendre');
    await page.getByRole('button', { name: 'Reprendre' }).click();
    await page.getByText('Il est diffusé').waitFor();
    expect(await statusOf(boost.id)).toBe('active');

    // Meanwhile somebody else of the agency paused it: the page says so, and shows it as it is.
    await sql`update boost set status = 'paused', paused_at = now() where id = ${boost.id}`.execute(db);
    await page.getByRole('button', { name: 'Mettre en pause' }).click();
    await page.getByText('Ce boost a changé entre-temps').waitFor();
    await page.getByRole('button', { name: 'Reprendre' }).click();
    await page.getByText('Il est diffusé').waitFor();

    await page.getByRole('button', { name: 'Arrêter…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Arrêter ce boost pour de bon' });
    expect(plain(await dialog.textContent())).toContain('environ 95,00 € HT sur 110,00 €');
    expect(plain(await dialog.textContent())).toContain('Les frais de service (35,00 € HT) restent dus.');
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await statusOf(boost.id)).toBe('active');
    await page.getByRole('button', { name: 'Arrêter…' }).click();
    await dialog.getByRole('button', { name: 'Arrêter le boost' }).click();
    await page.getByText('Il est terminé').waitFor();
    expect(await statusOf(boost.id)).toBe('completed');
    expect(await page.getByRole('button', { name: 'Arrêter…' }).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Boost Essentiel');
    await page.context().close();
  });

  it('s’arrête quand le bien est vendu, et l’avoir paraît', async () => {
    const boost = await shownBoost(listings[2]!, 'Bientôt vendu');
    await give(db, listings[2]!, 'sold');
    await expect.poll(() => statusOf(boost.id)).toBe('completed');
    // The person who publishes reports the last figures: what was not spent is known.
    const { rows } = await sql<{ day: string }>`
      select to_char(generate_series(started_at, ended_at + interval '1 day', '1 day') at time zone 'Europe/Paris', 'YYYY-MM-DD') as day
      from boost where id = ${boost.id}`.execute(db);
    for (const { day } of rows)
      await recordFigures(db, boost.id, [{ day, impressions: 900, reach: 700, clicks: 9, spend: 400 }]).catch(
        () => {},
      );
    const page = await signedIn();
    const credited = async () => {
      await page.goto(`${site.origin}/agence/boosts?boost=${boost.reference}`);
      return page.getByRole('link', { name: /^Avoir A-/ }).count();
    };
    await expect.poll(credited).toBe(1);
    await page.getByText('Le bien est vendu, loué ou sous offre.', { exact: false }).first().waitFor();
    await page.context().close();
  });

  it('annule une commande qui n’est pas payée', async () => {
    const { order } = await ordered({ services }, buyer());
    const page = await signedIn();
    await page.goto(`${site.origin}/agence/boosts#factures`);
    await hydrated(page);
    const line = page.getByRole('listitem').filter({ hasText: order });
    expect(await line.getByRole('link', { name: /^Payer/ }).getAttribute('href')).toContain('/dev/paiement/');
    await line.getByRole('button', { name: /^Annuler/ }).click();
    await line.getByText('Annulée', { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('Commandes et factures');
    await page.context().close();
  });

  it('ne montre rien à une autre agence', async () => {
    const boost = await shownBoost(listings[0]!, 'À nous seuls');
    const { rows } = await sql<{
      number: string;
    }>`select number from invoice order by id desc limit 1`.execute(db);
    const page = await signedIn('parc@essai.test');
    const ask = async (address: string) =>
      (await page.context().request.get(`${site.origin}${address}`)).status();
    expect(await ask(`/api/agence/invoices/${rows[0]!.number}.pdf`)).toBe(404);
    expect(await ask(`/agence/boosts?boost=${boost.reference}`)).toBe(404);
    expect(await ask(`/agence/${own.ownerReference}/boosts`)).toBe(404);
    await page.goto(`${site.origin}/agence/boosts?boost=${boost.reference}`);
    await page.getByText('Ce boost n’existe pas').waitFor();
    expect(await page.getByText(boost.reference).count()).toBe(0);
    await page.context().close();
  });
});
