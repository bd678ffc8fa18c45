/**
 * The closed vocabulary of src/ (docs/decisions/0001, 0061): which files may stand where, how they are named, how long
 * they may grow, how a contract opens, and that no two rooms need each other. Every message says where the code belongs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromTheRoot, resolveImport } from './imports.ts';

const MAX_LINES = 500;
const WARN_LINES = 400;

/** The doors of a room, and what it lays or keeps in a browser: at its top only. */
const DOORS = new Set([
  'contract.ts',
  'api.server.ts',
  'pages.ts',
  'jobs.server.ts',
  'cli.server.ts',
  'store.client.ts',
  'seed.server.ts',
]);
/** A subject, then where the file may run and what it may touch. */
const SUBJECT = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\.client|\.cli\.server|(?:\.sql)?\.server)?\.ts$/;
const MAILS = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.mails\.server\.tsx$/;
/** Kinds of files, not subjects: a name that any room could give says nothing. */
const KINDS = new Set([
  'rules',
  'sql',
  'mails',
  'contract',
  'rule',
  'queries',
  'model',
  'api',
  'pages',
  'jobs',
  'cli',
]);
const DEEPEST = 2;
const FEWEST = 3;

const HOUSE_FILES = new Set([
  'main.ts',
  'web.server.ts',
  'worker.server.ts',
  'cli.server.ts',
  'seed.server.ts',
  'root.tsx',
  'routes.ts',
  'pages.ts',
  'entry.server.tsx',
  'entry.client.tsx',
  'styles.css',
  'virtual.d.ts',
]);

const HOUSE_FOLDERS = new Set(['contract', 'platform', 'browser', 'ui', 'shell', 'rooms', 'desks']);

/** Drawers: a name that says nothing of what is inside collects everything. */
const DRAWERS = /^(index|utils?|helpers?|types|common|misc|shared|lib|constants)\.(ts|tsx|mjs|js)$/;
const DRAWER_FOLDERS = /^(utils?|helpers?|types|common|misc|shared|lib|components|hooks|services)$/;
const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const IMPORT = /(?:from|import)\s*\(?\s*'([.#][^']+)'/g;
const TEST = /\.test\.tsx?$/;

const WHERE =
  'It names a table? <subject>.sql.server.ts. It chooses, refuses or promises? <subject>.server.ts. It knows HTTP, a URL or a queue? ' +
  'api.server.ts, pages.ts, jobs.server.ts, cli.server.ts. Browser and server both say it? contract.ts. It is pure? <subject>.ts. ' +
  'Pages borrow it? parts/. Another product could use it? src/ui, src/platform.';

interface Findings {
  readonly failures: readonly string[];
  /** Files that will soon be too long. */
  readonly warnings: readonly string[];
}

/** Checks `<root>/src` and `<root>/demonstration`. A failure is one line that begins with the file. */
export function checkRooms(root: string): Findings {
  const failures: string[] = [];
  const warnings: string[] = [];
  const source = path.join(root, 'src');
  const say = (file: string, message: string) => failures.push(`${path.relative(root, file)}: ${message}`);

  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const file = path.join(source, entry.name);
    if (entry.isDirectory() && !HOUSE_FOLDERS.has(entry.name)) {
      say(
        file,
        `src/ holds only ${[...HOUSE_FOLDERS].join(', ')}: a thing of the trade is a room (src/rooms/${entry.name}/).`,
      );
    } else if (entry.isFile() && !HOUSE_FILES.has(entry.name) && !TEST.test(entry.name)) {
      say(file, `nothing new stands at the top of src/. ${WHERE}`);
    }
  }
  for (const file of filesBelow(source)) {
    checkName(file, source, say);
    if (/^(?:rooms|desks)\//.test(path.relative(source, file))) checkWrites(file, say);
    checkImports(root, file, say);
    checkLength(file, say, (message) => warnings.push(`${path.relative(root, file)}: ${message}`));
  }
  for (const file of filesBelow(path.join(root, 'demonstration'))) {
    checkInvention(root, file, say);
    checkImports(root, file, say);
    checkLength(file, say, (message) => warnings.push(`${path.relative(root, file)}: ${message}`));
  }
  for (const storey of ['rooms', 'desks']) {
    const rooms = path.join(source, storey);
    for (const entry of existsSync(rooms) ? readdirSync(rooms, { withFileTypes: true }) : []) {
      const folder = path.join(rooms, entry.name);
      if (!entry.isDirectory()) {
        say(folder, `src/${storey}/ holds folders only, one for each room.`);
        continue;
      }
      if (!existsSync(path.join(folder, 'contract.ts'))) {
        say(
          folder,
          'a room has a contract.ts, whose first lines say what it is for, what it owns and what it announces.',
        );
      }
      checkRoom(folder, 0, say);
    }
    failures.push(...roomCycles(root, rooms));
  }
  return { failures, warnings };
}

