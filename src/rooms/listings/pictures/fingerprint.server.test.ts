import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { chanceOf } from '#demonstration/chance.ts';
import {
  AGES,
  DETACHED_HOUSES,
  FRONT_NAMES,
  LIGHT_NAMES,
  MOOD_NAMES,
  type PictureBrief,
  type Subject,
} from '#demonstration/pictures/brief.ts';
import { drawPicture } from '#demonstration/pictures/picture.server.ts';
import { plain, scene } from '../../../../tests/kit/pictures.ts';
import { makePicture } from '../pixels.server.ts';
import { FINGERPRINT_SIDE, fingerprintOf } from './fingerprint.server.ts';
import { SAME_WITHIN } from './likeness.server.ts';

const seed = String(process.env.SEED ?? Math.trunc(Math.random() * 1e9));

/** Of a picture that fits on this machine, without the files that pages need. */
async function fingerprint(picture: Sharp): Promise<bigint | null> {
  const grey = await sharp(await picture.png({ compressionLevel: 0 }).toBuffer())
    .flatten()
    .resize({ width: FINGERPRINT_SIDE, height: FINGERPRINT_SIDE, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return fingerprintOf(grey);
}

/** Bits that differ; 64 when one of them has no fingerprint. */
function distance(one: bigint | null, other: bigint | null): number {
  if (one === null || other === null) return 64;
  let differing = BigInt.asUintN(64, one ^ other);
  let count = 0;
  for (; differing > 0n; differing &= differing - 1n) count += 1;
  return count;
}

/** Share of the pairs of different pictures that would be taken for the same. */
function mistaken(prints: readonly (bigint | null)[]): { pairs: number; taken: number } {
  let [pairs, taken] = [0, 0];
  for (const [rank, one] of prints.entries()) {
    for (const other of prints.slice(rank + 1)) {
      pairs += 1;
      if (distance(one, other) <= SAME_WITHIN) taken += 1;
    }
  }
  return { pairs, taken };
}

const mark = Buffer.from(
  '<svg width="800" height="600"><text x="400" y="330" font-size="70" text-anchor="middle" fill="#fff" fill-opacity="0.4">AGENCE DU PORT</text></svg>',
);

const changes: Record<string, (picture: Buffer) => Sharp> = {
  'encoded again, badly': (picture) => sharp(picture).jpeg({ quality: 30 }),
  'made smaller': (picture) => sharp(picture).resize(320).jpeg({ quality: 60 }),
  'in another format': (picture) => sharp(picture).webp({ quality: 60 }),
  'cropped by 1 % a side': (picture) =>
    sharp(picture).extract({ left: 8, top: 6, width: 784, height: 588 }).jpeg(),
  marked: (picture) =>
    sharp(picture)
      .composite([{ input: mark }])
      .jpeg(),
  'a little brighter': (picture) => sharp(picture).modulate({ brightness: 1.08 }).jpeg(),
};

describe(`the same picture is known again (SEED=${seed})`, () => {
  test.each(Object.entries(changes))('%s', async (_, change) => {
    let known = 0;
    const count = 12;
    for (let turn = 0; turn < count; turn += 1) {
      const original = await scene(`${seed}-${turn}`, 800, 600).png().toBuffer();
      const changed = await change(original).toBuffer();
      const near = distance(await fingerprint(sharp(original)), await fingerprint(sharp(changed)));
      if (near <= SAME_WITHIN) known += 1;
    }
    expect(known / count).toBeGreaterThan(0.8);
  });

  test('whatever the size it came in', async () => {
    const [large, small] = await Promise.all([
      makePicture(await scene(seed, 2400, 1800).jpeg().toBuffer()),
      makePicture(await scene(seed, 500, 375).jpeg().toBuffer()),
    ]);
    expect(distance(large.fingerprint, small.fingerprint)).toBeLessThanOrEqual(SAME_WITHIN);
  });
});

describe('different pictures are not', () => {
  test(`of shapes drawn at random: fewer than 1 of 10,000 pairs (SEED=${seed})`, async () => {
    const prints: (bigint | null)[] = [];
    for (let turn = 0; turn < 400; turn += 1)
      prints.push(await fingerprint(scene(`${seed}/${turn}`, 64, 48)));
    expect(prints).not.toContain(null);
    const { pairs, taken } = mistaken(prints);
    expect(taken / pairs).toBeLessThan(1 / 10_000);
  });

  test('of the demonstration: fewer than 1 of 300 pairs, though its kitchens are all cousins', async () => {
    const prints: (bigint | null)[] = [];
    for (const brief of manyBriefs(80)) {
      prints.push(await fingerprint(sharp(Buffer.from(drawPicture(brief)), { density: 24 }).flatten()));
    }
    const { pairs, taken } = mistaken(prints);
    expect(taken / pairs).toBeLessThan(1 / 300);
  });

  test(`floor plans, all black lines on white (SEED=${seed})`, async () => {
    const prints: (bigint | null)[] = [];
    for (let turn = 0; turn < 100; turn += 1) prints.push(await fingerprint(plan(`${seed}:${turn}`)));
    expect(prints).not.toContain(null);
    const { pairs, taken } = mistaken(prints);
    expect(taken / pairs).toBeLessThan(1 / 1_000);
  });

  test('plain ones have nothing to be known by', async () => {
    const gradient = (from: string, to: string) =>
      sharp(
        Buffer.from(
          `<svg width="800" height="600"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="800" height="600" fill="url(#g)"/></svg>`,
        ),
      );
    expect(await fingerprint(plain(800, 600))).toBeNull();
    expect(await fingerprint(gradient('#88aacc', '#ffffff'))).toBeNull();
    expect(await fingerprint(gradient('#222222', '#eeddcc'))).toBeNull();
    const wall = await sharp({
      create: {
        width: 800,
        height: 600,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await fingerprint(sharp(wall))).toBeNull();
    expect((await makePicture(wall)).fingerprint).toBeNull();
  });
});

/** Rooms side by side in thin walls. */
function plan(name: string): Sharp {
  const chance = chanceOf(name);
  const lines: string[] = [];
  const split = (x: number, y: number, width: number, height: number, depth: number) => {
    lines.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`);
    if (depth === 0 || Math.min(width, height) < 120) return;
    const at = chance.between(0.3, 0.7);
    if (width > height) {
      split(x, y, width * at, height, depth - 1);
      split(x + width * at, y, width * (1 - at), height, depth - 1);
    } else {
      split(x, y, width, height * at, depth - 1);
      split(x, y + height * at, width, height * (1 - at), depth - 1);
    }
  };
  split(
    chance.between(40, 160),
    chance.between(40, 120),
    chance.between(440, 600),
    chance.between(360, 440),
    3,
  );
  return sharp(
    Buffer.from(
      `<svg width="800" height="600"><rect width="800" height="600" fill="#fff"/><g fill="none" stroke="#111" stroke-width="9">${lines.join('')}</g></svg>`,
    ),
  );
}

function manyBriefs(count: number): PictureBrief[] {
  const chance = chanceOf('pictures');
  return Array.from({ length: count }, (_, rank) => {
    const horizon = chance.pick(['town', 'hills', 'mountains', 'sea', 'fields'] as const);
    const view = chance.pick(['roofs', 'garden', 'sea', 'mountains', 'hills'] as const);
    const home = { age: chance.pick(AGES), view, mood: chance.pick(MOOD_NAMES) };
    const kind = chance.pick(['living', 'kitchen', 'bedroom', 'bathroom'] as const);
    const subject = chance.pick<Subject>([
      { kind: 'front', front: chance.pick(FRONT_NAMES) },
      { kind: 'new-build', horizon },
      { kind: 'detached', house: chance.pick(DETACHED_HOUSES), pool: chance.maybe(0.3), horizon },
      { kind, home },
      { kind, home },
      { kind: 'terrace', view, railing: 'glass' },
      { kind: 'garden', garden: 'country' },
    ]);
    return { subject, seed: `n-${rank}`, light: chance.pick(LIGHT_NAMES) };
  });
}
