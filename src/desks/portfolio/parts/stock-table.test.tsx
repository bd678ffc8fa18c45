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

test.each([
  [1, '1 contact'],
  [12, '12 contacts'],
])('%i of those who wrote: the link to them says what it counts, and of which listing', (contacts, words) => {
  const row: StockRow = {
    card: card!,
    source: 'poliris',
    score: 100,
    hold: null,
    findings: [],
    confirmedAt: null,
    updatedAt: '2026-03-10T10:00:00.000Z',
    views: 3,
    contacts,
  };
  const html = renderToStaticMarkup(
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
  const links = [...html.matchAll(/<a [^>]*annonce=\d+[^>]*>(.*?)<\/a>/g)].map(([, inside = '']) =>
    inside.replaceAll(/<[^>]*>/g, ''),
  );
  // In the table and in the cards of a phone.
  const name = `${words} au sujet de ${card!.reference}`;
  expect(links).toEqual([name, name]);
});
