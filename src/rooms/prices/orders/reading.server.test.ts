import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openDataFile } from '../../../../tests/kit/open-data.ts';
import { FileRefused } from '../csv-source.ts';
import type { TerritoryName } from '../rent-territories.ts';
import { readControl } from './reading.server.ts';
import type { Told } from './terms.ts';

const told = (territory: TerritoryName | null, more: Partial<Told> = {}): Told => ({
  territory,
  from: null,
  to: null,
  title: null,
  ...more,
});
const file = (name: string, content: unknown) =>
  openDataFile(
    name,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
const ring = (lng: number, lat: number) => [
  [lng, lat],
  [lng + 0.01, lat],
  [lng + 0.01, lat + 0.01],
  [lng, lat + 0.01],
  [lng, lat],
];
const feature = (properties: object, lng: number, lat: number) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [ring(lng, lat)] },
});

describe('the formats of docs/rent-control.md', () => {
  const lille = {
    zone: 1,
    nb_pieces: '4 et +',
    epoque_construction: '< 1946',
    loyer_de_reference_minore_non_meublees: 8.4,
    loyer_de_reference_non_meublees: 12,
    loyer_de_reference_majore_non_meublees: 14.4,
    loyer_de_reference_minore_meublees: 9.1,
    loyer_de_reference_meublees: 13,
    loyer_de_reference_majore_meublees: '15.6',
  };
  const line = {
    key: 'zone 1',
    dwelling: 'any',
    rooms: 4,
    builtFrom: 0,
    builtTo: 1945,
  };
  const both = [
    { ...line, furnished: false, floor: 8.4, reference: 12, ceiling: 14.4 },
    { ...line, furnished: true, floor: 9.1, reference: 13, ceiling: 15.6 },
  ];

  test('Lille: two rents a line, in JSON as the portal wraps it', async () => {
    const read = await readControl(
      await file('lille.json', [{ datasetid: 'x', recordid: 'y', fields: lille }]),
      told('lille', { from: '2026-04-01', to: '2026-11-24', title: 'arrêté du 12 mars 2026' }),
    );
    expect(read.orders).toEqual([
      {
        territory: 'lille',
        validFrom: '2026-04-01',
        lastDay: '2026-11-24',
        title: 'arrêté du 12 mars 2026',
        lines: both,
      },
    ]);
    expect(read.quarters).toEqual([
      { territory: 'lille', code: 'zone 1', name: 'zone 1', zone: '1', placeCodes: null, rings: null },
    ]);
  });

  test('Lille: the same in CSV with a semicolon and a byte order mark, and its zones', async () => {
    const names = Object.keys(lille);
    const csv = `\ufeff${names.join(';')}\n${Object.values(lille).join(';')}\n`;
    const read = await readControl(await file('lille.csv', csv), told('lille', { from: '2026-04-01' }));
    expect(read.orders[0]).toMatchObject({ lastDay: null, lines: both });
    const zones = { type: 'FeatureCollection', features: [feature({ zonage: 1 }, 3.05, 50.62)] };
    const drawn = await readControl(await file('zonage.geojson', zones), told('lille'));
    expect(drawn).toMatchObject({
      orders: [],
      quarters: [{ code: 'zone 1', zone: '1', placeCodes: null }],
    });
    expect(drawn.quarters[0]?.rings?.[0]).toHaveLength(5);
  });

  test('Bordeaux: houses apart, zones by commune, several parts put together', async () => {
    const record = { zone: 2, meuble: true, nombre_de_piece: '1', annee_de_construction: 'apres 1990' };
    const rents = { prix_min: '10,5', prix_med: '15', prix_max: '18' };
    const rows = [true, false].map((maison) => ({ ...record, ...rents, maison }));
    const read = await readControl(
      await file('bordeaux.json.gz', gzipSync(JSON.stringify(rows))),
      told('bordeaux', { from: '2026-07-15' }),
    );
    expect(read.orders[0]?.lines).toMatchObject([
      { dwelling: 'house', furnished: true, builtFrom: 1991, builtTo: 9999, floor: 10.5, ceiling: 18 },
      { dwelling: 'apartment' },
    ]);
    const zones = {
      type: 'FeatureCollection',
      features: [
        feature({ com_code: 33063, Zone: 'Zone 2' }, -0.58, 44.83),
        feature({ com_code: 33063, Zone: 'Zone 2' }, -0.56, 44.83),
      ],
    };
    const drawn = await readControl(await file('bordeaux.geojson', zones), told('bordeaux'));
    expect(drawn.quarters).toMatchObject([
      { code: '33063-2', name: 'zone 2', zone: '2', placeCodes: ['33063'] },
    ]);
    expect(drawn.quarters[0]?.rings).toHaveLength(2);
  });

  test('Pays basque: a zone alone, as its map gives it', async () => {
    const drawn = await readControl(
      await file('zone-1.json', feature({ Zone: '1' }, -1.48, 43.49)),
      told('pays-basque'),
    );
    expect(drawn.quarters).toMatchObject([{ territory: 'pays-basque', code: 'zone 1', placeCodes: null }]);
  });

  test('several territories in one file, of which one may be kept', async () => {
    const csv = `territoire,code_insee,secteur,pieces,epoque,meuble,type,minore,reference,majore,annee
est-ensemble,93048,307,1,<1946,0,maison,14,20,24,2026
montpellier,34172,341720102,1,1991-2005,1,,14.10,20.10,24.10,2026
`;
    const all = await readControl(await file('baremes.csv', csv), told(null));
    expect(all.orders).toMatchObject([
      { territory: 'est-ensemble', validFrom: '2026-06-01', lastDay: '2027-05-31' },
      { territory: 'montpellier', validFrom: '2026-07-01', lastDay: null },
    ]);
    expect(all.quarters).toMatchObject([
      { code: '93048-307', name: 'zone 307', zone: '307', placeCodes: ['93048'] },
      { code: '341720102', name: null, zone: '', placeCodes: ['34172'] },
    ]);
    const one = await readControl(await file('baremes.csv', csv), told('montpellier', { title: 'DDTM34' }));
    expect(one.orders).toMatchObject([{ territory: 'montpellier', title: 'DDTM34' }]);
    const labelled = {
      type: 'FeatureCollection',
      features: [
        feature(
          {
            territoire: 'montpellier',
            code_insee: '34172',
            secteur: '341720102',
            libelle: "Montpellier — Vert d'Eau (secteur 2)",
          },
          3.86,
          43.63,
        ),
      ],
    };
    const drawn = await readControl(await file('secteurs.geojson', labelled), told(null));
    expect(drawn.quarters).toMatchObject([{ code: '341720102', name: 'Vert d’Eau', zone: '2' }]);
  });
});

