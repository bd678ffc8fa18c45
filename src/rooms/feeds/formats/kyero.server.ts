import { propertyTypes, type Translations, translationLanguages } from '#rooms/listings/contract.ts';
import type { ColumnKey } from '../columns.ts';
import type { RowFields } from '../rows/fields.server.ts';
import { readNature } from '../rows/natures.server.ts';
import { type FeedSource, translatedSource } from '../rows/rows.server.ts';
import type { LocatedValue, RowPhoto, RowRefusal, UnplacedDraft } from '../rows/rows.ts';
import { MOST_PHOTOS, Translated } from '../rows/translation.server.ts';
import { cutText, plainWords, readText } from '../rows/values.server.ts';
import { dialect, FEATURES, wordings } from './kyero-words.server.ts';
import type { TextFile } from './text-file.server.ts';
import { readXml, type XmlLeaf, type XmlRecord } from './xml.server.ts';

/** The element of one listing. */
export const ELEMENT = 'property';

/**
 * A Kyero XML file: one agency, the whole of its portfolio. Reading it throws FEED_UNSAFE, FEED_TRUNCATED or
 * FEED_MALFORMED, as `readXml` does.
 */
export function openKyero(text: TextFile): FeedSource {
  return translatedSource('kyero', async function* () {
    for await (const record of readXml(text.read(), ELEMENT)) yield new KyeroRecord(record);
  });
}

/** « 4 pièces » near the beginning of a description: the format counts bedrooms only. */
const ROOMS = /\b(\d{1,2})[\s\u00a0-]*pi[eè]ces?\b/i;
const BEGINNING = 300;
const LONGEST_TITLE = 100;

class KyeroRecord extends Translated {
  readonly line: number;
  readonly dialect = dialect;
  override readonly department: string;
  protected readonly wordings = wordings;
  readonly #xml: XmlRecord;
  readonly #features: ReadonlySet<ColumnKey>;

  constructor(xml: XmlRecord) {
    super();
    this.#xml = xml;
    this.line = xml.line;
    this.department = xml.first('province')?.text ?? '';
    this.#features = new Set(xml.all('feature').flatMap(({ text }) => FEATURES.get(plainWords(text)) ?? []));
  }

  protected find(names: readonly string[]): LocatedValue | null {
    const leaf = this.#xml.first(...names);
    return leaf && toldOf(leaf);
  }

  protected derive(key: ColumnKey): string | undefined {
    if (this.#features.has(key)) return 'OUI';
    switch (key) {
      case 'title':
        return this.text('title/fr') || this.#firstSentence();
      case 'rooms':
        return this.#rooms(this.worded('propertyType'));
      case 'surface':
        return /^0+(\.0*)?$/.test(this.text('surface_area/built')) ? '' : undefined;
      case 'gpsPrecision':
        return this.text('location/latitude', 'latitude') === '' ? '' : '1';
      default:
        return undefined;
    }
  }

  #rooms(type: string): string {
    const nature = readNature(type);
    if (nature?.type === 'land' || nature?.type === 'parking') return '0';
    // What is no home counts no rooms; what is unknown may be one.
    const counted = nature === null || propertyTypes[nature.type].dwelling;
    return counted ? (ROOMS.exec(this.text('desc/fr').slice(0, BEGINNING))?.[1] ?? '') : '';
  }

  #firstSentence(): string {
    const { text } = readText(this.text('desc/fr').slice(0, BEGINNING));
    const sentence = /^[^.!?\n]+/.exec(text)?.[0].trim() ?? '';
    return sentence.length <= LONGEST_TITLE ? sentence : '';
  }

  override refuse(row: RowFields): RowRefusal | null {
    const currency = this.find(['currency']);
    if (!currency || currency.value.toUpperCase() === 'EUR') return null;
    row.refuse('currency', currency, 'Seuls les prix en euros sont publiés : écrivez EUR.');
    return 'content';
  }

  override complete(row: RowFields, draft: UnplacedDraft): UnplacedDraft {
    return {
      ...super.complete(row, draft),
      isNew: draft.isNew || this.flag('new_build') === true,
      translations: this.#translations(),
    };
  }

  #translations(): Translations | null {
    const told: Translations = {};
    for (const language of translationLanguages) {
      const { text } = readText(this.text(`desc/${language}`));
      if (text !== '') told[language] = { title: '', description: cutText(text, 8000) };
    }
    return Object.keys(told).length > 0 ? told : null;
  }

  photos(): readonly RowPhoto[] {
    return this.#xml
      .all('image/url')
      .map((leaf, index) => {
        const told = toldOf(leaf);
        return { number: index + 1, given: leaf.text, caption: '', told, captionTold: told };
      })
      .filter(({ given }) => given !== '')
      .slice(0, MOST_PHOTOS);
  }
}

function toldOf({ path, line, text }: XmlLeaf): LocatedValue {
  return { line, column: null, field: path, value: text };
}
