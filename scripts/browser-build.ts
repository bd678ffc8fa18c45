// How pages are cut for the browser: little to load before a page is read, the rest when somebody touches it
// (docs/decisions/0019).
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What the browser reads of a call; the rest are schemas and words for the server. */
const READ_OF_A_CALL = new Set(['method', 'path']);

/**
 * Contracts as the browser needs them: their calls without the schemas that only the server checks, and every
 * definition marked as free of effects, so that what no page uses, zod first, stays out of all pages.
 */
export function slimContracts(): Plugin {
  return {
    name: 'vigie:slim-contracts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/(?:(?:rooms|desks)\/.+|contract)\/[^./]+\.ts$/ },
      handler(code) {
        // From the end, so that what comes before keeps its place.
        let text = code;
        for (const statement of this.parse(code, { lang: 'ts' }).body.toReversed()) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declared?.type !== 'VariableDeclaration') continue;
          for (const { init } of declared.declarations.toReversed()) {
            if (!init || /Function|Literal/.test(init.type)) continue;
            const said = code.slice(init.start, init.end);
            let slim = said.includes('(') ? `/*#__PURE__*/ (() => (${said}))()` : said;
            if (
              init.type === 'CallExpression' &&
              code.slice(init.callee.start, init.callee.end) === 'defineCall'
            ) {
              const [given] = init.arguments;
              const parts = given?.type === 'ObjectExpression' ? given.properties : [];
              const kept = parts
                .filter(
                  (part) =>
                    part.type === 'Property' &&
                    part.key.type === 'Identifier' &&
                    READ_OF_A_CALL.has(part.key.name),
                )
                .map(({ start, end }) => code.slice(start, end));
              if (kept.length < READ_OF_A_CALL.size)
                this.error(
                  `The browser cannot read this call: write its method and its path in it.\n${said}`,
                  init.start,
                );
              slim = `{ ${kept.join(', ')} }`;
            }
            text = text.slice(0, init.start) + slim + text.slice(init.end);
          }
        }
        return { code: text, map: null };
      },
    },
  };
}

const LATER = /\blater\(\s*\(\) => import\(('[^']+')\),\s*'(\w+)',?\s*\)/g;

/** On a server nothing comes later: a part is imported with its page (src/browser/later.tsx). */
export function laterIsNowOnServers(): Plugin {
  return {
    name: 'vigie:later-is-now',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name !== 'client',
    transform: {
      filter: { id: /src\/(?:rooms|desks)\/.*\.tsx$/, code: LATER },
      handler(code) {
        const imports: string[] = [];
        const text = code.replaceAll(LATER, (_, from: string, name: string) => {
          imports.push(`import * as later${imports.length} from ${from};`);
          return `later(later${imports.length - 1}, '${name}')`;
        });
        return { code: `${imports.join(' ')}${text}`, map: null };
      },
    },
  };
}

const ENTRIES = ['src/entry.client.tsx', 'src/root.tsx'];
/** One module each, whoever uses them. */
const ICONS = /\/lucide-react\/.*\/icons\//;
const everywhere = new Set<string>();

/** The modules that every page loads: the entry, the root, and what these import. */
function isEverywhere(id: string, graph: Rolldown.ChunkingContext): boolean {
  if (everywhere.size === 0) {
    const left = ENTRIES.map((file) => path.resolve(file));
    for (const one of left) {
      if (everywhere.has(one) || ICONS.test(one)) continue;
      everywhere.add(one);
      left.push(...(graph.getModuleInfo(one)?.importedIds ?? []));
    }
  }
  return everywhere.has(id);
}

/** React and its router change seldom: one file kept for long. What every page loads is another. */
export const chunks = {
  groups: [
    { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
    {
      name: (id: string, graph: Rolldown.ChunkingContext) => (isEverywhere(id, graph) ? 'everywhere' : null),
      priority: 1,
    },
  ],
};
