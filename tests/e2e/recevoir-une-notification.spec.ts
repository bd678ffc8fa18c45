import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { axeFaults } from '../kit/accessible.ts';
import { flat, makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { pushService } from '../kit/push-service.ts';
import { eventually, startSite } from '../kit/site.ts';

const service = await pushService();
const site = await startSite({ settings: { PUSH_HOSTS: '127.0.0.1' } });
const agency = await makeAgency(site);
const account = { email: 'camille@essai.test', password: 'Motdepasse1' };
await addDemoAccount(site.db, { ...account, firstName: 'Camille', lastName: 'Essai' });

async function signedIn(page: Page, to: string) {
  await visit(page, `${site.origin}/connexion?redirect=${encodeURIComponent(to)}`);
  await page.getByLabel('Adresse e-mail').fill(account.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
}

/** No browser reaches its push service from here: the one of this machine answers in its place, as it would. */
async function subscribesHere(context: BrowserContext) {
  const subscription = service.subscribe('chromium');
  await context.addInitScript((given) => {
    let current: PushSubscription | null = null;
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async (options) => {
      current = {
        ...given,
        options,
        toJSON: () => given,
        unsubscribe: async () => {
          current = null;
          return true;
        },
      } as unknown as PushSubscription;
      return current;
    };
  }, subscription);
}

/**
 * What a push service would hand to the service worker, handed to it by the developer tools. They do not answer
 * whether the worker took it, so it is handed again, as a push service would, until `count` notifications are shown.
 */
async function deliver(page: Page, data: string, count: number) {
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(site.origin));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  const delivery = async () => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.origin, registrationId, data });
    return shown(page);
  };
  await expect.poll(delivery, { interval: 1_000 }).toHaveLength(count);
  await devtools.detach();
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    return all.map(({ title, body, tag, data }) => ({
      title: plain(title),
      body: plain(body),
      tag,
      path: data.path as string,
    }));
  });

it('on demande, on reçoit ce que dit le courriel, et un clic ouvre les résultats', async () => {
  const context = await visitor({ viewport: { width: 1280, height: 900 } });
  await context.grantPermissions(['notifications'], { origin: site.origin });
  await subscribesHere(context);
  const page = await context.newPage();
  const words = 'transaction=achat&lieux=nimes-30000&prixMax=300000';
  await signedIn(page, `/alertes/nouvelle?${words}`);
  await page.getByRole('button', { name: 'Recevoir aussi sur cet appareil' }).click();
  await page.getByText('Cet appareil', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Créer cette alerte' }).click();
  await page.waitForURL(/tableau-de-bord/);
  await page.getByText('Cet appareil', { exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await agency.publish(flat('N1'));
  const received = await eventually('la notification', async () => service.received[0]);
  await deliver(page, received.text, 1);
  const [notification] = await shown(page);
  expect(notification).toEqual({
    title: '1 nouvelle annonce – Nîmes',
    body: 'Appartement 3 pièces 64 m², Nîmes, 250 000,00 €',
    tag: expect.stringMatching(/^alert:\d+:/),
    path: expect.stringMatching(/^\/alertes\/\d+\/resultats$/),
  });
  // The same again is the same one.
  await deliver(page, received.text, 1);
  await deliver(page, received.text.replace('"tag":"alert', '"tag":"autre'), 2);

  // A press on it: only the system can make one, so what it would wake is woken here.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const opened = await worker.evaluate(async (tag) => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<null> };
    };
    const [pressed] = await scope.registration.getNotifications({ tag });
    const addresses: string[] = [];
    scope.clients.openWindow = async (url) => {
      addresses.push(url);
      return null;
    };
    let work: Promise<unknown> = Promise.resolve();
    const event = Object.assign(new Event('notificationclick'), {
      notification: pressed,
      waitUntil: (promise: Promise<unknown>) => (work = promise),
    });
    globalThis.dispatchEvent(event);
    await work;
    return addresses;
  }, notification?.tag ?? '');
  expect(opened).toEqual([`${site.origin}${notification?.path}`]);
  await page.goto(opened[0] ?? '');
  await page.getByRole('heading', { name: 'À vendre – Nîmes', level: 1 }).waitFor();
  await page
    .getByRole('heading', { name: /3 pièces/ })
    .first()
    .waitFor();

  await visit(page, `${site.origin}/tableau-de-bord`);
  await page.getByRole('button', { name: /^Retirer Chrome/ }).click();
  await page.getByRole('button', { name: 'Recevoir aussi sur cet appareil' }).waitFor();
  await expect.poll(() => site.db.selectFrom('pushDevice').select('id').execute()).toEqual([]);
});

it('un refus du navigateur est dit, et rien n’est demandé avant un clic', async () => {
  const context = await visitor({ viewport: { width: 360, height: 780 } });
  await context.addInitScript(() => {
    Notification.requestPermission = async () => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
      document.title = `demandé ${document.title}`;
      return 'denied';
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'default', configurable: true });
  });
  const page = await context.newPage();
  await signedIn(page, '/alertes/nouvelle');
  const button = page.getByRole('button', { name: 'Recevoir aussi sur cet appareil' });
  await button.waitFor();
  expect(await page.title()).not.toContain('demandé');
  await button.click();
  await page.getByText('Ce navigateur bloque les notifications de Vigie').waitFor();
  expect(await axeFaults(page)).toEqual([]);
});
