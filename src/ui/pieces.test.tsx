import { renderToStaticMarkup } from 'react-dom/server';
import { rgbaToThumbHash, thumbHashToAverageRGBA } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { ClimateScale, EnergyChip, EnergyScale, ExcessiveEnergy } from './energy.tsx';
import { Field } from './field.tsx';
import { NumberField } from './number-field.tsx';
import { Photo } from './photo.tsx';
import { Price, PriceMove } from './price.tsx';
import { priceStory } from './price-steps.tsx';
import { TextInput } from './text-input.tsx';
import { placeholderGradient } from './thumb-gradient.ts';
import { Time } from './time.tsx';

const text = (html: string) => html.replaceAll(/<[^>]+>/g, '');
const draw = renderToStaticMarkup;

describe('prices', () => {
  it('have two decimals, no-break spaces, and /mois for rentals', () => {
    expect(text(draw(<Price cents={31_500_000} />))).toBe('315\u00a0000,00\u00a0€');
    expect(text(draw(<Price cents={85_050} rental />))).toBe('850,50\u00a0€/mois');
  });

  it('say which way they moved, or nothing', () => {
    expect(text(draw(<PriceMove before={29_900_000} after={28_950_000} />))).toBe(
      'Prix en baisse de 9\u00a0500,00\u00a0€',
    );
    expect(text(draw(<PriceMove before={28_950_000} after={29_000_000} />))).toBe(
      'Prix en hausse de 500,00\u00a0€',
    );
    expect(draw(<PriceMove before={1} after={1} />)).toBe('');
  });

  it('tell their story in one sentence', () => {
    const at = (month: number) => `2026-0${month}-03T09:00:00Z`;
    expect(priceStory([{ at: at(3), cents: 100_000 }])).toBe('Prix inchangé depuis le 3 mars 2026.');
    expect(
      priceStory([
        { at: at(3), cents: 34_900_000 },
        { at: at(5), cents: 33_500_000 },
        { at: at(7), cents: 32_450_000 },
      ]),
    ).toBe('Prix baissé 2 fois depuis le 3 mars 2026\u00a0: −24\u00a0500,00\u00a0€ (−7\u00a0%).');
    expect(
      priceStory([
        { at: at(3), cents: 100_000 },
        { at: at(4), cents: 110_000 },
        { at: at(5), cents: 100_000 },
      ]),
    ).toBe(
      'Prix baissé une fois et augmenté une fois depuis le 3 mars 2026\u00a0: revenu au prix de départ.',
    );
  });
});

describe('energy', () => {
  it('always prints the letter, the value and the unit', () => {
    expect(text(draw(<EnergyChip letter="D" />))).toBe('DPE\u00a0D');
    expect(text(draw(<EnergyChip letter={null} kind="GES" />))).toBe('GES non communiqué');
    expect(text(draw(<EnergyScale letter="D" value={231} />))).toContain('Classe D, 231\u00a0kWh/m²/an');
    expect(text(draw(<ClimateScale letter="C" value={28} />))).toContain(
      'Classe C, 28\u00a0kg\u00a0CO₂/m²/an',
    );
    expect(text(draw(<EnergyScale letter={null} value={null} absence="Non soumis" />))).toContain(
      'Non soumis',
    );
  });

  it('names excessive consumption for F and G only', () => {
    expect(text(draw(<ExcessiveEnergy letter="G" />)).replaceAll('\u00a0', ' ')).toBe(
      'Logement à consommation énergétique excessive : classe G',
    );
    expect(draw(<ExcessiveEnergy letter="E" />)).toBe('');
    expect(draw(<ExcessiveEnergy letter={null} />)).toBe('');
  });
});

