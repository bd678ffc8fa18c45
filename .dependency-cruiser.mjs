// The walls of docs/decisions/0001 between the parts of src/. Read with the swc parser: TypeScript 7 has no API that
// dependency-cruiser knows, and without a parser it sees no import and finds no fault (tests/walls.test.ts proves it bites).
const TESTS = '\\.test\\.tsx?$';
const SERVER = '\\.server\\.tsx?$';
/** A room or a desk. */
const ROOM = '^src/((?:rooms|desks)/[^/]+)/';

/** Kinds of files, by the end of their path (CONTRIBUTING.md): a subject, then where it may run and what it may touch. */
const DOOR =
  '(?:(?:api|jobs)\\.server\\.ts|[a-z0-9.-]*cli\\.server\\.ts|pages\\.ts|pages/[^/]+|parts/[^/]+|[a-z0-9.-]+\\.client\\.ts)$';
const CALLED = '(?:(?:api|jobs)\\.server\\.ts|[a-z0-9.-]*cli\\.server\\.ts|pages\\.ts|pages/[^/]+)$';
const SQL = '[a-z0-9-]+\\.sql\\.server\\.ts$';
const MAILS = '[a-z0-9-]+\\.mails\\.server\\.tsx$';
const RULES = '(?!(?:api|jobs|cli|seed)\\.server\\.ts$)[a-z0-9-]+\\.server\\.ts$';
const PURE = '(?!pages\\.ts$)[a-z0-9-]+\\.ts$';
/** What other rooms may borrow: what stands at the top of a room, and its parts. */
const FACE = `(?:${PURE.slice(0, -1)}|${RULES.slice(0, -1)}|parts/[^/]+)$`;

/**
 * Files of desks that borrow from another desk, on 26 November 2026. This list may only shrink: the page of a listing
 * under an agency’s name (catalogue), the table of an agency’s listings and the contact form (pro), erasure (profile).
 */
const BORROWERS =
  '^src/desks/(?:' +
  [
    'catalogue/(?:pages/listing\\.tsx|parts/branded-listing\\.tsx|catalogue\\.server\\.ts)',
    'pro/(?:pages/support\\.tsx|parts/(?:contact-view|most-seen|needs)\\.tsx|dashboard(?:\\.sql)?\\.server\\.ts)',
    'profile/profile\\.server\\.ts',
  ].join('|') +
  ')$';

