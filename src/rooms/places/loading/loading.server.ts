import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { cutCities, districtSegment, slugify } from '../contract.ts';
import { searchKey, soundKey, spellingKey, typoKeys } from '../naming.server.ts';
import { formerNames } from './former-communes.server.ts';
import {
  type Box,
  centre,
  districtGeometry,
  nearest,
  overseasBoxes,
  restoredFrom,
  union,
} from './geometry.server.ts';
import {
  type AliasRow,
  analyzePlaces,
  lockLoading,
  type PlaceRow,
  readEdition,
  replacePlaces,
  type TermRow,
  writeEdition,
} from './loading.sql.server.ts';

/** Changes when the rows made from the same open data change. */
const RECIPE = 4;
const NEIGHBOURS = 12;
const KNOWN_CITY = 30_000;

/** What a term is of its place; the number is stored. */
const TERM = { name: 1, bare: 2, alias: 3, inner: 4, number: 5 } as const;

interface SourceCommune {
  readonly code: string;
  readonly nom: string;
  readonly typeLiaison?: number;
  readonly type: 'commune-actuelle' | 'arrondissement-municipal' | 'commune-deleguee' | 'commune-associee';
  readonly departement: string;
  readonly codesPostaux?: readonly string[];
  readonly population?: number;
  readonly anciensCodes?: readonly string[];
  readonly commune?: string;
  readonly chefLieu?: string;
}

interface SourceDepartment {
  readonly code: string;
  readonly nom: string;
  readonly typeLiaison: number;
}

interface SourceBox {
  readonly id: string;
  readonly name: string;
  readonly bbox: Box;
}

interface Sources {
  readonly version: string;
  readonly communes: readonly SourceCommune[];
  readonly departments: readonly SourceDepartment[];
  readonly boxes: ReadonlyMap<string, SourceBox>;
  readonly departmentBoxes: ReadonlyMap<string, Box>;
}

const fromHere = createRequire(import.meta.url);
const ADMINISTRATIVE = '@etalab/decoupage-administratif';
const BOXES = '@etalab/fr-bounding-boxes';

// By path: the package's own entry reads its files from the current directory. Parsed without `require`,
// which would keep 12 MB of text in memory for good.
function readJson(file: string): unknown {
  return JSON.parse(readFileSync(fromHere.resolve(file), 'utf8'));
}

/** Edition of the open data and of the rows made from it: `6.0.0+0.1.3+1`. */
function sourceVersion(): string {
  const versions = [ADMINISTRATIVE, BOXES].map(
    (name) => (readJson(`${name}/package.json`) as { version: string }).version,
  );
  return [...versions, RECIPE].join('+');
}

/** COG 2026 and postal codes (INSEE, La Poste), boxes of 2018 (IGN Admin Express): Licence Ouverte 2.0, by Etalab. */
function readSources(): Sources {
  const boxes = readJson(`${BOXES}/dist/communes.json`) as SourceBox[];
  const departmentBoxes = readJson(`${BOXES}/dist/departements.json`) as SourceBox[];
  return {
    version: sourceVersion(),
    communes: readJson(`${ADMINISTRATIVE}/data/communes.json`) as SourceCommune[],
    departments: readJson(`${ADMINISTRATIVE}/data/departements.json`) as SourceDepartment[],
    boxes: new Map(boxes.map((box) => [afterColon(box.id), box])),
    departmentBoxes: new Map(departmentBoxes.map((box) => [afterColon(box.id), box.bbox])),
  };
}

function afterColon(id: string): string {
  return id.slice(id.lastIndexOf(':') + 1);
}

/**
 * Fills the places from the open data, in one transaction. Does nothing when this edition is already there,
 * and two processes starting together load it once. Returns whether it loaded, the edition and how many rows.
 */
export async function loadPlaces(db: Db): Promise<{ loaded: boolean; version: string; places: number }> {
  const version = sourceVersion();
  if ((await readEdition(db)) === version) return { loaded: false, version, places: 0 };
  const loaded = await db.transaction().execute(async (tx) => {
    await lockLoading(tx);
    if ((await readEdition(tx)) === version) return 0;
    const sources = readSources();
    const places = placeRows(sources);
    const aliases = aliasRows(sources);
    await replacePlaces(tx, places, aliases, termRows(places, aliases));
    await writeEdition(tx, version, clock.now());
    return places.length;
  });
  if (loaded > 0) await analyzePlaces(db);
  return { loaded: loaded > 0, version, places: loaded };
}

