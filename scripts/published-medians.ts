/**
 * Writes the medians of five years that ship for every commune (data/prices, docs/decisions/0080) from a copy of
 * « Statistiques DVF »: `node scripts/published-medians.ts prix-communes-dvf-2021-2025-min11.csv.gz`. Rows under 11 sales
 * are refused, names and means are left out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

const TARGET = 'data/prices/statistiques-dvf_2021-01-01_2025-12-31_licence-ouverte-2.0.csv.gz';
const SALES_MIN = 11;

const COLUMNS =
  'code_commune,nom_sans_accent,appartement_ventes,appartement_prix_m2_moyen,appartement_prix_m2_median,maison_ventes,maison_prix_m2_moyen,maison_prix_m2_median';

/** The land register of Guadeloupe still has Saint-Martin under the code that it had before 2007. */
const renamed: Readonly<Record<string, string>> = { '97127': '97801' };

const head = [
  'Prix médians au m² des ventes de logements, commune par commune, de janvier 2021 à décembre 2025.',
  'Source\u00a0: «\u00a0Statistiques DVF\u00a0» (data.gouv.fr, ressource 851d342f-9c96-41c1-924a-11a7a7aae8a6), d’après la DGFiP, Demandes de valeurs foncières.',
  'Licence Ouverte 2.0. Aucun chiffre sous 11 ventes, aucune vente isolée (LPF, art. R*112 A-3).',
  'Code INSEE tel que publié, ventes d’appartements, leur médiane (€/m²), ventes de maisons, leur médiane (€/m²).',
];

function lineOf(line: string): string {
  const [code = '', , apartments = '', , apartment = '', houses = '', , house = '', ...more] =
    line.split(',');
  if (!/^\d[\dAB]\d{3}$/.test(code) || more.length > 0) throw new Error(`Ligne inattendue\u00a0: ${line}`);
  for (const [n, median] of [
    [apartments, apartment],
    [houses, house],
  ] as const) {
    if (n === '' && median === '') continue;
    if (!/^\d+$/.test(n) || !/^[1-9]\d*$/.test(median) || Number(n) < SALES_MIN)
      throw new Error(`Chiffre refusé\u00a0: ${line}`);
  }
  return [renamed[code] ?? code, apartments, apartment, houses, house].join();
}

const [source] = process.argv.slice(2);
if (!source) throw new Error('Il faut le fichier des médianes (CSV compressé par gzip).');
const [columns, ...lines] = gunzipSync(readFileSync(source)).toString('utf8').trimEnd().split('\n');
if (columns !== COLUMNS) throw new Error(`Colonnes inattendues\u00a0: ${columns}`);
const text = [...head.map((line) => `# ${line}`), ...lines.map(lineOf).toSorted()].join('\n');
const shipped = gzipSync(`${text}\n`, { level: 9 });
writeFileSync(TARGET, shipped);
console.log(`${TARGET}\u00a0: ${lines.length} communes, ${shipped.length} octets.`);
