import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { expect, it } from 'vitest';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { administratorAt, administrators } from '../kit/administrators.ts';
import { joinedAt } from '../kit/agencies.ts';
import { flat } from '../kit/alerts.ts';
import { boostable } from '../kit/boosts.ts';
import { fillIn, visit, visitor } from '../kit/browser.ts';
import { linkIn, mailTo } from '../kit/mailbox.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { startSite } from '../kit/site.ts';
import { smtpServer } from '../kit/smtp-server.ts';

const reporter = { name: 'Léa Petit', email: 'lea@essai.test' };
const agencyEmail = 'quai@essai.test';
const team = 'equipe@essai.test';
const explanation = 'Le prix affiché n’est pas celui que l’agence m’a donné au téléphone hier.';

const said = (mail: Email) => (mail.text ?? '').replaceAll(/\s+/g, ' ');
/** The kinds of refusals that are part of the journey. */
const unforeseen = (complaints: readonly string[]) =>
  complaints.filter((one) => !/status of (400|409)/.test(one));

/** Files a report from the page of the listing; gives its reference. */
async function report(page: Page, address: string): Promise<string> {
  await visit(page, address);
  await page.getByRole('link', { name: 'Signaler cette annonce' }).click();
  const box = page.getByRole('dialog');
  await fillIn(box, {
    Motif: 'Prix ou loyer faux, ou loyer au-dessus de l’encadrement',
    'Ce qui ne va pas': explanation,
    Nom: reporter.name,
    'Adresse e-mail': reporter.email,
  });
  await box.getByLabel(/Je signale de bonne foi/).check();
  await box.getByRole('button', { name: 'Envoyer le signalement' }).click();
  await page.getByRole('heading', { name: 'Votre signalement est reçu' }).waitFor();
  return box.getByText(/^SIG-\w{4}-\w{4}$/).innerText();
}

