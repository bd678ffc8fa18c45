import { describe, expect, test } from 'vitest';
import { EncodingProbe, readRecords, splitRecord, withoutUtf16 } from './poliris-records.server.ts';

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function records(text: string | Buffer, encoding: 'utf-8' | 'windows-1252' = 'utf-8', size = 7) {
  const found = [];
  for await (const { line, fields } of readRecords(inPieces(Buffer.from(text as string), size), encoding))
    found.push({ line, fields });
  return found;
}

describe('fields of a row', () => {
  test.each([
    ['plain', '"a"!#"b"!#"c"', ['a', 'b', 'c']],
    ['empty ones, the last too', '""!#""!#"c"!#""', ['', '', 'c', '']],
    ['trailing separator', '"a"!#"b"!#', ['a', 'b']],
    ['trailing separator after an empty field', '"a"!#""!#', ['a', '']],
    ['spaces around separators', '"a" !# "b"\t!#"c" !# ', ['a', 'b', 'c']],
    ['quotes inside', '"a"!#"Bien "atypique""!#"c"', ['a', 'Bien "atypique"', 'c']],
    ['a quote at the end of the last field', '"a"!#"dit "oui""', ['a', 'dit "oui"']],
    ['the separator alone is text', '"a"!#"x!#y"!#"c"', ['a', 'x!#y', 'c']],
    ['a new line inside', '"a"!#"x\ny"!#"c"', ['a', 'x\ny', 'c']],
    ['cut in the middle', '"a"!#"bc', ['a', 'bc']],
  ])('%s', (_name, row, fields) => {
    expect(splitRecord(row)).toEqual(fields);
  });
});

describe('records of a file', () => {
  test('LF and CRLF, empty lines, no line end at the end; the line of each start', async () => {
    expect(await records('"ag"!#"1"\r\n"ag"!#"2"\n\n"ag"!#"3"')).toEqual([
      { line: 1, fields: ['ag', '1'] },
      { line: 2, fields: ['ag', '2'] },
      { line: 4, fields: ['ag', '3'] },
    ]);
  });

  test('CR alone, whatever the pieces that bring it', async () => {
    for (const size of [1, 2, 9, 1000])
      expect(await records('"ag"!#"1"\r"ag"!#"un\rdeux"\r\r"ag"!#"3"\r', 'utf-8', size)).toEqual([
        { line: 1, fields: ['ag', '1'] },
        { line: 2, fields: ['ag', 'un\ndeux'] },
        { line: 5, fields: ['ag', '3'] },
      ]);
  });

  test('a row cut in its first field is no part of the row before it', async () => {
    for (const start of ['"', '"ag', '"ag"', '"ag"!', '"ag"!#'])
      expect(await records(`"ag"!#"1"\n${start}`)).toMatchObject([{ fields: ['ag', '1'] }, { line: 2 }]);
  });

  test('raw new lines are glued back, and lines go on being counted', async () => {
    const text = '"ag"!#"un\ndeux\n\n"trois" et\n fin"!#"x"\n"ag"!#"b"!#"y"\n';
    for (const size of [1, 3, 1000]) {
      expect(await records(text, 'utf-8', size)).toEqual([
        { line: 1, fields: ['ag', 'un\ndeux\n\n"trois" et\n fin', 'x'] },
        { line: 6, fields: ['ag', 'b', 'y'] },
      ]);
    }
  });

  test('a row cut short does not swallow the next one', async () => {
    expect((await records('"ag"!#"1"!#"tex\n"ag"!#"2"!#"b"\n')).map(({ fields }) => fields.length)).toEqual([
      3, 3,
    ]);
  });

  test('an agency with stray spaces, or none, starts a row', async () => {
    expect(await records('" ag "!#"1"\n""!#"2"\n"ag" !# "3"\n')).toHaveLength(3);
  });

  test('what never ends is refused instead of held in memory', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(65_536, 'x');
    }
    const reading = async () => {
      for await (const record of readRecords(endless(), 'utf-8')) expect(record).toBeUndefined();
    };
    await expect(reading()).rejects.toMatchObject({ spec: { code: 'FEED_NOT_POLIRIS' } });
  });
});

describe('encoding', () => {
  function detect(bytes: Uint8Array, size = 3) {
    const probe = new EncodingProbe();
    for (let start = 0; start < bytes.length; start += size) probe.see(bytes.subarray(start, start + size));
    return probe.answer();
  }

  test('strict UTF-8, with or without its mark, else windows-1252', () => {
    expect(detect(Buffer.from('\ufeffépicé 12 €'))).toBe('utf-8');
    expect(detect(Buffer.from('épicé 12 €'))).toBe('utf-8');
    expect(detect(Buffer.from('plain'))).toBe('utf-8');
    expect(detect(Buffer.from([0x65, 0xe9, 0x65]))).toBe('windows-1252');
    expect(detect(Buffer.from('épicé').subarray(0, 1))).toBe('windows-1252');
  });

  test('€ ’ œ of windows-1252 come out right on this Node (stack.md 1.3-13)', async () => {
    const bytes = Buffer.from([0x22, 0x61, 0x22, 0x21, 0x23, 0x22, 0x80, 0x92, 0x9c, 0xe9, 0xa0, 0x22]);
    expect(await records(bytes, 'windows-1252')).toEqual([{ line: 1, fields: ['a', '€’œé\u00a0'] }]);
  });

  test('fields in another encoding than their file are read in their own', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const mixed = Buffer.concat([
      latin('"ag"!#"été, 5 m²"!#"MARCHÉ\u00a0: BÂTI"\n'),
      Buffer.from('"ag"!#"été, 5 m² à 3 €"!#"l’œuvre 🏠"\n'),
      latin('"ag"!#"'),
      Buffer.from('à'),
      latin('"!#"à"\n'),
    ]);
    expect((await records(mixed, 'windows-1252')).map(({ fields }) => fields)).toEqual([
      ['ag', 'été, 5 m²', 'MARCHÉ\u00a0: BÂTI'],
      ['ag', 'été, 5 m² à 3 €', 'l’œuvre 🏠'],
      ['ag', 'à', 'à'],
    ]);
  });

  test.each(['utf-16le', 'utf-16be'])('%s is read, with its mark or without', async (encoding) => {
    for (const mark of ['\ufeff', ''])
      for (const size of [1, 3, 1000]) {
        const bytes = Buffer.from(`${mark}"ag"!#"l’été à 3 €"\r\n"ag"!#"b"\r\n`, 'utf16le');
        if (encoding === 'utf-16be') bytes.swap16();
        const found = [];
        for await (const { fields } of readRecords(withoutUtf16(inPieces(bytes, size)), 'utf-8'))
          found.push(fields);
        expect(found).toEqual([
          ['ag', 'l’été à 3 €'],
          ['ag', 'b'],
        ]);
      }
  });

  test('the mark of UTF-8 is no part of the first field', async () => {
    expect(await records('\ufeff"ag"!#"é"\n')).toEqual([{ line: 1, fields: ['ag', 'é'] }]);
  });
});
