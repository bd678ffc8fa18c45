import { describe, expect, it } from 'vitest';
import { applyListings } from '../../src/rooms/listings/rules.server.ts';
import { faultsAtBothWidths } from '../kit/accessible.ts';
import { agencyPassword, mailedToken } from '../kit/agencies.ts';
import { hydrated, visitor } from '../kit/browser.ts';
import { cleared, lawfulSale } from '../kit/law.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite();
const email = 'port@essai.test';
const post = (address: string, body: object) =>
  fetch(`${site.origin}/api${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('recevoir un prospect', () => {
  it('l’ouvre, y répond, le qualifie, et la personne le voit', async () => {
    await post('/agence/register', {
      name: 'Agence du Port',
      email,
      software: 'Apimo',
      password: agencyPassword,
    });
    const settings = { publicUrl: site.origin, contactAddress: 'equipe@essai.test' };
    const mailbox = { db: site.db, services: { db: site.db, env: settings } as never };
    let token = '';
    await expect
      .poll(async () => (token = await mailedToken(mailbox, email)), { timeout: 20_000 })
      .not.toBe('');
    const confirmed = await fetch(`${site.origin}/api/agence/confirmation-email?token=${token}`);
    const { id: agencyId } = ((await confirmed.json()) as { data: { agency: { id: number } } }).data.agency;
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
    await expect.poll(async () => (await leadNow()).status, { timeout: 20_000 }).toBe('new');

    const context = await visitor();
    const login = { email, password: agencyPassword };
    expect((await context.request.post(`${site.origin}/api/agence/login`, { data: login })).status()).toBe(
      200,
    );
    const page = await context.newPage();
    await page.goto(`${site.origin}/agence/leads`);
    await hydrated(page);
    await page.getByRole('navigation', { name: 'Espace agence' }).getByText('1 nouveaux prospects').waitFor();
    await page.getByRole('link', { name: /Non lu.*Adèle Fontanel/ }).click();
    await page.getByRole('heading', { name: 'Adèle Fontanel', level: 2 }).waitFor();
    await expect.poll(async () => (await leadNow()).readAt, { timeout: 20_000 }).not.toBeNull();
    expect(await faultsAtBothWidths(page)).toEqual([]);
    await page.getByRole('button', { name: 'Proposer une visite' }).click();
    const letter = page.getByLabel('Votre réponse à Adèle Fontanel');
    await expect.poll(() => letter.inputValue()).toContain('[jour et heure]');
    await letter.fill('Bonjour, samedi à 10 h devant la mairie vous convient-il ?');
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await expect.poll(async () => (await leadNow()).status, { timeout: 20_000 }).toBe('contacted');
    // Once the page knows: what was read before is refused.
    await page.getByText(/Contacté, vous/).waitFor();
    await page.getByRole('button', { name: 'Qualifié' }).click();
    await expect.poll(async () => (await leadNow()).status, { timeout: 20_000 }).toBe('qualified');
    await page.getByText(/Qualifié, vous/).waitFor();
    await expect
      .poll(
        async () => (await site.mails()).filter(({ subject }) => subject?.includes('vous répond')).length,
        {
          timeout: 20_000,
        },
      )
      .toBe(1);
  });
});
