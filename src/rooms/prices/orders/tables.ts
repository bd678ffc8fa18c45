// Tables of reference rents as other territories publish them: the same keys under the names that each gives them.
import { FileRefused } from '../csv-source.ts';
import { isTerritory, rentTerritories, type TerritoryName } from '../rent-territories.ts';
import { quarterCode, type ReadLine } from './assembling.ts';
import {
  type OrderLine,
  type PublishedQuarter,
  readBuilt,
  readDwelling,
  readFurnished,
  readRent,
  readRooms,
  readZone,
  type Told,
  zoneKey,
} from './terms.ts';

type Meaning =
  | 'territory'
  | 'commune'
  | 'zone'
  | 'rooms'
  | 'built'
  | 'furnished'
  | 'dwelling'
  | 'floor'
  | 'reference'
  | 'ceiling'
  | 'year';

/** What a column means, and the names that files give it (docs/rent-control.md). */
const NAMES: Readonly<Record<Meaning, readonly [string, ...string[]]>> = {
  territory: ['territoire'],
  commune: ['code_insee'],
  zone: ['secteur', 'zone', 'id_zone', 'zonage'],
  rooms: ['pieces', 'piece', 'nombre_de_piece', 'nombre_pieces', 'nb_pieces'],
  built: ['epoque', 'epoque_construction', 'annee_de_construction'],
  furnished: ['meuble'],
  dwelling: ['type', 'maison'],
  floor: ['minore', 'prix_min'],
  reference: ['reference', 'prix_med'],
  ceiling: ['majore', 'prix_max'],
  year: ['annee'],
};

/** Lille writes the empty and the furnished rent of a line beside each other. */
const BESIDE = [false, true].map((furnished) => {
  const end = furnished ? 'meublees' : 'non_meublees';
  return {
    furnished,
    floor: `loyer_de_reference_minore_${end}`,
    reference: `loyer_de_reference_${end}`,
    ceiling: `loyer_de_reference_majore_${end}`,
  };
});

/** Every column that means something here. */
export const TABLE_COLUMNS: readonly string[] = [
  ...Object.values(NAMES).flat(),
  ...BESIDE.flatMap(({ floor, reference, ceiling }) => [floor, reference, ceiling]),
];

const NEEDED: readonly Meaning[] = ['zone', 'rooms', 'built'];
const RENTS = ['floor', 'reference', 'ceiling'] as const;

/** How to read the lines of a file that has those columns. Throws `FileRefused` when one is missing. */
export function readerOf(columns: readonly string[]) {
  const named = (meaning: Meaning) => NAMES[meaning].find((name) => columns.includes(name)) ?? null;
  const beside = BESIDE.every((half) => RENTS.every((rent) => columns.includes(half[rent])));
  const needed: readonly Meaning[] = beside ? NEEDED : [...NEEDED, 'furnished', ...RENTS];
  const missing = needed.filter((meaning) => named(meaning) === null).map((meaning) => NAMES[meaning][0]);
  if (missing.length > 0) {
    throw new FileRefused(
      `ce n’est pas un barème d’encadrement connu\u00a0: il lui manque ${missing.length > 1 ? 'les colonnes' : 'la colonne'} ${missing.join(', ')}`,
      { line: 1 },
    );
  }
  return (record: Readonly<Record<string, string>>, line: number, told: Told) => {
    const field = (meaning: Meaning) => {
      const name = named(meaning);
      return { name: name ?? NAMES[meaning][0], value: name === null ? '' : (record[name] ?? '').trim() };
    };
    return readRecord({ record, field, beside, line, told });
  };
}

interface Given {
  readonly record: Readonly<Record<string, string>>;
  readonly field: (meaning: Meaning) => { readonly name: string; readonly value: string };
  readonly beside: boolean;
  readonly line: number;
  readonly told: Told;
}

