import { beforeAll, expect, it } from 'vitest';
import { flat, makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;

beforeAll(async () => {
  site = await startSite({ role: 'web' });
  await (await makeAgency(site)).publish(flat('a'));
});

it('retient une alerte tant que « abc » tient lieu de prix, le dit, et garde ce qui est tapé', async () => {
  const page = await (await visitor()).newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/alerts')) sent.push(request.url());
  });
  await visit(page, `${site.origin}/alertes/nouvelle?lieux=nimes-30000`);
  await page.mouse.move(200, 200);
  await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
  const most = page.getByLabel('Maximum').first();
  const create = page.getByRole('button', { name: /Créer cette alerte/ });
  await most.fill('abc');
  await page.locator('input[type="email"]').first().fill('jean@essai.test');
  await create.click();
  await page
    .getByText(/Un nombre est attendu/)
    .first()
    .waitFor();
  expect(await most.inputValue()).toBe('abc');
  await most.fill('250000');
  await create.click();
  await expect.poll(() => sent.length).toBe(1);
});
