import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/call.ts';
import { boostWith } from '../../../../tests/kit/campaigns.ts';
import type { adminBoostCall, ListedBoost, QueuedTask } from '../tasks.ts';
import { BoostFile } from './boost-file.tsx';
import { HandQueue } from './hand-queue.tsx';

type File = AnswerOf<typeof adminBoostCall>;

const agency = { id: 3, name: 'Agence du Port', ownerReference: 'agence-du-port' };
const file: File = {
  boost: boostWith({ status: 'active', url: null, ledger: [] }),
  agency,
  publisher: 'manual',
  networkState: 'running',
  tasks: [],
  brief: 'Nom de la campagne',
  ads: [],
  trouble: null,
  days: ['2026-11-25', '2026-11-26'],
  events: [],
  may: { retry: false, refuse: true },
};

function plain(element: React.ReactElement): string {
  const Page = createRoutesStub([{ path: '/', Component: () => element }]);
  return renderToStaticMarkup(<Page />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');
}
const shown = (said: Partial<File> = {}) => plain(<BoostFile file={{ ...file, ...said }} />);

test('a boost asks for the figures of the days that lack them, and for nothing else when they are in', () => {
  const missing = shown({ tasks: [{ kind: 'figures', listings: [], days: ['2026-11-25'] }] });
  expect(missing).toContain('25 novembre 2026');
  expect(missing).toContain('Reporter les jours remplis');
  const whole = shown();
  expect(whole).toContain('Rien n’est à faire sur le réseau.');
  expect(whole).not.toContain('Reporter les jours remplis');
  // A day may be corrected until its account is closed.
  expect(whole).toContain('Plusieurs jours à la fois');
  expect(shown({ days: [] })).not.toContain('Plusieurs jours à la fois');
});

test('each task has its own way to be told done', () => {
  const publishing = shown({ tasks: [{ kind: 'publish', listings: [7], days: [] }] });
  expect(publishing).toContain('Adresse de la publicité sur le réseau');
  expect(publishing).toContain('C’est publié');
  expect(shown({ tasks: [{ kind: 'pause', listings: [7], days: [] }] })).toContain('C’est fait');
  const look = shown({
    tasks: [{ kind: 'look', listings: [7], days: [] }],
    may: { retry: true, refuse: true },
  });
  expect(look).not.toContain('C’est fait');
  expect(look).toContain('Renvoyer au réseau…');
});

test('what cannot be made is said, and what ended wants nothing', () => {
  expect(shown({ brief: null, trouble: 'Le centre de Nîmes est inconnu.' })).toContain(
    'Le centre de Nîmes est inconnu.',
  );
  expect(shown({ brief: null })).toContain('plus rien n’est à publier');
});

test('the queue holds each boost once, with all that it asks for', () => {
  const boost: ListedBoost = {
    id: 1,
    reference: 'BST-7K3MQ9TX',
    status: 'active',
    agency,
    formula: 'Découverte',
    networks: ['facebook'],
    place: 'Nîmes',
    radiusKm: 30,
    days: 7,
    createdAt: '2026-11-24T09:00:00.000Z',
    startedAt: '2026-11-25T09:00:00.000Z',
    endsAt: '2026-12-02T09:00:00.000Z',
    endedAt: null,
    failure: null,
    url: 'https://reseau.example/1',
  };
  const queue: QueuedTask[] = [
    { kind: 'stop', listings: [7, 8], days: [], boost },
    { kind: 'figures', listings: [7, 8], days: ['2026-11-25'], boost },
  ];
  const words = plain(<HandQueue queue={queue} chosen={new Set()} onChoose={() => {}} hrefOf={() => '/'} />);
  expect(words.split('BST-7K3MQ9TX')).toHaveLength(2);
  expect(words).toContain('à arrêter , annonces 7, 8');
  expect(words).toContain('1 jour sans chiffres');
});