describe('fields', () => {
  it('tie label, hint and error to the control', () => {
    const html = draw(
      <Field id="x" label="Email" hint="Aide" error="Faux">
        {(control) => <TextInput {...control} />}
      </Field>,
    );
    expect(html).toContain('<label for="x"');
    expect(html).toContain('aria-describedby="x-hint x-error"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toMatch(/<p id="x-error"[^>]*>.*Faux<\/p>/);
  });

  it('keep the place of an error that is not there, unless told otherwise', () => {
    const field = (reserve: boolean) =>
      draw(
        <Field id="x" label="Email" reserve={reserve}>
          {(control) => <TextInput {...control} />}
        </Field>,
      );
    expect(field(true)).toContain('id="x-error"');
    expect(field(true)).not.toContain('aria-describedby');
    expect(field(false)).not.toContain('id="x-error"');
  });

  it('send plain digits before JavaScript arrives', () => {
    expect(draw(<NumberField label="Prix" name="prixMax" defaultValue={300_000} />)).toMatch(
      /<input[^>]*name="prixMax"[^>]*value="300000"/,
    );
  });
});

describe('photos', () => {
  it('offer every width, and keep their place', () => {
    const html = draw(
      <Photo
        sources={[
          { url: '/p/400.webp', width: 400 },
          { url: '/p/800.webp', width: 800 },
        ]}
        alt="Séjour"
        kind="appartement"
      />,
    );
    expect(html).toContain('srcSet="/p/400.webp 400w, /p/800.webp 800w"');
    expect(html).toContain('src="/p/800.webp"');
    expect(html).toMatch(/width="800" height="600"/);
    expect(html).toContain('loading="lazy"');
  });

  it('say in words that there is none', () => {
    const html = draw(<Photo sources={[]} alt="" kind="maison" />);
    expect(text(html)).toBe('Sans photo');
    expect(html).not.toContain('<img');
  });

  it('read a thumbhash: its average colour, and its bright side', () => {
    const size = 32;
    const pixels = new Uint8Array(size * size * 4);
    for (let i = 0; i < size * size; i += 1) {
      const bright = i % size < size / 2;
      pixels.set(bright ? [220, 200, 160, 255] : [60, 70, 90, 255], i * 4);
    }
    const hash = rgbaToThumbHash(size, size, pixels);
    const css = placeholderGradient(Buffer.from(hash).toString('base64'));
    const parts = /^linear-gradient\((\d+)deg, rgb\((\d+) (\d+) (\d+)\), rgb\((\d+) (\d+) (\d+)\)\)$/.exec(
      css,
    );
    expect(parts, css).not.toBeNull();
    const [angle = 0, r1 = 0, g1 = 0, b1 = 0, r2 = 0, g2 = 0, b2 = 0] = (parts ?? []).slice(1).map(Number);
    // 270deg heads to the left: the second colour, the bright one, is on the left. Four bits cannot say an exact 0.
    expect(Math.abs(angle - 270)).toBeLessThanOrEqual(5);
    expect(r2 + g2 + b2).toBeGreaterThan(r1 + g1 + b1 + 100);
    const average = thumbHashToAverageRGBA(hash);
    for (const [ends, mean] of [
      [r1 + r2, average.r],
      [g1 + g2, average.g],
      [b1 + b2, average.b],
    ] as const) {
      expect(Math.abs(ends / 2 / 255 - mean)).toBeLessThan(0.05);
    }
  });

  it('ignore what is no thumbhash', () => {
    for (const wrong of ['', '!!', 'AAAA']) expect(placeholderGradient(wrong)).toBe('none');
  });
});

it('dates carry their machine form and the full date in Paris', () => {
  const html = draw(<Time at="2026-11-20T23:30:00Z" format="short" />);
  expect(html).toBe(
    '<time dateTime="2026-11-20T23:30:00Z" title="21 novembre 2026 à 00:30">21/11/2026</time>',
  );
  expect(text(draw(<Time at="2026-11-21T06:00:00Z" format="ago" now="2026-11-21T08:00:00Z" />))).toBe(
    'il y a 2 heures',
  );
});
