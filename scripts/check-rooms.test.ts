import path from 'node:path';
import { expect, test } from 'vitest';
import { house, run } from '../tests/kit/house.ts';
import { checkRooms } from './check-rooms.ts';

test('the model house is clean', () => {
  expect(checkRooms(house())).toEqual({ failures: [], warnings: [] });
});

const long = (lines: number) => 'export {};\n'.repeat(lines);
test.for<[file: string, text: string, says: string]>([
  ['src/rooms/alpha/queries.ts', '', 'queries.ts is no word of a room. It names a table? sql.server.ts.'],
  ['src/rooms/alpha/matcher/model.ts', '', 'A sub-room with the same vocabulary.'],
  ['src/rooms/alpha/index.ts', '', 'index.ts is a drawer'],
  ['src/rooms/alpha/types.ts', '', 'types.ts is a drawer'],
  ['src/ui/utils.ts', '', 'utils.ts is a drawer'],
  ['src/platform/helpers.ts', '', 'helpers.ts is a drawer'],
  [
    'src/rooms/alpha/helpers/rules.server.ts',
    '',
    'helpers/ is a drawer: a sub-room is named after what it decides',
  ],
  ['src/rooms/alpha/pages/list/new.tsx', '', 'pages/ has no folders: what needs one is a sub-room'],
  ['src/rooms/alpha/pages/words.ts', '', 'What pages share is a part (parts/), what they decide is a rule'],
  ['src/rooms/alpha/parts/format.ts', '', 'Words and formats are said in contract.ts'],
  ['src/rooms/alpha/parts/FormField.tsx', '', 'parts/ holds components only (kebab-case.tsx)'],
  [
    'src/rooms/TwoWords/contract.ts',
    '// A.\n// Owns nothing.\n// Announces nothing.\n',
    'named in kebab-case',
  ],
  ['src/rooms/notes.md', '', 'src/rooms/ holds folders only'],
  ['src/rooms/gamma/rules.server.ts', '', 'a room has a contract.ts'],
  ['src/desks/hall/rules.server.ts', '', 'a room has a contract.ts'],
  ['src/desks/office/queries.ts', '', 'queries.ts is no word of a room'],
  [
    'src/rooms/alpha/matcher/contract.ts',
    '// Only one line.\nexport const a = 1;\n',
    'opens with three comment lines',
  ],
  ['src/services/mail.ts', '', 'a thing of the trade is a room (src/rooms/services/)'],
  ['src/boot.ts', '', 'nothing new stands at the top of src/'],
  ['src/platform/clock.ts', '', 'src/platform is server plumbing: name it *.server.ts'],
  ['src/ui/session.server.ts', '', 'src/ui runs in the browser too'],
  ['src/rooms/alpha/matcher/rules.server.ts', long(501), '501 lines, 500 at most: grow a sub-room'],
  ['src/ui/table.tsx', long(501), '501 lines, 500 at most: split it'],
  [
    'src/rooms/beta/sorting/rules.server.ts',
    "import type { alphaCode } from '#rooms/alpha/contract.ts';\n",
    'rooms need each other in a circle (alpha -> beta -> alpha). Announce an event',
  ],
  [
    'src/rooms/alpha/matcher/rules.server.ts',
    "import { betaRule } from '../../beta/rules.server.ts';\n",
    'imports ../../beta/rules.server.ts: across rooms and folders of src/ write #rooms/beta/rules.server.ts',
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
      'src/rooms/alpha/matcher/rules.server.ts': long(401),
      'src/rooms/alpha/rules.test.ts': long(900),
    }),
  );
  expect(found).toEqual({ failures: [], warnings: [expect.stringContaining('401 lines, past 400')] });
});

test('the command fails when a room does', async () => {
  const script = path.resolve('scripts/check-rooms.ts');
  expect(await run(house(), script)).toEqual({ code: 0, out: '' });
  const { code, out } = await run(house({ 'src/rooms/alpha/queries.ts': '' }), script);
  expect([code, out]).toEqual([1, expect.stringContaining('src/rooms/alpha/queries.ts: ')]);
});