type Say = (file: string, message: string) => void;

/** A room, or a folder of it, `depth` levels below. */
function checkRoom(folder: string, depth: number, say: Say): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (!KEBAB.test(path.basename(folder))) say(folder, 'rooms and their folders are named in kebab-case.');
  if (DRAWER_FOLDERS.test(path.basename(folder)))
    say(
      folder,
      `${path.basename(folder)}/ is a drawer: a folder is named after its one idea (feeds/formats/). ${WHERE}`,
    );
  if (depth > DEEPEST) say(folder, `a room has ${DEEPEST} levels of folders at most.`);
  const files = entries.filter((entry) => entry.isFile() && !TEST.test(entry.name));
  if (depth > 0 && files.length < FEWEST)
    say(
      folder,
      `a folder holds ${FEWEST} files or more that belong to one idea: let these stand one level up.`,
    );
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth === 0 && (entry.name === 'pages' || entry.name === 'parts'))
        checkScreens(file, entry.name, say);
      else checkRoom(file, depth + 1, say);
    } else if (!TEST.test(entry.name) && !DRAWERS.test(entry.name)) {
      checkSubject(file, depth, say);
    }
    if (entry.name === 'contract.ts' && depth === 0) checkOpening(file, say);
  }
}

function checkSubject(file: string, depth: number, say: Say): void {
  const name = path.basename(file);
  if (DOORS.has(name)) {
    if (depth > 0)
      say(file, `${name} stands at the top of a room only: a folder has subjects (<subject>.server.ts).`);
    return;
  }
  const subject = (SUBJECT.exec(name) ?? MAILS.exec(name))?.[1];
  if (!subject) say(file, `${name} is no word of a room. ${WHERE}`);
  else if (KINDS.has(subject))
    say(file, `${subject} is a kind of file: name it after its subject (monthly-cost.ts). ${WHERE}`);
}

/** Ways to write from a page that send twice what is pressed twice, and what they say. */
const LOOSE_WRITES: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\w.])fetch\s*\(|\bsendBeacon\s*\(|\bXMLHttpRequest\b/,
    'a page asks and writes by callApi (src/browser/api.ts).',
  ],
  [
    /import\s*\{[^}]*\b(?:useFetcher|useSubmit)\b[^}]*\}\s*from 'react-router'/,
    'a page sends by useCheckedForm, PostForm, usePost or useSender (src/browser): what is pressed twice is one act.',
  ],
  [
    /<(?:\w+\.)?Form\b[^>]*\bmethod=\{?["'](?:post|put|patch|delete)["']/,
    'a form that writes is a PostForm, or that of useSender (src/browser/post-form.tsx): pressed twice, it is sent once.',
  ],
];

/** What the browser runs of a room writes in one way (docs/decisions/0052). */
function checkWrites(file: string, say: Say): void {
  if (TEST.test(file) || !/\.tsx$|store\.client\.ts$/.test(file) || file.endsWith('.server.tsx')) return;
  const text = readFileSync(file, 'utf8');
  for (const [loose, where] of LOOSE_WRITES) if (loose.test(text)) say(file, where);
}

function checkScreens(folder: string, kind: 'pages' | 'parts', say: Say): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    const stem = entry.name.replace(/(\.test)?\.tsx?$/, '');
    if (entry.isDirectory()) {
      say(file, `${kind}/ has no folders.`);
    } else if (!KEBAB.test(stem) || !(entry.name.endsWith('.tsx') || TEST.test(entry.name))) {
      say(
        file,
        kind === 'pages'
          ? 'pages/ holds page modules only (kebab-case.tsx). What pages share is a part (parts/), what they decide is a rule.'
          : 'parts/ holds components only (kebab-case.tsx). Words and formats stand in <subject>.ts, decisions in <subject>.server.ts.',
      );
    }
  }
}

/**
 * `// Alerts: …`, then `// Owns …` and `// Announces …` where they say something, as line comments or as one block.
 * check-tables holds the line of what it owns to the migrations.
 */
function checkOpening(file: string, say: Say): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines[0]?.trim() === '/**' ? lines[1] : lines[0];
  const opening = /^\s*(?:\/\/|\/\*\*|\*)\s+(.+)$/.exec(first ?? '')?.[1];
  if (!opening || /^(?:Owns|Announces) /.test(opening))
    say(
      file,
      'a contract opens with a comment that says what the room is for; then « Owns … » (its tables) and « Announces … » (its events), where there are any.',
    );
  const silent = lines.slice(0, 4).find((line) => /(?:Owns|Announces) nothing\.$/.test(line));
  if (silent) say(file, `« ${silent.replace(/^\W+/, '')} » says nothing: leave the line out.`);
}