/** Contests a decision by the link of the mail that announced it. */
async function contest(page: Page, mail: Email, why: string): Promise<void> {
  await visit(page, linkIn(mail, 'motif=contestation'));
  await page.getByRole('heading', { level: 1, name: 'Contester une décision' }).waitFor();
  expect(await faultsAtBothWidths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Contester', exact: true }).click();
  await page.getByText('Dites pourquoi vous contestez').waitFor();
  await fillIn(page, { 'Pourquoi vous contestez': why });
  await page.getByRole('button', { name: 'Contester', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Votre contestation est reçue' }).waitFor();
}

it('un signalement, de son dépôt à la contestation de ce qui en est décidé', async () => {
  const smtp = await smtpServer();
  const site = await startSite({
    settings: {
      ADMIN_USERS: await administrators('claire', 'paul'),
      SMTP_URL: smtp.url,
      CONTACT_EMAIL: team,
    },
  });
  const agency = await joinedAt(site, { name: 'Agence du Quai', email: agencyEmail });
  await makeLawful(site, agency.id);
  // A title that no phone shows in one line.
  const title = 'Vue sur le quai, trois pièces traversant avec terrasse plein sud, cave et garage';
  const [listing = 0] = await boostable(site.db, agency.id, [flat('quai-1', { title })]);
  const listingPage = `${site.origin}/annonce/${listing}`;
  const answered = async () => (await fetch(listingPage)).status;

  // Somebody who is not signed in reports it, and has a receipt.
  const reader = await (await visitor()).newPage();
  const reference = await report(reader, listingPage);
  await mailTo(smtp, reporter.email, new RegExp(`^Signalement reçu \\(${reference}\\)$`));
  const notice = await mailTo(smtp, team, new RegExp(`^\\[${reference}\\] Annonce signalée`));
  // What was said of the listing stays where it can be erased.
  expect(said(notice)).not.toContain(explanation);

  // By the link of the mail, an administrator signs in and finds it at the head of the queue.
  const claire = await administratorAt(
    site.origin,
    'claire',
    new URL(linkIn(notice, '/admin/signalements')).pathname,
  );
  const complaints = complaintsOf(claire);
  const inQueue = claire.getByRole('listitem').filter({ hasText: reference });
  await inQueue.getByText('Nouveau').waitFor();
  expect(await faultsAtBothWidths(claire)).toEqual([]);
  await inQueue.getByRole('link').click();
  const open = claire.getByRole('article');
  await open.getByText(explanation).waitFor();
  await open.getByText(/Signalé par Léa Petit, lea@essai\.test\. L’agence ne le sait pas\./).waitFor();
  await open.getByText('Elle dit aujourd’hui ce qu’elle disait quand elle a été lue.').waitFor();
  expect(await faultsAtBothWidths(claire)).toEqual([]);
  await open.getByRole('button', { name: 'Prendre en charge' }).click();
  await open.getByText(/en charge de claire/).waitFor();
  const warned = await mailTo(smtp, agencyEmail, new RegExp(`^Votre annonce quai-1 a été signalée`));
  expect(said(warned)).toContain('Rien n’est encore décidé');

  // The decision: an outcome, what is done to the listing, reasons that are whole.
  await open.getByRole('button', { name: 'Décider et prévenir' }).click();
  await open.getByText('Choisissez une issue').waitFor();
  await open.getByLabel(/^Texte de départ/).selectOption({ label: 'Prix ou loyer\u00a0: corriger' });
  await open
    .getByText('La personne qui a signalé et l’agence reçoivent les motifs et les recours.')
    .waitFor();
  await open.getByRole('radio', { name: 'Annonce suspendue' }).check();
  const suspend = open.getByRole('button', { name: 'Suspendre l’annonce et prévenir' });
  await suspend.click();
  await open.getByText(/Complétez ce qui est encore/).waitFor();
  expect(await faultsAtBothWidths(claire)).toEqual([]);
  const why = 'Le prix affiché est inférieur de 20 000 € à celui du mandat. Il doit être corrigé.';
  await open.getByLabel(/^Motif/).fill(why);
  await suspend.click();
  await open.getByText('Ce signalement est tranché. Une contestation le rouvrirait.').waitFor();
  expect(await faultsAtBothWidths(claire)).toEqual([]);
  expect(await answered()).toBe(410);

  // Both sides are told, and the agency never learns who.
  const toReporter = await mailTo(
    smtp,
    reporter.email,
    new RegExp(`^Votre signalement ${reference} : il est fondé`),
  );
  expect(said(toReporter)).toContain(why);
  const toAgency = await mailTo(smtp, agencyEmail, /^Votre annonce quai-1 : ce que nous avons décidé/);
  expect(said(toAgency)).toContain(why);
  await mailTo(smtp, agencyEmail, /^Votre annonce quai-1 est suspendue/);
  const agencyMails = (await smtp.mails()).filter(({ to }) => to?.[0]?.address === agencyEmail);
  for (const { html, text, subject } of agencyMails)
    for (const word of [reporter.name, reporter.email, 'au téléphone'])
      expect([subject, word, `${html} ${text}`.includes(word)]).toEqual([subject, word, false]);

  // The agency contests by the link of its mail, once.
  const contesting = await (await visitor()).newPage();
  const heard = complaintsOf(contesting);
  const objection =
    'Le mandat a changé lundi\u00a0: le prix affiché est celui de l’avenant que nous joignons.';
  await contest(contesting, toAgency, objection);
  await contesting.getByText(`Référence\u00a0: ${reference}.`).waitFor();
  await visit(contesting, linkIn(toAgency, 'motif=contestation'));
  await contesting.getByText('Vous avez déjà contesté cette décision.').waitFor();
  expect(heard).toEqual([]);

  // Who decided is told to leave it to somebody else, who answers it by the link of the mail.
  const appeal = await mailTo(smtp, team, new RegExp(`^\\[${reference}\\] Décision contestée$`));
  const caseUrl = new URL(linkIn(appeal, '/admin/signalements'));
  await claire.goto(caseUrl.href);
  await open.getByText('Vous avez pris cette décision. Une autre personne doit répondre').waitFor();
  expect(await faultsAtBothWidths(claire)).toEqual([]);
  await open.getByRole('radio', { name: 'Décision maintenue' }).check();
  await open.getByLabel(/^Motif/).fill('Je maintiens ce que j’ai décidé.');
  await open.getByRole('button', { name: 'Répondre et prévenir' }).click();
  await open.getByText(/Laissez l’autre administrateur répondre/).waitFor();
  expect(unforeseen(complaints)).toEqual([]);

  const paul = await administratorAt(site.origin, 'paul', caseUrl.pathname + caseUrl.search);
  const doubts = complaintsOf(paul);
  const reviewed = paul.getByRole('article');
  await reviewed.getByText(objection).waitFor();
  await reviewed.getByRole('radio', { name: 'Décision changée' }).check();
  await reviewed.getByRole('radio', { name: 'Non fondé' }).check();
  expect(await faultsAtBothWidths(paul)).toEqual([]);
  const answer = 'L’avenant du mandat montre que le prix affiché est le bon.';
  await reviewed.getByLabel(/^Motif/).fill(answer);
  await reviewed.getByRole('button', { name: 'Répondre et prévenir' }).click();
  await reviewed.getByText(/Décision changée, par paul/).waitFor();
  await reviewed.getByText(answer).first().waitFor();
  expect(await faultsAtBothWidths(paul)).toEqual([]);
  expect(unforeseen(doubts)).toEqual([]);
  await expect.poll(answered).toBe(200);
  expect(said(await mailTo(smtp, agencyEmail, /^Votre contestation \(/))).toContain(answer);
  await mailTo(smtp, agencyEmail, /^Votre annonce quai-1 est rétablie/);
  const changed = await mailTo(smtp, reporter.email, /^Une décision change \(/);
  expect(said(changed)).toContain(answer);
  // What is new to the person who reported may be contested in turn.
  expect(linkIn(changed, 'motif=contestation')).not.toBe('');
});
