import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { SentRequest } from '../people.ts';
import { MyRequests } from './my-requests.tsx';

const NOW = '2026-11-21T12:00:00.000Z';
const request: SentRequest = {
  id: 7,
  request: 'visit',
  message: 'Bonjour,\n\nJe souhaite le visiter samedi.',
  sentAt: '2026-11-21T09:00:00.000Z',
  receivedAt: null,
  readAt: null,
  answeredAt: null,
  closedAt: null,
  letters: [],
  held: false,
  failed: false,
  reachable: true,
  listing: null,
  listingReference: 'VA2100',
  agency: { name: 'Agence du Port', phone: '+33467000000' },
};

function shown(requests: SentRequest[]): string {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <MyRequests requests={requests} now={NOW} /> },
  ]);
  return renderToStaticMarkup(<Stub />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test.each<[string, Partial<SentRequest>, string[], string[]]>([
  [
    'on its way',
    {},
    [
      'Référence VA2100',
      'Demande de visite',
      'Envoyée il y a 3 heures',
      '(pas encore)',
      'Je souhaite le visiter samedi.',
    ],
    ['Tout lire', 'Non remise'],
  ],
  [
    'received',
    { receivedAt: '2026-11-21T10:00:00.000Z' },
    ['Reçue par l’agence il y a 2 heures'],
    ['(pas encore)'],
  ],
  [
    'answered, then closed',
    {
      receivedAt: '2026-11-21T09:01:00.000Z',
      readAt: '2026-11-21T10:00:00.000Z',
      answeredAt: '2026-11-21T11:00:00.000Z',
      closedAt: '2026-11-21T11:30:00.000Z',
      letters: [
        {
          kind: 'answer',
          at: '2026-11-21T11:00:00.000Z',
          text: 'Samedi à 10 h ?',
          byMail: true,
          files: ['plan.pdf'],
        },
      ],
    },
    [
      'Lue il y a 2 heures',
      'Répondue il y a 1 heure',
      'Clôturée il y a 30 minutes',
      'Samedi à 10 h ?',
      'par courriel',
      'non transmis : plan.pdf',
    ],
    ['Sans nouvelles', '(pas encore)'],
  ],
  [
    'lost',
    { failed: true },
    ['Non remise à l’agence', 'n’a pas pu être jointe', '04 67 00 00 00'],
    ['Reçue par'],
  ],
  ['held', { held: true }, ['Mise de côté', 'sans courriel', '04 67 00 00 00'], ['Reçue par']],
  ['about a listing that left', { reachable: false }, ['n’est plus en ligne'], ['04 67']],
  ['said at length', { message: 'Une longue question. '.repeat(20) }, ['Tout lire'], []],
  ['without a message', { message: null }, ['Demande de visite'], ['Tout lire']],
])('a request %s', (_, said, words, absent) => {
  const text = shown([{ ...request, ...said }]);
  for (const word of words) expect(text).toContain(word);
  for (const word of absent) expect(text).not.toContain(word);
});

test('nothing asked yet leads to the listings', () => {
  expect(shown([])).toMatch(/Aucune demande pour l’instant.*Chercher une annonce/);
});
