/**
 * Who may touch which table (docs/decisions/0001, 0074): a migration creates and changes the tables of the room that it is
 * named after; only that room writes them; tables are named in <subject>.sql.server.ts and nowhere else (there, a room may read
 * the tables of the rooms below it, a desk those of any room, and the demonstration all of them); doors ask a rule to write; a
 * contract says which tables its room owns. `--reads` prints who reads what.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { homeOf, resolveImport } from './imports.ts';
import { type ForeignRead, linesOf, readPlan, upstreamFailures } from './reads.ts';

/** Stands for `${…}` in the text of a template: no table can have this name. */
const HOLE = '\u0001';
const NAME = `(?:"?public"?\\.)?"?([a-z_][a-z0-9_]*|${HOLE})"?`;
const WRITES = [
  new RegExp(`\\b(?:insert|merge)\\s+into\\s+(?:only\\s+)?${NAME}`, 'gi'),
  new RegExp(`\\bdelete\\s+from\\s+(?:only\\s+)?${NAME}`, 'gi'),
  // Not the lock (`for update`), nor the branch of an upsert (`do update`), nor a reaction (`on update`).
  new RegExp(`(?<!\\b(?:for|key|do|on)\\s+)\\bupdate\\s+(?:only\\s+)?${NAME}`, 'gi'),
  new RegExp(`\\btruncate\\s+(?:table\\s+)?(?:only\\s+)?${NAME}`, 'gi'),
  new RegExp(`\\bcopy\\s+${NAME}`, 'gi'),
];
const NAMES = [
  new RegExp(`\\b(?:from|join|into|update|truncate|table|copy|using)\\s+(?:only\\s+)?${NAME}`, 'gi'),
];
/** The tables of a list, `from one, other as o`; `distinct from` begins none. */
const LISTS = /(?<!\bdistinct\s+)\bfrom\b/gi;
const LISTED = new RegExp(`\\s*(?:only\\s+)?${NAME}(?:\\s+(?:as\\s+)?[a-z_][a-z0-9_]*)?\\s*(,?)`, 'iy');
/** What is on line, typed by hand. */
const ONLINE = /\bin\s*\(\s*'(?:online|under_offer)'\s*,\s*'(?:online|under_offer)'\s*\)/i;
const CHANGES = [
  new RegExp(
    `\\b(?:alter|drop)\\s+(?:table|view|materialized\\s+view)\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?${NAME}`,
    'gi',
  ),
  new RegExp(`\\bcreate\\s+(?:unique\\s+)?index\\s+[^;]*?\\son\\s+(?:only\\s+)?${NAME}`, 'gi'),
  new RegExp(`\\bcreate\\s+(?:or\\s+replace\\s+)?(?:constraint\\s+)?trigger\\s+[^;]*?\\son\\s+${NAME}`, 'gi'),
];
const CREATES = new RegExp(
  `\\bcreate\\s+(?:or\\s+replace\\s+)?(?:unlogged\\s+)?(?:table|view|materialized\\s+view)\\s+(?:if\\s+not\\s+exists\\s+)?${NAME}`,
  'gi',
);
const DROPS = [
  new RegExp(`\\bdrop\\s+(?:table|view|materialized\\s+view)\\s+(?:if\\s+exists\\s+)?${NAME}`, 'gi'),
];

const WRITE_METHODS = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']);
/** Functions of the platform that write the table whose name they are given. */
const WRITERS_OF = new Set(['sessionsIn']);
const READ_METHODS = /^(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?)$/;
const SQL_TEXT = /^\s*(?:select|insert|update|delete|merge|with|copy|truncate|lock)\s/i;
const SQL_FILE = /[/.]sql\.server\.ts$/;
const DOOR = /\/(?:(?:api|jobs)\.server\.ts|[a-z0-9.-]*cli\.server\.ts|pages\.ts|(?:pages|parts)\/[^/]+)$/;
const TEST = /\.test\.tsx?$/;
const PLATFORM = 'platform';
const DEMONSTRATION = 'demonstration';
const STOREY = /^(?:rooms|desks)\//;

type Node = { readonly type: string; readonly [key: string]: unknown };

interface Statement {
  readonly text: string;
  /** Said to the database for sure; other texts only look like SQL. */
  readonly tagged: boolean;
}

