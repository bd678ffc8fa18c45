import { expect, it } from 'vitest';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { administratorAt, administrators } from '../kit/administrators.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable } from '../kit/boosts.ts';
import { fillIn, visit, visitor } from '../kit/browser.ts';
import { mailTo } from '../kit/mailbox.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';
import { smtpServer } from '../kit/smtp-server.ts';

it('un administrateur suspend une annonce avec un exposé des motifs, puis la rétablit', async () => {
  const smtp = await smtpServer();
  const site = await startSite({
    settings: { ADMIN_USERS: await administrators('claire'), SMTP_URL: smtp.url },
  });
  const email = 'port@essai.test';
  const agency = await joinedAt(site, { name: 'Agence du Port', email });
  await makeLawful(site, agency.id);
  const drafts = [flat('port-1', { title: 'Vue sur le phare' }), flat('port-2', { title: 'Sous les toits' })];
  const [listing = 0, other = 0] = await boostable(site.db, agency.id, drafts);
  const address = `/admin/agencies/${agency.id}/ads`;
  const answered = async (id: number) => (await fetch(`${site.origin}/annonce/${id}`)).status;
  expect(await answered(listing)).toBe(200);

  // From the agency to its listings, as an administrator goes.
  const page = await administratorAt(site.origin, 'claire', `/admin/agencies/${agency.id}`);
  const complaints = complaintsOf(page);
  await page.getByRole('link', { name: 'Ses annonces' }).click();
  await page.waitForURL(site.origin + address);
  await page.getByRole('heading', { level: 1, name: /^Annonces\s: Agence du Port$/ }).waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Suspendre… port-1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('port-1 – Vue sur le phare').waitFor();
  await dialog.getByRole('button', { name: 'Suspendre', exact: true }).click();
  await dialog.getByText(/Écrivez pourquoi/).waitFor();
  const why = 'La photo montre un autre immeuble, et un acompte est demandé avant la visite.';
  await fillIn(dialog, {
    Fondement: 'Arnaque ou tromperie suspectée',
    Motif: why,
  });
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Suspendre', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'Vue sur le phare' });
  await row.getByText(/Suspendue le .* par claire \(SUS-\w{4}-\w{4}\)/).waitFor();
  await row.getByText(why).waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);

  // What the agency receives: the facts, the ground, what it can do.
  const told = await mailTo(smtp, email, /^Votre annonce port-1 est suspendue \(SUS-\w{4}-\w{4}\)$/);
  const decision = /SUS-\w{4}-\w{4}/.exec(told.subject ?? '')?.[0] ?? 'aucune';
  const words = (told.text ?? '').replaceAll(/\s+/g, ' ');
  for (const said of [
    'Vue sur le phare',
    decision,
    why,
    'Fondement : Arnaque ou tromperie suspectée',
    '313-1 du code pénal',
    'contester cette décision gratuitement',
  ])
    expect(words).toContain(said);

  // What everybody reads: it is gone, the other one is not, and no search shows it.
  expect([await answered(listing), await answered(other)]).toEqual([410, 200]);
  const reader = await (await visitor()).newPage();
  const cards = (id: number) => reader.locator(`a[href*="/annonce/${id}"]`);
  await visit(reader, `${site.origin}/annonce/${listing}`);
  await reader.getByText(/Cette annonce a été retirée\s: Vigie ne la montre plus/).waitFor();
  await visit(reader, `${site.origin}/agence/${agency.ownerReference}/catalogue`);
  await cards(other).first().waitFor();
  expect(await cards(listing).count()).toBe(0);

  // Its agency reads why in its space, and cannot put it back on line by itself.
  const own = await visitor();
  await agencyLogin(own, site.origin, email);
  const space = await own.newPage();
  await visit(space, `${site.origin}/agence/${agency.ownerReference}/annonces?vue=retenues`);
  await space.getByText('Vue sur le phare').first().waitFor();
  expect(await space.getByText('Sous les toits').count()).toBe(0);
  const again = await own.request.post(`${site.origin}/api/agence/listings/${listing}/publish`, {
    headers: { origin: site.origin },
  });
  expect([again.status(), ((await again.json()) as { code: string }).code]).toEqual([
    409,
    'LISTING_SUSPENDED',
  ]);

  await page.getByRole('button', { name: 'Rétablir… port-1' }).click();
  const corrected = 'La photo est la bonne, et plus rien n’est demandé avant la visite.';
  await fillIn(dialog, { Motif: corrected });
  await dialog.getByRole('button', { name: 'Rétablir', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Suspendre… port-1' }).waitFor();
  const back = await mailTo(smtp, email, new RegExp(`^Votre annonce port-1 est rétablie \\(${decision}\\)$`));
  expect(back.text).toContain(corrected);
  expect(back.text?.replaceAll(/\s+/g, ' ')).toContain('Elle est de nouveau en ligne.');
  expect(await answered(listing)).toBe(200);
  await visit(reader, `${site.origin}/annonce/${listing}`);
  await reader.getByRole('link', { name: 'Signaler cette annonce' }).waitFor();

  // Several at once, each by its name.
  await page.getByRole('checkbox', { name: 'Choisir toutes les annonces de la page' }).check();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByRole('button', { name: /^Suspendre 2\s?annonces…$/ }).click();
  for (const name of ['port-1 – Vue sur le phare', 'port-2 – Sous les toits'])
    await dialog.getByText(name).waitFor();
  await fillIn(dialog, { Motif: 'Les deux annonces attendent la carte de l’agence.' });
  await dialog.getByRole('button', { name: 'Suspendre', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect([await answered(listing), await answered(other)]).toEqual([410, 410]);
  await mailTo(smtp, email, /^Votre annonce port-2 est suspendue/);
  expect(complaints.filter((said) => !/status of 400/.test(said))).toEqual([]);
});
