import { describe, expect, test } from 'vitest';
import { chanceOf } from '../chance/rules.server.ts';
import { MOOD_NAMES, type PictureBrief, type Subject } from '../contract.ts';
import { illustrationOf, illustrationSource } from './rules.server.ts';

const seed = String(process.env.SEED ?? Math.trunc(Math.random() * 1e9));
const chance = chanceOf(seed);

function anySubject(): Subject {
  const horizon = chance.pick(['town', 'hills', 'mountains', 'sea', 'fields'] as const);
  const view = chance.pick(['roofs', 'garden', 'sea', 'mountains', 'hills'] as const);
  const age = chance.pick(['old', 'seventies', 'recent', 'southern'] as const);
  const home = { age, view, mood: chance.pick(MOOD_NAMES) };
  return chance.pick<Subject>([
    {
      kind: 'front',
      front: chance.pick(['haussmann', 'lyon', 'south', 'atlantic', 'north', 'rhine', 'alps']),
    },
    { kind: 'seventies', horizon },
    { kind: 'new-build', horizon },
    { kind: 'village-house' },
    {
      kind: 'detached',
      house: chance.pick(['pavillon', 'mas', 'longere', 'contemporary', 'chalet']),
      pool: chance.maybe(0.5),
      horizon,
    },
    { kind: chance.pick(['living', 'kitchen', 'bedroom', 'bathroom', 'studio']), home },
    { kind: 'terrace', view, railing: chance.pick(['glass', 'iron']) },
    { kind: 'garden', garden: chance.pick(['town', 'country', 'south']) },
    { kind: 'land', horizon },
    { kind: 'parking', closed: chance.maybe(0.5) },
    { kind: 'plan', rooms: chance.whole(1, 12), outside: chance.maybe(0.5) },
  ]);
}

function anyBrief(): PictureBrief {
  const light = chance.pick(['morning', 'noon', 'golden', 'pearl', 'dusk'] as const);
  return { subject: anySubject(), seed: `agence-${chance.whole(0, 9_999)}-sejour`, light };
}

test(`every brief can be written and read again (SEED=${seed})`, () => {
  for (let turn = 0; turn < 500; turn += 1) {
    const brief = anyBrief();
    const source = illustrationSource(brief);
    expect(source).toMatch(/^[a-z0-9.-]{1,200}$/);
    expect(illustrationOf(source)).toEqual(brief);
  }
});

test('is short and says what is drawn', () => {
  const subject = { kind: 'detached', house: 'mas', pool: true, horizon: 'hills' } as const;
  expect(illustrationSource({ subject, seed: 'tl-1001-maison', light: 'golden' })).toBe(
    '1.golden.detached.mas.pool.hills.tl-1001-maison',
  );
});

describe('what is no brief says nothing', () => {
  test.each([
    '',
    '1',
    'https://exemple.fr/photo.jpg',
    '2.golden.village-house.graine',
    '1.midnight.village-house.graine',
    '1.golden.castle.graine',
    '1.golden.toString.graine',
    '1.golden.front.constructor.graine',
    '1.golden.village-house',
    '1.golden.village-house.',
    '1.golden.village-house.graine.de-plus',
    '1.golden.village-house.Graine',
    '1.golden.village-house.../../etc/passwd',
    '1.golden.plan.0.inside.graine',
    '1.golden.plan.99999.inside.graine',
    '1.golden.plan.2.maybe.graine',
    '1.golden.living.old.roofs.graine',
    `1.golden.village-house.${'a'.repeat(101)}`,
    `1.golden.village-house.${'a'.repeat(400)}`,
  ])('%j', (source) => {
    expect(illustrationOf(source)).toBeNull();
  });
});

test.each(['', 'Maison', 'a.b', 'é', 'a'.repeat(101)])('a seed may not be %j', (given) => {
  const brief: PictureBrief = { subject: { kind: 'village-house' }, seed: given, light: 'noon' };
  expect(() => illustrationSource(brief)).toThrow(RangeError);
});
