import { readFileSync } from 'node:fs';
import type { Map as GlMap, LayerSpecification } from 'maplibre-gl';
import { afterEach, expect, test, vi } from 'vitest';
import { addLandmarks, type Inks } from './map-style.tsx';

afterEach(() => vi.unstubAllGlobals());

const names = ['sea', 'land', 'abroad', 'town', 'line', 'water', 'road', 'text', 'halo', 'zone'] as const;
/** Each ink is its own name. */
const ink = Object.fromEntries(names.map((name) => [name, name])) as Inks;

test('landmarks lie below the coasts; towns have an ink of their own', () => {
  vi.stubGlobal('location', { origin: 'https://vigie.example' });
  const layers: LayerSpecification[] = [];
  const below = new Set<string | undefined>();
  const map = {
    addSource: () => {},
    addLayer: (layer: LayerSpecification, before?: string) => {
      layers.push(layer);
      below.add(before);
    },
  };
  addLandmarks(map as unknown as GlMap, ink);
  expect([...below]).toEqual(['cotes']);
  expect(layers.find(({ id }) => id === 'urbain')?.paint).toMatchObject({ 'fill-color': 'town' });
  expect(layers.filter(({ paint }) => JSON.stringify(paint).includes('abroad'))).toEqual([]);
});

test('names read on towns, which are neither land nor abroad', () => {
  const theme = readFileSync('src/ui/theme.css', 'utf8');
  const channelsOf = (name: string) => {
    const [, hex = ''] = new RegExp(`--color-${name}: #([0-9a-f]{6});`).exec(theme) ?? [];
    return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  };
  const lightOf = (name: string) => {
    const [red = 0, green = 0, blue = 0] = channelsOf(name).map((channel) =>
      channel <= 10 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // WCAG 1.4.3.
  expect((lightOf('ville') + 0.05) / (lightOf('ardoise-700') + 0.05)).toBeGreaterThan(4.5);
  const [red = 0, , blue = 0] = channelsOf('ville');
  for (const cold of ['ardoise-100', 'ardoise-200']) {
    const [otherRed = 0, , otherBlue = 0] = channelsOf(cold);
    expect(red - blue - (otherRed - otherBlue), `warmer than ${cold}`).toBeGreaterThan(30);
  }
});
