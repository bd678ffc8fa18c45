import { fail } from '#contract/errors.ts';
import { type EnergyClass, type Translations, translationLanguages } from '#rooms/listings/contract.ts';
import { classBoundRows, energyClasses } from '#rooms/listings/energy-classes.ts';
import type { ColumnKey } from '../columns.ts';
import { feedErrors } from '../contract.ts';
import type { RowFields } from '../rows/fields.server.ts';
import { type FeedSource, translatedSource } from '../rows/rows.server.ts';
import type { LocatedValue, RowPhoto, RowRefusal, UnplacedDraft } from '../rows/rows.ts';
import { MOST_PHOTOS, Translated } from '../rows/translation.server.ts';
import { cutText, plainWords, readText } from '../rows/values.server.ts';
import { dialect, LAND, PREMISES, SQUARE_METRES, wordings } from './apimo-words.server.ts';
import { type JsonRecord, readJson } from './json.server.ts';
import type { TextFile } from './text-file.server.ts';

/** The list of listings. */
const LIST = 'properties';

/**
 * An Apimo JSON file: one agency, the whole of its portfolio. Reading it throws FEED_UNKNOWN_FORMAT when it has no
 * `properties`, FEED_OTHER_AGENCY when it holds several agencies, FEED_TRUNCATED when it is only a page: the rest would
 * be withdrawn.
 */
export function openApimo(text: TextFile): FeedSource {
  let total: number | null = null;
  return translatedSource(
    'apimo',
    async function* () {
      const records = readJson(text.read(), LIST);
      for (;;) {
        const { done, value } = await records.next();
        if (!done) {
          yield new ApimoRecord(value);
          continue;
        }
        if (!value.found) throw fail(feedErrors.FEED_UNKNOWN_FORMAT);
        const told = value.facts.get('total_items')?.replaceAll('"', '') ?? '';
        total = /^\d{1,9}$/.test(told) ? Number(told) : null;
        return;
      }
    },
    (records) => {
      if (total !== null && total > records)
        throw fail(
          feedErrors.FEED_TRUNCATED,
          { total, records },
          `Le fichier contient ${records} annonces sur les ${total} qu’il annonce (total_items)\u00a0: envoyez-les toutes dans un seul fichier.`,
        );
    },
  );
}

const RENTAL = '2';

class ApimoRecord extends Translated {
  readonly line: number;
  readonly dialect = dialect;
  override readonly sender: string | null;
  protected readonly wordings = wordings;
  readonly #json: JsonRecord;
  /** Where this record has what the wordings ask by sense: its French comment, its two regulations. */
  readonly #places: ReadonlyMap<string, string>;

