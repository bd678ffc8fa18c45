import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Pagination, pageWindow } from './pagination.tsx';

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 6, [1, 2, 3, null, 6]],
    [1, 5, [1, 2, 3, 4, 5]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [12, 41, [1, null, 10, 11, 12, 13, 14, null, 41]],
    [41, 41, [1, null, 39, 40, 41]],
  ])('page %i of %i', (page, pages, expected) => {
    expect(pageWindow(page, pages)).toEqual(expected);
  });

  it('always holds the first, the current and the last page, in order, and hides more than one page at a gap', () => {
    for (let pages = 1; pages <= 30; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const shown = pageWindow(page, pages);
        const numbers = shown.filter((n) => n !== null);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
        shown.forEach((n, i) => {
          const [before, after] = [shown[i - 1], shown[i + 1]];
          if (n === null) expect((after ?? 0) - (before ?? 0)).toBeGreaterThan(2);
          else if (typeof before === 'number') expect(n - before).toBe(1);
        });
      }
    }
  });
});

function draw(props: Partial<Parameters<typeof Pagination>[0]>) {
  return renderToStaticMarkup(
    <MemoryRouter>
      <Pagination page={1} pages={5} hrefFor={(n) => `?page=${n}`} {...props} />
    </MemoryRouter>,
  );
}

it('is absent when one page holds all', () => {
  expect(draw({ pages: 1 })).toBe('');
  expect(draw({ pages: 0 })).toBe('');
});

it('links to its neighbours, by keyset where one is given', () => {
  const html = draw({ page: 2, previousHref: '?page=1', nextHref: '?page=3&apres=k' });
  expect(html).toMatch(/<a[^>]*rel="next"[^>]*href="[^"]*\?page=3&amp;apres=k"/);
  expect(html).toMatch(/<a[^>]*rel="prev"[^>]*href="[^"]*\?page=1"/);
  expect(html).toContain('aria-current="page"');
});

it('offers nothing before the first page nor after the last', () => {
  expect(draw({ page: 1 })).not.toContain('rel="prev"');
  expect(draw({ page: 5 })).not.toContain('rel="next"');
});
