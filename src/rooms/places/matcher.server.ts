import type { Queryable } from '#platform/db.server.ts';
import { type CutCity, cutCities, type Place, rankOfPostalCode } from './contract.ts';
import {
  type Candidate,
  type NamedPair,
  selectCandidates,
  selectDepartments,
  selectMostAlike,
} from './matcher.sql.server.ts';
import {
  cutCityNamed,
  districtCode,
  type PlaceWords,
  rankIn,
  readPlaceWords,
  spellingKey,
} from './naming.server.ts';
import { selectByCodes } from './places.sql.server.ts';

/** A place as a feed writes it. */
export interface WrittenPlace {
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly inseeCode?: string | null;
  /** Code or name: says which of several towns of one name is meant, when there is no postal code. */
  readonly department?: string | null;
}

/** What was understood. Without a code, the suggestion is what to propose to the agency, when there is one. */
export interface PlaceMatch {
  /** Commune, or district in Paris, Lyon and Marseille; null when the pair means no place for sure. */
  readonly code: string | null;
  readonly place: Place | null;
  /** The place is right as far as the postal code goes, but its name was not the one written. */
  readonly approximate: boolean;
  readonly suggestion: Place | null;
}

interface Verdict {
  readonly code: string | null;
  readonly approximate: boolean;
  readonly suggestion: string | null;
}

interface Reading {
  readonly n: number;
  readonly postal: string;
  readonly insee: string;
  readonly words: PlaceWords;
  /** As written; null when none is. */
  readonly department: string | null;
}

const sure = (code: string): Verdict => ({ code, approximate: false, suggestion: null });
const about = (code: string): Verdict => ({ code, approximate: true, suggestion: null });
const refused = (suggestion: string | null): Verdict => ({ code: null, approximate: false, suggestion });

/** From here on a town is known everywhere: its name beside a foreign postal code is a contradiction. */
const KNOWN_CITY = 20_000;
const ALIKE = 0.45;

/**
 * Finds the places of a whole feed in a few statements, whatever its size; the answer has the order of the
 * question. Reads « PARIS 1ER », « PARIS 16 » with 75116, « BEZIERS », « ST ETIENNE », « LYON 03 CEDEX ». A
 * postal code shared by several communes needs the name; a name that nobody knows falls back on the only
 * commune of its postal code, and a postal code that nobody has on the name, both `approximate`; an unknown or contradictory pair has no code, but a suggestion.
 */
export async function matchPlaces(db: Queryable, written: readonly WrittenPlace[]): Promise<PlaceMatch[]> {
  const readings = distinctReadings(written);
  const list = [...readings.values()];
  const candidates = Map.groupBy(await selectCandidates(db, list.map(toAsked)), ({ n }) => n);
  const departments = await departmentsOf(db, list);
  const inseeCodes = list.map(({ insee }) => insee).filter(Boolean);
  const byInsee = new Map((await selectByCodes(db, inseeCodes)).map((place) => [place.asked, place]));
  const verdicts = new Map(
    list.map((reading) => [
      reading.n,
      reading.department !== null && reading.postal === ''
        ? decideByDepartment(reading, candidates.get(reading.n) ?? [], departments.get(reading.department))
        : decide(reading, candidates.get(reading.n) ?? [], byInsee.get(reading.insee)),
    ]),
  );
  await suggestAlike(db, list, verdicts);
  const codes = [...verdicts.values()]
    .flatMap(({ code, suggestion }) => [code, suggestion])
    .filter((code) => code !== null);
  const places = new Map(
    (await selectByCodes(db, [...new Set(codes)])).map(({ asked, ...place }) => [asked, place]),
  );
  return written.map((one) => {
    const reading = readings.get(identity(one));
    const { code, approximate, suggestion } = (reading && verdicts.get(reading.n)) ?? refused(null);
    return {
      code,
      place: places.get(code ?? '') ?? null,
      approximate,
      suggestion: places.get(suggestion ?? '') ?? null,
    };
  });
}

function toAsked({ n, postal, words }: Reading): NamedPair {
  return { n, postal, key: words.name, spelling: spellingKey(words.name) };
}

function identity({ postalCode, city, inseeCode, department }: WrittenPlace): string {
  return JSON.stringify([postalCode, city, inseeCode ?? null, department ?? null]);
}

/** A feed says the same few places thousands of times. */
function distinctReadings(written: readonly WrittenPlace[]): Map<string, Reading> {
  const readings = new Map<string, Reading>();
  for (const one of written) {
    const key = identity(one);
    if (readings.has(key)) continue;
    const words = readPlaceWords(one.city ?? '');
    const postal = (one.postalCode ?? '').replaceAll(/\s/g, '') || (words.postal ?? '');
    readings.set(key, {
      n: readings.size,
      // A spreadsheet has eaten the zero of 01000.
      postal: /^\d{4}$/.test(postal) ? `0${postal}` : postal,
      insee: one.inseeCode?.trim().toUpperCase() ?? '',
      words,
      department: one.department ?? null,
    });
  }
  return readings;
}

