import { type ReactElement, useId } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Drawing, Still, writeStillsWith } from './static-part.tsx';

function Field({ label }: { label: string }) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {label} <input id={id} />
    </label>
  );
}

it('is written once for all that ask the same, and says the same as the part drawn in its place', () => {
  const fields = (
    <details>
      <summary>Plus</summary>
      <Still name="more" of={Field} given={{ label: 'Étage' }} />
      <Still name="more" of={Field} given={{ label: 'Balcon' }} />
    </details>
  );
  const drawn = renderToStaticMarkup(fields);
  const asked: ReactElement[] = [];
  writeStillsWith((element, options) => {
    asked.push(element);
    return renderToStaticMarkup(element, options);
  });
  const once = renderToStaticMarkup(fields);
  expect(renderToStaticMarkup(fields)).toBe(once);
  expect(asked.map(({ props }) => props)).toEqual([{ label: 'Étage' }, { label: 'Balcon' }]);
  const bare = (html: string) => html.replaceAll(/(for|id)="[^"]*"/g, '$1=""');
  expect(bare(once)).toBe(bare(drawn));
  expect(once).toContain('Étage');
});

it('gives the fields of two parts other ids', () => {
  writeStillsWith(renderToStaticMarkup);
  const html = renderToStaticMarkup(
    <>
      <Still name="one" of={Field} given={{ label: 'a' }} />
      <Still name="two" of={Field} given={{ label: 'a' }} />
    </>,
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
});

it('keeps a drawing for what it shows, figures included', () => {
  const Bars = ({ sizes }: { sizes: readonly number[] }) => <p>{sizes.join(' ')}</p>;
  const drawn: ReactElement[] = [];
  writeStillsWith((element, options) => {
    drawn.push(element);
    return renderToStaticMarkup(element, options);
  });
  const draw = (...sizes: number[]) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <Drawing name="bars" of={Bars} given={{ sizes }} />
      </MemoryRouter>,
    );
  expect([draw(1, 2), draw(3), draw(1, 2)]).toEqual([
    '<div><p>1 2</p></div>',
    '<div><p>3</p></div>',
    '<div><p>1 2</p></div>',
  ]);
  expect(drawn).toHaveLength(2);
});