interface Read {
  /** Tables that the code names, in snake_case. */
  readonly named: Set<string>;
  /** Tables that it writes; HOLE for a name that only a variable knows. */
  readonly written: Set<string>;
  /** It types which statuses are on line. */
  readonly online: boolean;
  /** It takes the list of them. */
  readonly statuses: boolean;
}

interface Checked {
  /** One line each, which begins with the file. */
  readonly failures: string[];
  readonly reads: readonly ForeignRead[];
}

/** Checks `<root>/migrations`, `<root>/src` and `<root>/demonstration`, by the order of rooms in `<root>/scripts/storeys.json`. */
export function checkTables(root: string): Checked {
  const failures: string[] = [];
  const reads: ForeignRead[] = [];
  const say = (file: string, message: string) => failures.push(`${path.relative(root, file)}: ${message}`);
  const owners = checkMigrations(root, say);
  const files = ['src', DEMONSTRATION]
    .flatMap((folder) => filesBelow(path.join(root, folder)))
    .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file));
  const trees = new Map(files.map((file) => [file, parse(file)]));
  const writers = new Map<string, ReadonlySet<string>>();
  for (const [file, tree] of trees) {
    if (SQL_FILE.test(file)) writers.set(file, writingFunctions(tree, owners));
  }
  for (const [file, tree] of trees) {
    reads.push(...checkSource(root, file, tree, owners, say));
    if (DOOR.test(file)) checkDoor(root, file, tree, writers, say);
    if (path.basename(file) === 'contract.ts') checkOwns(root, file, owners, say);
  }
  failures.push(...upstreamFailures(root, readPlan(root), reads));
  return { failures, reads };
}

type Say = (file: string, message: string) => void;

/** Where the room or the desk of this name stands, from the root; null when there is none. */
function folderOf(root: string, name: string): string | null {
  const folders = [`src/rooms/${name}`, `src/desks/${name}`];
  return folders.find((folder) => existsSync(path.join(root, folder))) ?? null;
}

/** Table to owner, from `create table` and `drop table` in `NNNN_<room>.sql`. */
function checkMigrations(root: string, say: Say): Map<string, string> {
  const folder = path.join(root, 'migrations');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const owners = new Map<string, string>();
  const numbers = new Map<string, string>();
  const texts = files.map((name) => {
    const file = path.join(folder, name);
    const [, number = '', room = ''] = /^(\d{4})_([a-z_]+)\.sql$/.exec(name) ?? [];
    if (!number) say(file, 'a migration is named NNNN_<room>.sql, after the room that owns its tables.');
    const twin = numbers.get(number);
    if (twin) say(file, `the number ${number} is taken by ${twin}: migrations have one order.`);
    numbers.set(number, name);
    const owner = room.replaceAll('_', '-');
    if (owner !== PLATFORM && !folderOf(root, owner)) {
      say(
        file,
        `there is no room src/rooms/${owner}, nor desk: name the migration after the room that owns its tables.`,
      );
    }
    const text = readFileSync(file, 'utf8').replaceAll(/--[^\n]*/g, '');
    for (const [, table = ''] of text.matchAll(CREATES)) {
      const other = owners.get(table.toLowerCase());
      if (other && other !== owner) say(file, `creates ${table}, already a table of ${other}.`);
      else owners.set(table.toLowerCase(), owner);
    }
    return { file, owner, text };
  });
  for (const { file, owner, text } of texts) {
    for (const table of new Set([...matches(text, CHANGES), ...matches(text, WRITES)])) {
      const other = owners.get(table);
      if (other && other !== owner) {
        say(
          file,
          `changes ${table}, a table of ${other}: write a migration NNNN_${other.replaceAll('-', '_')}.sql.`,
        );
      }
    }
  }
  // What a later migration drops is nobody’s any more.
  for (const { text } of texts) {
    for (const table of matches(text, DROPS)) owners.delete(table);
  }
  return owners;
}

