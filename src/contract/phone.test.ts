import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NBSP } from './fmt.ts';
import {
  callLink,
  formatPhone,
  formatTyped,
  phoneInField,
  phonePlaceholder,
  retype,
  toInternational,
} from './phone.ts';

describe('what is a phone (specification 5)', () => {
  it.each([
    ['06 12 34 56 78', '+33612345678'],
    ['0612345678', '+33612345678'],
    ['01.23-45 67.89', '+33123456789'],
    ['06\u00a012\u00a034\u00a056\u00a078', '+33612345678'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+33612345678', '+33612345678'],
    ['+44 7911 123456', '+447911123456'],
    ['+34 612 345 678', '+34612345678'],
    ['+39 312 345 6789', '+393123456789'],
    ['+49 151 2345 6789', '+4915123456789'],
    ['+32 470 12 34 56', '+32470123456'],
    ['+41 78 123 45 67', '+41781234567'],
    ['+1 202 555 0143', '+12025550143'],
    ['+1234567', '+1234567'],
    // As cards, signatures and address books write them.
    ['+33 (0)6 12 34 56 78', '+33612345678'],
    ['+44 (0)7911 123456', '+447911123456'],
    ['+41 (0)78 123 45 67', '+41781234567'],
    ['0033 6 12 34 56 78', '+33612345678'],
    ['0033 (0)6 12 34 56 78', '+33612345678'],
    ['0044 7911 123456', '+447911123456'],
    ['33612345678', '+33612345678'],
    ['+39 06 1234 5678', '+390612345678'],
    ['+32475123456', '+32475123456'],
    // Not one.
    ['+44 07911 123456', null],
    ['+41 078 123 45 67', null],
    ['+44 0791 112345', null],
    ['', null],
    ['00 12 34 56 78', null],
    ['612345678', null],
    ['06 12 34 56 7', null],
    ['06 12 34 56 789', null],
    ['+33 06 12 34 56 78', null],
    ['+33 6 12 34 56 7', null],
    ['+34 512 345 678', null],
    ['+0612345678', null],
    ['+123456', null],
    ['+1234567890123456', null],
    ['+447911123456789', null],
    ['06 12 34 56 78 a', null],
    ['+33+612345678', null],
  ])('%j is %j', (typed, phone) => {
    expect(toInternational(typed)).toBe(phone);
  });
});

describe('what the field shows as one types', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['6', '06'],
    ['06', '06'],
    ['061', '06 1'],
    ['0612345678', '06 12 34 56 78'],
    ['06123456789', '06 12 34 56 78'],
    ['61234567890', '06 12 34 56 78'],
    ['abc', ''],
    ['+', '+'],
    ['+3', '+3'],
    ['+33', '+33'],
    ['+336', '+33 6'],
    ['+33612345678', '+33 6 12 34 56 78'],
    ['(+33) 6', '+33 6'],
    ['+447911123456', '+44 7911 123456'],
    ['+34612345678', '+34 612 345 678'],
    ['+32470123456', '+32 470 12 34 56'],
    ['+12025550143', '+12025550143'],
  ])('%j becomes %j', (typed, shown) => {
    expect(formatTyped(typed)).toBe(shown);
  });

  // The plus sign and the digits count, not the spaces (interface.md, fine points 11).
  it.each([
    ['+33', 13],
    ['+44', 13],
    ['+34', 12],
    ['+32', 12],
    ['+41', 12],
    ['+39', 14],
    ['+49', 15],
    ['+1', 16],
    ['0', 10],
  ])('%s… stops at %i', (start, cap) => {
    const shown = formatTyped(start + '9'.repeat(30));
    expect(shown.replaceAll(' ', '')).toHaveLength(cap);
  });

  it.each([
    ['', '06 12 34 56 78'],
    ['06', '06 12 34 56 78'],
    ['+33', '+33 6 12 34 56 78'],
    ['+44 7', '+44 7911 123456'],
  ])('%j suggests %s', (typed, placeholder) => {
    expect(phonePlaceholder(typed)).toBe(placeholder);
  });

  it('every example is a phone, written as the field writes it', () => {
    for (const start of ['', '+33', '+44', '+34', '+39', '+49', '+32', '+41']) {
      const example = phonePlaceholder(start);
      expect(formatTyped(example)).toBe(example);
      expect(toInternational(example)).not.toBeNull();
    }
  });
});

/** `06 1|2`: the text, with the caret as a bar. */
function marked(text: string): { text: string; caret: number } {
  return { text: text.replace('|', ''), caret: text.indexOf('|') };
}
const show = ({ text, caret }: { text: string; caret: number }) =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;

