/**
 * `npm run new-room NAME`: an empty room that passes every check, and what to do next.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Makes `<root>/src/rooms/<name>` and returns the files written. Throws when the name is wrong or taken. */
export function newRoom(root: string, name: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error('A room is a noun of the trade in kebab-case: npm run new-room reviews');
  }
  const folder = path.join(root, 'src/rooms', name);
  if (existsSync(folder)) throw new Error(`The room ${name} exists already.`);
  const camel = name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const files = {
    'contract.ts': `// ${title}: what the room is for, in one sentence.
import { defineErrors } from '#contract/errors.ts';

/** Why a call of this room is refused: \`CODE: [status, 'A French sentence.']\`. */
export const ${camel}Errors = defineErrors({});
`,
    'api.server.ts': `import type { Route } from '#platform/api.server.ts';

/** The calls of contract.ts, each bound to a rule: \`bind(someCall, ({ query }, { db }) => someRule(db, query))\`. */
export const ${camel}Api: readonly Route[] = [];
`,
    'pages.ts': `import type { RoomPage } from '#contract/room.ts';

/** Addresses of contract/paths.ts and their modules: \`{ page: paths.some, file: 'rooms/${name}/pages/some.tsx' }\`. */
export const ${camel}Pages: readonly RoomPage[] = [];
`,
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([file, text]) => {
    writeFileSync(path.join(folder, file), text);
    return path.join('src/rooms', name, file);
  });
}

function nextMigration(root: string, name: string): string {
  const last = readdirSync(path.join(root, 'migrations')).toSorted().at(-1) ?? '0000';
  return `migrations/${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}_${name.replaceAll('-', '_')}.sql`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const name = process.argv[2] ?? '';
    for (const file of newRoom('.', name)) console.log(`+ ${file}`);
    console.log(`
Next, as the room needs them:
  contract.ts        say what it is for, « Owns … », « Announces … »; then its calls (defineCall) and errors
  ${nextMigration('.', name)}   its tables, then npm run db:types
  <subject>.server.ts   what it decides; <subject>.sql.server.ts its statements
  src/web.server.ts  adds its api to the routes; src/pages.ts adds its pages
The other words of a room are in CONTRIBUTING.md.`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 2;
  }
}
