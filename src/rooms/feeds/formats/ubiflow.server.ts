import { fail } from '#contract/errors.ts';
import type { ColumnKey } from '../columns.ts';
import { feedErrors } from '../contract.ts';
import type { RowFields } from '../rows/fields.server.ts';
import { readNature } from '../rows/natures.server.ts';
import { type FeedSource, translatedSource } from '../rows/rows.server.ts';
import type { LocatedValue, RowPhoto, UnplacedDraft } from '../rows/rows.ts';
import { MOST_PHOTOS, Translated } from '../rows/translation.server.ts';
import { plainWords, readDecimal } from '../rows/values.server.ts';
import type { TextFile } from './text-file.server.ts';
import { dialect, EXPOSURES, HEATINGS, TYPE_CODES, wordings } from './ubiflow-words.server.ts';
import { readXml, type XmlLeaf, type XmlRecord } from './xml.server.ts';

/** The element of one listing. */
export const ELEMENT = 'annonce';

/** The element of one agency. */
const CLIENT = 'client';

/**
 * An Ubiflow XML file: one agency, the whole of its portfolio, read by the names of its elements. Reading it throws
 * FEED_OTHER_AGENCY when it holds the listings of several.
 */
export function openUbiflow(text: TextFile): FeedSource {
  return translatedSource('ubiflow', async function* () {
    let client: number | null = null;
    for await (const record of readXml(text.read(), ELEMENT, CLIENT)) {
      client ??= record.group;
      if (record.group !== client)
        throw fail(
          feedErrors.FEED_OTHER_AGENCY,
          { line: record.line },
          `Le fichier contient les annonces de plusieurs clients (ligne ${record.line})\u00a0: envoyez un fichier par agence.`,
        );
      yield new UbiflowRecord(record);
    }
  });
}

const RENTAL = 'location';

class UbiflowRecord extends Translated {
  readonly line: number;
  readonly dialect = dialect;
  protected readonly wordings = wordings;
  readonly #xml: XmlRecord;

  constructor(xml: XmlRecord) {
    super();
    this.#xml = xml;
    this.line = xml.line;
  }

  protected find(names: readonly string[]): LocatedValue | null {
    const leaf = this.#xml.first(...names);
    return leaf && toldOf(leaf);
  }

  override told(key: ColumnKey): LocatedValue {
    return (key === 'price' && this.#rental ? this.find(RENTS) : null) ?? super.told(key);
  }

  get #rental(): boolean {
    return this.worded('transaction') === RENTAL;
  }

  protected derive(key: ColumnKey): string | undefined {
    switch (key) {
      case 'propertyType':
        return readNature(this.worded(key)) ? undefined : TYPE_CODES.get(this.text('code_type'));
      case 'price':
        return this.#rental ? this.#rent() : undefined;
      // A sale that is « not furnished » says nothing: the word belongs to lettings.
      case 'furnished':
        return this.#rental ? undefined : '';
      case 'fees':
        return this.#rental ? this.text('honoraires_location') : undefined;
      case 'feesPayer':
        return this.#rental ? '' : this.#payer();
      case 'energyClass':
      case 'climateClass':
        return this.#energy(key === 'energyClass' ? 'dpe_etiquette_conso' : 'dpe_etiquette_ges');
      case 'exclusive':
        return plainWords(this.text('mandat_type')).startsWith('exclusi') ? 'OUI' : '';
      case 'kitchen':
        return this.flag('cuisine_equipee') ? '9' : '';
      case 'gpsPrecision':
        return this.text('latitude') === '' ? '' : '1';
      default:
        return undefined;
    }
  }

  /** With its charges: told so, or put together when both are told. */
  #rent(): string {
    const whole = this.text('loyer_mensuel_cc', 'loyer_cc');
    if (whole !== '') return whole;
    const rent = this.text('loyer', 'loyer_mensuel');
    if (this.flag('loyer_est_cc')) return rent;
    const parts = [readDecimal(rent, 'thousands'), readDecimal(this.worded('charges'), 'thousands')];
    const known = parts.flatMap((part) =>
      part.kind === 'value' || part.kind === 'tolerated' ? [part.value] : [],
    );
    return known.length === 2 ? String(Math.round((known[0]! + known[1]!) * 100) / 100) : rent;
  }

  #payer(): string {
    const said = plainWords(this.text('honoraires_payeurs'));
    const buyer =
      said === '' ? this.flag('honoraires_charge_acquereur') === true : said.includes('acquereur');
    const seller = said === '' ? this.flag('honoraires_charge_vendeur') === true : said.includes('vendeur');
    if (buyer || seller) return buyer && seller ? '3' : buyer ? '1' : '2';
    return said === '' ? '' : this.text('honoraires_payeurs');
  }

  #energy(name: string): string {
    const letter = this.text(name);
    if (this.flag('soumis_dpe') === false) return 'NS';
    return letter === '' && this.flag('dpe_vierge') ? 'VI' : letter;
  }

  override complete(_row: RowFields, draft: UnplacedDraft): UnplacedDraft {
    const heating = plainWords(
      ['chauffage_energie', 'chauffage_type', 'chauffage_mecanisme'].map((name) => this.text(name)).join(' '),
    );
    const heatings = HEATINGS.filter(([words]) => words.test(heating)).map(([, kind]) => kind);
    const facing = plainWords(this.text('exposition'));
    const exposures = EXPOSURES.filter(([words]) => words.test(facing)).map(([, exposure]) => exposure);
    return {
      ...draft,
      isNew: draft.isNew || this.text('prestation/type', 'type').toUpperCase() === 'G',
      inseeCode: this.text('code_insee') || null,
      addressDisplay: this.flag('communiquer_adresse_exacte') ? 'exact' : draft.addressDisplay,
      carrezSurface: this.amount(999_999, 'surface_carrez'),
      propertyTax: centsOf(this.amount(10_000_000, 'taxe_fonciere')),
      topFloor: this.flag('dernier_etage'),
      garden: this.flag('avec_jardin', 'jardin'),
      fibre: this.flag('fibre_optique'),
      heating: heatings.length > 0 ? heatings : null,
      exposures: exposures.length > 0 ? exposures : null,
    };
  }

  photos(): readonly RowPhoto[] {
    return this.#xml
      .all('photo')
      .map((leaf, index) => {
        const told = toldOf(leaf);
        return { number: index + 1, given: leaf.text, caption: '', told, captionTold: told };
      })
      .filter(({ given }) => given !== '')
      .slice(0, MOST_PHOTOS);
  }
}

const RENTS = ['loyer_mensuel_cc', 'loyer_cc', 'loyer', 'loyer_mensuel'];

function toldOf({ path, line, text }: XmlLeaf): LocatedValue {
  return { line, column: null, field: path, value: text };
}

function centsOf(euros: number | null): number | null {
  return euros === null ? null : Math.round(euros * 100);
}
