import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { Boost } from '#rooms/boosts/contract.ts';
import { boostWith } from '../../../../tests/kit/campaigns.ts';
import { CampaignView } from './campaign-view.tsx';

const stopped: Partial<Boost> = {
  status: 'completed',
  endedAt: '2026-11-26T09:00:00.000Z',
  endedBecause: 'stopped',
  ledger: [],
  costPerLead: null,
  may: { pause: false, resume: false, stop: false },
};

/** What is read of a boost that was stopped before any figures came, but for what is said otherwise. */
function read(said: Partial<Boost>): string {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <CampaignView
          boost={boostWith({ ...stopped, ...said })}
          orders={[]}
          ownerReference="arenes"
          now="2026-11-27T09:00:00.000Z"
        />
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');
}

test('a boost that runs waits for its figures; one that has ended waits for nothing', () => {
  const running = read({ status: 'active', endedAt: null, endedBecause: null });
  for (const words of ['Premiers chiffres demain', 'pas encore', 'dit à la première demande'])
    expect(running).toContain(words);
  const ended = read({});
  expect(ended).not.toMatch(/Premiers chiffres demain|pas encore|dit à la première/);
  for (const words of ['Aucun chiffre reçu', 'aucune demande', 'Elles ne sont plus montrées.'])
    expect(ended).toContain(words);
});

test('what never began was never shown', () => {
  const cancelled = read({ status: 'inactive', startedAt: null, endsAt: null, endedBecause: 'cancelled' });
  expect(cancelled).toContain('Elles n’ont pas été montrées.');
});

test('the budget counts the days that are given away, and says so', () => {
  expect(read({ freeDays: 7 })).toContain('sur 165,00 € HT de budget, jours offerts compris');
  expect(read({})).not.toContain('jours offerts compris');
});

test('a listing that left a boost is told in two sentences', () => {
  const [listing] = boostWith().listings;
  expect(read({ listings: [{ ...listing!, dropped: 'sold' }] })).toContain(
    'Elle n’est plus montrée. Le bien est vendu, loué ou sous offre.',
  );
});