/** Answers the tables of others that the file reads. */
function checkSource(
  root: string,
  file: string,
  tree: Node,
  owners: Map<string, string>,
  say: Say,
): ForeignRead[] {
  const home = homeOf(root, file);
  const room = home.replace(STOREY, '');
  const mayName = STOREY.test(home) || home === DEMONSTRATION;
  const hands = room === PLATFORM || (mayName && SQL_FILE.test(file));
  const { named, written, online, statuses } = read(tree, owners, hands);
  if (online || (statuses && SQL_FILE.test(file) && home !== 'rooms/listings'))
    say(
      file,
      'types which statuses are on line: read the view listing_online, or say isOnline (#rooms/listings/online.server.ts) where other listings are read too.',
    );
  if (!hands) {
    for (const table of named) {
      if (table !== HOLE)
        say(file, `names the table ${table}: what names a table lives in a .sql.server.ts of a room.`);
    }
    return [];
  }
  for (const table of written) {
    const owner = owners.get(table);
    if (table === HOLE) {
      if (room !== PLATFORM)
        say(
          file,
          'writes a table that only a variable names: write its name out, so that this check can see it.',
        );
    } else if (owner !== room) {
      say(
        file,
        `writes ${table}, a table of ${owner}: call a rule of ${owner} (${owner === PLATFORM ? 'src/platform' : `${folderOf(root, owner ?? '')}/`}), or announce an event.`,
      );
    }
  }
  return [...named].flatMap((table) => {
    const owner = owners.get(table);
    return owner === undefined || owner === room || written.has(table)
      ? []
      : [{ file, home, table, owner: folderOf(root, owner)?.replace('src/', '') ?? owner }];
  });
}

/** A door may read from its own sql; what writes goes through a rule, which decides. */
function checkDoor(
  root: string,
  file: string,
  tree: Node,
  writers: ReadonlyMap<string, ReadonlySet<string>>,
  say: Say,
): void {
  walk(tree, (node) => {
    if (node.type !== 'ImportDeclaration') return;
    const target = resolveImport(root, file, (node.source as { value: string }).value) ?? '';
    for (const specifier of node.specifiers as Node[]) {
      if (specifier.type === 'ImportNamespaceSpecifier') {
        if (SQL_FILE.test(target))
          say(
            file,
            'takes a whole .sql.server.ts: a door names what it reads, so that this check can see it.',
          );
        continue;
      }
      const name = ((specifier.imported ?? specifier.local) as { value: string }).value;
      if (writers.get(target)?.has(name)) {
        say(
          file,
          `takes ${name}, which writes, straight from a .sql.server.ts: a door asks a rule (<subject>.server.ts), and only reads by itself.`,
        );
      }
    }
  });
}

/** The line « Owns … » of a room's contract names its tables, all of them and no others. */
function checkOwns(root: string, file: string, owners: Map<string, string>, say: Say): void {
  const parts = path.relative(path.join(root, 'src'), file).split(path.sep);
  if (!STOREY.test(parts.join('/')) || parts.length !== 3) return;
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((one) => /^\s*(?:\/\/|\*)\s+Owns /.test(one));
  const own = [...owners].filter(([, room]) => room === parts[1]).map(([table]) => table);
  if (!line) {
    if (own.length > 0) say(file, `lacks the line « Owns ${own.join(', ')}. » at its opening.`);
    return;
  }
  const words = new Set(line.match(/[a-z][a-z0-9_]*/g));
  const missing = own.filter((table) => !words.has(table));
  const foreign = [...words].filter(
    (word) => !own.includes(word) && (word.includes('_') || owners.has(word)),
  );
  if (missing.length > 0) say(file, `its line « Owns » leaves out ${missing.join(', ')}.`);
  if (foreign.length > 0)
    say(
      file,
      `its line « Owns » names ${foreign.join(', ')}, which the migrations of ${parts[1]} do not create.`,
    );
}

/** Exported functions of a .sql.server.ts that write. */
function writingFunctions(tree: Node, owners: Map<string, string>): Set<string> {
  const names = new Set<string>();
  for (const item of tree.body as Node[]) {
    if (item.type !== 'ExportDeclaration' || read(item, owners, true).written.size === 0) continue;
    const declaration = item.declaration as Node;
    const declared = (declaration.declarations as Node[] | undefined)?.map((one) => one.id) ?? [
      declaration.identifier,
    ];
    for (const id of declared) names.add((id as { value: string }).value);
  }
  return names;
}