describe('a file that is not what it should be is refused', () => {
  const record = {
    zone: '1',
    meuble: '0',
    pieces: '1',
    epoque: '<1946',
    minore: '10',
    reference: '12',
    majore: '14',
  };
  const collection = (properties: object, lng = 3, lat = 50) => ({
    type: 'FeatureCollection',
    features: [feature(properties, lng, lat)],
  });
  test.for([
    ['without a territory', [record], told(null), /--territory/],
    ['without a first day', [record], told('lille'), /--from/],
    [
      'that ends before it begins',
      [record],
      told('lille', { from: '2026-04-01', to: '2026-03-31' }),
      /avant de commencer/,
    ],
    ['of a territory of elsewhere', [{ ...record, territoire: 'nice' }], told(null), /territoire n’est pas/],
    ['with a strange furnishing', [{ ...record, meuble: 'peut-être' }], told('lille'), /meublé/],
    ['with a strange dwelling', [{ ...record, maison: 'péniche' }], told('lille'), /maison/],
    ['with a strange epoch', [{ ...record, epoque: '2000' }], told('lille'), /époque/],
    ['with too many rooms', [{ ...record, pieces: '9' }], told('lille'), /pièces/],
    ['with a rent of nothing', [{ ...record, reference: 'NC' }], told('lille'), /loyer au m²/],
    ['with a ceiling under the reference', [{ ...record, majore: '11' }], told('lille'), /minoré et/],
    ['without a zone', [{ ...record, zone: '' }], told('lille'), /zone manque/],
    ['without its columns', [{ zone: '1' }], told('lille'), /manque les colonnes pieces, epoque, meuble/],
    ['that says a key twice', [record, record], told('lille', { from: '2026-04-01' }), /déjà dits/],
    ['of Paris, for another', [{ id_quartier: 1 }], told('lille'), /arrêté de Paris/],
    ['of contours in metres', collection({ zone: 1 }, 700_000, 7_050_000), told('lille'), /en degrés/],
    ['of contours without a zone', collection({ nom: 'Centre' }), told('lille'), /ne dit pas sa zone/],
    ['of contours without a territory', collection({ zone: 1 }), told(null), /--territory/],
    ['of contours of no territory', collection({ territoire: 'nice' }), told(null), /n’est pas l’un/],
    ['of quarters that Paris has not', collection({ c_qu: '1', c_ar: 21 }), told(null), /arrondissement/],
    [
      'of an observatory without numbers',
      { zone_cal: [{ geojson: collection({ code: 'centre' }) }] },
      told('grenoble'),
      /numéro d’une zone/,
    ],
  ] as const)('%s', async ([, content, said, reason]) => {
    const given = await file('fichier.json', content);
    const refused = await readControl(given, said).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(FileRefused);
    expect((refused as FileRefused).message).toMatch(reason);
  });

  test('a gzip that is cut, or too large once open', async () => {
    const whole = gzipSync(JSON.stringify([record]));
    for (const bytes of [whole.subarray(0, whole.length - 12), gzipSync(`[${' '.repeat(60_000_000)}]`)]) {
      await expect(readControl(await file('x.json.gz', bytes), told('lille'))).rejects.toThrow(FileRefused);
    }
  });
});