/** A wall between the kinds of files of one room: `from` may not import `to` of the same room. */
const inside = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `${ROOM}(?:|.+/)${from}`, pathNot: TESTS },
  to: { path: `^src/$1/(?:|.+/)${to}` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment:
        'src/contract is spoken by browser and server: it imports itself and zod/mini. What needs a room goes to that room’s contract.ts; what needs Node goes to src/platform.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: TESTS },
      to: { pathNot: '^src/contract/|node_modules/zod/(?:v4/)?mini/' },
    },
    {
      name: 'pure-files-are-light',
      comment:
        'A contract.ts and any <subject>.ts of a room may be loaded by browsers: it imports src/contract, others of its kind and zod/mini. What decides with the database goes to <subject>.server.ts; what draws goes to parts/.',
      severity: 'error',
      from: { path: `${ROOM}(?:|.+/)${PURE}`, pathNot: TESTS },
      to: {
        pathNot: `^src/contract/|^src/(?:rooms|desks)/[^/]+/(?:|.+/)${PURE}|node_modules/zod/(?:v4/)?mini/`,
      },
    },
    {
      name: 'platform-knows-no-room',
      comment:
        'src/platform is plumbing for the server: it knows no room, no page and no browser. What knows the trade goes to a room.',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: TESTS },
      to: { path: '^src/(?!platform/|contract/)' },
    },
    {
      name: 'browser-knows-no-room',
      comment:
        'src/browser is plumbing for the browser: it knows no room. What knows one goes to its store.client.ts or parts/.',
      severity: 'error',
      from: { path: '^src/browser/', pathNot: TESTS },
      to: { path: '^src/(?!browser/|contract/)' },
    },
    {
      name: 'ui-knows-no-room',
      comment:
        'src/ui is looks that another product could use: it knows no room. A piece that knows one goes to its parts/.',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: TESTS },
      to: { path: '^src/(?!ui/|browser/|contract/)' },
    },
    {
      name: 'shell-knows-no-room',
      comment:
        'src/shell is what every page of this site stands in: it knows ui, browser and contract. A menu or a footer that needs a room is handed it by root or by the page.',
      severity: 'error',
      from: { path: '^src/shell/', pathNot: TESTS },
      to: { path: '^src/(?!shell/|ui/|browser/|contract/)' },
    },
    {
      name: 'nothing-imports-a-desk',
      comment:
        'A desk puts rooms together for one reader: rooms, and other desks, never know it. What two desks need is a room’s, or a part of one.',
      severity: 'error',
      from: { path: ROOM, pathNot: `${TESTS}|${BORROWERS}` },
      to: { path: '^src/desks/', pathNot: '^src/$1/' },
    },
    {
      name: 'browser-code-has-no-server',
      comment:
        'What browsers load (parts, *.client) never imports *.server. Let the page’s loader read it and hand it down as props, or say it in a pure file.',
      severity: 'error',
      from: { path: '^src/shell/|^src/(?:rooms|desks)/.+/parts/|\\.client\\.tsx?$', pathNot: TESTS },
      to: { path: SERVER },
    },
    {
      name: 'browser-code-uses-zod-mini',
      comment: 'What browsers load imports zod/mini (5 kB), never zod (20 to 90 kB).',
      severity: 'error',
      from: {
        path: '^src/(?:browser|ui|shell)/|^src/(?:rooms|desks)/.+/(?:parts|pages)/|\\.client\\.tsx?$',
        pathNot: TESTS,
      },
      to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/(?:v4/)?mini/' },
    },
    {
      name: 'sql-lives-in-sql',
      comment:
        'Statements live in <subject>.sql.server.ts: in a room only it imports kysely or pg. Transactions are opened by rules with db.transaction().',
      severity: 'error',
      from: { path: '^(?:src/(?:rooms|desks)|demonstration)/', pathNot: `${SQL}|${TESTS}` },
      to: { path: 'node_modules/(?:kysely|pg|pg-[a-z-]+)/' },
    },
    {
      name: 'rooms-know-no-front-door',
      comment:
        'A room knows neither main, web, worker nor root: they know the rooms. Plumbing that a room needs is in src/platform.',
      severity: 'error',
      from: { path: '^src/(?:rooms|desks)/', pathNot: TESTS },
      to: { path: '^src/[^/]+\\.tsx?$' },
    },
    {
      name: 'rooms-meet-at-their-face',
      comment:
        'Between rooms only what stands at the top of a room is borrowed: contract.ts, <subject>.ts, <subject>.server.ts and parts/. Its folders are its own: move what others need to its top. To read another room’s tables join them in your own sql; to change them call its rule; to react to it read its events.',
      severity: 'error',
      from: { path: ROOM, pathNot: TESTS },
      to: {
        path: '^src/(?:rooms|desks)/',
        pathNot: `^src/$1/|^src/(?:rooms|desks)/[^/]+/${FACE}`,
      },
    },
    inside(
      'rules-know-no-door',
      `(?:${RULES.slice(0, -1)}|${MAILS.slice(0, -1)})$`,
      DOOR,
      'Rules decide without knowing HTTP, pages or queues, so that every door shares them. Hand them values; move what both need down to a rule.',
    ),
    inside(
      'sql-is-hands-only',
      SQL,
      `(?!(?:|.+/)(?:${SQL.slice(0, -1)}|${PURE.slice(0, -1)})$).+$`,
      'A .sql.server.ts takes (db, args) and imports pure files and other sql only. What it needs from a rule comes as an argument.',
    ),
    inside(
      'doors-do-not-call-doors',
      CALLED,
      CALLED,
      'A door (api, pages, jobs, cli) never imports a door. What two doors do is a rule; what two pages show is a part.',
    ),
    inside(
      'mails-are-sent-by-rules-and-jobs',
      `(?!(?:|.+/)(?:${RULES.slice(0, -1)}|jobs\\.server\\.ts|${MAILS.slice(0, -1)})$).+$`,
      MAILS,
      'Mails are rendered by rules and jobs only, in the transaction that queues them: call the rule.',
    ),
    {
      name: 'front-door-opens-doors',
      comment:
        'main, web, worker, cli and root use the doors of rooms (api, jobs, cli, seed) and what stands at their top; never their sql, mails, folders or page modules.',
      severity: 'error',
      from: { path: '^src/[^/]+$', pathNot: `${TESTS}|^src/pages\\.ts$` },
      to: {
        path: '^src/(?:rooms|desks)/',
        pathNot: `^src/(?:rooms|desks)/[^/]+/(?:${FACE.slice(0, -1)}|(?:api|jobs|seed)\\.server\\.ts|[a-z0-9.-]*cli\\.server\\.ts)$`,
      },
    },
    {
      name: 'routes-is-a-list',
      comment: 'routes.ts and pages.ts list the rooms’ pages.ts and know nothing else of them.',
      severity: 'error',
      from: { path: '^src/(?:routes|pages)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: '^src/(?:rooms|desks)/[^/]+/pages\\.ts$|^src/contract/|^src/pages\\.ts$',
      },
    },
    {
      name: 'product-imports-no-test',
      comment:
        'src/ never imports tests, scripts or benches: a stand-in that a person can use lives in src/platform, demo rows in seed.server.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: `^(?:tests|scripts|bench)/|${TESTS}` },
    },
    {
      name: 'product-knows-no-demonstration',
      comment:
        'Only src/main.ts, src/seed.server.ts, tests and benches know demonstration/. What the product needs of it is a port of a room, where main.ts registers it (registerDrawer of listings/photos/drawn).',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(?:main|seed\\.server)\\.ts$|${TESTS}` },
      to: { path: '^demonstration/' },
    },
    {
      name: 'demonstration-is-loaded-when-wanted',
      comment:
        'main.ts and seed.server.ts load demonstration/ by `await import(…)`: with VIGIE_DEMO=0 and in production it is never read.',
      severity: 'error',
      from: { path: '^src/(?:main|seed\\.server)\\.ts$' },
      to: { path: '^demonstration/', dynamic: false },
    },
    {
      name: 'demonstration-calls-rules',
      comment:
        'The demonstration lays what it invents by the rules of rooms: it imports what stands at their top, src/contract and src/platform.',
      severity: 'error',
      from: { path: '^demonstration/', pathNot: TESTS },
      to: {
        path: '^(?:src|tests|scripts|bench)/',
        pathNot: `^src/(?:contract|platform)/|^src/rooms/[^/]+/${FACE}`,
      },
    },
    {
      name: 'no-circle',
      comment: 'Files that need each other in a circle are one file, or miss a third below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      comment: 'An import that leads nowhere is a wall that nobody checks.',
      severity: 'error',
      from: {},
      // Written by `react-router typegen` and by Vite.
      to: { couldNotResolve: true, pathNot: '\\+types/|^virtual:' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    skipAnalysisNotInRules: true,
  },
};
