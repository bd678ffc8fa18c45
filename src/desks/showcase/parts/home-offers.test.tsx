import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { ListingView } from '#rooms/listings/reading.ts';
import type { HomeView } from '../offers.ts';
import { HomeOffers } from './home-offers.tsx';

const listing = {
  id: 1,
  reference: 'A',
  transaction: 1,
  propertyType: 'apartment',
  price: 31_500_000,
  publishedAt: '2026-11-01T10:00:00Z',
  agency: { ownerReference: 'port', name: 'Agence du Port' },
} as unknown as ListingView;
const home: HomeView = {
  firstSeenAt: '2026-11-01T10:00:00Z',
  returns: 0,
  steps: [],
  others: [{ listing: { ...listing, id: 2, reference: 'B' }, since: '2026-11-02T10:00:00Z' }],
  former: [],
  apart: [{ listingId: 3, agency: 'Agence des Halles' }],
};

test('without JavaScript no button is shown that would do nothing', () => {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <HomeOffers listing={listing} home={home} available signedIn /> },
  ]);
  const html = renderToStaticMarkup(<Stub />);
  const buttons = html.match(/<button[^>]*>/g) ?? [];
  expect(buttons).toHaveLength(2);
  for (const button of buttons) expect(button).toContain('noscript:hidden');
});
