import { parisMidnight } from '#contract/day.ts';
import { fail, type Refusal, sharedErrors } from '#contract/errors.ts';
import { NBSP } from '#contract/fmt.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import {
  type ConfigurationRow,
  insertConfiguration,
  selectConfigurationAt,
  selectConfigurations,
} from './configuration.sql.server.ts';
import { type BoostConfiguration, configurationSchema } from './contract.ts';

/** One version of what is sold, and from when it counts. */
export interface ConfigurationVersion {
  readonly id: number;
  readonly effectiveAt: Date;
  readonly configuration: BoostConfiguration;
  /** Who loaded it. */
  readonly author: string;
  readonly note: string | null;
  readonly createdAt: Date;
}

/** Formulas, caps and texts in force at a moment. Throws a RangeError before the first version. */
export async function configurationAt(db: Queryable, now: Date): Promise<BoostConfiguration> {
  const row = await selectConfigurationAt(db, now);
  if (!row) throw new RangeError(`aucune configuration des boosts au ${now.toISOString()}`);
  return configurationSchema.parse(row.settings);
}

/** Every version, the latest date of effect first: those of the future, then the one in force, then the past. */
export async function configurationVersions(db: Queryable): Promise<ConfigurationVersion[]> {
  return (await selectConfigurations(db)).map(versionOf);
}

/**
 * Adds a version. `settings` is what a file or a form says; `effectiveOn` a day in Paris (`YYYY-MM-DD`), null for at once.
 * Versions are never changed: a mistake is mended by another one. Throws VALIDATION_ERROR with one issue per wrong field.
 */
export async function addConfiguration(
  db: Db,
  given: {
    readonly settings: unknown;
    readonly effectiveOn: string | null;
    readonly author: string;
    readonly note: string | null;
  },
  now: Date,
): Promise<ConfigurationVersion> {
  const parsed = configurationSchema.safeParse(given.settings);
  if (!parsed.success)
    throw wrong(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
  const { data } = parsed;
  if (data.radiusMinKm > data.radiusMaxKm)
    throw wrong([{ field: 'radiusMinKm', message: 'Le rayon le plus petit dépasse le plus grand.' }]);
  const effectiveAt = given.effectiveOn === null ? now : parisMidnight(given.effectiveOn);
  // What was sold yesterday was sold under the version of yesterday.
  if (effectiveAt < now && given.effectiveOn !== null)
    throw wrong([
      { field: 'effective', message: `La date d’effet est passée${NBSP}: donnez un jour à venir, ou aucun.` },
    ]);
  return versionOf(
    await db.transaction().execute((tx) =>
      insertConfiguration(tx, {
        effectiveAt,
        settings: JSON.stringify(data),
        author: given.author,
        note: given.note,
        createdAt: now,
      }),
    ),
  );
}

function wrong(fields: readonly { field: string; message: string }[]): Refusal {
  return fail(sharedErrors.VALIDATION_ERROR, { fields }, fields[0]?.message);
}

function versionOf({ settings, ...row }: ConfigurationRow): ConfigurationVersion {
  return { ...row, configuration: configurationSchema.parse(settings) };
}
