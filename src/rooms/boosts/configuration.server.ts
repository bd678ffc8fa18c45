import { Readable } from 'node:stream';
import type { AnswerOf } from '#contract/call.ts';
import { parisDay, parisMidnight } from '#contract/day.ts';
import { fail, type Refusal, sharedErrors } from '#contract/errors.ts';
import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import {
  type ConfigurationRow,
  insertConfiguration,
  lockConfigurations,
  selectConfiguration,
  selectConfigurationAt,
  selectConfigurationPage,
  selectConfigurations,
  selectConfigurationsSince,
  selectFirstConfiguration,
  selectNewestConfiguration,
} from './configuration.sql.server.ts';
import { configurationChanges } from './configuration-changes.ts';
import { faultsOf } from './configuration-form.ts';
import {
  type configurationCall,
  VERSIONS_PAGE,
  type Version,
  type VersionState,
} from './configuration-versions.ts';
import { type BoostConfiguration, configurationSchema } from './contract.ts';

/** Versions to come that a page shows. */
const FUTURE_MOST = 50;

/** One version of what is sold, and from when it counts. */
export interface ConfigurationVersion {
  readonly id: number;
  readonly effectiveAt: Date;
  readonly configuration: BoostConfiguration;
  /** Who loaded it. */
  readonly author: string;
  readonly note: string | null;
  readonly createdAt: Date;
  /** Another one was loaded later for the same moment. */
  readonly replaced: boolean;
}

/** Formulas, caps and texts in force at a moment. Throws a RangeError before the first version. */
export async function configurationAt(db: Queryable, now: Date): Promise<BoostConfiguration> {
  const row = await selectConfigurationAt(db, now);
  if (!row) throw noneAt(now);
  return configurationSchema.parse(row.settings);
}

function noneAt(moment: Date): RangeError {
  return new RangeError(`aucune configuration des boosts au ${moment.toISOString()}`);
}

/** Every version, the latest date of effect first: those of the future, then the one in force, then the past. */
export async function configurationVersions(db: Queryable): Promise<ConfigurationVersion[]> {
  return (await selectConfigurations(db)).map(versionOf);
}

/**
 * Adds a version. `settings` is what a file or a form says; `effectiveOn` a day in Paris (`YYYY-MM-DD`), null for at once;
 * `newest` the number of the last version that its author read, null when nobody says it. Versions are never changed: a
 * mistake is mended by another one. The same again from the same author is the version that is there. Throws VALIDATION_ERROR
 * with one issue per wrong field, and CONFLICT when somebody else loaded a version since `newest`.
 */
