import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { laterIsNowOnServers } from './scripts/browser-build.ts';
import { PATIENCE_MS, STUCK_MS } from './tests/kit/patience.ts';

/** The longest files, by the time they take: begun first, so that both workers have something to do until the end. */
const LONGEST = [
  'walkthroughs',
  'accessibilite',
  'lire-les-prix',
  'prix-de-toute-la-france',
  'session-et-constantes',
  'chercher-sur-la-carte',
  'appels-et-erreurs',
  'creer-une-alerte',
  'mentions-legales',
  'choisir-ses-cookies',
  'ouvrir-un-compte',
  'parcours-particulier',
  'champs',
  'adresses',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.indexOf(path.basename(moduleId).replace(/\.(?:spec|test)\.ts$/, ''));
      return rank < 0 ? LONGEST.length : rank;
    };
    // Not that of an array: vitest's own, which gives another.
    // oxlint-disable-next-line unicorn/no-array-sort
    const asUsual = await super.sort(files);
    return asUsual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  plugins: [laterIsNowOnServers()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'demonstration/**/*.test.ts',
            'tests/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          globalSetup: ['tests/kit/global-setup.ts'],
          testTimeout: STUCK_MS,
          hookTimeout: STUCK_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          globalSetup: ['tests/kit/global-setup.ts'],
          testTimeout: STUCK_MS,
          hookTimeout: STUCK_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.spec.ts'],
          globalSetup: ['tests/kit/global-setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: STUCK_MS,
          fileParallelism: false,
        },
      },
    ],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
