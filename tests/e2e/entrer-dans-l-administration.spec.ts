import type { BrowserContext } from 'playwright-core';
import { expect, it } from 'vitest';
import { ADMIN_STORAGE_KEY } from '#contract/constants.ts';
import { loginPathFor, paths } from '#contract/paths.ts';
import { administratorAt, administrators } from '../kit/administrators.ts';
import { agencyLogin, joinedAt } from '../kit/agencies.ts';
import { visit, visitor } from '../kit/browser.ts';
import { startSite } from '../kit/site.ts';

const site = await startSite({
  settings: { ADMIN_USERS: await administrators('claire'), TRUST_PROXY: '127.0.0.1' },
});
const agency = { name: 'Agence du Seuil', email: 'seuil@essai.test' };
const { id } = await joinedAt(site, agency);
const individual = { email: 'camille@essai.test', password: 'Unbonmot2passe' };
const signup = await fetch(`${site.origin}/api/auth/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ...individual, firstName: 'Camille', lastName: 'Essai', phone: null }),
});
if (!signup.ok) throw new Error(await signup.text());

/** Every page of administrators but their login, by an address that shows something. */
const pages = Object.values(paths)
  .filter((page) => page.audience === 'admin' && page.protected)
  .map(({ pattern }) => pattern.replace(':id', String(id)));

/** Whoever comes from an address of their own: how often a wrong password may be tried is another test's. */
let visitors = 0;
async function stranger(): Promise<BrowserContext> {
  visitors += 1;
  return visitor({ extraHTTPHeaders: { 'x-forwarded-for': `10.3.0.${visitors}` } });
}

const strangers: Readonly<Record<string, () => Promise<BrowserContext>>> = {
  nobody: stranger,
  'a wrong password': async () => {
    const context = await stranger();
    const kept = [ADMIN_STORAGE_KEY, `Basic ${btoa(`personne${visitors}:Motdepasse1`)}`] as const;
    await context.addInitScript(([key, value]) => sessionStorage.setItem(key, value), kept);
    return context;
  },
  'an individual': async () => {
    const context = await stranger();
    const answer = await context.request.post(`${site.origin}/api/auth/login`, { data: individual });
    expect(answer.status()).toBe(200);
    return context;
  },
  'an agency': async () => {
    const context = await stranger();
    await agencyLogin(context, site.origin, agency.email);
    return context;
  },
};

const claire = await administratorAt(site.origin, 'claire', '/admin');

it.each(pages)('%s ne montre rien à qui n’administre pas, et s’ouvre à qui administre', async (address) => {
  for (const [who, open] of Object.entries(strangers)) {
    const context = await open();
    const page = await context.newPage();
    await visit(page, site.origin + address);
    await page.waitForURL(site.origin + loginPathFor('admin', address));
    await page.getByLabel('Identifiant').waitFor();
    // What the server answered before any script is the same frame for everybody.
    const frame = await context.request.get(site.origin + address);
    expect([who, frame.status(), frame.headers()['www-authenticate']]).toEqual([who, 200, undefined]);
    expect(await frame.text()).not.toContain(agency.name);
    await context.close();
  }
  await visit(claire, site.origin + address);
  await claire.getByRole('link', { name: 'Tableau de bord' }).first().waitFor();
  await claire.getByRole('heading', { level: 1 }).waitFor();
  expect(claire.url()).toBe(site.origin + address);
});