/** Every place of the sources, with its neighbours. */
function placeRows(sources: Sources): PlaceRow[] {
  const departments = new Map(sources.departments.map((department) => [department.code, department]));
  const current = sources.communes.filter(({ type }) => type === 'commune-actuelle');
  const rows = [
    ...current.map((commune) => communeRow(commune, sources, departments)),
    ...sources.communes
      .filter(({ type }) => type === 'arrondissement-municipal')
      .map((district) => districtRow(district, departments)),
    ...departmentRows(sources, current),
  ];
  const neighbours = nearest(rows, NEIGHBOURS);
  return rows.map((row) => ({ ...row, neighbours: neighbours.get(row.code) ?? [] }));
}

function communeRow(
  commune: SourceCommune,
  sources: Sources,
  departments: ReadonlyMap<string, SourceDepartment>,
): PlaceRow {
  const postalCodes = (commune.codesPostaux ?? []).toSorted();
  const cut = cutCities.find(({ code }) => code === commune.code);
  // The lowest code of a whole city would read as its first district (interface.md, fine points 3).
  const slug = `${slugify(commune.nom)}-${cut?.postalBase ?? postalCodes[0] ?? commune.code}`;
  const bbox = communeBox(commune, sources);
  return {
    code: commune.code,
    kind: 'commune',
    name: commune.nom,
    liaison: liaisonOf(commune.nom, commune.typeLiaison),
    slug,
    departmentCode: commune.departement,
    departmentName: departments.get(commune.departement)?.nom ?? commune.departement,
    cityCode: commune.code,
    cityName: commune.nom,
    citySlug: slug,
    rank: null,
    postalCodes,
    population: commune.population ?? null,
    spot: bbox && centre(bbox),
    bbox,
    neighbours: [],
  };
}

function districtRow(district: SourceCommune, departments: ReadonlyMap<string, SourceDepartment>): PlaceRow {
  const city = cutCities.find(({ code }) => code === district.commune);
  const geometry = districtGeometry[district.code];
  if (!city || !geometry)
    throw new Error(`Unknown municipal arrondissement: ${district.code} ${district.nom}`);
  const rank = Number(district.code) - city.districtBase;
  const [lng, lat, west, south, east, north] = geometry;
  const postalCodes = (district.codesPostaux ?? []).toSorted();
  return {
    code: district.code,
    kind: 'district',
    name: district.nom.replace('Arrondissement', 'arrondissement'),
    liaison: 0,
    slug: `${slugify(city.name)}-${districtSegment(rank)}-${postalCodes[0]}`,
    departmentCode: district.departement,
    departmentName: departments.get(district.departement)?.nom ?? district.departement,
    cityCode: city.code,
    cityName: city.name,
    citySlug: `${slugify(city.name)}-${city.postalBase}`,
    rank,
    postalCodes,
    population: district.population ?? null,
    spot: [lng, lat],
    bbox: [west, south, east, north],
    neighbours: [],
  };
}

/** A department that is a single commune (Paris, Saint-Martin) would only be its double: left out. */
function departmentRows(sources: Sources, current: readonly SourceCommune[]): PlaceRow[] {
  const members = Map.groupBy(current, ({ departement }) => departement);
  return sources.departments.flatMap((department) => {
    const communes = members.get(department.code) ?? [];
    if (communes.length < 2) return [];
    const boxes = communes.map((commune) => communeBox(commune, sources)).filter((box) => box !== null);
    // Overseas, a few known boxes would not be the extent of the territory.
    const known = boxes.length === communes.length ? union(boxes) : null;
    const bbox = sources.departmentBoxes.get(department.code) ?? known;
    return {
      code: department.code,
      kind: 'department',
      name: department.nom,
      liaison: department.typeLiaison,
      slug: `${slugify(department.nom)}-${department.code.toLowerCase()}`,
      departmentCode: department.code,
      departmentName: department.nom,
      cityCode: null,
      cityName: null,
      citySlug: null,
      rank: null,
      postalCodes: [],
      population: communes.reduce((sum, { population }) => sum + (population ?? 0), 0),
      spot: bbox && centre(bbox),
      bbox,
      neighbours: [],
    } satisfies PlaceRow;
  });
}

function communeBox(commune: SourceCommune, sources: Sources): Box | null {
  const overseas = overseasBoxes[commune.code];
  if (overseas) return overseas;
  const codes = [commune.code, ...(commune.anciensCodes ?? []), restoredFrom[commune.code] ?? ''];
  return union(codes.map((code) => sources.boxes.get(code)?.bbox).filter((box) => box !== undefined));
}

