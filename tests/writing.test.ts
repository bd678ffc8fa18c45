import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What goes to a browser, by its path. */
const sources = new Map(
  globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.server\.|\.test\.|^src\/platform\/|^src\/(?:main|web|worker|cli|seed)/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const),
);

const where = (words: RegExp) =>
  [...sources].flatMap(([file, text]) => (words.test(text) ? [file] : [])).toSorted();

// A press that reaches the server by another way than `callApi` is two acts when it is double.
test('a page asks and writes through `callApi` alone', () => {
  expect(sources.size).toBeGreaterThan(500);
  expect(where(/\bfetch\(|XMLHttpRequest\(|sendBeacon\(|\baxios\b/)).toEqual([
    // A file whose address a link cannot ask for: the credentials of administrators are a header.
    'src/browser/admin-session.ts',
    'src/browser/analytics-sender.ts',
    'src/browser/api.ts',
    'src/browser/sending.ts',
  ]);
});

// The one form that is checked, and is pressed once however often it is pressed.
test('a form that is checked as one types is the one of browser/checked-form.ts', () => {
  expect(where(/\buseForm[<(]/)).toEqual(['src/browser/checked-form.ts']);
});
