import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { rowsOf } from '../specification-individuals.ts';

/** The file of tests/e2e/specification that checks each section. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  'adresses.spec.ts': ['2'],
  'champs.spec.ts': ['3', '5'],
  'session-et-constantes.spec.ts': ['4', '9'],
  'appels-et-erreurs.spec.ts': ['6', '7', '8'],
};

/** By the name of their row. */
export type Checks = Record<string, () => Promise<void>>;

/** Checks every row of the sections of this file on the product, each by the check of its name. */
export function checkRows(file: string, checks: Checks): void {
  const sections = HOMES[path.basename(file)] ?? [];
  const rows = rowsOf('page').filter(({ section }) => sections.includes(section));

  test.for(rows)('$section : $quote', async ({ id }) => {
    await checks[id]?.();
  });

  it('est vérifié ligne par ligne, sans en passer une', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(checks)).toEqual(rows.map(({ id }) => id));
  });

  it('ne laisse aucune section sans fichier', () => {
    const wanted = [...new Set(rowsOf('page').map(({ section }) => section))];
    expect(Object.values(HOMES).flat().toSorted()).toEqual(wanted);
    for (const home of Object.keys(HOMES))
      expect([home, existsSync(path.join(path.dirname(file), home))]).toEqual([home, true]);
  });
}
