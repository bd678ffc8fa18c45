import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type GeneralStatus, LeadBadge, type LeadStatus, StatusBadge } from './badge.tsx';
import { CounterBadge } from './counter-badge.tsx';

const leads: LeadStatus[] = [
  'new',
  'contacted',
  'qualified',
  'unreachable',
  'disqualified',
  'error',
  'processing',
];
const statuses: GeneralStatus[] = [
  'active',
  'inactive',
  'pending',
  'paused',
  'completed',
  'new',
  'synced',
  'syncing',
  'sync_error',
];

const words = (html: string) => html.replaceAll(/<svg.*?<\/svg>|<[^>]+>/g, '');
const glyph = (html: string) => /<svg[^>]*>(.*?)<\/svg>/.exec(html)?.[1];

it('gives every status of the specification its own word and, within a tone, its own shape', () => {
  for (const drawn of [
    leads.map((status) => renderToStaticMarkup(<LeadBadge status={status} />)),
    statuses.map((status) => renderToStaticMarkup(<StatusBadge status={status} />)),
  ]) {
    expect(new Set(drawn.map(words)).size).toBe(drawn.length);
    const looks = drawn.map((html) => `${/class="([^"]*)"/.exec(html)?.[1]} ${glyph(html)}`);
    // « completed » and « synced » share green and tick: both mean done, and their words differ.
    expect(new Set(looks).size).toBeGreaterThanOrEqual(drawn.length - 1);
  }
});

it('takes another word for another gender', () => {
  expect(words(renderToStaticMarkup(<StatusBadge status="active" label="Actif" />))).toBe('Actif');
});

it.each([
  [99, 'counter', '99'],
  [100, 'counter', '99+'],
  [9, 'notification', '9'],
  [10, 'notification', '9+'],
] as const)('shows %i as a %s: %s', (count, kind, shown) => {
  const html = renderToStaticMarkup(<CounterBadge count={count} kind={kind} label="nouveautés" />);
  expect(html).toContain(`aria-hidden="true">${shown}<`);
  expect(html).toContain(`${count} nouveautés`);
});

it('shows nothing at zero', () => {
  expect(renderToStaticMarkup(<CounterBadge count={0} label="nouveautés" />)).toBe('');
});
