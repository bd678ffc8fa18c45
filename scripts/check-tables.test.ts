import path from 'node:path';
import { expect, test } from 'vitest';
import { house, run } from '../tests/kit/house.ts';
import { checkTables } from './check-tables.ts';

test('the model house is clean', () => {
  expect(checkTables(house()).failures).toEqual([]);
});

const alphaSql = 'src/rooms/alpha/matcher.sql.server.ts';
const foreign =
  'writes beta_item, a table of beta: call a rule of beta (src/rooms/beta/), or announce an event';
const betaSql = 'src/rooms/beta/readers.sql.server.ts';
const upstream =
  'reads alpha_item, a table of rooms/alpha, which rooms/beta does not stand above: move the statement';
const online = 'types which statuses are on line: read the view listing_online';
const outside = 'what names a table lives in a .sql.server.ts of a room';
const tag = (text: string) => `export const one = () => sql<Row>\`${text}\`;\n`;
const owns = (line: string) =>
  `// Beta: what comes second.\n// ${line}\n// Announces nothing.\nexport const beta = 1;\n`;
test.for<[file: string, text: string, says: string]>([
  [
    alphaSql,
    tag('with gone as (delete from only public.beta_item where a = 1 returning a) select a from gone'),
    foreign,
  ],
  [alphaSql, tag('INSERT INTO beta_item (a) select ${1}'), foreign],
  [alphaSql, tag('update beta_item as b set a = 1'), foreign],
  [alphaSql, tag('truncate table beta_item'), foreign],
  [alphaSql, tag('merge into beta_item using alpha_item on true when matched then delete'), foreign],
  [
    alphaSql,
    "export const one = (client: Client) => client.query(from('copy beta_item (a) from stdin'));\n",
    foreign,
  ],
  [alphaSql, "export const one = (db: Db) => db.insertInto('betaItem').values({ a: 1 });\n", foreign],
  [alphaSql, "export const one = (db: Db) => db.updateTable('betaItem as b').set({ a: 1 });\n", foreign],
  [alphaSql, "export const one = (db: Db) => db.deleteFrom('betaItem');\n", foreign],
  [alphaSql, "export const one = (db: Db) => db.mergeInto('betaItem');\n", foreign],
  [alphaSql, "export const one = sessionsIn('betaItem', find);\n", foreign],
  [
    'src/rooms/alpha/matcher.server.ts',
    "export const one = sessionsIn('alphaItem', find);\n",
    `names the table alpha_item: ${outside}`,
  ],
  [
    alphaSql,
    'export const one = (db: Db, table: Name) => db.insertInto(table);\n',
    'writes a table that only a variable names: write its name out',
  ],
  [
    alphaSql,
    tag('delete from ${sql.table(name)}'),
    'writes a table that only a variable names: write its name out',
  ],
  [
    alphaSql,
    tag("insert into change (kind) values ('a')"),
    'writes change, a table of platform: call a rule of platform (src/platform)',
  ],
  ['src/platform/clean.server.ts', tag('delete from beta_item'), foreign],
  [
    'src/rooms/alpha/matcher.server.ts',
    tag('select 1 from alpha_item'),
    `names the table alpha_item: ${outside}`,
  ],
  [
    'src/rooms/alpha/matcher.server.ts',
    tag('exists (select from ${x} join beta_item on true)'),
    `names the table beta_item: ${outside}`,
  ],
  [
    'src/rooms/alpha/pages/edit.tsx',
    "export const loader = (db: Db) => db.selectFrom('alphaItem');\n",
    `names the table alpha_item: ${outside}`,
  ],
  [
    'src/rooms/alpha/api.server.ts',
    "export const one = (client: Client) => client.query('  delete from alpha_item');\n",
    `names the table alpha_item: ${outside}`,
  ],
  [
    'demonstration/laying.sql.server.ts',
    tag('delete from beta_item'),
    'writes beta_item, a table of beta: call a rule of beta',
  ],
  [
    'src/desks/office/office.sql.server.ts',
    tag('update beta_item set a = 1'),
    'writes beta_item, a table of beta: call a rule of beta (src/rooms/beta/)',
  ],
  [betaSql, tag('select 1 from beta_item join alpha_item using (a)'), upstream],
  [betaSql, tag('select 1 from beta_item as one, "alpha_item" where a = 1'), upstream],
  [
    betaSql,
    "export const one = (db: Db) => db.selectFrom('betaItem').leftJoin('alphaItem as a', 'a.a', 'betaItem.a');\n",
    upstream,
  ],
  [
    'src/platform/clean.server.ts',
    tag('select 1 from beta_item'),
    'reads beta_item, a table of rooms/beta, which platform does not stand above',
  ],
  [alphaSql, tag("select 1 from beta_item where status in ('online', 'under_offer')"), online],
  [alphaSql, tag("select a.status not in ('under_offer',\n 'online') from alpha_item a"), online],
  [
    'src/rooms/alpha/matcher.server.ts',
    "export const one = (client: Client) => client.query(\"select status in ('online', 'under_offer')\");\n",
    online,
  ],
  [
    alphaSql,
    `import { visibleStatuses } from '#rooms/listings/contract.ts';\n${tag('select 1 where a = any(${visibleStatuses})')}`,
    online,
  ],
  ['demonstration/market.ts', tag('select 1 from beta_item'), `names the table beta_item: ${outside}`],
  [
    'src/web.server.ts',
    "export const text = 'select kind from change';\n",
    `names the table change: ${outside}`,
  ],
  [
    'src/rooms/alpha/jobs.server.ts',
    "import { addItem } from './items.sql.server.ts';\n\nexport const jobs = [addItem];\n",
    'takes addItem, which writes, straight from a .sql.server.ts: a door asks a rule',
  ],
  [
    'src/rooms/alpha/jobs.server.ts',
    "import * as statements from './items.sql.server.ts';\n\nexport const jobs = [statements];\n",
    'takes a whole .sql.server.ts: a door names what it reads',
  ],
  [
    'src/rooms/beta/contract.ts',
    '// Beta.\nexport const beta = 1;\n',
    'lacks the line « Owns beta_item, beta_note. »',
  ],
  ['src/rooms/beta/contract.ts', owns('Owns beta_item.'), 'its line « Owns » leaves out beta_note'],
  [
    'src/rooms/beta/contract.ts',
    owns('Owns beta_item, beta_note, beta_page.'),
    'its line « Owns » names beta_page, which the migrations of beta do not create',
  ],
  [
    'migrations/0004_beta.sql',
    'drop table if exists beta_note;\n',
    'its line « Owns » names beta_note, which the migrations of beta do not create',
  ],
  [
    'migrations/0004_beta.sql',
    'alter table alpha_item add b integer;\n',
    'changes alpha_item, a table of alpha: write a migration NNNN_alpha.sql',
  ],
  [
    'migrations/0004_beta.sql',
    'create unique index one on alpha_item (a);\n',
    'changes alpha_item, a table of alpha',
  ],
  [
    'migrations/0004_beta.sql',
    'create trigger one after insert on alpha_item execute function f();\n',
    'changes alpha_item, a table of alpha',
  ],
  ['migrations/0004_beta.sql', 'update alpha_item set a = 1;\n', 'changes alpha_item, a table of alpha'],
  [
    'migrations/0004_beta.sql',
    'create table alpha_item ();\n',
    'creates alpha_item, already a table of alpha',
  ],
  [
    'migrations/0004_gamma.sql',
    'create function f() returns int return 1;\n',
    'there is no room src/rooms/gamma',
  ],
  [
    'migrations/0003_alpha.sql',
    'create function f() returns int return 1;\n',
    'the number 0003 is taken by 0003_alpha.sql',
  ],
])('%s (%#)', ([file, text, says]) => {
  expect(checkTables(house({ [file]: text })).failures).toEqual([expect.stringContaining(says)]);
});