  constructor(json: JsonRecord) {
    super();
    this.#json = json;
    this.line = json.line;
    this.sender = this.text('agency') || null;
    this.#places = new Map([
      ['comments.fr', `comments.${this.#rank('comments', 'language', 'fr')}`],
      ['regulations.1', `regulations.${this.#rank('regulations', 'type', '1')}`],
      ['regulations.2', `regulations.${this.#rank('regulations', 'type', '2')}`],
    ]);
  }

  /** The rank of the object of a list that has this value; `none`, which no list has. */
  #rank(list: string, key: string, wanted: string): string {
    const objects = this.#json.at(list);
    const rank = Array.isArray(objects)
      ? objects.findIndex((_, index) => textOf(this.#json.at(`${list}.${index}.${key}`)) === wanted)
      : -1;
    return rank === -1 ? 'none' : String(rank);
  }

  protected find(names: readonly string[]): LocatedValue | null {
    for (const name of names) {
      const at = /^(comments\.fr|regulations\.[12])(?=\.)/.exec(name)?.[0];
      const path = at ? `${this.#places?.get(at)}${name.slice(at.length)}` : name;
      const value = textOf(this.#json.at(path));
      if (value !== '') return this.#toldOf(path, value);
    }
    return null;
  }

  /** Its line is only looked for when something is said of it. */
  #toldOf(field: string, value: string): LocatedValue {
    const json = this.#json;
    return {
      get line() {
        return json.lineOf(field);
      },
      column: null,
      field,
      value,
    };
  }

  protected derive(key: ColumnKey): string | undefined {
    const type = this.text('type');
    switch (key) {
      // Of a sale the field is no percentage, and does not say who pays.
      case 'fees':
      case 'deposit':
      case 'inventoryFees':
        return this.text('category') === RENTAL ? undefined : '';
      case 'surface':
        return type === LAND || !this.#inMetres ? '' : undefined;
      case 'landSurface':
        return type === LAND && this.#inMetres ? undefined : '';
      // Software that knows no address must not show one.
      case 'address':
        return this.flag('publish_address') ? undefined : '';
      case 'coOwned':
        return this.amount(100_000, 'residence.lots') ? 'OUI' : '';
      case 'reference':
        return this.text('reference', 'id');
      case 'energyClass':
        return this.#letter('regulations.1', 'energy', type);
      case 'climateClass':
        return this.#letter('regulations.2', 'climate', type);
      case 'energyValue':
      case 'climateValue':
        return /[a-g]/i.test(this.worded(key)) ? '' : undefined;
      case 'gpsPrecision':
        return this.text('latitude') === '' ? '' : '1';
      default:
        return undefined;
    }
  }

  get #inMetres(): boolean {
    return this.text('area.unit') === '' || this.text('area.unit') === SQUARE_METRES;
  }

  /** The letter of one scale: told as such, or that of its value. */
  #letter(regulation: string, scale: 'energy' | 'climate', type: string): string {
    const value = this.text(`${regulation}.value`);
    if (value === '') return PREMISES.has(type) ? 'NS' : '';
    const bounds = classBoundRows.at(-1)?.[scale] ?? [];
    const number = /^\d{1,6}(\.\d+)?$/.test(value) ? Number(value) : null;
    if (number === null) return value;
    const rank = bounds.findIndex((most) => number <= most);
    return energyClasses.at(rank) ?? '';
  }

  override refuse(row: RowFields): RowRefusal | null {
    const currency = this.find(['price.currency']);
    if (!currency || currency.value.toUpperCase() === 'EUR') return null;
    row.refuse('currency', currency, 'Seuls les prix en euros sont publiés : écrivez EUR.');
    return 'content';
  }

  override complete(row: RowFields, draft: UnplacedDraft): UnplacedDraft {
    return {
      ...draft,
      energyClass: this.#worst(row, draft),
      pointRadius: this.amount(50_000, 'radius'),
      translations: this.#translations(),
    };
  }

  /**
   * Since July 2021 the class of a home is the worse of its two scales (arrêté du 31 mars 2021), and the file gives
   * values only. The wider bounds of small and high homes could only make it better: never is one shown better than it is.
   */
  #worst(row: RowFields, { energyClass, climateClass }: UnplacedDraft): EnergyClass | null {
    if (energyClass === null || climateClass === null || climateClass <= energyClass) return energyClass;
    row.warn(
      'energy_class',
      'climateValue',
      `Le flux ne donne pas la lettre du DPE : les émissions le rangent en ${climateClass}, la consommation seule en ${energyClass}. La plus défavorable est retenue.`,
    );
    return climateClass;
  }

  #translations(): Translations | null {
    const told: Translations = {};
    for (const language of translationLanguages) {
      const at = `comments.${this.#rank('comments', 'language', language)}`;
      const title = readText(this.text(`${at}.title`)).text;
      const description = readText(this.text(`${at}.comment`)).text;
      if (title !== '' || description !== '')
        told[language] = { title: cutText(title, 200), description: cutText(description, 8000) };
    }
    return Object.keys(told).length > 0 ? told : null;
  }

  photos(): readonly RowPhoto[] {
    const pictures = this.#json.at('pictures');
    if (!Array.isArray(pictures)) return [];
    return pictures
      .map((_, index) => `pictures.${index}`)
      .filter((at) => this.text(`${at}.url`) !== '' && plainWords(this.text(`${at}.internet`)) !== 'false')
      .map((at) => ({ at, rank: Number(this.text(`${at}.rank`)) || 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, MOST_PHOTOS)
      .map(({ at }, index) => {
        const given = this.text(`${at}.url`);
        const caption = this.text(`${at}.comments.0.comment`);
        return {
          number: index + 1,
          given,
          caption,
          told: this.#toldOf(`${at}.url`, given),
          captionTold: this.#toldOf(`${at}.comments.0.comment`, caption),
        };
      });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'boolean' ? String(value) : '';
}
