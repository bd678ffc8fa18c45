import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

export type Files = Record<string, string>;

/** A small house that keeps every rule; each test plants one fault in a copy of it. */
export const HOUSE: Files = {
  'package.json': JSON.stringify({ type: 'module', imports: packageImports() }),
  'tests/kit/clock.ts': 'export const frozen = 0;\n',
  'scripts/storeys.json': JSON.stringify({ rooms: [['beta'], ['alpha']], upstream: [] }),
  'src/contract/errors.ts': "import * as z from 'zod/mini';\n\nexport const code = z.string();\n",
  'src/platform/db.server.ts': "import { sql } from 'kysely';\n\nexport const now = sql`select now()`;\n",
  'src/platform/changes.server.ts':
    "import { sql } from 'kysely';\n\nexport const tell = () => sql`insert into change (kind) values ('a')`;\n",
  'src/browser/api.ts': "import { code } from '#contract/errors.ts';\n\nexport const read = () => code;\n",
  'src/ui/button.tsx': 'export const Button = () => <button type="button" />;\n',
  'src/rooms/alpha/contract.ts':
    "// Alpha: what comes first.\n// Owns alpha_item.\n// Announces alpha.made.\nimport { code } from '#contract/errors.ts';\n\nexport const alphaCode = code;\n",
  'src/rooms/alpha/items.server.ts':
    "import { betaRule } from '#rooms/beta/notes.server.ts';\nimport { alphaMail } from './items.mails.server.tsx';\nimport { addItem } from './items.sql.server.ts';\n\nexport const make = () => [betaRule(), addItem(), alphaMail()];\n",
  'src/rooms/alpha/items.sql.server.ts': `import { sql } from 'kysely';

// update beta_item set a = 1: a comment writes nothing.
export const addItem = () => sql\`insert into alpha_item (a) values (1) on conflict (a) do update set a = 2\`;
export const items = (db: { selectFrom(table: string): unknown }) => [
  sql\`select * from alpha_item join beta_item using (a) for update of alpha_item\`,
  db.selectFrom('betaItem as other'),
];
`,
  'src/rooms/alpha/api.server.ts':
    "import { make } from './items.server.ts';\nimport { items } from './items.sql.server.ts';\n\nexport const alphaApi = [make, items];\n",
  'src/rooms/alpha/jobs.server.ts':
    "import { make } from './items.server.ts';\n\nexport const alphaJobs = [make];\n",
  'src/rooms/alpha/cli.server.ts':
    "import { make } from './items.server.ts';\n\nexport const alphaCommands = [make];\n",
  'src/rooms/alpha/items.mails.server.tsx':
    "import { Button } from '#ui/button.tsx';\n\nexport const alphaMail = () => <Button />;\n",
  'src/rooms/alpha/pages.ts': "export const alphaPages = [{ file: 'rooms/alpha/pages/new.tsx' }];\n",
  'src/rooms/alpha/pages/new.tsx':
    "import { BetaCard } from '#rooms/beta/parts/beta-card.tsx';\nimport { items } from '../items.sql.server.ts';\n\nexport const loader = () => items;\nexport default () => <BetaCard />;\n",
  'src/rooms/beta/contract.ts':
    '// Beta: what comes second.\n// Owns beta_item, beta_note.\nexport const beta = 1;\n',
  'src/rooms/beta/notes.server.ts':
    "import { beta } from './contract.ts';\n\nexport const betaRule = () => beta;\n",
  'src/rooms/beta/notes.sql.server.ts':
    "import { sql } from 'kysely';\n\nexport const drop = () => sql`delete from beta_item`;\n",
  'src/rooms/beta/api.server.ts': 'export const betaApi = [];\n',
  'src/rooms/beta/jobs.server.ts': 'export const betaJobs = [];\n',
  'src/rooms/beta/cli.server.ts': 'export const betaCommands = [];\n',
  'src/rooms/beta/notes.mails.server.tsx': 'export const betaMail = () => null;\n',
  'src/rooms/beta/pages.ts': 'export const betaPages = [];\n',
  'src/rooms/beta/pages/old.tsx': 'export default () => null;\n',
  'src/rooms/beta/store.client.ts': 'export const betaStore = {};\n',
  'src/rooms/beta/parts/beta-card.tsx': 'export const BetaCard = () => <p>update beta_item</p>;\n',
  'src/shell/header.tsx':
    "import { Button } from '#ui/button.tsx';\n\nexport const Header = () => <Button />;\n",
  'src/desks/office/contract.ts':
    "// Office: what is put together.\nimport { alphaCode } from '#rooms/alpha/contract.ts';\n\nexport const office = alphaCode;\n",
  'src/pages.ts':
    "import { alphaPages } from '#rooms/alpha/pages.ts';\n\nexport const pages = [...alphaPages];\n",
  'src/routes.ts': "import { pages } from './pages.ts';\n\nexport default pages;\n",
  'src/web.server.ts':
    "import { alphaApi } from '#rooms/alpha/api.server.ts';\n\nexport const routes = [...alphaApi];\n",
  'src/main.ts': "import { routes } from './web.server.ts';\n\nexport const main = () => routes;\n",
  'src/seed.server.ts':
    "export const seed = async () => (await import('#demonstration/market.ts')).market;\n",
  'demonstration/market.ts':
    "import { alphaCode } from '#rooms/alpha/contract.ts';\n\nexport const market = alphaCode;\n",
  'migrations/0001_platform.sql': 'create table change (kind text);\n',
  'migrations/0002_alpha.sql': 'create table alpha_item (a integer references beta_item);\n',
  'migrations/0003_beta.sql':
    'create table if not exists beta_item (a integer);\n-- alter table alpha_item: a comment changes nothing.\ncreate table "beta_note" ();\n',
};