/** What a piece of code names and writes. `loose`: any text counts, as in files made of SQL. */
function read(tree: Node, owners: ReadonlyMap<string, string>, loose: boolean): Read {
  const named = new Set<string>();
  const written = new Set<string>();
  let online = false;
  let statuses = false;
  const known = (table: string) => table === HOLE || owners.has(table);
  walk(tree, (node, parents) => {
    const statement = statementOf(node, parents);
    if (statement && (loose || statement.tagged || SQL_TEXT.test(statement.text))) {
      for (const table of [...matches(statement.text, NAMES), ...listed(statement.text)])
        if (known(table)) named.add(table);
      for (const table of matches(statement.text, WRITES)) if (known(table)) written.add(table);
      online ||= ONLINE.test(statement.text);
    }
    if (node.type === 'ImportSpecifier')
      statuses ||= (node.local as { value: string }).value === 'visibleStatuses';
    if (node.type !== 'CallExpression') return;
    const method = ((node.callee as Node).property as { value?: string } | undefined)?.value ?? '';
    const writes = WRITE_METHODS.has(method) || WRITERS_OF.has(calleeName(node.callee as Node));
    if (!writes && !READ_METHODS.test(method)) return;
    const first = (node.arguments as { expression: Node }[])[0]?.expression;
    const given =
      first?.type === 'ArrayExpression'
        ? (first.elements as { expression: Node }[]).map((one) => one.expression)
        : [first];
    for (const one of given) {
      const table = one?.type === 'StringLiteral' ? snake((one.value as string).split(' ')[0] ?? '') : HOLE;
      if (!known(table) || (table === HOLE && !writes)) continue;
      named.add(table);
      if (writes) written.add(table);
    }
  });
  return { named, written, online, statuses };
}

function statementOf(node: Node, parents: readonly Node[]): Statement | null {
  if (node.type === 'StringLiteral') return { text: node.value as string, tagged: isAsked(parents) };
  if (node.type !== 'TemplateLiteral' || !node.quasis) return null;
  const quasis = node.quasis as { cooked?: string; raw: string }[];
  const parent = parents.at(-1);
  const tagged =
    parent?.type === 'TaggedTemplateExpression' && /^sql(\.|$)/.test(calleeName(parent.tag as Node));
  return { text: quasis.map((one) => one.cooked ?? one.raw).join(HOLE), tagged: tagged || isAsked(parents) };
}

/** The argument of sql.raw(…) or client.query(…). */
function isAsked(parents: readonly Node[]): boolean {
  const call = parents.at(-1);
  return call?.type === 'CallExpression' && /(?:^sql\.raw|\.query)$/.test(calleeName(call.callee as Node));
}

function calleeName(node: Node): string {
  if (node.type === 'Identifier') return node.value as string;
  if (node.type !== 'MemberExpression') return '';
  return `${calleeName(node.object as Node)}.${(node.property as { value?: string }).value ?? ''}`;
}

function matches(text: string, expressions: readonly RegExp[]): string[] {
  return expressions.flatMap((one) => [...text.matchAll(one)].map(([, name = '']) => name.toLowerCase()));
}

function listed(text: string): string[] {
  return [...text.matchAll(LISTS)].flatMap(({ index, 0: { length } }) => {
    const tables: string[] = [];
    for (LISTED.lastIndex = index + length; ; ) {
      const [, table = '', comma] = LISTED.exec(text) ?? [];
      tables.push(table.toLowerCase());
      if (!comma) return tables;
    }
  });
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function parse(file: string): Node {
  const text = readFileSync(file, 'utf8');
  return parseSync(text, {
    syntax: 'typescript',
    tsx: file.endsWith('.tsx'),
    target: 'es2024',
  }) as unknown as Node;
}

function walk(
  node: unknown,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit, parents);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const typed = 'type' in node && typeof node.type === 'string' ? (node as Node) : null;
  if (typed) visit(typed, parents);
  const below = typed ? [...parents, typed] : parents;
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit, below);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [given] = process.argv.slice(2).filter((word) => word !== '--reads');
  const root = path.resolve(given ?? '.');
  const { failures, reads } = checkTables(root);
  if (process.argv.includes('--reads')) for (const line of linesOf(readPlan(root), reads)) console.log(line);
  for (const line of failures) console.error(line);
  if (failures.length > 0) process.exitCode = 1;
}