function decide(reading: Reading, candidates: readonly Candidate[], byInsee: Place | undefined): Verdict {
  const { postal, words } = reading;
  const here = withoutCutCities(candidates.filter((candidate) => candidate.here));
  const named = here.filter((candidate) => candidate.named);
  const city = cutCityNamed(words.name);
  if (byInsee) {
    const cut = cutCities.find(({ code }) => code === byInsee.code);
    const inside = cut && (cut === city || !words.name || !postal) && inCutCity(cut, postal, words);
    if (inside) return inside;
    const agrees =
      byInsee.postalCodes.includes(postal) ||
      candidates.some(({ code, named }) => named && code === byInsee.code);
    if (agrees || (!postal && !words.name)) return sure(byInsee.code);
  }
  const inCity = city && inCutCity(city, postal, words);
  if (inCity) return inCity;
  const [best] = byInhabitants(named);
  if (best) return sure(best.code);
  return decideByPostalCode(reading, here, candidates);
}

/** Codes of the departments that the readings write, one way or the other. */
async function departmentsOf(db: Queryable, readings: readonly Reading[]): Promise<Map<string, string>> {
  const written = [...new Set(readings.flatMap(({ department }) => department || []))];
  if (written.length === 0) return new Map();
  const keys = new Map(written.map((name) => [name, readPlaceWords(name)]));
  const named = new Map(
    (await selectDepartments(db, [...keys.values()].map(({ name }) => name).filter(Boolean))).map(
      ({ term, departmentCode }) => [term, departmentCode],
    ),
  );
  const found = new Map<string, string>();
  for (const [name, words] of keys) {
    const code = named.get(words.name) ?? words.number?.toUpperCase().padStart(2, '0');
    if (code) found.set(name, code);
  }
  return found;
}

/** A name within a department: enough when it is borne once there. Without the department, once in all of France. */
function decideByDepartment(
  { words, department }: Reading,
  candidates: readonly Candidate[],
  code: string | undefined,
): Verdict {
  if (department && !code) return refused(null);
  const city = cutCityNamed(words.name);
  if (city && (!code || city.code.startsWith(code))) {
    const told = rankIn(city, words.number);
    return sure(told ? districtCode(city, told) : city.code);
  }
  const named = candidates.filter(({ named }) => named);
  const here = byInhabitants(code ? named.filter(({ departmentCode }) => departmentCode === code) : named);
  return here.length === 1 && here[0]
    ? sure(here[0].code)
    : refused((here[0] ?? byInhabitants(named)[0])?.code ?? null);
}

function decideByPostalCode(
  { postal, words }: Reading,
  here: readonly Candidate[],
  candidates: readonly Candidate[],
): Verdict {
  const beginning = here.filter(({ begins }) => begins);
  if (beginning.length === 1 && beginning[0]) return about(beginning[0].code);
  const elsewhere = byInhabitants(candidates.filter((candidate) => candidate.named && !candidate.here));
  const nearby = elsewhere.filter(({ departmentCode }) =>
    postal.startsWith(departmentPrefix(departmentCode)),
  );
  const [only] = nearby;
  // The codes of a CEDEX are nobody's, be it said or not: the name tells, borne once in the department.
  if ((words.cedex || here.length === 0) && nearby.length === 1 && only) return about(only.code);
  // No postal code at all: the name is enough when it is borne once.
  if (!postal && elsewhere.length === 1 && elsewhere[0]) return about(elsewhere[0].code);
  if (only) return refused(only.code);
  const [biggest] = elsewhere;
  if (biggest && (biggest.population > KNOWN_CITY || here.length === 0)) return refused(biggest.code);
  const [alike] = here.toSorted((a, b) => b.likeness - a.likeness || b.population - a.population);
  if (!alike) return refused(null);
  return alike.likeness >= ALIKE || here.length === 1 ? about(alike.code) : refused(alike.code);
}

/** Paris, Lyon or Marseille by name: the postal code says the district, or the figure beside the name does. */
function inCutCity(city: CutCity, postal: string, words: PlaceWords): Verdict | null {
  const told = rankIn(city, words.number);
  const whole = !postal || postal === String(city.postalBase);
  if (whole) return sure(told ? districtCode(city, told) : city.code);
  const rank = rankOfPostalCode(city, postal);
  if (rank) return told && told !== rank ? about(districtCode(city, rank)) : sure(districtCode(city, rank));
  if (!postal.startsWith(city.code.slice(0, 2))) return null;
  if (words.cedex) return about(told ? districtCode(city, told) : city.code);
  return refused(told ? districtCode(city, told) : city.code);
}

/** 75011 belongs to Paris and to its 11th district: the district says more. */
function withoutCutCities(here: readonly Candidate[]): readonly Candidate[] {
  return here.filter(({ code }) => !cutCities.some((city) => city.code === code));
}

function byInhabitants(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => b.population - a.population || (a.code < b.code ? -1 : 1));
}

/** Corsica kept 20 for its postal codes. */
function departmentPrefix(departmentCode: string): string {
  return departmentCode.startsWith('2A') || departmentCode.startsWith('2B') ? '20' : departmentCode;
}

/** A pair that nothing explains: perhaps a misspelling within the department. */
async function suggestAlike(
  db: Queryable,
  readings: readonly Reading[],
  verdicts: Map<number, Verdict>,
): Promise<void> {
  const unexplained = readings.filter(({ n, words }) => {
    const verdict = verdicts.get(n);
    return words.name !== '' && verdict?.code === null && verdict.suggestion === null;
  });
  if (unexplained.length === 0) return;
  const alike = await selectMostAlike(db, unexplained.map(toAsked));
  for (const { n, code } of alike) verdicts.set(n, refused(code));
}