/** The real `#home/*`, so that the model house is read as the real one is. */
function packageImports(): unknown {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: unknown }).imports;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that shares the real node_modules; removed after the test file. */
export function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vigie-walls-'));
  folders.push(folder);
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Writes files, `{ path: text }`, below a folder. */
export function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** A copy of the small house with files added or replaced. */
export function house(planted: Files = {}): string {
  const folder = temporary();
  write(folder, { ...HOUSE, ...planted });
  return folder;
}

const ROOT = path.resolve('.');
const APART = new Set(['.git', '.cache', '.data', 'build', 'node_modules']);

/** A copy of the real house; removed after the test file. */
export function houseCopy(): string {
  const folder = temporary();
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (file) => !APART.has(path.relative(ROOT, file).split(path.sep)[0] ?? ''),
  });
  return folder;
}

/** What a program said: its exit code and all it printed. */
interface Said {
  readonly code: number;
  readonly out: string;
}

/** Runs a script of Node in a folder. */
export function run(folder: string, script: string, ...args: string[]): Promise<Said> {
  return runWith(process.env, folder, script, ...args);
}

/** The same with another environment. */
export function runWith(
  env: NodeJS.ProcessEnv,
  folder: string,
  script: string,
  ...args: string[]
): Promise<Said> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.once('exit', (code) => resolve({ code: code ?? 1, out }));
  });
}

/** The walls between imports of a house: exit code, names of the broken ones, and all that was said, on one line and on many. */
export async function cruise(folder: string): Promise<{
  readonly code: number;
  readonly broken: readonly string[];
  readonly said: string;
  readonly lines: string;
}> {
  const { code, out } = await run(
    folder,
    path.join(ROOT, 'node_modules/.bin/depcruise'),
    '--config',
    path.join(ROOT, '.dependency-cruiser.mjs'),
    '--output-type',
    'err-long',
    'src',
    'demonstration',
  );
  const broken = [...out.matchAll(/^\s*error ([a-z-]+):/gm)].map(([, name = '']) => name);
  return { code, broken: [...new Set(broken)].toSorted(), said: out.replaceAll(/\s+/g, ' '), lines: out };
}
