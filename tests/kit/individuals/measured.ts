import { openBrowser, visitorOf } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { startSite } from '../site.ts';
import { site } from './site.ts';

export const SERVICE = 'http://mesure.vigie-essai.fr/e';
let underPublicName: ReturnType<typeof openPublic> | undefined;

/** The same product under a name of the open Internet, and a browser that finds it here. */
export async function openPublic() {
  const itsPort = await freePort();
  const origin = `http://www.vigie-essai.fr:${itsPort}`;
  const settings = { PUBLIC_URL: origin, ANALYTICS_URL: SERVICE };
  const { origin: local } = await startSite({ role: 'web', beside: site, port: itsPort, settings });
  const browser = await openBrowser({ args: ['--host-resolver-rules=MAP *.vigie-essai.fr 127.0.0.1'] });
  return { origin, local, browser };
}

/** What leaves for the measurement service when a page is opened under this name, by a reader who agreed. */
export async function measured(name: 'origin' | 'local', lastVisit?: string) {
  const there = await (underPublicName ??= openPublic());
  const context = await visitorOf(there.browser);
  const told: unknown[] = [];
  await context.route('http://mesure.vigie-essai.fr/**', (route) => {
    told.push(JSON.parse(route.request().postData() ?? 'null'));
    return route.fulfill({ status: 204 });
  });
  await context.addInitScript(
    ([day]) => {
      const at = new Date().toISOString();
      localStorage.setItem('consent', JSON.stringify({ measurement: true, comfort: false, at }));
      if (day && !sessionStorage.getItem('begun')) localStorage.setItem('last_visit', day);
      sessionStorage.setItem('begun', '1');
    },
    [lastVisit ?? ''],
  );
  const page = await context.newPage();
  await page.goto(`${there[name]}/mentions-legales`);
  return { told, page };
}
