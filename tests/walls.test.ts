import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise as cruiseHere, type IConfiguration, type ICruiseOptions } from 'dependency-cruiser';
import { describe, expect, test } from 'vitest';
import { checkRooms } from '../scripts/check-rooms.ts';
import { checkTables } from '../scripts/check-tables.ts';
import { cruise, type Files, HOUSE, house, houseCopy, write } from './kit/house.ts';

const ROOT = path.resolve('.');

describe('imports', () => {
  test('the model house is clean', async () => {
    const { code, said } = await cruise(house());
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining('no dependency violations found'),
    });
  });

  const rooms = (target: string) => `import '#rooms/${target}';\n`;
  const walls: [wall: string, file: string, text: string, says: string][] = [
    [
      'contract-stands-alone',
      'src/contract/fields.ts',
      "import '#ui/button.tsx';\n",
      'What needs a room goes to that room’s contract.ts',
    ],
    [
      'contract-stands-alone',
      'src/contract/fields.ts',
      "import 'node:fs';\n",
      'what needs Node goes to src/platform',
    ],
    [
      'pure-files-are-light',
      'src/rooms/alpha/words.ts',
      "import '#rooms/beta/parts/beta-card.tsx';\n",
      'What decides with the database goes to <subject>.server.ts',
    ],
    [
      'platform-knows-no-room',
      'src/platform/log.server.ts',
      "import '#rooms/beta/contract.ts';\n",
      'What knows the trade goes to a room',
    ],
    [
      'browser-knows-no-room',
      'src/browser/toasts.ts',
      "import '#rooms/beta/contract.ts';\n",
      'goes to its store.client.ts or parts/',
    ],
    [
      'ui-knows-no-room',
      'src/ui/card.tsx',
      "import '#rooms/beta/contract.ts';\n",
      'A piece that knows one goes to its parts/',
    ],
    [
      'shell-knows-no-room',
      'src/shell/footer.tsx',
      "import '#rooms/beta/contract.ts';\n",
      'is handed it by root or by the page',
    ],
    [
      'nothing-imports-a-desk',
      'src/rooms/alpha/matcher.server.ts',
      "import '#desks/office/contract.ts';\n",
      'What two desks need is a room’s',
    ],
    [
      'nothing-imports-a-desk',
      'src/desks/hall/parts/view.tsx',
      "import '#desks/office/contract.ts';\n",
      'A desk puts rooms together for one reader',
    ],
    [
      'browser-code-has-no-server',
      'src/rooms/alpha/parts/form.tsx',
      "import '../items.server.ts';\n",
      'Let the page’s loader read it',
    ],
    [
      'browser-code-has-no-server',
      'src/rooms/alpha/store.client.ts',
      "import type { make } from './items.server.ts';\n",
      'or say it in a pure file',
    ],
    [
      'browser-code-uses-zod-mini',
      'src/rooms/alpha/parts/form.tsx',
      "import * as z from 'zod';\n",
      'imports zod/mini (5 kB), never zod',
    ],
    [
      'sql-lives-in-sql',
      'src/rooms/alpha/matcher.server.ts',
      "import { sql } from 'kysely';\n",
      'Statements live in <subject>.sql.server.ts',
    ],
    [
      'rooms-know-no-front-door',
      'src/rooms/alpha/matcher.server.ts',
      "import '../../main.ts';\n",
      'A room knows neither main, web, worker nor root',
    ],
    [
      'rooms-meet-at-their-face',
      'src/rooms/alpha/matcher.sql.server.ts',
      rooms('beta/notes.sql.server.ts'),
      'join them in your own sql',
    ],
    [
      'rooms-meet-at-their-face',
      'src/rooms/alpha/matcher.sql.server.ts',
      "import type { drop } from '#rooms/beta/notes.sql.server.ts';\n",
      'Between rooms only what stands at the top of a room is borrowed',
    ],
    ...[
      'api.server.ts',
      'jobs.server.ts',
      'cli.server.ts',
      'notes.mails.server.tsx',
      'pages.ts',
      'pages/old.tsx',
      'store.client.ts',
    ].map((door): [string, string, string, string] => [
      'rooms-meet-at-their-face',
      'src/rooms/alpha/seed.server.ts',
      `import '#rooms/beta/${door}';\n`,
      'to change them call its rule; to react to it read its events',
    ]),
    [
      'rooms-meet-at-their-face',
      'src/rooms/alpha/matcher.server.ts',
      rooms('beta/steps/first.server.ts'),
      'Its folders are its own: move what others need to its top',
    ],
    [
      'rules-know-no-door',
      'src/rooms/alpha/matcher.server.ts',
      "import './jobs.server.ts';\n",
      'Rules decide without knowing HTTP, pages or queues',
    ],
    [
      'rules-know-no-door',
      'src/rooms/beta/steps.server.ts',
      "import './parts/beta-card.tsx';\n",
      'move what both need down to a rule',
    ],
    [
      'sql-is-hands-only',
      'src/rooms/alpha/matcher.sql.server.ts',
      "import './items.server.ts';\n",
      'What it needs from a rule comes as an argument',
    ],
    [
      'doors-do-not-call-doors',
      'src/rooms/alpha/jobs.server.ts',
      "import './cli.server.ts';\n",
      'What two doors do is a rule; what two pages show is a part',
    ],
    [
      'doors-do-not-call-doors',
      'src/rooms/alpha/pages/edit.tsx',
      "import './new.tsx';\n",
      'A door (api, pages, jobs, cli) never imports a door',
    ],
    [
      'mails-are-sent-by-rules-and-jobs',
      'src/rooms/beta/api.server.ts',
      "import './notes.mails.server.tsx';\n",
      'Mails are rendered by rules and jobs only',
    ],
    [
      'front-door-opens-doors',
      'src/worker.server.ts',
      "import '#rooms/beta/notes.sql.server.ts';\n",
      'never their sql, mails, folders or page modules',
    ],
    [
      'routes-is-a-list',
      'src/routes.ts',
      "import '#rooms/beta/contract.ts';\nimport '#platform/db.server.ts';\n",
      'list the rooms’ pages.ts and know nothing else of them',
    ],
    [
      'product-imports-no-test',
      'src/rooms/alpha/seed.server.ts',
      "import '../../../tests/kit/clock.ts';\n",
      'src/ never imports tests, scripts or benches',
    ],
    [
      'product-knows-no-demonstration',
      'src/rooms/alpha/matcher.server.ts',
      "export const draw = () => import('#demonstration/market.ts');\n",
      'is a port of a room, where main.ts registers it',
    ],
    [
      'demonstration-is-loaded-when-wanted',
      'src/main.ts',
      "import '#demonstration/market.ts';\n",
      'with VIGIE_DEMO=0 and in production it is never read',
    ],
    [
      'demonstration-calls-rules',
      'demonstration/laying.ts',
      "import '#rooms/beta/notes.sql.server.ts';\n",
      'lays what it invents by the rules of rooms',
    ],
    [
      'sql-lives-in-sql',
      'demonstration/laying.ts',
      "import { sql } from 'kysely';\n",
      'Statements live in <subject>.sql.server.ts',
    ],
    [
      'no-circle',
      'src/rooms/beta/contract.ts',
      `${HOUSE['src/rooms/beta/contract.ts']}export * from './words.ts';\n`,
      'Files that need each other in a circle',
    ],
    ['resolves', 'src/ui/card.tsx', "import './nowhere.tsx';\n", 'An import that leads nowhere'],
  ];
  const inFolder: Files = { 'src/rooms/beta/steps/first.server.ts': 'export const first = 1;\n' };
  const otherHalf: Files = {
    'src/rooms/beta/words.ts': "// Words.\nexport * from './contract.ts';\n",
  };

  const config = async () => {
    const file = pathToFileURL(path.join(ROOT, '.dependency-cruiser.mjs')).href;
    const module = (await import(file)) as { default: IConfiguration };
    return module.default;
  };

  // In this process, twenty times quicker than the command: the command itself cruises the model house and the real one.
  test.for(walls)('%s stops %s', async ([wall, file, text, says]) => {
    const { forbidden = [], options } = await config();
    const folder = house({ ...(wall === 'no-circle' ? otherHalf : {}), ...inFolder, [file]: text });
    const asked = { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } } as ICruiseOptions;
    const { output } = await cruiseHere(['src', 'demonstration'], asked, { bustTheCache: true });
    const broken = typeof output === 'string' ? [] : output.summary.violations.map(({ rule }) => rule.name);
    expect([...new Set(broken)]).toEqual([wall]);
    expect(forbidden.find(({ name }) => name === wall)?.comment).toContain(says);
  });

  test('every wall of the configuration has its planted fault', async () => {
    const names = ((await config()).forbidden ?? []).map(({ name }) => name ?? '').toSorted();
    expect([...new Set(walls.map(([wall]) => wall))].toSorted()).toEqual(names);
  });
});

