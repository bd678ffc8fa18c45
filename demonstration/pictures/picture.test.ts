import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  AGES,
  DETACHED_HOUSES,
  FRONT_NAMES,
  type Horizon,
  LIGHT_NAMES,
  MOOD_NAMES,
  PICTURE_SIZE,
  type PictureBrief,
  ROOM_KINDS,
  SEASONS,
  type Subject,
  type View,
} from './brief.ts';
import { drawPicture } from './picture.server.ts';

const HORIZONS: readonly Horizon[] = ['town', 'hills', 'mountains', 'sea', 'fields'];
const VIEWS: readonly View[] = ['roofs', 'garden', 'sea', 'mountains', 'hills'];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** Every kind of subject; the index walks through what each kind leaves open. */
const SUBJECTS: Readonly<Record<Subject['kind'], (index: number) => Subject>> = {
  ...(Object.fromEntries(
    ROOM_KINDS.map((kind) => [
      kind,
      (index: number): Subject => ({
        kind,
        home: {
          age: at(AGES, index),
          view: at(VIEWS, index * 3),
          mood: at(MOOD_NAMES, index * 5),
          ...(index % 4 === 3 ? { attic: true } : {}),
        },
      }),
    ]),
  ) as Record<(typeof ROOM_KINDS)[number], (index: number) => Subject>),
  bathroom: (index) => ({
    kind: 'bathroom',
    home: { age: at(AGES, index), view: at(VIEWS, index), mood: at(MOOD_NAMES, index * 5) },
    ...(index % 3 === 0 ? {} : { fixture: index % 3 === 1 ? 'bath' : 'shower' }),
  }),
  front: (index) => ({ kind: 'front', front: at(FRONT_NAMES, index) }),
  building: (index) => ({ kind: 'building', front: at(FRONT_NAMES, index) }),
  shop: (index) => ({ kind: 'shop', front: at(FRONT_NAMES, index) }),
  seventies: (index) => ({ kind: 'seventies', horizon: at(HORIZONS, index) }),
  'new-build': (index) => ({ kind: 'new-build', horizon: at(HORIZONS, index) }),
  business: (index) => ({ kind: 'business', horizon: at(HORIZONS, index) }),
  programme: (index) => ({
    kind: 'programme',
    seen: at(['street', 'garden', 'air'] as const, index),
    horizon: at(HORIZONS, index),
  }),
  'village-house': () => ({ kind: 'village-house' }),
  detached: (index) => ({
    kind: 'detached',
    house: at(DETACHED_HOUSES, index),
    pool: index % 3 === 0,
    horizon: at(HORIZONS, index),
  }),
  terrace: (index) => ({ kind: 'terrace', view: at(VIEWS, index), railing: index % 2 ? 'glass' : 'iron' }),
  balcony: (index) => ({ kind: 'balcony', view: at(VIEWS, index), railing: index % 2 ? 'glass' : 'iron' }),
  view: (index) => ({ kind: 'view', view: at(VIEWS, index) }),
  garden: (index) => ({
    kind: 'garden',
    garden: at(['town', 'country', 'south'] as const, index),
    ...(index % 2 ? { pool: index % 4 === 1 } : {}),
  }),
  land: (index) => ({ kind: 'land', horizon: at(HORIZONS, index) }),
  parking: (index) => ({ kind: 'parking', closed: index % 2 === 0 }),
  cellar: () => ({ kind: 'cellar' }),
  plan: (index) => ({
    kind: 'plan',
    rooms: 1 + (index % 7),
    outside: index % 2 === 0,
    ...(index % 3 === 0 ? {} : { surface: 12.5 + index * 7.3 }),
  }),
};

const KINDS = Object.keys(SUBJECTS) as Subject['kind'][];

function briefOf(kind: Subject['kind'], index: number, salt: string): PictureBrief {
  return {
    subject: SUBJECTS[kind](index),
    seed: `${salt}-${kind}-${index}`,
    light: at(LIGHT_NAMES, index),
    season: at(SEASONS, Math.floor(index / LIGHT_NAMES.length) + index),
  };
}