const storeys = (upstream: object[], rooms = [['beta'], ['alpha']]) => ({
  'scripts/storeys.json': JSON.stringify({ rooms, upstream }),
});
const listed = { reader: 'rooms/beta', table: 'alpha_item', since: '2026-11-26', reason: 'One statement.' };
const up = { [betaSql]: tag('select 1 from alpha_item') };

test('a read against the order of rooms stays while it is listed, with its day and its reason', () => {
  expect(checkTables(house({ ...up, ...storeys([listed]) })).failures).toEqual([]);
  for (const wrong of [{ since: 'hier' }, { reason: '' }])
    expect(checkTables(house({ ...up, ...storeys([{ ...listed, ...wrong }]) })).failures).toEqual([
      expect.stringContaining('rooms/beta reads alpha_item: say since when'),
    ]);
});

test('the list of reads against the order may only shrink', () => {
  const gone = expect.stringContaining('no longer, or not against the order. Take it off the list.');
  expect(checkTables(house(storeys([listed]))).failures).toEqual([gone]);
  const down = { ...listed, reader: 'rooms/alpha', table: 'beta_item' };
  expect(checkTables(house(storeys([down]))).failures).toEqual([gone]);
});

test('a room that has no storey yet stands above those that have one', () => {
  expect(checkTables(house(storeys([], [['beta']]))).failures).toEqual([]);
  expect(checkTables(house({ ...up, ...storeys([], [['beta']]) })).failures).toEqual([
    expect.stringContaining(upstream),
  ]);
});

test('a desk reads the tables of rooms and its own, and no other desk’s; the demonstration reads any', () => {
  const desks = {
    'migrations/0004_office.sql': 'create table office_item ();\n',
    'src/desks/office/contract.ts': '// Office.\n// Owns office_item.\nexport const office = 1;\n',
    'src/desks/office/items.sql.server.ts': tag('select 1 from office_item join alpha_item on true'),
    'demonstration/laying.sql.server.ts': tag('select 1 from office_item join alpha_item on true'),
  };
  expect(checkTables(house(desks)).failures).toEqual([]);
  const shop = { 'src/desks/shop/items.sql.server.ts': tag('select 1 from office_item') };
  expect(checkTables(house({ ...desks, ...shop })).failures).toEqual([
    expect.stringContaining(
      'reads office_item, a table of desks/office, which desks/shop does not stand above',
    ),
  ]);
});

test('the command prints who reads what, and how much of it goes up', async () => {
  const { code, out } = await run(
    house({ ...up, ...storeys([listed]) }),
    path.resolve('scripts/check-tables.ts'),
    '--reads',
  );
  expect([code, out.trim().split('\n')]).toEqual([
    0,
    [
      'rooms/beta reads ^rooms/alpha (alpha_item)',
      'rooms/alpha reads rooms/beta (beta_item)',
      'Upstream (^): 1 pair of homes, 1 table.',
    ],
  ]);
});

test('the command fails when a table is written by another room', async () => {
  const script = path.resolve('scripts/check-tables.ts');
  expect(await run(house(), script)).toEqual({ code: 0, out: '' });
  const { code, out } = await run(house({ [alphaSql]: tag('delete from beta_item') }), script);
  expect([code, out]).toEqual([1, expect.stringContaining(`${alphaSql}: ${foreign}`)]);
});
