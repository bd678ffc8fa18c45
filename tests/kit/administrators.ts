import type { Page } from 'playwright-core';
import { loginPathFor } from '#contract/paths.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { fillIn, visit, visitor } from './browser.ts';

const password = 'Motdepasse1';

/** ADMIN_USERS: these names, all with the password that `administratorAt` types. */
export async function administrators(...names: string[]): Promise<string> {
  const hash = await hashPassword(password);
  return names.map((name) => `${name}:${hash}`).join(';');
}

/** A page of this administrator, who signs in on the way to this address. */
export async function administratorAt(origin: string, name: string, address: string): Promise<Page> {
  const context = await visitor({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await visit(page, origin + loginPathFor('admin', address));
  await signIn(page, name);
  await page.waitForURL(origin + address);
  return page;
}

/** Fills in the login of administrators and sends it. */
export async function signIn(page: Page, name: string, typed: string = password): Promise<void> {
  await fillIn(page, { Identifiant: name, 'Mot de passe': typed });
  await page.getByRole('button', { name: 'Se connecter' }).click();
}