test.each([
  ['src/rooms/alpha/parts/form.tsx', "await fetch('/api/leads', { method: 'POST' });\n", 'callApi'],
  ['src/rooms/alpha/store.client.ts', "navigator.sendBeacon('/api/leads');\n", 'callApi'],
  ['src/rooms/alpha/parts/form.tsx', "import { Link, useFetcher } from 'react-router';\n", 'useSender'],
  ['src/rooms/alpha/pages/old.tsx', "import { useSubmit } from 'react-router';\n", 'usePost'],
  [
    'src/rooms/alpha/parts/form.tsx',
    'export const Ask = () => <Form className="mt-8" method="post" />;\n',
    'PostForm',
  ],
])('a page writes in one way: %s, %s', (file, text, says) => {
  expect(checkRooms(house({ [file]: text })).failures).toEqual([
    expect.stringMatching(new RegExp(`^${file}: .*${says}`)),
  ]);
});

describe('the real house', () => {
  test('keeps every wall', async () => {
    expect(checkRooms(ROOT).failures).toEqual([]);
    expect(checkTables(ROOT).failures).toEqual([]);
    const { broken, said } = await cruise(ROOT);
    expect({ broken, said }).toEqual({
      broken: [],
      said: expect.stringContaining('no dependency violations found'),
    });
  });

  test('README has a line for each room', () => {
    const readme = readFileSync('README.md', 'utf8');
    const unnamed = ['src/rooms', 'src/desks']
      .flatMap((storey) => readdirSync(storey).map((room) => `${storey}/${room}`))
      .filter((room) => !readme.includes(`| \`${room}\` |`));
    expect(unnamed).toEqual([]);
    const gone = [...readme.matchAll(/^\| `(src\/(?:rooms|desks)\/[^`]+)` \|/gm)].filter(
      ([, room = '']) => !existsSync(room),
    );
    expect(gone.map(([, room]) => room)).toEqual([]);
  });

  test('fails with one import too many', async () => {
    const folder = houseCopy();
    write(folder, {
      'src/rooms/places/planted.sql.server.ts': "import '#rooms/accounts/accounts.sql.server.ts';\n",
    });
    const { code, broken } = await cruise(folder);
    expect(broken).toContain('rooms-meet-at-their-face');
    expect(code).not.toBe(0);
  });
});
