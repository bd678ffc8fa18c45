import { describe, expect, test } from 'vitest';
import { chanceOf } from '../chance.ts';
import {
  AGES,
  DETACHED_HOUSES,
  FRONT_NAMES,
  LIGHT_NAMES,
  MOOD_NAMES,
  type PictureBrief,
  ROOM_KINDS,
  SEASONS,
  type Subject,
} from './brief.ts';
import { illustrationOf, illustrationSource } from './sources.ts';

const seed = String(process.env.SEED ?? Math.trunc(Math.random() * 1e9));
const chance = chanceOf(seed);

function anySubject(): Subject {
  const horizon = chance.pick(['town', 'hills', 'mountains', 'sea', 'fields'] as const);
  const view = chance.pick(['roofs', 'garden', 'sea', 'mountains', 'hills'] as const);
  const front = chance.pick(FRONT_NAMES);
  const railing = chance.pick(['glass', 'iron'] as const);
  const home = {
    age: chance.pick(AGES),
    view,
    mood: chance.pick(MOOD_NAMES),
    ...(chance.maybe(0.5) ? { attic: chance.maybe(0.5) } : {}),
  };
  return chance.pick<Subject>([
    { kind: chance.pick(['front', 'building', 'shop']), front },
    { kind: chance.pick(['seventies', 'new-build', 'business', 'land']), horizon },
    { kind: 'programme', seen: chance.pick(['street', 'garden', 'air']), horizon },
    { kind: chance.pick(['village-house', 'cellar']) },
    { kind: 'detached', house: chance.pick(DETACHED_HOUSES), pool: chance.maybe(0.5), horizon },
    { kind: chance.pick(ROOM_KINDS), home },
    { kind: 'bathroom', home, fixture: chance.pick(['shower', 'bath']) },
    { kind: chance.pick(['terrace', 'balcony']), view, railing },
    { kind: 'view', view },
    { kind: 'garden', garden: chance.pick(['town', 'country', 'south']) },
    { kind: 'garden', garden: 'town', pool: chance.maybe(0.5) },
    { kind: 'parking', closed: chance.maybe(0.5) },
    { kind: 'plan', rooms: chance.whole(1, 12), outside: chance.maybe(0.5) },
    { kind: 'plan', rooms: 3, outside: true, surface: chance.whole(900, 30_000) / 100 },
  ]);
}

function anyBrief(): PictureBrief {
  return {
    subject: anySubject(),
    seed: `agence-${chance.whole(0, 9_999)}-sejour`,
    light: chance.pick(LIGHT_NAMES),
    ...(chance.maybe(0.5) ? { season: chance.pick(SEASONS) } : {}),
  };
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
    '1.golden.any.detached.mas.pool.hills.tl-1001-maison',
  );
});

describe('what is no brief says nothing', () => {
  test.each([
    '',
    '1',
    'https://exemple.fr/photo.jpg',
    '2.golden.any.village-house.graine',
    '1.midnight.any.village-house.graine',
    '1.golden.monsoon.village-house.graine',
    '1.golden.any.castle.graine',
    '1.golden.any.toString.graine',
    '1.golden.any.front.constructor.graine',
    '1.golden.any.village-house',
    '1.golden.any.village-house.',
    '1.golden.any.village-house.graine.de-plus',
    '1.golden.any.village-house.Graine',
    '1.golden.any.village-house.../../etc/passwd',
    '1.golden.any.plan.0.inside.any.graine',
    '1.golden.any.plan.9999999.inside.any.graine',
    '1.golden.any.plan.2.maybe.any.graine',
    '1.golden.any.living.old.roofs.graine',
    `1.golden.any.village-house.${'a'.repeat(101)}`,
    `1.golden.any.village-house.${'a'.repeat(400)}`,
  ])('%j', (source) => {
    expect(illustrationOf(source)).toBeNull();
  });
});

test.each(['', 'Maison', 'a.b', 'é', 'a'.repeat(101)])('a seed may not be %j', (given) => {
  const brief: PictureBrief = { subject: { kind: 'village-house' }, seed: given, light: 'noon' };
  expect(() => illustrationSource(brief)).toThrow(RangeError);
});
