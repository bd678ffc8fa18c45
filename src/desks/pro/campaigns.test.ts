import { describe, expect, test } from 'vitest';
import { type BoostStatus, boostStatuses } from '#rooms/boosts/contract.ts';
import { boostWith } from '../../../tests/kit/campaigns.ts';
import {
  daysLeft,
  daysOf,
  type Group,
  groups,
  hadCodes,
  happenings,
  isInGroup,
  lineOf,
  period,
  readGroup,
  remainder,
  standing,
  stopWords,
} from './campaigns.ts';

const NOW = '2026-11-27T09:00:00.000Z';
const statuses = Object.keys(boostStatuses) as BoostStatus[];
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

test('every status is in one filter besides « Tous », and another word is none', () => {
  const others = (Object.keys(groups) as Group[]).filter((group) => group !== 'tous');
  for (const status of statuses) {
    expect(isInGroup(status, 'tous')).toBe(true);
    expect(others.filter((group) => isInGroup(status, group))).toHaveLength(1);
  }
  expect(['en-cours', 'toString', '', null].map(readGroup)).toEqual(['en-cours', 'tous', 'tous', 'tous']);
});

test('a line sums its ledger and is named after its first listing', () => {
  expect(lineOf(boostWith())).toMatchObject({
    title: 'A1',
    listings: 1,
    totals: { impressions: 400, clicks: 7, leads: 1, spend: 1_000 },
    pausedAt: null,
  });
});

test('days are left until the end; those of a pause are kept; what ended or has not begun has none', () => {
  const paused = boostWith({
    status: 'paused',
    timeline: [{ status: 'paused', at: '2026-11-25T09:00:00.000Z', reason: null }],
  });
  expect([remainder(lineOf(boostWith()), NOW), remainder(lineOf(paused), NOW)].map(plain)).toEqual([
    '8 jours restants',
    '10 jours gardés',
  ]);
  const ended = boostWith({ status: 'completed', endedAt: '2026-11-26T09:00:00.000Z', endedBecause: 'sold' });
  expect(daysLeft(lineOf(ended), NOW)).toBeNull();
  expect(daysLeft(lineOf(boostWith({ startedAt: null, endsAt: null })), NOW)).toBeNull();
  expect(daysLeft(lineOf(boostWith({ endsAt: '2026-11-26T09:00:00.000Z' })), NOW)).toBe(0);
});

test('dates say from when to when', () => {
  expect(period(lineOf(boostWith()))).toBe('Du 21 novembre 2026 au 5 décembre 2026');
  const waiting = { startedAt: null, endsAt: null };
  expect(period(lineOf(boostWith({ ...waiting, status: 'new' })))).toBe('Dès que le réseau l’accepte');
  expect(period(lineOf(boostWith({ ...waiting, status: 'synced', startOn: '2026-12-01' })))).toBe(
    'À partir du 1er décembre 2026',
  );
  expect(period(lineOf(boostWith({ ...waiting, status: 'inactive', endedAt: NOW })))).toBe('Jamais diffusé');
});

describe('how a boost stands', () => {
  test.each(statuses)('%s: is said in whole sentences', (status) => {
    for (const failure of [null, 'Meta ne répond pas']) {
      const { title, words } = standing(boostWith({ status, failure }), NOW);
      expect(title).not.toBe('');
      expect(words).toMatch(/[.!?]$/);
      expect(words).not.toMatch(/null|undefined|\.\./);
    }
  });

  test('an error says why and what comes next, as far as it got', () => {
    const failed = boostWith({ status: 'sync_error', failure: 'Meta refuse la campagne\u00a0: texte.' });
    expect(standing(failed, NOW).words).toContain('S’il ne peut pas reprendre, le budget non dépensé');
    expect(standing({ ...failed, startedAt: null }, NOW).words).toContain('tout vous est remboursé');
  });
});

test('the budget of the network grows with the days that are given away', () => {
  expect(lineOf(boostWith())).toMatchObject({ budget: 11_000, freeDays: 0 });
  expect(lineOf(boostWith({ freeDays: 7 }))).toMatchObject({ budget: 16_500, freeDays: 7 });
  expect(lineOf(boostWith({ freeDays: 3 })).budget).toBe(13_357);
});

test('codes of an order lowered its price or gave days', () => {
  const totals = { net: 14_500, discount: 0, vatRate: 2_000, vat: 2_900, gross: 17_400 };
  const line = { boost: 'B', label: 'Boost', days: 14, freeDays: 0, listings: [], net: 14_500, discount: 0 };
  expect(hadCodes({ totals, lines: [line] })).toBe(false);
  expect(hadCodes({ totals: { ...totals, discount: 1 }, lines: [line] })).toBe(true);
  expect(hadCodes({ totals, lines: [line, { ...line, freeDays: 3 }] })).toBe(true);
});

test('stopping says what the terms of sale give back', () => {
  expect(plain(stopWords(boostWith()))).toContain('environ 100,00 € HT sur 110,00 €');
  expect(plain(stopWords(boostWith({ freeDays: 7 })))).toContain('environ 103,33 € HT sur 110,00 €');
  expect(plain(stopWords(boostWith()))).toContain('(35,00 € HT) restent dus');
  expect(stopWords(boostWith({ startedAt: null }))).toContain('tout vous est remboursé');
});

test('a timeline names a resumption as one', () => {
  const at = NOW;
  const timeline = ['pending', 'new', 'active', 'paused', 'active'].map((status) => ({
    status,
    at,
    reason: null,
  }));
  expect(happenings({ timeline }).map(({ name }) => name)).toEqual([
    'Commandé',
    'Payé',
    'Diffusion commencée',
    'Mis en pause',
    'Diffusion reprise',
  ]);
});

test('a day without figures counts zero between two that have some', () => {
  expect(daysOf(boostWith().ledger).map(({ day, spend }) => [day, spend])).toEqual([
    ['2026-11-21', 400],
    ['2026-11-22', 0],
    ['2026-11-23', 600],
  ]);
  expect(daysOf([])).toEqual([]);
});