describe('the caret stays where one types', () => {
  it.each<[string, string, string, 'before' | 'after' | null, string]>([
    ['a first digit', '', '6|', null, '06|'],
    ['a zero', '', '0|', null, '0|'],
    ['at the end', '06', '061|', null, '06 1|'],
    ['in the middle', '06 12 34', '06 19|2 34', null, '06 19| 23 4'],
    ['before a space', '06 12 34', '06 129| 34', null, '06 12 9|3 4'],
    ['at the start', '06 12', '7|06 12', null, '07| 06 12'],
    ['a plus in front', '06 12', '+|06 12', null, '+|0612'],
    ['pasted', '', '+33612345678|', null, '+33 6 12 34 56 78|'],
    ['a letter does nothing', '06 1', '06 1x|', null, '06 1|'],
    ['erasing a digit', '06 12', '06 1|', 'before', '06 1|'],
    ['erasing the digit after a space', '06 1', '06 |', 'before', '06|'],
    ['erasing a space takes the digit before it', '06 12', '06|12', 'before', '0|1 2'],
    ['deleting a space takes the digit after it', '06 12', '06|12', 'after', '06| 2'],
    ['erasing everything', '06', '|', 'before', '|'],
    ['the last zero', '0', '|', 'before', '|'],
  ])('%s', (_, before, changed, erased, after) => {
    expect(show(retype({ before, ...marked(changed), erased }))).toBe(after);
  });

  it('whatever is typed one key at a time ends as the whole would', () => {
    const keys = fc.array(fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(fc.constantFrom('', '+'), keys, (plus, digits) => {
        let now = { text: '', caret: 0 };
        for (const key of plus ? [plus, ...digits] : digits) {
          const text = now.text.slice(0, now.caret) + key + now.text.slice(now.caret);
          now = retype({ before: now.text, text, caret: now.caret + 1, erased: null });
          expect(now.caret).toBe(now.text.length);
        }
        expect(now.text).toBe(formatTyped(plus + digits.join('')));
      }),
      { verbose: true },
    );
  });
});

describe('a number typed without its plus sign', () => {
  /** One key after the other, at the end, as the field remembers what it did. */
  const typed = (keys: string) => {
    let now: ReturnType<typeof retype> = { text: '', caret: 0 };
    for (const key of keys) {
      const text = now.text + key;
      now = retype({ before: now.text, text, caret: text.length, erased: null, forced: now.forced });
      expect(now.caret).toBe(now.text.length);
    }
    return now;
  };

  it.each([
    ['33612345678', '+33 6 12 34 56 78', '+33612345678'],
    ['33 6 12 34 56 78', '+33 6 12 34 56 78', '+33612345678'],
    ['3361234567', '3361234567', null],
    ['336123456', '03 36 12 34 56', '+33336123456'],
    ['447911123456', '447911123456', null],
    ['41781234567', '41781234567', null],
    ['393123456789', '393123456789', null],
    ['0033612345678', '+33 6 12 34 56 78', '+33612345678'],
    ['00447911123456', '+44 7911 123456', '+447911123456'],
    ['+33612345678', '+33 6 12 34 56 78', '+33612345678'],
    ['612345678999', '06 12 34 56 78', '+33612345678'],
    ['0336123456', '03 36 12 34 56', '+33336123456'],
    ['03361234567', '03 36 12 34 56', '+33336123456'],
  ])('%s shows %s', (keys, shown, kept) => {
    expect(typed(keys).text).toBe(shown);
    expect(toInternational(typed(keys).text)).toBe(kept);
  });

  it('is never the beginning of itself taken for a number of another person', () => {
    const national = fc.stringMatching(/^[1-9][0-9]{8}$/);
    fc.assert(
      fc.property(fc.constantFrom('33', '0033'), national, (prefix, digits) => {
        expect(toInternational(typed(prefix + digits).text)).toBe(`+33${digits}`);
      }),
      { verbose: true },
    );
  });

  it('is erased like another, and begun again', () => {
    const { text, caret } = typed('3361234567');
    const erased = retype({ before: text, text: text.slice(0, -1), caret: caret - 1, erased: 'before' });
    expect(erased).toEqual({ text: '03 36 12 34 56', caret: 14, forced: true });
    expect(retype({ before: erased.text, text: '0', caret: 1, erased: null, forced: erased.forced })).toEqual(
      { text: '0', caret: 1 },
    );
  });
});

describe('what is pasted in the middle leaves the caret behind it', () => {
  it.each([
    ['06', '399800', '12', '06 39 98 00| 12'],
    ['', '+33 6 39', ' 98 00 12', '+33 6 39| 98 00 12'],
    ['', '00336', '39980012', '+33 6| 39 98 00 12'],
    ['06', '12', '', '06 12|'],
    ['', '1', '2345678', '01| 23 45 67 8'],
  ])('%s, then %s, before %s', (front, pasted, behind, expected) => {
    const { text, caret } = retype({
      before: front + behind,
      text: front + pasted + behind,
      caret: front.length + pasted.length,
      erased: null,
      atOnce: true,
    });
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(expected);
  });
});

