import path from 'node:path';
import { expect, test } from 'vitest';
import { house, run } from '../tests/kit/house.ts';
import { checkRooms } from './check-rooms.ts';

test('the model house is clean', () => {
  expect(checkRooms(house())).toEqual({ failures: [], warnings: [] });
});

const long = (lines: number) => 'export {};\n'.repeat(lines);
test.for<[file: string, text: string, says: string]>([
  [
    'src/rooms/alpha/Matcher.ts',
    '',
    'Matcher.ts is no word of a room. It names a table? <subject>.sql.server.ts.',
  ],
  ['src/rooms/alpha/matcher.tsx', '', 'matcher.tsx is no word of a room'],
  ['src/rooms/alpha/rules.server.ts', '', 'rules is a kind of file: name it after its subject'],
  ['src/rooms/alpha/queries.sql.server.ts', '', 'queries is a kind of file'],
  ['src/rooms/alpha/index.ts', '', 'index.ts is a drawer'],
  ['src/rooms/alpha/types.ts', '', 'types.ts is a drawer'],
  ['src/ui/utils.ts', '', 'utils.ts is a drawer'],
  ['src/platform/helpers.ts', '', 'helpers.ts is a drawer'],
  ['src/rooms/alpha/pages/list/new.tsx', '', 'pages/ has no folders'],
  ['src/rooms/alpha/pages/words.ts', '', 'What pages share is a part (parts/), what they decide is a rule'],
  ['src/rooms/alpha/parts/format.ts', '', 'Words and formats stand in <subject>.ts'],
  ['src/rooms/alpha/parts/FormField.tsx', '', 'parts/ holds components only (kebab-case.tsx)'],
  ['src/rooms/TwoWords/contract.ts', '// A.\n', 'named in kebab-case'],
  ['src/rooms/notes.md', '', 'src/rooms/ holds folders only'],
  ['src/rooms/gamma/found.server.ts', '', 'a room has a contract.ts'],
  ['src/desks/hall/found.server.ts', '', 'a room has a contract.ts'],
  ['src/desks/office/rules.server.ts', '', 'rules is a kind of file'],
  [
    'src/rooms/alpha/contract.ts',
    'export const alphaCode = 1;\n',
    'opens with a comment that says what the room is for',
  ],
  [
    'src/rooms/alpha/contract.ts',
    '// Alpha.\n// Owns alpha_item.\n// Announces nothing.\nexport const alphaCode = 1;\n',
    '« Announces nothing. » says nothing',
  ],
  ['src/services/mail.ts', '', 'a thing of the trade is a room (src/rooms/services/)'],
  ['src/boot.ts', '', 'nothing new stands at the top of src/'],
  ['src/platform/clock.ts', '', 'src/platform is server plumbing: name it *.server.ts'],
  ['src/ui/session.server.ts', '', 'src/ui runs in the browser too'],
  ['src/rooms/alpha/matcher.server.ts', long(501), '501 lines, 500 at most: split it by subject'],
  ['src/ui/table.tsx', long(501), '501 lines, 500 at most: split it'],
  [
    'src/rooms/beta/sorting.server.ts',
    "import type { alphaCode } from '#rooms/alpha/contract.ts';\n",
    'rooms need each other in a circle (alpha -> beta -> alpha). Announce an event',
  ],
  [
    'src/rooms/alpha/matcher.server.ts',
    "import { betaRule } from '../beta/notes.server.ts';\n",
    'imports ../beta/notes.server.ts: across rooms and folders of src/ write #rooms/beta/notes.server.ts',
  ],
  ['demonstration/utils.ts', '', 'is named in kebab-case after what it invents or draws'],
  ['demonstration/houses/mas.ts', '', 'holds three files or more that belong to one idea'],
  ['demonstration/market.ts', long(501), '501 lines, 500 at most: split it'],
  [
    'demonstration/market.ts',
    "import { alphaCode } from '../src/rooms/alpha/contract.ts';\n",
    'imports ../src/rooms/alpha/contract.ts: across rooms and folders of src/ write #rooms/alpha/contract.ts',
  ],
  [
    'src/main.ts',
    "export const routes = () => import('./web.server.ts').then(() => import('./platform/db.server.ts'));\n",
    'imports ./platform/db.server.ts: across rooms and folders of src/ write #platform/db.server.ts',
  ],
])('%s (%#)', ([file, text, says]) => {
  const { failures } = checkRooms(house({ [file]: text }));
  expect(failures).toEqual([expect.stringContaining(says)]);
});

test('warns before the limit of lines, and counts no test', () => {
  const found = checkRooms(
    house({
      'src/rooms/alpha/matcher.server.ts': long(401),
      'src/rooms/alpha/matcher.test.ts': long(900),
    }),
  );
  expect(found).toEqual({ failures: [], warnings: [expect.stringContaining('401 lines, past 400')] });
});

test('the command fails when a room does', async () => {
  const script = path.resolve('scripts/check-rooms.ts');
  expect(await run(house(), script)).toEqual({ code: 0, out: '' });
  const { code, out } = await run(house({ 'src/rooms/alpha/types.ts': '' }), script);
  expect([code, out]).toEqual([1, expect.stringContaining('src/rooms/alpha/types.ts: ')]);
});

const three = (folder: string) =>
  Object.fromEntries(['one', 'two', 'three'].map((name) => [`${folder}/${name}.ts`, `// ${name}.\n`]));
test.for<[planted: Record<string, string>, says: string]>([
  [{ 'src/rooms/alpha/steps/first.ts': '' }, 'a folder holds 3 files or more that belong to one idea'],
  [three('src/rooms/alpha/helpers'), 'helpers/ is a drawer: a folder is named after its one idea'],
  [
    { ...three('src/rooms/alpha/steps'), 'src/rooms/alpha/steps/api.server.ts': '' },
    'api.server.ts stands at the top of a room only',
  ],
  [
    { ...three('src/rooms/alpha/a'), ...three('src/rooms/alpha/a/b'), ...three('src/rooms/alpha/a/b/c') },
    'a room has 2 levels of folders at most',
  ],
])('folders of a room (%#)', ([planted, says]) => {
  expect(checkRooms(house(planted)).failures).toEqual([expect.stringContaining(says)]);
});

test('two levels of folders of three files each are clean', () => {
  const planted = { ...three('src/rooms/alpha/a'), ...three('src/rooms/alpha/a/b') };
  expect(checkRooms(house(planted)).failures).toEqual([]);
});
