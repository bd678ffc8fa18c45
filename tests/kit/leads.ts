import type { Page } from 'playwright-core';
import type { NewLead } from '#rooms/leads/contract.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { joined } from './agencies.ts';
import { flat } from './alerts.ts';
import type { TestApp } from './app.ts';
import { cleared, receiveListings } from './law.ts';

/** Two agencies that signed in, and the listing of the first one, on line. */
export async function twoAgencies(site: TestApp, said: Partial<ListingDraft> = {}) {
  const own = await joined(site, 'Agence du Port', 'port@essai.test');
  const other = await joined(site, 'Agence du Parc', 'parc@essai.test');
  const { outcomes } = await receiveListings(site.db, own.agency.id, [cleared(flat('P1', said))]);
  return { own, other, listingId: outcomes.get('P1')!.id };
}

/** A visit asked through the form of a listing, but for what is said otherwise. */
export const askedBy = (listingId: number, said: Partial<NewLead> = {}): NewLead => ({
  listingId,
  source: 'listing_form',
  request: 'visit',
  firstName: 'Adèle',
  lastName: 'Fontanel',
  email: 'adele@exemple.test',
  phone: '06 39 98 00 01',
  message: 'Bonjour, je souhaite visiter ce bien samedi.',
  ...said,
});

/** Fills the form of a listing’s page as a person does, not faster than one, and sends it. */
export async function writeToAgency(
  page: Page,
  said: { email: string; firstName?: string; lastName?: string; message?: string },
): Promise<void> {
  const { email, firstName = 'Adèle', lastName = 'Fontanel', message } = said;
  await page.getByLabel('Prénom').fill(firstName);
  await page.getByLabel('Nom', { exact: true }).fill(lastName);
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Téléphone').fill('0639980001');
  if (message) await page.getByLabel('Votre message').fill(message);
  // Counted from the moment the form is there, which a busy machine shows late.
  await page.waitForTimeout(4_000);
  await page.getByRole('button', { name: 'Envoyer ma demande' }).click();
  await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor();
}
