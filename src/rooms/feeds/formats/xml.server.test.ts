import { describe, expect, test } from 'vitest';
import { firstElements, readXml, type XmlRecord } from './xml.server.ts';

/** As large as a disk gives them. */
const PIECE = 65_536;

async function* pieces(text: string, size = PIECE): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size?: number): Promise<XmlRecord[]> {
  const records: XmlRecord[] = [];
  for await (const record of readXml(pieces(text, size), 'annonce')) records.push(record);
  return records;
}

const refusal = (text: string) => read(text).catch((error: { spec?: { code: string } }) => error.spec?.code);

const feed = `<?xml version="1.0"?>
<client>
 <annonces>
  <annonce id="1">
   <titre>Été &eacute;clat&#233; &amp; calme</titre>
   <texte><![CDATA[Deux <b>lignes</b>
ici]]></texte>
   <photos><photo>a</photo><photo>b</photo></photos>
   <bien><ville> Sète </ville><vide/></bien>
  </annonce>
  <annonce id="2"><texte>Un <b>beau</b> <i>bien</i>.</texte></annonce>
 </annonces>
</client>`;

describe('records of an XML file', () => {
  test('come with their facts, their lines and their attributes', async () => {
    const [first, second] = await read(feed);
    expect(first?.line).toBe(4);
    expect(first?.first('@id')?.text).toBe('1');
    expect(first?.first('titre')).toEqual({ path: 'titre', text: 'Été éclaté & calme', line: 5 });
    expect(first?.first('texte')?.text).toBe('Deux <b>lignes</b>\nici');
    expect(first?.all('photo').map(({ text }) => text)).toEqual(['a', 'b']);
    expect(first?.first('bien/ville')).toEqual({ path: 'bien/ville', text: 'Sète', line: 9 });
    expect(first?.first('autre/ville')).toBe(null);
    expect(first?.first('vide', 'ville')?.text).toBe('Sète');
    // HTML that was not escaped is the text of its element.
    expect(second?.first('texte')?.text).toBe('Un beau bien.');
  });

  test('are the same however the file is cut', async () => {
    const whole = await read(feed);
    for (const size of [1, 2, 7, 64]) expect(await read(feed, size)).toEqual(whole);
  });

  test('survive characters that no text has', async () => {
    const [record] = await read('<a><annonce><t>a\u0000b\u000bc</t></annonce></a>');
    expect(record?.first('t')?.text).toBe('abc');
  });
});

describe('a hostile XML file is refused', () => {
  const laughs = `<!DOCTYPE a [<!ENTITY l "lol">${'<!ENTITY l1 "&l;&l;&l;&l;&l;&l;&l;&l;&l;&l;">'.repeat(9)}]>`;
  test.each([
    ['billion laughs', `${laughs}<client><annonce><t>&l1;</t></annonce></client>`, 'FEED_UNSAFE'],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><client><annonce><t>&x;</t></annonce></client>',
      'FEED_UNSAFE',
    ],
    ['an external DTD', '<!DOCTYPE a SYSTEM "http://169.254.169.254/a.dtd"><client/>', 'FEED_UNSAFE'],
    ['an entity that nobody declared', '<client><annonce><t>&xxe;</t></annonce></client>', 'FEED_MALFORMED'],
    [
      'a name of JavaScript as an entity',
      '<client><annonce><t>&constructor;</t></annonce></client>',
      'FEED_MALFORMED',
    ],
    ['deep nesting', '<a>'.repeat(100_000), 'FEED_UNSAFE'],
    ['deep nesting inside a record', `<client><annonce>${'<b>'.repeat(50)}`, 'FEED_UNSAFE'],
    ['a fact without end', `<client><annonce><t>${'x'.repeat(3_000_000)}`, 'FEED_TOO_BIG'],
    ['a comment without end', `<client><!--${'x'.repeat(3_000_000)}`, 'FEED_TOO_BIG'],
    ['a name without end', `<client><${'x'.repeat(3_000_000)}`, 'FEED_TOO_BIG'],
    ['an attribute without end', `<client><annonce id="${'x'.repeat(3_000_000)}`, 'FEED_TOO_BIG'],
    [
      'a record of a million facts',
      `<client><annonce>${'<p>1</p>'.repeat(1_000_000)}</annonce></client>`,
      'FEED_TOO_BIG',
    ],
    ['its end missing', feed.slice(0, -20), 'FEED_TRUNCATED'],
    ['its middle missing', '<client><annonce></client>', 'FEED_MALFORMED'],
    ['nothing in it', '<?xml version="1.0"?>', 'FEED_TRUNCATED'],
  ])('%s', async (_name, text, code) => {
    expect(await refusal(text)).toBe(code);
  });

  test('with the line where it breaks', async () => {
    await expect(read('<client>\n<annonce>\n<t>1</u>\n</annonce></client>')).rejects.toThrow(/ligne 3/);
  });
});

test('the first elements are those of the beginning, cut anywhere', () => {
  expect(firstElements(feed.slice(0, 50))).toEqual(['client', 'annonces']);
  expect(firstElements('<root><kyero><feed_ver')).toEqual(['root', 'kyero']);
});
