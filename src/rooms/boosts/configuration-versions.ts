// Versions of the configuration: what was, is and will be sold, as administrators read it and load another one.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import { configurationSchema } from './contract.ts';

export const VERSIONS_PAGE = 20;

export const versionStates = {
  future: 'À venir',
  current: 'En vigueur',
  past: 'Passée',
  replaced: 'Remplacée avant son jour',
} as const;
export type VersionState = keyof typeof versionStates;

const versionSchema = z.object({
  id: z.int(),
  /** `replaced`: another one was loaded later for the very moment when it was to take effect. */
  state: z.enum(Object.keys(versionStates) as [VersionState, ...VersionState[]]),
  /** ISO. */
  effectiveAt: z.string(),
  createdAt: z.string(),
  author: z.string(),
  note: z.nullable(z.string()),
  settings: configurationSchema,
});
export type Version = z.output<typeof versionSchema>;

/** Of these versions, the one in force at a moment: of two with the same date, the one loaded last. */
export function versionAt(versions: readonly Version[], moment: Date): Version | null {
  const begun = versions.filter(({ effectiveAt }) => new Date(effectiveAt) <= moment);
  const [last] = begun.toSorted(
    (one, other) => Date.parse(other.effectiveAt) - Date.parse(one.effectiveAt) || other.id - one.id,
  );
  return last ?? null;
}

export const configurationCall = defineCall({
  method: 'GET',
  path: '/admin/boost-configuration',
  access: 'admin',
  summary: 'Ce qui est vendu\u00a0: la version en vigueur, celles à venir, puis les passées',
  query: z.object({
    /** Number of the version that a form starts from; else the one in force. */
    version: z.optional(z.coerce.number().check(z.int(), z.positive())),
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({
    /** `YYYY-MM-DD` in Paris. */
    today: z.string(),
    current: versionSchema,
    /** What a form starts from. */
    base: versionSchema,
    /** Settings of the very first version. */
    usual: configurationSchema,
    /** Number of the version loaded last: it goes with the next one. */
    newest: z.int(),
    /** The one of the latest day first. */
    future: z.array(versionSchema),
    past: z.array(versionSchema),
    next: z.nullable(z.int()),
  }),
  errors: [sharedErrors.NOT_FOUND],
});

export const configurationCsvCall = defineCall({
  method: 'GET',
  path: '/admin/boost-configuration.csv',
  access: 'admin',
  summary: 'Le journal des versions, une ligne par champ changé, pour un tableur',
  file: 'text/csv; charset=utf-8',
});

export const loadConfigurationCall = defineCall({
  method: 'PUT',
  path: '/admin/boost-configuration',
  access: 'admin',
  summary: 'Charge une version et sa date d’effet\u00a0; aucune version ne change ni ne s’efface',
  body: z.object({
    settings: configurationSchema,
    /** `YYYY-MM-DD`: at midnight in Paris of that day; null: at once. */
    effectiveOn: z.nullable(z.iso.date({ error: 'Un jour s’écrit AAAA-MM-JJ.' })),
    /** Why, for the audit and the list of versions. */
    note: reasonSchema,
    /** `newest` of the page that it was made on: refused when another version was loaded since. */
    newest: z.int(),
  }),
  answer: z.object({ version: versionSchema }),
  errors: [sharedErrors.CONFLICT],
});
