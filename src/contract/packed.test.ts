import { expect, it } from 'vitest';
import { pack, unpack } from './packed.ts';

const others = () => {
  for (let id = 1; id < 9; id += 1) expect(unpack(pack({ id }))).toEqual({ id });
};

it('gives back what was packed, whatever its letters, and the same object as long as it is asked again', () => {
  const data = {
    name: 'L’Haÿ-les-Roses « ouest » \u2028 </script>',
    prices: [1, 2.5, null],
    none: undefined,
  };
  const text = pack(data);
  expect(unpack(text)).toBe(data);
  others();
  const read = unpack(text);
  expect(read).toEqual({ name: data.name, prices: data.prices });
  expect(unpack(text)).toBe(read);
});

it('keeps only the last few', () => {
  const first = pack({ id: 0 });
  const read = unpack(first);
  others();
  expect(unpack(first)).toEqual(read);
  expect(unpack(first)).not.toBe(read);
});

it('is not given what a string does not give back', () => {
  // @ts-expect-error: a date comes back as a text.
  pack({ page: { at: new Date(0) } });
  // @ts-expect-error: a map comes back empty.
  pack({ counts: new Map([['a', 1]]) });
});
