import type { Email } from 'postal-mime';
import { expect, it } from 'vitest';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { eventually, startSite } from '../kit/site.ts';

const site = await startSite();
const agency = await makeAgency(site);
const account = { email: 'camille@essai.test', password: 'Motdepasse1' };
await addDemoAccount(site.db, { ...account, firstName: 'Camille', lastName: 'Essai' });

const linkIn = (mail: Email, end: string) =>
  [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .find((link) => link.endsWith(end)) ?? '';

it('une alerte se dit en une phrase, s’ajuste, écrit, s’explique, se met en pause et s’arrête', async () => {
  const context = await visitor({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await visit(page, `${site.origin}/connexion?redirect=${encodeURIComponent('/alertes/nouvelle')}`);
  await page.getByLabel('Adresse e-mail').fill(account.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();

  await page.getByRole('textbox', { name: 'En une phrase' }).fill('T3 Nîmes max 200 000 €');
  await page.getByRole('button', { name: 'Remplir les critères' }).click();
  await page.getByRole('button', { name: 'Retirer Nîmes' }).waitFor();
  // What it would have found follows what is typed.
  await page.getByLabel('Maximum').first().fill('300000');
  await expect.poll(() => page.url()).toContain('prixMax=300000');
  await page.getByRole('complementary').getByText('Vous serez le premier prévenu').waitFor();
  await page.getByRole('button', { name: 'Créer cette alerte' }).click();
  await page.waitForURL(/tableau-de-bord/);

  const [found, dear] = await agency.publish(
    flat('N1'),
    flat('N2', { price: 45_000_000, surface: 118, energyNumber: null }),
  );
  const mail = await eventually('le courriel de l’alerte', async () =>
    (await site.mails()).find(({ to }) => to?.[0]?.address === account.email),
  );
  expect(mail.html).not.toContain(`/annonce/${dear}`);
  await visit(page, linkIn(mail, `&annonce=${found}#ecarter`));
  await page.getByRole('radio', { name: 'Trop cher' }).check();
  await page.getByRole('button', { name: 'Ne plus me la montrer' }).click();
  await page.getByRole('heading', { name: 'Annonce écartée' }).waitFor();

  const alert = await site.db.selectFrom('alert').select('id').executeTakeFirstOrThrow();
  await visit(page, `${site.origin}/alertes/${alert.id}/resultats`);
  await page.getByText('Tout a été écarté').waitFor();
  await page.getByLabel('L’annonce').fill(`${site.origin}/annonce/${dear}`);
  await page.getByRole('button', { name: 'Demander' }).click();
  const answer = page.locator('#pourquoi [aria-live]');
  await answer.getByText('Prix maximum (jusqu').first().waitFor();

  const statusOf = async () =>
    (await site.db.selectFrom('alert').select('status').executeTakeFirstOrThrow()).status;
  await visit(page, linkIn(mail, '#pause'));
  await page.locator('#pause').getByRole('button', { name: 'Pause de 7 jours' }).click();
  await page.getByRole('heading', { name: 'Alerte en pause' }).waitFor();
  expect(await statusOf()).toBe('paused');

  // RFC 8058: the button of a mail program, without cookie or page.
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const posted = await fetch(/<([^>]+)>/.exec(header)?.[1] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect([posted.status, await statusOf()]).toEqual([200, 'stopped']);
});
