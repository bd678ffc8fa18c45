import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { LightName, PictureBrief, Subject } from './brief.ts';
import { drawPicture, rasterise } from './picture.server.ts';
import { glimpseOf } from './preview.ts';

const home = { age: 'old', view: 'roofs', mood: 'clay' } as const;
const subjects: Subject[] = [
  { kind: 'front', front: 'haussmann' },
  { kind: 'front', front: 'flemish' },
  { kind: 'new-build', horizon: 'hills' },
  { kind: 'detached', house: 'mas', pool: true, horizon: 'hills' },
  { kind: 'living', home },
  { kind: 'kitchen', home },
  { kind: 'bathroom', home },
  { kind: 'terrace', view: 'sea', railing: 'glass' },
  { kind: 'garden', garden: 'country' },
  { kind: 'land', horizon: 'fields' },
  { kind: 'parking', closed: true },
  { kind: 'plan', rooms: 3, outside: true },
];
const briefOf = (subject: Subject, light: LightName = 'golden'): PictureBrief => ({
  subject,
  seed: 'a',
  light,
});

/** Mean red, green and blue. */
function meanOf(rgba: Uint8Array): number[] {
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = channel; at < rgba.length; at += 4) sum += rgba[at]!;
    return sum / (rgba.length / 4);
  });
}

test.each(subjects)('has the colours of the picture: $kind', async (subject) => {
  const picture = await sharp(await rasterise(drawPicture(briefOf(subject)), 80))
    .ensureAlpha()
    .raw()
    .toBuffer();
  const [real, told] = [meanOf(picture), meanOf(glimpseOf(briefOf(subject)).rgba)];
  // Black and white are 441 apart.
  expect(Math.hypot(...real.map((value, channel) => value - told[channel]!))).toBeLessThan(70);
});

test('is the same each time, and follows the hour', () => {
  const brief = briefOf({ kind: 'land', horizon: 'sea' });
  expect(glimpseOf(brief)).toEqual(glimpseOf(brief));
  expect(glimpseOf(brief).rgba).toHaveLength(8 * 6 * 4);
  const dusk = glimpseOf({ ...brief, light: 'dusk' });
  expect(meanOf(dusk.rgba)[2]).toBeLessThan(meanOf(glimpseOf(brief).rgba)[2]!);
});

test('its sunny side is that of the picture', () => {
  const subject: Subject = { kind: 'living', home };
  const sides = new Set(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => {
      const { rgba } = glimpseOf({ ...briefOf(subject), seed });
      return rgba[2 * 8 * 4]! > rgba[3 * 8 * 4 - 4]! ? 'left' : 'right';
    }),
  );
  expect(sides).toEqual(new Set(['left', 'right']));
});