/** Nothing of a line of a territory that was not asked for. */
function readRecord(given: Given): { read: ReadLine[]; quarters: PublishedQuarter[] } {
  const { record, field, beside, line } = given;
  const territory = territoryOf(given);
  if (territory === null) return { read: [], quarters: [] };
  const refuse = (reason: string, meaning: Meaning) => {
    const { name, value } = field(meaning);
    return new FileRefused(reason, { line, field: name, value });
  };
  const sector = field('zone').value;
  if (!readZone(sector)) throw refuse('la zone manque', 'zone');
  const rooms = readRooms(field('rooms').value);
  if (rooms === null) throw refuse('ce n’est pas un nombre de pièces, de 1 à 4 et plus', 'rooms');
  const built = readBuilt(field('built').value);
  if (!built) throw refuse('cette époque n’est pas de l’arrêté', 'built');
  const dwelling = readDwelling(field('dwelling').value);
  if (dwelling === null) throw refuse('ce n’est ni un appartement ni une maison', 'dwelling');
  const year = field('year').value;
  if (year && !/^20\d\d$/.test(year)) throw refuse('ce n’est pas une année', 'year');
  const quarter = quarterOf(territory, field('commune').value, sector);
  const keys = { key: quarter.code, dwelling, rooms, ...built };
  const rents = beside
    ? BESIDE.map((half) => ({
        furnished: half.furnished,
        ...rentsOf((rent) => ({ name: half[rent], value: record[half[rent]] ?? '' }), line),
      }))
    : [{ furnished: furnishedOf(given), ...rentsOf(field, line) }];
  return {
    read: rents.map((one): ReadLine => ({ territory, year: year || null, line, said: { ...keys, ...one } })),
    quarters: [quarter],
  };
}

/** Null for a territory that is left out. */
function territoryOf({ field, line, told }: Given): TerritoryName | null {
  const { name, value } = field('territory');
  if (value === '') {
    if (told.territory) return told.territory;
    throw new FileRefused('le fichier ne dit pas son territoire\u00a0: ajoutez --territory', { line });
  }
  if (!isTerritory(value)) {
    throw new FileRefused(`ce territoire n’est pas l’un de ${Object.keys(rentTerritories).join(', ')}`, {
      line,
      field: name,
      value,
    });
  }
  return told.territory === null || told.territory === value ? value : null;
}

function furnishedOf({ field, line }: Given): boolean {
  const { name, value } = field('furnished');
  const furnished = readFurnished(value);
  if (furnished === null)
    throw new FileRefused('ce n’est ni meublé ni non meublé', { line, field: name, value });
  return furnished;
}

function rentsOf(
  field: (rent: (typeof RENTS)[number]) => { readonly name: string; readonly value: string },
  line: number,
): Pick<OrderLine, 'floor' | 'reference' | 'ceiling'> {
  const [floor = 0, reference = 0, ceiling = 0] = RENTS.map((rent) => {
    const { name, value } = field(rent);
    const read = readRent(value);
    if (read === null)
      throw new FileRefused('ce n’est pas un loyer au m² et par mois', { line, field: name, value });
    return read;
  });
  if (floor > reference || reference > ceiling) {
    const { name, value } = field('reference');
    throw new FileRefused('le loyer de référence n’est pas entre le minoré et le majoré', {
      line,
      field: name,
      value,
    });
  }
  return { floor, reference, ceiling };
}

function quarterOf(territory: TerritoryName, commune: string, sector: string): PublishedQuarter {
  const zone = readZone(sector);
  if (!commune) {
    const code = zoneKey(zone);
    return { territory, code, name: code, zone, placeCodes: null, rings: null };
  }
  const code = quarterCode(territory, commune, zone);
  const placed = { territory, code, placeCodes: [commune], rings: null };
  // A quarter of Paris or an IRIS is no zone: its contour says which it is in.
  return code === zone ? { ...placed, name: null, zone: '' } : { ...placed, name: zoneKey(zone), zone };
}
