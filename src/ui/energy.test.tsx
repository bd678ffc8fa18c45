import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ClimateScale, EnergyScale } from './energy.tsx';

const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8');

/** Relative luminance (WCAG 2.2) of a colour of the theme. */
function luminance(name: string): number {
  const hex = new RegExp(`--color-${name}: #([0-9a-f]{6})`).exec(theme)?.[1];
  if (!hex) throw new Error(`no colour ${name}`);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

describe('the scales of energy and climate', () => {
  const scales = {
    energy: renderToStaticMarkup(<EnergyScale letter="D" value={214} />),
    climate: renderToStaticMarkup(<ClimateScale letter="B" value={7} />),
  };

  it.each(Object.entries(scales))(
    '%s: every letter reads on its official colour, at 4.5:1 or more',
    (_, html) => {
      const arrows = [...html.matchAll(/bg-((?:dpe|ges)-[a-g]) text-(encre|blanc)/g)];
      expect(arrows).toHaveLength(7);
      for (const [, background = '', text = ''] of arrows)
        expect(contrast(background, text), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('says class, value and unit to who does not see it', () => {
    expect(scales.energy).toContain('Classe D, 214\u00a0kWh/m²/an, sur une échelle de A à G');
    expect(scales.climate).toContain('Classe B, 7\u00a0kg\u00a0CO₂/m²/an, sur une échelle de A à G');
  });

  it('carries the official colours (domain.md 3.2)', () => {
    const colours = (kind: string) =>
      'abcdefg'
        .split('')
        .map((letter) => new RegExp(`--color-${kind}-${letter}: (#\\w+)`).exec(theme)?.[1])
        .join(' ');
    expect(colours('dpe')).toBe('#009c6d #52b153 #78bd76 #f4e70f #f0b50f #eb8235 #d7221f');
    expect(colours('ges')).toBe('#a4dbf8 #8cb4d3 #7792b1 #606f8f #4d5271 #393551 #281b35');
  });
});