/** Opening and closing tags in order, attributes once each, references that lead somewhere. */
function faultsOf(svg: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const ids = new Set<string>();
  for (const [, close, name, attributes, empty] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>/g)) {
    if (close) {
      if (open.pop() !== name) faults.push(`</${name}> closes something else`);
      continue;
    }
    const names = [...attributes!.matchAll(/ ([a-zA-Z0-9-]+)="/g)].map(([, word]) => word!);
    if (new Set(names).size !== names.length) faults.push(`<${name}${attributes}> says something twice`);
    const id = / id="([^"]+)"/.exec(attributes!)?.[1];
    if (id) ids.add(id);
    if (!empty) open.push(name!);
  }
  if (open.length > 0) faults.push(`left open: ${open.join(', ')}`);
  for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) if (!ids.has(id!)) faults.push(`#${id} is nowhere`);
  if (/NaN|undefined|null|Infinity|\de[+-]/.test(svg)) faults.push('a number that is none');
  return faults;
}

/** One bit for each of 64 neighbours: is the left one brighter? */
async function lookOf(brief: PictureBrief): Promise<boolean[]> {
  const pixels = await sharp(Buffer.from(drawPicture(brief)), { density: 9 })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer();
  return Array.from({ length: 64 }, (_, index) => {
    const spot = Math.floor(index / 8) * 9 + (index % 8);
    return pixels[spot]! > pixels[spot + 1]!;
  });
}

function distance(one: readonly boolean[], other: readonly boolean[]): number {
  return one.filter((bit, spot) => bit !== other[spot]).length;
}

/** The look of the same picture, turned left to right. */
function mirrorOf(look: readonly boolean[]): boolean[] {
  return look.map((_, spot) => !look[Math.floor(spot / 8) * 8 + 7 - (spot % 8)]!);
}

describe('drawPicture', () => {
  const salt = String(randomInt(1e9));

  it.each(KINDS)('draws a well-formed and light %s under every light, in every season', (kind) => {
    for (let index = 0; index < LIGHT_NAMES.length * SEASONS.length; index += 1) {
      const brief = briefOf(kind, index, salt);
      const svg = drawPicture(brief);
      const said = JSON.stringify(brief);
      expect(faultsOf(svg), said).toEqual([]);
      expect(svg, said).toContain(`width="${PICTURE_SIZE.width}" height="${PICTURE_SIZE.height}"`);
      expect(svg.length, said).toBeLessThan(150 * 1024);
      // More than a background: a view of hills is one tree at least, on top of 20 shapes.
      expect(svg.match(/<(path|rect|ellipse|circle)/g)!.length, said).toBeGreaterThan(
        kind === 'view' ? 20 : 30,
      );
    }
  });

  it('draws the same picture again, to the byte, whatever was drawn in between', () => {
    const first = KINDS.map((kind, index) => drawPicture(briefOf(kind, index, salt)));
    const again = KINDS.map((kind, index) => drawPicture(briefOf(kind, index, salt))).toReversed();
    expect(again.toReversed()).toEqual(first);
    expect(new Set(first).size).toBe(KINDS.length);
  });

  it('draws another season when told so', () => {
    const brief: PictureBrief = { subject: { kind: 'garden', garden: 'country' }, seed: salt, light: 'noon' };
    const pictures = SEASONS.map((season) => drawPicture({ ...brief, season }));
    expect(new Set(pictures).size).toBe(SEASONS.length);
    expect(pictures).toContain(drawPicture(brief));
  });

  // Side by side in a list: 24 pictures of one kind, all other things equal but the seed. Two unrelated pictures
  // differ by about 29 bits of 64, the same one by none; a picture turned left to right counts as the same.
  it.each(KINDS.filter((kind) => kind !== 'plan'))('draws %s that do not look alike', async (kind) => {
    const subject = SUBJECTS[kind](1);
    const looks = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        lookOf({ subject, seed: `${salt}-${kind}-${index}`, light: 'noon', season: 'summer' }),
      ),
    );
    let sum = 0;
    let pairs = 0;
    for (const [index, one] of looks.entries())
      for (const other of looks.slice(index + 1)) {
        sum += Math.min(distance(one, other), distance(one, mirrorOf(other)));
        pairs += 1;
      }
    expect(sum / pairs, `seed ${salt}`).toBeGreaterThan(12);
  });
});

describe('plans', () => {
  it('gives no figure to a home whose area is not said, and other rooms to another area', () => {
    const plan = (surface?: number) =>
      drawPicture({
        subject: { kind: 'plan', rooms: 3, outside: false, ...(surface === undefined ? {} : { surface }) },
        seed: 'plan',
        light: 'noon',
      });
    expect(plan().length).toBeLessThan(plan(62).length);
    expect(plan(62)).not.toBe(plan(63));
    expect(plan(62)).not.toContain('<text');
  });
});
