import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstName, lastName, leadContact, leadMessages, message, phone } from './fields.ts';
import { hidesSomething, isBlank, trimUnseen, visible, visibleLine } from './visible.ts';

const unseen = [
  '\u00ad',
  '\u061c',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2069',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u009b',
  '\u{e0041}',
];

describe('a text as it shows', () => {
  it.each([
    ['Test\u202egnp.exe', 'Testgnp.exe'],
    ['Jean\u200bne', 'Jeanne'],
    ['e\u0301te\u0301', 'e\u0301te\u0301'],
    ['deux\r\nlignes\tet plus', 'deux\nlignes\tet plus'],
    ['une\u2028autre', 'une\u2028autre'],
    ['un\u2028e\u200b', 'un\ne'],
    ['300\u00a0000 €', '300\u00a0000 €'],
    ['👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f 👍🏽', '👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f 👍🏽'],
    ['👩\u200d ou \u200d👩', '👩 ou 👩'],
  ])('%j is %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(visible(visible(text))).toBe(shown);
  });

  it('keeps none of what hides between two letters', () => {
    for (const one of unseen) expect(visible(`A${one}B`)).toBe('AB');
    const some = fc.array(fc.constantFrom(...unseen, 'a', 'é', ' ', '👩', '\n'), { maxLength: 12 });
    fc.assert(
      fc.property(some, (letters) => {
        const text = letters.join('');
        expect(hidesSomething(visibleLine(text).replaceAll('👩\u200d👩', ''))).toBe(
          /👩\u200d👩/u.test(visibleLine(text).replaceAll('👩\u200d👩', '')),
        );
        expect(isBlank(text)).toBe(visibleLine(text) === '' || !/[aé👩]/u.test(text));
        expect(trimUnseen(` ${text}`)).toBe(trimUnseen(text));
      }),
      { verbose: true },
    );
  });
});

describe('a name', () => {
  it('of nothing that shows is none', () => {
    for (const typed of ['\u200b\u200b', '\u2800\u3164', '\u202e \u00ad', '\u0007\u0007'])
      expect(firstName.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([
        'Le prénom est requis',
      ]);
    expect(lastName.safeParse('\u200bX\u200b').error?.issues[0]?.message).toBe(
      'Le nom doit contenir entre 2 et 50 caractères',
    );
    expect(lastName.parse('Fon\u202etanel\u2069')).toBe('Fontanel');
  });

  it('and a message, in a request to an agency too', () => {
    const typed = {
      firstName: '\u200b\u200b',
      lastName: 'Pe\u202etit',
      email: '\u202alea@essai.test\u202c',
      phone: '\u202a06 12 34 56 78\u202c',
      message: 'Bon\u200bjour,\r\nje vous \u202eécris.',
    };
    expect(leadContact.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([
      leadMessages.missing(['firstName']),
    ]);
    expect(leadContact.parse({ ...typed, firstName: 'Léa' })).toMatchObject({
      lastName: 'Petit',
      email: 'lea@essai.test',
      phone: '+33612345678',
      message: 'Bonjour,\nje vous écris.',
    });
    expect(message.safeParse('\u200b'.repeat(20)).error?.issues[0]?.message).toBe('Le message est requis');
    expect(phone.safeParse('\u202a\u202c').error?.issues[0]?.message).toBe('Le téléphone est requis');
  });
});
