import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type Filters, readFilters, type TransactionWord, transactions } from '#rooms/criteria/contract.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { everyWord } from '../../../../tests/kit/every-word.ts';
import { PriceFields, RoomFields, SurfaceFields, TypeFields } from './filter-fields.tsx';
import { HiddenFilters, MoreFields } from './filter-more.tsx';

/** What a browser without JavaScript sends for this form. */
function sent(html: string): Filters {
  const unescaped = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  const attribute = (tag: string, name: string) =>
    unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const pairs: [string, string][] = [];
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const ticked = !/type="(?:checkbox|radio)"/.test(tag) || / checked=""/.test(tag);
    if (ticked) pairs.push([attribute(tag, 'name'), attribute(tag, 'value')]);
  }
  for (const [, tag = '', options = ''] of html.matchAll(/(<select [^>]*>)(.*?)<\/select>/g)) {
    const chosen = /<option [^>]*selected=""[^>]*>/.exec(options)?.[0];
    if (chosen) pairs.push([attribute(tag, 'name'), attribute(chosen, 'value')]);
  }
  return readFilters(new URLSearchParams(pairs));
}

function form(transaction: TransactionWord, filters: Filters): string {
  const fields = { transaction, filters, types: {} };
  return renderToStaticMarkup(
    <form>
      <PriceFields {...fields} />
      <SurfaceFields {...fields} />
      <RoomFields {...fields} />
      <TypeFields {...fields} />
      <MoreFields {...fields} />
    </form>,
  );
}

const words = criteriaTable.map(({ word }) => word);

describe.each(transactions)('the filters of %s', (transaction) => {
  test.each(words)('send %s back as it was, and nothing else', (word) => {
    const { asked } = everyWord[word];
    expect(sent(form(transaction, asked))).toEqual(asked);
  });

  test('send more rooms than they have buttons for back as they were', () => {
    const asked = { pieces: 7, chambres: 6 };
    expect(sent(form(transaction, asked))).toEqual(asked);
    expect(form(transaction, asked)).toContain('7 et plus');
  });

  test('send everything back at once, also what people seldom ask', () => {
    const all = Object.assign({}, ...words.map((word) => everyWord[word].asked)) as Filters;
    expect(sent(form(transaction, all))).toEqual(all);
    const opposite = Object.fromEntries(
      Object.entries(all).map(([word, value]) => [word, typeof value === 'boolean' ? !value : value]),
    );
    expect(sent(form(transaction, opposite))).toEqual(opposite);
    expect(sent(form(transaction, { photos: 4, depuis: 5, pieces: 2 }))).toEqual({
      photos: 4,
      depuis: 5,
      pieces: 2,
    });
  });

  test('send nothing when nothing is asked', () => {
    expect(sent(form(transaction, {}))).toEqual({});
  });
});

test('a chip of the bar keeps the filters that it does not show', () => {
  const all = Object.assign({}, ...words.map((word) => everyWord[word].asked)) as Filters;
  expect(sent(renderToStaticMarkup(<HiddenFilters filters={all} words={words} />))).toEqual(all);
});

test('options say how many listings they leave, once they are counted', () => {
  const html = renderToStaticMarkup(
    <MoreFields
      transaction="achat"
      filters={{}}
      types={{}}
      counts={{ balcon: { oui: 1234 }, dpe: { A: 7 }, chauffage: { gaz: 0 }, depuis: { 7: 1200 } }}
    />,
  );
  expect(html).toMatch(/Balcon <span[^>]*>1\u00a0234<\/span>/);
  expect(html).toMatch(/A<span[^>]*>7<\/span>/);
  expect(html).toMatch(/Gaz <span[^>]*>0<\/span>/);
  expect(html).toContain('>7\u00a0jours au plus\u00a0: 1\u00a0200<');
});
