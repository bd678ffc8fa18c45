import { EAST } from './east.ts';
import { NORTH } from './north.ts';
import { type DemoPlace, LOOKS, type Profile, type Quarter } from './place.ts';
import { SOUTH } from './south.ts';
import { WEST } from './west.ts';

const BUILT = { o: 'old', l: 'late', r: 'recent', m: 'mixed' } as const;
/** Communes cut into districts, by the department of their codes. */
const CUT_CITIES: Readonly<Record<string, string>> = { '751': '75056', '693': '69123', '132': '13055' };

/**
 * Reads a table of places. A place: `# code | city | profile look | supply | flat house new land | rent`, the prices in
 * euros per m²; then one line per quarter: `name | postal code | lat lng | o(ld), l(ate), r(ecent) or m(ixed) | spot |
 * transport | pleasure | shops`.
 */
function readPlaces(table: string): DemoPlace[] {
  return table
    .trim()
    .split(/^# /m)
    .filter(Boolean)
    .map((block) => {
      const [head = '', ...rest] = block.trim().split('\n');
      const [code = '', city = '', kind = '', supply = '', prices = '', rent = ''] = head.split(' | ');
      const [profile = '', name = ''] = kind.split(' ');
      const [flat = 0, house = 0, fresh = 0, land = 0] = prices.split(' ').map(Number);
      const look = LOOKS[name];
      if (!look) throw new RangeError(`${code}: aspect inconnu, ${name}`);
      return {
        ...look,
        code,
        cityCode: CUT_CITIES[code.slice(0, 3)] ?? code,
        departmentCode: code.slice(0, 2),
        city,
        profile: profile as Profile,
        supply: Number(supply),
        sale: { flat, house, fresh, land },
        rent: Number(rent),
        quarters: rest.map(readQuarter) as unknown as DemoPlace['quarters'],
      };
    });
}

function readQuarter(line: string): Quarter {
  const [name = '', postalCode = '', point = '', built = '', ...around] = line.split(' | ');
  const [lat = 0, lng = 0] = point.split(' ').map(Number);
  const [spot = '', transport = '', pleasure = '', shops = ''] = around;
  return {
    name,
    postalCode,
    lat,
    lng,
    built: BUILT[built as keyof typeof BUILT],
    spot,
    transport,
    pleasure,
    shops,
  };
}

/** Every place, by code. */
export const DEMO_PLACES: ReadonlyMap<string, DemoPlace> = new Map(
  [NORTH, WEST, EAST, SOUTH].flatMap(readPlaces).map((place) => [place.code, place]),
);