/** INSEE gives none overseas, and forgets the article of « Le Vernet-Chaméane ». */
function liaisonOf(name: string, given: number | undefined): number {
  if (given !== undefined && given > 0) return given;
  const article = /^(Le |La |Les |L')/.exec(name)?.[1];
  if (article) return { 'Le ': 2, 'La ': 3, 'Les ': 4, "L'": 5 }[article] ?? 0;
  return given ?? (/^[aeiou]/.test(slugify(name)) ? 1 : 0);
}

/** Names and codes that lead to a place of today: delegated, associated, merged and renamed communes. */
function aliasRows(sources: Sources): AliasRow[] {
  const rows = new Map<string, AliasRow>();
  const add = (code: string, placeCode: string, name: string | null) =>
    rows.set(`${code} ${name}`, { code, placeCode, name });
  for (const commune of sources.communes) {
    if (commune.type === 'commune-actuelle') {
      const nameOf2018 = sources.boxes.get(commune.code)?.name;
      if (nameOf2018 && slugify(nameOf2018) !== slugify(commune.nom))
        add(commune.code, commune.code, nameOf2018);
      for (const old of commune.anciensCodes ?? []) {
        const name = sources.boxes.get(old)?.name ?? formerNames.get(old) ?? null;
        if (!name || slugify(name) !== slugify(commune.nom)) add(old, commune.code, name);
        else add(old, commune.code, null);
      }
    } else if (commune.chefLieu) {
      add(commune.code, commune.chefLieu, commune.nom);
    }
  }
  return [...rows.values()];
}

const LITTLE_WORDS = new Set([
  'sur',
  'sous',
  'les',
  'des',
  'aux',
  'saint',
  'sainte',
  'saints',
  'saintes',
  'pres',
]);

/** Every way to begin typing each place, weighed by its inhabitants. */
function termRows(places: readonly PlaceRow[], aliases: readonly AliasRow[]): TermRow[] {
  const byCode = new Map(places.map((place) => [place.code, place]));
  const rows = places.flatMap((place) => [...nameTerms(place), ...numberTerms(place)]);
  for (const { placeCode, name } of aliases) {
    const place = byCode.get(placeCode);
    if (!name || !place || searchKey(name) === searchKey(place.name)) continue;
    // The inhabitants are those of the whole: an old name never weighs as much as a big city.
    const weight = Math.min(weightOf(place), KNOWN_CITY) * 0.3;
    for (const term of spellings(name))
      rows.push({ ...named(term, placeCode, weight), kind: TERM.alias, alias: name });
  }
  return rows;
}

/** Most who type are looking for a town: a department comes after those of a thirtieth of its inhabitants. */
function weightOf(place: PlaceRow): number {
  return ((place.population ?? 0) + 1) * (place.kind === 'department' ? 0.03 : 1);
}

function nameTerms(place: PlaceRow): TermRow[] {
  const { code } = place;
  const weight = weightOf(place);
  if (place.kind === 'district') {
    return [
      { ...plainTerm(searchKey(`${place.cityName} ${place.rank}`), code, weight * 0.2), kind: TERM.name },
    ];
  }
  const [full = '', ...others] = spellings(place.name);
  const words = full.split(' ');
  const inner = words.flatMap((word, index) => {
    const term = words.slice(index).join(' ');
    const worth = index > 0 && word.length > 2 && !LITTLE_WORDS.has(word) && !others.includes(term);
    return worth ? [plainTerm(term, code, weight * 0.1)] : [];
  });
  return [
    named(full, code, weight),
    ...others.map((term) => ({ ...named(term, code, weight * 0.9), kind: TERM.bare })),
    ...inner,
  ];
}

function plainTerm(term: string, placeCode: string, weight: number): TermRow {
  return { term, sound: null, spelling: null, typo: null, kind: TERM.inner, placeCode, weight, alias: null };
}

function named(term: string, placeCode: string, weight: number): TermRow {
  const row = plainTerm(term, placeCode, weight);
  return {
    ...row,
    sound: soundKey(term) || null,
    spelling: spellingKey(term),
    typo: typoKeys(term),
    kind: TERM.name,
  };
}

/** The search spelling of a name, then the same without its article, and « lisle » for « l'isle ». */
function spellings(name: string): string[] {
  const full = searchKey(name);
  const bare = full.replace(/^(?:le|la|les|l|aux|las|los) (?=\w)/, '');
  if (bare === full) return [full];
  return full.startsWith('l ') ? [full, bare, `l${bare}`] : [full, bare];
}

function numberTerms(place: PlaceRow): TermRow[] {
  const cut = cutCities.find(({ code }) => code === place.code);
  const row = (term: string, weight: number) => ({
    ...plainTerm(term, place.code, weight),
    kind: TERM.number,
  });
  if (place.kind === 'department') return [row(place.code.toLowerCase(), weightOf(place))];
  // 75011 means the district first, 75000 the whole city.
  const numbers = place.postalCodes.map((code) => row(code, weightOf(place) * (cut ? 0.001 : 1)));
  return cut ? [...numbers, row(String(cut.postalBase), weightOf(place))] : numbers;
}
