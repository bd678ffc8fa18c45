import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { recordListingsToConfirm } from '#rooms/listings/availability-requests.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { usualSettings } from '#rooms/notifications/contract.ts';
import { changeNotificationSettings } from '#rooms/notifications/notifications.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { joinedAt } from '../kit/agencies.ts';
import { hydrated, visitor } from '../kit/browser.ts';
import { cleared, lawfulSale } from '../kit/law.ts';
import { linkIn, mailTo } from '../kit/mailbox.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { type Site, startSite } from '../kit/site.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const agencyMail = 'quais@essai.test';
const keeper = 'nadia@essai.test';
let site: Site;
let ids: Map<string, number>;
let ready: Promise<void> | undefined;

/** An agency with listings to confirm, a home that somebody keeps and that is sold; then a worker begins. */
async function prepare(): Promise<void> {
  site = await startSite({ role: 'web' });
  const { db } = site;
  const { id: agencyId } = await joinedAt(site, { name: 'Agence des Quais', email: agencyMail });
  await makeLawful(site, agencyId);
  const publish = (now: Date, ...drafts: ReturnType<typeof lawfulSale>[]) =>
    db
      .transaction()
      .execute((tx) =>
        applyListings(tx, { agencyId, source: 'manual', run: null, now, drafts: drafts.map(cleared) }),
      );
  const now = Date.now();
  const home = (id: string, rank: number, status: 'online' | 'sold' = 'online') =>
    lawfulSale(id, {
      reference: id,
      title: `Appartement ${id}`,
      status,
      price: 250_000_00 + rank * 1_000_00,
      surface: 60 + rank,
    });
  const { outcomes } = await publish(
    new Date(now - WEEK_MS),
    ...['Q-1', 'Q-2', 'Q-3', 'Q-4'].map((id, rank) => home(id, rank)),
  );
  ids = new Map([...outcomes].map(([id, outcome]) => [id, outcome.id]));
  // Two of them were confirmed since.
  await sql`
    insert into listing_confirmation (listing_id, at)
    select id, case when reference in ('Q-1', 'Q-2') then ${new Date(now - WEEK_MS)}::timestamptz else now() end from listing
    on conflict (listing_id) do update set at = excluded.at`.execute(db);
  const account = await db
    .insertInto('account')
    .values({ email: keeper, firstName: 'Nadia', lastName: 'Petit', emailVerifiedAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date(now - WEEK_MS);
  await db
    .insertInto('favorite')
    .values({ accountId: account.id, listingId: ids.get('Q-3')!, price: 1, createdAt: at, updatedAt: at })
    .execute();
  await publish(new Date(now - 2 * HOUR_MS), home('Q-3', 2, 'sold'));
  const own = asAgencyId(agencyId);
  const channels = { ...usualSettings.channels, listingToConfirm: 'immediate' as const };
  await changeNotificationSettings(db, own, { ...usualSettings, channels });
  await recordListingsToConfirm(db, new Date(now));
  await startSite({ role: 'worker', beside: site, settings: { PUBLIC_URL: site.origin } });
}
// Within a test: an agency waits there for its mail.
beforeEach(() => (ready ??= prepare()));

const confirmedToday = async () => {
  const { rows } = await sql<{ reference: string }>`
    select reference from listing join listing_confirmation on listing_id = listing.id
    where at > now() - interval '1 day' and reference in ('Q-1', 'Q-2') order by reference`.execute(site.db);
  return rows.map(({ reference }) => reference);
};

it('une agence confirme une annonce depuis son courriel, sans se connecter, d’un seul bouton', async () => {
  const mail = await mailTo(site, agencyMail, /2 annonces à confirmer/);
  const links = [...(mail.html ?? '').matchAll(/href="([^"]*toujours-disponible[^"]*)"/g)].map(
    ([, href = '']) => href.replaceAll('&amp;', '&'),
  );
  const [first = '', second = '', all = ''] = links;
  // A program that follows the links of mails confirms nothing.
  for (const link of links) expect((await fetch(link)).status).toBe(200);
  expect(await confirmedToday()).toEqual([]);

  const page = await (await visitor()).newPage();
  await page.goto(first);
  await hydrated(page);
  await page.getByText('Q-1', { exact: true }).waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('toujours-disponible'))
      sent.push(request.url());
  });
  // Two presses in one instant.
  await page.getByRole('button', { name: 'Toujours disponible' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.getByRole('heading', { name: 'Merci, l’annonce reste en ligne' }).waitFor();
  expect(sent).toHaveLength(1);
  expect(await confirmedToday()).toEqual(['Q-1']);
  await page.goto(first);
  await page.getByRole('heading', { name: 'Cette annonce est déjà confirmée' }).waitFor();
  expect(await page.getByRole('button', { name: /disponible/ }).count()).toBe(0);

  // The other one without JavaScript, by the link for all that are left.
  const plain = await (await visitor({ javaScriptEnabled: false })).newPage();
  await plain.goto(all);
  await plain.getByRole('button', { name: 'Toujours disponible' }).click();
  await plain.getByRole('heading', { name: 'Merci, l’annonce reste en ligne' }).waitFor();
  expect(await confirmedToday()).toEqual(['Q-1', 'Q-2']);
  await plain.goto(second);
  await plain.getByRole('heading', { name: 'Cette annonce est déjà confirmée' }).waitFor();

  await plain.goto(`${first.slice(0, -3)}abc`);
  await plain.getByRole('heading', { name: 'Ce lien n’est pas valable' }).waitFor();
});

it('qui garde un bien apprend qu’il est vendu, voit ce qui lui ressemble, et arrête ces courriels d’un bouton', async () => {
  const mail = await mailTo(site, keeper, /^Un de vos favoris est vendu$/);
  for (const reference of ['Q-1', 'Q-2', 'Q-4'])
    expect(mail.html).toContain(`/annonce/${ids.get(reference)}"`);
  const page = await (await visitor()).newPage();
  await page.goto(linkIn(mail, 'desinscription'));
  await hydrated(page);
  await page.getByRole('heading', { name: 'Ne plus être prévenu pour vos favoris ?' }).waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ne plus être prévenu' }).click();
  await page.getByRole('heading', { name: 'Plus de courriel pour vos favoris' }).waitFor();
  const stops = () => site.db.selectFrom('favoriteMailStop').selectAll().execute();
  expect(await stops()).toHaveLength(1);
  await page.getByRole('button', { name: 'Annuler et être prévenu' }).click();
  await page.getByRole('heading', { name: 'Vous serez de nouveau prévenu' }).waitFor();
  expect(await stops()).toEqual([]);
});
