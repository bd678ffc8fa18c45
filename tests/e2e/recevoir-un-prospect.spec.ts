import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { hydrated, visitor } from '../kit/browser.ts';
import { cleared, lawfulSale } from '../kit/law.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';

const SECRET = 'le secret du prestataire qui porte nos courriels';
const site = await startSite({ settings: { MAIL_WEBHOOK_SECRET: SECRET } });
const email = 'port@essai.test';
const post = (address: string, body: object) =>
  fetch(`${site.origin}/api${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** As the provider hands over what the person writes from their own mailbox. */
function writeByMail(to: string, text: string) {
  const body = `From: <adele@exemple.test>\r\nTo: <${to}>\r\nMessage-ID: <un@exemple.test>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`;
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
  return fetch(`${site.origin}/api/mail/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', 'vigie-signature': `t=${seconds},v1=${signature}` },
    body,
  });
}

describe('recevoir un prospect', () => {
  it('l’ouvre, y répond, le qualifie, et lit la suite que la personne écrit par courriel', async () => {
    const { id: agencyId } = await joinedAt(site, { name: 'Agence du Port', email });
    await makeLawful(site, agencyId);
    const { outcomes } = await site.db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId,
        source: 'poliris',
        run: null,
        now: new Date(),
        drafts: [cleared(lawfulSale('A1'))],
      }),
    );
    const sent = await post(`/listings/${outcomes.get('A1')!.id}/leads`, {
      firstName: 'Adèle',
      lastName: 'Fontanel',
      email: 'adele@exemple.test',
      phone: '06 39 98 00 01',
      message: 'Bonjour, je souhaite visiter ce bien samedi.',
      request: 'visit',
    });
    expect(sent.status).toBe(200);
    const leadNow = () =>
      site.db.selectFrom('lead').select(['status', 'readAt', 'firstAnswerAt']).executeTakeFirstOrThrow();
    await expect.poll(async () => (await leadNow()).status).toBe('new');

    const context = await visitor();
    await agencyLogin(context, site.origin, email);
    const page = await context.newPage();
    await page.goto(`${site.origin}/agence/leads`);
    await hydrated(page);
    await page
      .getByRole('navigation', { name: 'Espace agence' })
      .getByText('1 nouveau prospect', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: /Non lu.*Adèle Fontanel/ }).click();
    await page.getByRole('heading', { name: 'Adèle Fontanel', level: 2 }).waitFor();
    await expect.poll(async () => (await leadNow()).readAt).not.toBeNull();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('button', { name: 'Proposer une visite' }).click();
    const letter = page.getByLabel('Votre réponse à Adèle Fontanel');
    await expect.poll(() => letter.inputValue()).toContain('[jour et heure]');
    await letter.fill('Bonjour, samedi à 10 h devant la mairie vous convient-il ?');
    // Twice, as some press everything: one answer, and nothing that says it failed.
    await page.getByRole('button', { name: 'Envoyer', exact: true }).dblclick();
    await expect.poll(async () => (await leadNow()).status).toBe('contacted');
    // Once the page knows: what was read before is refused.
    await page.getByText(/Contacté, vous/).waitFor();
    expect(await page.getByText('Rien n’a changé').count()).toBe(0);
    await page.getByRole('button', { name: 'Qualifié' }).click();
    await expect.poll(async () => (await leadNow()).status).toBe('qualified');
    await page.getByText(/Qualifié, vous/).waitFor();
    await expect
      .poll(async () => (await site.mails()).filter(({ subject }) => subject?.includes('vous répond')).length)
      .toBe(1);
    const { replyTo } = (await site.mails()).find(({ subject }) => subject?.includes('vous répond'))!;
    const address = replyTo?.[0]?.address ?? '';
    const quoted = '\r\n\r\nLe lun. 23 nov. 2026 à 10:04, Vigie a écrit :\r\n> Bonjour, samedi à 10 h ?';
    expect((await writeByMail(address, `Parfait, à samedi.${quoted}`)).status).toBe(200);
    await page.reload();
    await hydrated(page);
    const reply = page.getByRole('listitem').filter({ hasText: 'Parfait, à samedi.' }).last();
    await reply.getByText(/par courriel/).waitFor();
    expect(await reply.getByText('Parfait, à samedi.', { exact: true }).isVisible()).toBe(true);
    await reply.getByText('Tout le courriel').click();
    await reply.getByText('Bonjour, samedi à 10 h ?').waitFor();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await expect
      .poll(async () =>
        (await site.mails()).some(({ subject }) => subject?.startsWith('Adèle Fontanel vous répond')),
      )
      .toBe(true);

    // A long list scrolls by itself: the page ends where its foot does.
    await sql`
      insert into lead (listing_id, agency_id, listing_reference, source, status, request, first_name, last_name, email,
        phone, message, created_at, keep_until)
      select listing_id, agency_id, listing_reference, source, 'new', request, first_name, last_name, email, phone, message,
        created_at, keep_until
      from lead, generate_series(1, 20)
    `.execute(site.db);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${site.origin}/agence/leads`);
    await hydrated(page);
    expect(
      await page.evaluate(() => {
        const end = document.querySelector('footer')!.getBoundingClientRect().bottom + window.scrollY;
        return Math.round(document.documentElement.scrollHeight - end);
      }),
    ).toBe(0);

    // What a phone shows of them on the dashboard is whole.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site.origin}/agence/tableau-de-bord`);
    await hydrated(page);
    const last = page.getByRole('region', { name: 'Derniers prospects' }).last();
    await last.getByRole('link', { name: 'Adèle Fontanel' }).first().waitFor();
    expect(await last.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });
});