function checkName(file: string, source: string, say: Say): void {
  const name = path.basename(file);
  const [first] = path.relative(source, file).split(path.sep);
  if (DRAWERS.test(name) && !(first === 'contract' && name === 'constants.ts')) {
    say(file, `${name} is a drawer, not a place. ${WHERE}`);
  } else if (
    first === 'platform' &&
    !/\.server\.tsx?$/.test(name) &&
    !TEST.test(name) &&
    name !== 'db.types.ts'
  ) {
    say(
      file,
      'src/platform is server plumbing: name it *.server.ts, or take it to src/browser, src/ui or src/contract.',
    );
  }
  if (
    first !== 'rooms' &&
    first !== 'desks' &&
    first !== 'platform' &&
    file !== path.join(source, name) &&
    /\.server\.tsx?$/.test(name)
  ) {
    say(
      file,
      `src/${first} runs in the browser too: what only the server may do is src/platform, or a room.`,
    );
  }
}

/** A file of the demonstration is named after what it invents or draws; a folder is worth three files of one idea. */
function checkInvention(root: string, file: string, say: Say): void {
  const name = path.basename(file);
  if (DRAWERS.test(name) || !KEBAB.test(name.replace(/(\.sql)?(\.server)?(\.test)?\.ts$/, '')))
    say(
      file,
      'a file of demonstration/ is named in kebab-case after what it invents or draws, not a drawer.',
    );
  const folder = path.dirname(file);
  const depth = path.relative(root, folder).split(path.sep).length;
  if (depth > 3) say(file, 'demonstration/ has two levels of folders at most.');
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  if (depth > 1 && files.length < 3)
    say(file, 'a folder of demonstration/ holds three files or more that belong to one idea.');
}

/** An import across homes is written from the root: a file that moves inside its home changes no other home. */
function checkImports(root: string, file: string, say: Say): void {
  for (const specifier of importsOf(file)) {
    const written = fromTheRoot(root, file, specifier);
    if (written) say(file, `imports ${specifier}: across rooms and folders of src/ write ${written}.`);
  }
}

/** What the file imports, as it is written. */
function importsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => specifier);
}

function checkLength(file: string, say: Say, warn: (message: string) => void): void {
  if (!/\.tsx?$/.test(file) || TEST.test(file) || file.endsWith('db.types.ts')) return;
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
  const advice = file.includes(`${path.sep}rooms${path.sep}`)
    ? 'split it by subject.'
    : 'split it by what its parts are for.';
  if (lines > MAX_LINES) say(file, `${lines} lines, ${MAX_LINES} at most: ${advice}`);
  else if (lines > WARN_LINES) warn(`${lines} lines, past ${WARN_LINES}: ${advice}`);
}

/** Two rooms that need each other, directly or not, are one room or miss a third: each such circle is one failure. */
function roomCycles(root: string, rooms: string): string[] {
  const needs = new Map<string, Map<string, string>>();
  for (const file of existsSync(rooms) ? filesBelow(rooms) : []) {
    if (!/\.tsx?$/.test(file) || TEST.test(file)) continue;
    const own = roomOf(rooms, file);
    for (const specifier of importsOf(file)) {
      const target = resolveImport(root, file, specifier);
      const other = target ? roomOf(rooms, target) : '';
      if (!other || other === own) continue;
      const known = needs.get(own) ?? new Map<string, string>();
      needs.set(own, known.set(other, known.get(other) ?? file));
    }
  }
  const failures: string[] = [];
  const done = new Set<string>();
  const walk = (room: string, trail: readonly string[]): void => {
    if (trail.includes(room)) {
      const circle = [...trail.slice(trail.indexOf(room)), room];
      const from = needs.get(circle.at(-2) ?? '')?.get(room) ?? '';
      failures.push(
        `${path.relative(root, from)}: rooms need each other in a circle (${circle.join(' -> ')}). Announce an event instead of calling back, or move what both need to the lower room's contract.`,
      );
      return;
    }
    if (done.has(room)) return;
    for (const next of needs.get(room)?.keys() ?? []) walk(next, [...trail, room]);
    done.add(room);
  };
  for (const room of needs.keys()) walk(room, []);
  return failures;
}

function roomOf(rooms: string, file: string): string {
  const [first = ''] = path.relative(rooms, file).split(path.sep);
  return first === '..' ? '' : first;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failures, warnings } = checkRooms(path.resolve(process.argv[2] ?? '.'));
  for (const line of warnings) console.warn(`warning  ${line}`);
  for (const line of failures) console.error(line);
  if (failures.length > 0) process.exitCode = 1;
}
