import { expect, test } from 'vitest';
import { hidesSomething } from '#contract/visible.ts';
import { routes } from '../src/web.server.ts';

// Every text that a call takes, by name: what no screen shows stays in none that is kept or shown to somebody.

/** Words of machines and of locks: compared or refused as they stand, never shown. */
const AS_THEY_STAND =
  /^(?:.*[Pp]assword.*|.*[Tt]oken|code|state|iss|nonce|url|raw|messageId|email|events?|recipients|website|confirmation|version|updatedAt|.*[Kk]eys?|endpoint|p256dh|auth|id|type|status|at|message-id|ref|formula|terms|ownerReference|avis|judged|cle|formulas|agencies|codes)$/;

const TYPED = 'Mai\u202eson\u200b de\u2066 ville\u00ad et\ufeff jar\u0007din';

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly left?: Schema;
  readonly right?: Schema;
}
interface Schema {
  readonly _zod: { readonly def: Definition };
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

/** The fields of a body, with the whole of what reads each; the request to an agency, read as a whole, has a test of its own. */
function fieldsOf(schema: Schema, name = ''): (readonly [string, Schema])[] {
  const { def } = schema._zod;
  const inside = [def.innerType, def.element, def.left, def.right, ...(def.options ?? [])].filter(
    (one) => one !== undefined,
  );
  if (def.shape) return Object.entries(def.shape).flatMap(([key, one]) => fieldsOf(one, key));
  if (def.type !== 'pipe' && inside.length > 0) return inside.flatMap((one) => fieldsOf(one, name));
  return [[name, schema]];
}

const bodies = routes.flatMap((route) =>
  route.kind === 'call' && route.call.method !== 'GET' && !/^\/mail\/|\/webhook$/.test(route.call.path)
    ? fieldsOf(route.call.body as never as Schema).map(
        ([field, schema]) => [`${route.call.method} ${route.call.path}`, field, schema] as const,
      )
    : [],
);

test('texts that calls take lose what no screen shows', () => {
  const read = bodies.flatMap(([call, field, schema]) => {
    if (AS_THEY_STAND.test(field)) return [];
    const { success, data } = schema.safeParse(TYPED);
    return success && typeof data === 'string' ? [[`${call} ${field}`, data] as const] : [];
  });
  expect(read.length).toBeGreaterThan(30);
  expect(
    read.filter(([, text]) => hidesSomething(text.replaceAll('\n', ''))).map(([where]) => where),
  ).toEqual([]);
});