export async function addConfiguration(
  db: Db,
  given: {
    readonly settings: unknown;
    readonly effectiveOn: string | null;
    readonly by: AdministratorName;
    readonly note: string | null;
    readonly newest: number | null;
  },
  now: Date,
): Promise<ConfigurationVersion> {
  const { effectiveOn, by, note, newest } = given;
  const parsed = configurationSchema.safeParse(given.settings);
  if (!parsed.success)
    throw wrong(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
  const { data } = parsed;
  const faults = faultsOf(data);
  if (faults.length > 0) throw wrong(faults);
  const effectiveAt = effectiveOn === null ? now : parisMidnight(effectiveOn);
  // What was sold yesterday was sold under the version of yesterday.
  if (effectiveAt < now && effectiveOn !== null)
    throw wrong([
      {
        field: 'effectiveOn',
        message: `La date d’effet est passée${NBSP}: donnez un jour à venir, ou aucun.`,
      },
    ]);
  return db.transaction().execute(async (tx) => {
    await lockConfigurations(tx);
    const since = newest === null ? [] : (await selectConfigurationsSince(tx, newest)).map(versionOf);
    const [loaded] = since;
    const same = since.find(
      (version) =>
        version.author === by &&
        version.note === note &&
        (effectiveOn === null || version.effectiveAt.getTime() === effectiveAt.getTime()) &&
        configurationChanges(version.configuration, data).length === 0,
    );
    if (same) return same;
    if (loaded)
      throw fail(
        sharedErrors.CONFLICT,
        { version: loaded.id },
        `${loaded.author} a chargé la version ${loaded.id} entre-temps${NBSP}: rechargez la page et comparez avant de recommencer.`,
      );
    const until = await selectConfigurationAt(tx, effectiveAt);
    const version = versionOf(
      await insertConfiguration(tx, {
        effectiveAt,
        settings: JSON.stringify(data),
        author: by,
        note,
        createdAt: now,
      }),
    );
    const changes = until ? configurationChanges(versionOf(until).configuration, data) : [];
    await recordAction(tx, {
      by,
      action: 'boost.configuration',
      subject: {
        kind: 'configuration',
        id: version.id,
        label: `Version ${version.id}, à partir du ${formatDate(effectiveAt)}`,
      },
      before: Object.fromEntries(changes.map(({ label, before }) => [label, before])),
      after: Object.fromEntries(changes.map(({ label, after }) => [label, after])),
      reason: note,
    });
    return version;
  });
}

/** What an administrator reads of the configuration. Throws NOT_FOUND when there is no version of the number that is asked for. */
export async function configurationPage(
  db: Queryable,
  asked: { readonly version?: number | undefined; readonly apres?: number | undefined },
): Promise<AnswerOf<typeof configurationCall>> {
  const now = clock.now();
  const page = (future: boolean, after: number | null, limit: number) =>
    selectConfigurationPage(db, { at: now, future, after, limit });
  const [current, base, first, newest, future, past] = await Promise.all([
    selectConfigurationAt(db, now),
    asked.version === undefined ? null : selectConfiguration(db, asked.version),
    selectFirstConfiguration(db),
    selectNewestConfiguration(db),
    page(true, null, FUTURE_MOST),
    page(false, asked.apres ?? null, VERSIONS_PAGE + 1),
  ]);
  if (!current || !first || newest === null) throw noneAt(now);
  if (asked.version !== undefined && !base) throw fail(sharedErrors.NOT_FOUND);
  const shown = (row: ConfigurationRow): Version => {
    const { configuration: settings, effectiveAt, createdAt, id, author, note } = versionOf(row);
    return {
      id,
      state: stateOf(row, current.id, now),
      effectiveAt: effectiveAt.toISOString(),
      createdAt: createdAt.toISOString(),
      author,
      note,
      settings,
    };
  };
  const rows = past.slice(0, VERSIONS_PAGE);
  return {
    today: parisDay(now).day,
    current: shown(current),
    base: shown(base ?? current),
    usual: versionOf(first).configuration,
    newest,
    future: future.map(shown),
    past: rows.map(shown),
    next: past.length > VERSIONS_PAGE ? (rows.at(-1)?.id ?? null) : null,
  };
}

function stateOf({ id, effectiveAt, replaced }: ConfigurationRow, current: number, now: Date): VersionState {
  if (id === current) return 'current';
  if (replaced) return 'replaced';
  return effectiveAt > now ? 'future' : 'past';
}

/** One version as an administrator reads it. */
export async function shownVersion(db: Queryable, id: number): Promise<Version> {
  return (await configurationPage(db, { version: id })).base;
}

/** Every version as a CSV file, the first one first: one line per field that it changed of the version in force before it. */
export function configurationCsv(db: Queryable): Readable {
  return Readable.from(linesOf(db));
}

async function* linesOf(db: Queryable): AsyncGenerator<string> {
  yield csvHead([
    'Version',
    'Date d’effet',
    'Chargée le',
    'Heure',
    'Par',
    'Motif',
    'Champ',
    'Avant',
    'Après',
  ]);
  let before: BoostConfiguration | null = null;
  for (const version of (await configurationVersions(db)).toReversed()) {
    const { id, effectiveAt, createdAt, author, note, configuration } = version;
    const said = [id, formatDate(effectiveAt), formatDate(createdAt), formatTime(createdAt), author, note];
    const changes = before ? configurationChanges(before, configuration) : [];
    // A version that changes nothing, and the first one, are told too.
    for (const change of changes.length > 0 ? changes : [null])
      yield csvLine([...said, change?.label ?? null, change?.before ?? null, change?.after ?? null]);
    before = configuration;
  }
}

function wrong(fields: readonly { field: string; message: string }[]): Refusal {
  return fail(sharedErrors.VALIDATION_ERROR, { fields }, fields[0]?.message);
}

function versionOf({ settings, ...row }: ConfigurationRow): ConfigurationVersion {
  return { ...row, configuration: configurationSchema.parse(settings) };
}