describe('a number that comes whole is never cut', () => {
  const given = (text: string, before = '') =>
    retype({ before, text, caret: text.length, erased: null, atOnce: true }).text;

  it.each([
    ['+44 (0)7911 123456', '+44 7911 123456'],
    ['+41 (0)78 123 45 67', '+41 78 123 45 67'],
    ['33612345678', '+33 6 12 34 56 78'],
    ['+33 (0)6 12 34 56 78', '+33 6 12 34 56 78'],
    ['+33 6 12 34 56 78', '+33 6 12 34 56 78'],
    ['0033 6 12 34 56 78', '+33 6 12 34 56 78'],
    ['06 12 34 56 78', '06 12 34 56 78'],
    ['06.12.34.56.78', '06 12 34 56 78'],
    ['612345678', '06 12 34 56 78'],
  ])('%j is shown as %j', (text, shown) => {
    expect(given(text)).toBe(shown);
    expect(toInternational(shown)).not.toBeNull();
  });

  it.each(['06 12 34 56 78 99', '+44 07911 123456', '44 7911 123456', '06 12 34 56 78 ou 04 67 00 00 00'])(
    '%j stays as it came, and is refused',
    (text) => {
      expect(given(text)).toBe(text);
      expect(toInternational(given(text))).toBeNull();
    },
  );

  it('and is put right by hand', () => {
    expect(
      retype({ before: '06 12 34 56 78 99', text: '06 12 34 56 78 9', caret: 16, erased: 'before' }),
    ).toEqual({
      text: '06 12 34 56 78 9',
      caret: 16,
    });
    expect(
      retype({ before: '06 12 34 56 78 9', text: '06 12 34 56 78 ', caret: 15, erased: 'before' }).text,
    ).toBe('06 12 34 56 78');
  });

  it('is what a field and a call make of it, whatever its digits', () => {
    const text = fc
      .tuple(
        fc.constantFrom('', '0', '00', '+', '+33', '+44', '+41', '0033', '33', '+33(0)', '+44 (0)'),
        fc.stringMatching(/^[0-9]{4,15}$/),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (whole) => {
        expect(toInternational(given(whole)) ?? toInternational(whole)).toBe(toInternational(given(whole)));
      }),
      { verbose: true },
    );
  });
});

describe('the numbers of public reports', () => {
  const read = (folder: string): { typed: string; right: string }[] | null => {
    const file = path.resolve('../shared/data/public-reports', folder, 'telephones.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  };
  const absent = 'le dossier ../shared/data est absent : rien à comparer ici';

  it('that come whole are the number meant, or are refused', ({ skip }) => {
    const numbers = read('05-telephones-colles') ?? skip(absent);
    for (const { typed, right } of numbers) {
      const shown = retype({ before: '', text: typed, caret: typed.length, erased: null, atOnce: true }).text;
      const meant = /^\+\d+/.exec(right)?.[0];
      expect([meant, ...(right.includes('refused') ? [null] : [])]).toContain(toInternational(shown));
      expect([meant, ...(right.includes('refused') ? [null] : [])]).toContain(toInternational(typed));
    }
  });

  it('of departments overseas are called where they answer', ({ skip }) => {
    for (const { typed, right } of read('06-telephone-outre-mer') ?? skip(absent))
      expect(callLink(toInternational(typed) ?? '')).toBe(`tel:${right}`);
  });
});

describe('departments overseas', () => {
  it.each([
    ['0693 37 25 96', '+262693372596'],
    ['0692 12 34 56', '+262692123456'],
    ['0262 12 34 56', '+262262123456'],
    ['0639 12 34 56', '+262639123456'],
    ['06 39 98 00 01', '+33639980001'],
    ['0269 12 34 56', '+262269123456'],
    ['0590 12 34 56', '+590590123456'],
    ['0690 12 34 56', '+590690123456'],
    ['0691 12 34 56', '+590691123456'],
    ['0594 12 34 56', '+594594123456'],
    ['0694 13 76 00', '+594694137600'],
    ['0596 12 34 56', '+596596123456'],
    ['0696 60 00 24', '+596696600024'],
    ['0697 12 34 56', '+596697123456'],
    ['0612345678', '+33612345678'],
    ['0695 12 34 56', '+33695123456'],
    ['+44 7911 123456', '+447911123456'],
  ])('%j is called at %s', (typed, called) => {
    const kept = toInternational(typed) ?? '';
    expect(callLink(kept)).toBe(`tel:${called}`);
    expect(formatPhone(kept).replaceAll(NBSP, '')).toBe(
      called.startsWith('+33') ? called.replace('+33', '0') : called,
    );
    expect(toInternational(phoneInField(kept))).toBe(kept);
  });

  it('keep the stored form of specification 5', () => {
    expect(toInternational('0693 37 25 96')).toBe('+33693372596');
  });
});
