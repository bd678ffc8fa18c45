import type { Boost } from '#rooms/boosts/contract.ts';

/** A boost that runs since 21 November 2026 as its agency sees it, but for what is said otherwise. */
export function boostWith(said: Partial<Boost> = {}): Boost {
  return {
    id: 12,
    reference: 'BST-7K3MQ9TX',
    status: 'active',
    formula: 'Essentiel',
    networks: ['facebook'],
    objective: 'leads',
    place: 'Nîmes',
    radiusKm: 30,
    title: 'Un titre',
    text: 'Un texte',
    callToAction: 'see',
    days: 14,
    freeDays: 0,
    mediaBudget: 11_000,
    fee: 3_500,
    startOn: null,
    listings: [{ id: 1, reference: 'A1', title: '', photo: null, dropped: null }],
    createdAt: '2026-11-20T09:00:00.000Z',
    startedAt: '2026-11-21T09:00:00.000Z',
    endsAt: '2026-12-05T09:00:00.000Z',
    endedAt: null,
    endedBecause: null,
    failure: null,
    url: null,
    ledger: [
      { day: '2026-11-21', impressions: 100, reach: 80, clicks: 2, leads: 1, spend: 400 },
      { day: '2026-11-23', impressions: 300, reach: 200, clicks: 5, leads: 0, spend: 600 },
    ],
    costPerLead: 4_500,
    comparison: null,
    timeline: [],
    may: { pause: true, resume: false, stop: true },
    ...said,
  };
}
