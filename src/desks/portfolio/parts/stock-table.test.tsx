import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { flat, makeAgency } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import type { StockRow } from '../table.ts';
import { StockTable } from './stock-table.tsx';

const { db, services } = await testServices();
const agency = await makeAgency(services);
const [card] = await listingsByIds(db, await agency.publish(flat('a')));

/** The table of one listing, as HTML. */
function drawn(said: Partial<StockRow>): string {
  const row: StockRow = {
    card: card!,
    source: 'poliris',
    score: 100,
    hold: null,
    suspension: null,
    findings: [],
    confirmedAt: null,
    updatedAt: '2026-03-10T10:00:00.000Z',
    views: 3,
    contacts: 0,
    boost: null,
    ...said,
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <StockTable
        rows={[row]}
        now="2026-03-10T10:00:00.000Z"
        ownerReference="agence"
        chosen={new Set()}
        onChoose={() => {}}
        action={() => null}
      />
    </MemoryRouter>,
  );
}

test.each([
  ['active', 'Boost en cours'],
  ['paused', 'Boost en pause'],
  ['new', 'Boost payé'],
] as const)('a listing whose boost is %s says so in words, in the table and in the cards', (boost, words) => {
  expect(drawn({ boost }).split(words)).toHaveLength(3);
});

test('a listing without a boost says nothing of one', () => {
  expect(drawn({ boost: null })).not.toContain('Boost');
});

test('a listing that Vigie suspends says so and why, in the table and in the cards', () => {
  const html = drawn({
    suspension: {
      reference: 'SUS-AAAA-BBBB',
      ground: 'scam',
      source: 'own',
      reason: 'Un virement est demandé avant toute visite.',
      since: '2026-03-09T10:00:00.000Z',
    },
  });
  for (const words of ['Suspendue par Vigie', 'Un virement est demandé', 'SUS-AAAA-BBBB'])
    expect(html.split(words)).toHaveLength(3);
});

test.each([
  [1, '1 contact'],
  [12, '12 contacts'],
])('%i of those who wrote: the link to them says what it counts, and of which listing', (contacts, words) => {
  const html = drawn({ contacts });
  const links = [...html.matchAll(/<a [^>]*annonce=\d+[^>]*>(.*?)<\/a>/g)].map(([, inside = '']) =>
    inside.replaceAll(/<[^>]*>/g, ''),
  );
  // In the table and in the cards of a phone.
  const name = `${words} au sujet de ${card!.reference}`;
  expect(links).toEqual([name, name]);
});
