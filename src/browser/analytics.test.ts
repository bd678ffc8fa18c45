import { expect, it } from 'vitest';
import { measuredPath } from './analytics.ts';
import { sender } from './analytics-sender.ts';

const URL_OF_SERVICE = 'https://mesure.vigie.fr/e';

function service(given: { hostname?: string; agreed?: () => boolean; post?: () => Promise<unknown> } = {}) {
  const posted: [string, unknown][] = [];
  const send = sender({
    url: URL_OF_SERVICE,
    hostname: 'www.vigie.fr',
    agreed: () => true,
    post: (url, body) => {
      posted.push([url, JSON.parse(body)]);
      return Promise.resolve();
    },
    ...given,
  });
  return { send, posted };
}

it('sends an event as it is, and nothing more', () => {
  const { send, posted } = service();
  send({ event: 'page_view', path: '/acheter/nimes-30000' });
  send({ event: 'return_visit', days: 3 });
  expect(posted).toEqual([
    [URL_OF_SERVICE, { event: 'page_view', path: '/acheter/nimes-30000' }],
    [URL_OF_SERVICE, { event: 'return_visit', days: 3 }],
  ]);
});

it.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  '10.1.2.3',
  '172.20.0.5',
  '192.168.1.20',
  '[fd00::1]',
  'vigie.local',
])('sends nothing from %s', (hostname) => {
  const { send, posted } = service({ hostname });
  send({ event: 'alert_created' });
  expect(posted).toEqual([]);
});

it('sends nothing without consent, and stops when it is taken back', () => {
  let agreed = false;
  const { send, posted } = service({ agreed: () => agreed });
  send({ event: 'lead_sent' });
  agreed = true;
  send({ event: 'alert_created' });
  agreed = false;
  send({ event: 'lead_sent' });
  expect(posted.map(([, body]) => body)).toEqual([{ event: 'alert_created' }]);
});

it.each([
  [
    'throws',
    () => {
      throw new Error('bloqué');
    },
  ],
  ['fails', () => Promise.reject(new TypeError('hors ligne'))],
])('a service that %s disturbs nothing', async (_, post) => {
  const { send } = service({ post });
  expect(() => send({ event: 'lead_sent' })).not.toThrow();
  await Promise.resolve();
});

it.each([
  ['/', '/'],
  ['/acheter/nimes-30000/appartement', '/acheter/nimes-30000/appartement'],
  ['/annonce/12', '/annonce/12'],
  ['/alertes/12/modifier', '/alertes/:alertId/modifier'],
  ['/alertes/12/resultats', '/alertes/:alertId/resultats'],
  ['/profil', '/profil'],
  ['/agence/dupont/leads', '/agence/:ownerReference/leads'],
  ['/acheter/lea@exemple.fr', '/acheter/:citySlug'],
  ['/acheter/06%2012%2034%2056%2078', '/acheter/:citySlug'],
  ['/lea@exemple.fr', 'introuvable'],
])('%s is told as %s', (pathname, told) => {
  expect(measuredPath(pathname)).toBe(told);
});
