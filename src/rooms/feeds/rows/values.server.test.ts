import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  plainWords,
  readBoolean,
  readDate,
  readDecimal,
  readInteger,
  readText,
  readUrl,
} from './values.server.ts';

describe('numbers', () => {
  test.each([
    ['1490000.00', 'value', 1_490_000],
    ['0', 'value', 0],
    ['-2', 'value', -2],
    ['249 000,50 €', 'tolerated', 249_000.5],
    ['249\u00a0000,50\u00a0€', 'tolerated', 249_000.5],
    ['249\u202f000', 'tolerated', 249_000],
    ['1.490.000,5', 'tolerated', 1_490_000.5],
    ['1,490,000.50', 'tolerated', 1_490_000.5],
    ['1.490.000', 'tolerated', 1_490_000],
    ["1'250'000", 'tolerated', 1_250_000],
    ['12,5', 'tolerated', 12.5],
    ['55 m²', 'tolerated', 55],
  ])('%s is %s %s', (text, kind, value) => {
    expect(readDecimal(text, 'refused')).toEqual({ kind, value });
  });

  test.each(['249,000', '1.250', 'env. 200', '1.2.3', '12,34,56', '1e5', 'NaN', '--1', '1,2.3,4'])(
    '%s is refused rather than guessed',
    (text) => {
      expect(readDecimal(text, 'refused')).toEqual({ kind: 'wrong' });
    },
  );

  test('empty is empty, whole numbers are whole', () => {
    expect(readDecimal('  ', 'refused')).toEqual({ kind: 'empty' });
    expect(readInteger('3')).toEqual({ kind: 'value', value: 3 });
    expect(readInteger('3.0')).toEqual({ kind: 'tolerated', value: 3 });
    expect(readInteger('3.5')).toEqual({ kind: 'wrong' });
  });
});

describe('words', () => {
  test('an empty boolean is not a no', () => {
    expect(readBoolean('oui')).toEqual({ kind: 'value', value: true });
    expect(readBoolean('NON')).toEqual({ kind: 'value', value: false });
    expect(readBoolean('')).toEqual({ kind: 'empty' });
    expect(readBoolean('1')).toEqual({ kind: 'wrong' });
  });

  test('dates', () => {
    expect(readDate('03/10/2026')).toEqual({ kind: 'value', value: '2026-10-03' });
    expect(readDate('2026-10-03')).toEqual({ kind: 'tolerated', value: '2026-10-03' });
    expect(readDate('00/00/0000')).toEqual({ kind: 'empty' });
    expect(readDate('31/02/2026')).toEqual({ kind: 'wrong' });
    expect(readDate('demain')).toEqual({ kind: 'wrong' });
  });

  test('addresses', () => {
    expect(readUrl('https://a.test/b?c=1')).toBe('https://a.test/b?c=1');
    for (const bad of ['javascript:alert(1)', 'ftp://a.test', 'http://', '/etc/passwd', ''])
      expect(readUrl(bad)).toBeNull();
  });

  test('plain words', () => {
    expect(plainWords(' Vente-Fonds_de Commerce ')).toBe('vente fonds de commerce');
    expect(plainWords('Hôtel  particulier')).toBe('hotel particulier');
  });
});

describe('texts', () => {
  test.each([
    ['Un<BR>deux<br/>trois<br />quatre', 'Un\ndeux\ntrois\nquatre'],
    ['<script>alert(1)</script>Beau <b>bien</b>', 'Beau bien'],
    ['<SCRIPT src=x>evil', ''],
    ['a &amp; b &eacute; &#8364; &#x20AC; &inconnu;', 'a & b é € € &inconnu;'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;ok', 'ok'],
    ['<scr<b>ipt>alert(1)</scr</b>ipt>x', 'x'],
    ['surface < 30 m² et > 10', 'surface < 30 m² et > 10'],
    ['un\u0000deux\u0007', 'undeux'],
    ['Mai\u202eson\u2069 &#8203;de&shy; vi\u200blle\u2028calme', 'Maison de&shy; ville\ncalme'],
    ['\u200b\u2060', ''],
    ['<img src=x onerror=alert(1)>vue', 'vue'],
  ])('%s', (text, expected) => {
    expect(readText(text).text).toBe(expected);
  });

  test('says when markup was taken away, not for line breaks', () => {
    expect(readText('a<br>b').hadMarkup).toBe(false);
    expect(readText('a<i>b</i>').hadMarkup).toBe(true);
  });

  test('no tag of HTML ever comes out, whatever comes in', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      'script',
      'b',
      '<br>',
      '&lt;',
      '&gt;',
      '&amp;',
      '&#60;',
      ' ',
      'x',
      '!',
      '<script>',
      '</script>',
      '<img onerror=1>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(readText(pieces.join('')).text).not.toMatch(/<\/?[a-z!][^<>]*>/i);
      }),
    );
  });

  test('a long text made to be slow is read at once', () => {
    const slow = '<script>'.repeat(200_000);
    expect(readText(slow).text.length).toBeLessThan(20_001);
  });
});
