import { describe, expect, it } from 'vitest';
import { forgetUnagreed, readConsent } from './consent.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const DAY = 86_400_000;
const said = (choice: object, age = 0) =>
  JSON.stringify({ ...choice, at: new Date(NOW - age).toISOString() });

describe('what was agreed to', () => {
  it.each([
    [{ measurement: true, comfort: false }],
    [{ measurement: false, comfort: true }],
    [{ measurement: false, comfort: false }],
    [{ measurement: true, comfort: true }],
  ])('%o is read as it was said, a refusal too', (choice) => {
    expect(readConsent(said(choice), NOW)).toEqual({ ...choice, at: new Date(NOW).toISOString() });
  });

  it.each([
    ['nothing', null],
    ['what cannot be read', '{"measurement":'],
    ['another shape', 'true'],
    ['words in place of yes and no', said({ measurement: 'true', comfort: 'oui' })],
    ['half a choice', said({ measurement: true })],
    ['a choice without its day', '{"measurement":true,"comfort":true}'],
    ['a choice of no day', '{"measurement":true,"comfort":true,"at":"hier"}'],
    ['a choice of tomorrow', said({ measurement: true, comfort: true }, -2 * DAY)],
    ['a choice of over six months ago', said({ measurement: true, comfort: true }, 182 * DAY)],
  ])('%s is no choice', (_, text) => {
    expect(readConsent(text, NOW)).toBeNull();
  });

  it('lasts six months', () => {
    expect(readConsent(said({ measurement: true, comfort: true }, 182 * DAY - 1), NOW)).not.toBeNull();
  });
});

it.each([
  [null, []],
  [{ measurement: false, comfort: false }, []],
  [{ measurement: true, comfort: false }, ['last_visit']],
  [{ measurement: false, comfort: true }, ['viewed']],
  [{ measurement: true, comfort: true }, ['last_visit', 'viewed']],
])('with %o agreed, what needs agreement and has it stays', (agreed, kept) => {
  const keys = new Set(['last_visit', 'viewed', 'user']);
  forgetUnagreed({ removeItem: (key) => void keys.delete(key) }, agreed);
  expect([...keys]).toEqual([...kept, 'user']);
});
