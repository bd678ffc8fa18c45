import { describe, expect, test } from 'vitest';
import { type JsonEnd, type JsonRecord, readJson } from './json.server.ts';

/** As large as a disk gives them. */
const PIECE = 65_536;

async function* pieces(text: string, size = PIECE): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size?: number): Promise<{ records: JsonRecord[]; end: JsonEnd }> {
  const records: JsonRecord[] = [];
  const reading = readJson(pieces(text, size), 'properties');
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { records, end: value };
    records.push(value);
  }
}

const refusal = (text: string) =>
  read(text).then(
    () => null,
    (error: { spec?: { code: string } }) => error.spec?.code,
  );

const file = `{
 "total_items": 2, "note": "properties: [{\\"a\\": 1}]",
 "meta": { "properties": [ { "id": 9 } ] },
 "properties": [
  { "id": 12345678901234567890,
    "price": { "value": 1e999, "text": "}]\\"{" },
    "pictures": [
      { "url": "a" },
      { "url": "b" }
    ] },
  { "id": 2, "__proto__": { "polluted": true } }
 ],
 "timestamp": 17
}
`;

describe('the list of a JSON file', () => {
  test('comes object by object, numbers as they are written', async () => {
    const { records, end } = await read(file);
    expect(records.map(({ line }) => line)).toEqual([5, 11]);
    expect(records[0]?.at('id')).toBe('12345678901234567890');
    expect(records[0]?.at('price.value')).toBe('1e999');
    expect(records[0]?.at('price.text')).toBe('}]"{');
    expect(records[0]?.at('pictures.1.url')).toBe('b');
    expect(records[0]?.at('pictures.7.url')).toBe(undefined);
    expect(records[1]?.at('constructor.name')).toBe(undefined);
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
    expect(end.found).toBe(true);
    expect([...end.facts]).toEqual([
      ['total_items', '2'],
      ['note', '"properties: [{\\"a\\": 1}]"'],
      ['timestamp', '17'],
    ]);
  });

  test('knows the line of each fact, or of what holds it', async () => {
    const { records } = await read(file);
    const lines = ['id', 'price.value', 'price.none', 'pictures.0.url', 'pictures.1.url', 'none'];
    expect(lines.map((at) => records[0]?.lineOf(at))).toEqual([5, 6, 6, 8, 9, 5]);
  });

  test('is the same however the file is cut', async () => {
    const whole = await read(file);
    for (const size of [1, 2, 3, 11]) {
      const cut = await read(file, size);
      expect(cut.records.map(({ value }) => value)).toEqual(whole.records.map(({ value }) => value));
      expect(cut.end).toEqual(whole.end);
    }
  });

  test('is not found where it is not: another name, a list alone, nothing', async () => {
    for (const text of ['{"annonces": [{"id": 1}]}', '[{"id": 1}]', '{}', '{"properties": {"id": 1}}'])
      expect((await read(text)).end.found).toBe(false);
  });
});

describe('a hostile JSON file is refused', () => {
  test.each([
    ['deep nesting', '{"properties": '.concat('['.repeat(100_000)), 'FEED_UNSAFE'],
    ['deep nesting inside a record', `{"properties": [{"a": ${'{"a":'.repeat(50)}`, 'FEED_UNSAFE'],
    ['a record without end', `{"properties": [{"a": "${'x'.repeat(3_000_000)}`, 'FEED_TOO_BIG'],
    ['a key without end', `{"${'x'.repeat(3_000_000)}`, 'FEED_TOO_BIG'],
    ['its end missing', file.slice(0, -20), 'FEED_TRUNCATED'],
    ['its end missing within a record', file.slice(0, 150), 'FEED_TRUNCATED'],
    ['brackets that cross', '{"properties": [{"a": 1]}', 'FEED_MALFORMED'],
    ['a second object after the end', '{"properties": []} {}', 'FEED_MALFORMED'],
    ['nothing but an opening', '{', 'FEED_TRUNCATED'],
  ])('%s', async (_name, text, code) => {
    expect(await refusal(text)).toBe(code);
  });

  test('with the line where it breaks', async () => {
    await expect(read('{"properties": [\n{"a": 1,\n"b" 2 }\n]}')).rejects.toThrow(/ligne 3/);
    // The parser does not always say where: the listing is then named by its first line.
    await expect(read('{"properties": [\n{"a": 1,\n"b": oui }\n]}')).rejects.toThrow(/ligne 2/);
  });
});
