// npm test: everything that must hold, from a bare machine (docs/decisions/0005). Its last line is `N passed, N failed`.
//   node scripts/test.mjs          everything
//   node scripts/test.mjs checks   without the build, the tests and the journeys
//   node scripts/test.mjs faults   the long ones: kills, restarts, full disks, clocks
// Begins on the machine's own Node (20 or later) before anything is installed: only its built-in modules.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endAll, run } from './command.mjs';
import { ensureInstalled, node, root } from './setup.mjs';

const MODES = ['all', 'checks', 'faults'];
const mode = process.argv[2] ?? 'all';
const results = path.join(root, '.cache/results');
const startedAt = Date.now();
const count = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
let stage = 'start';

// A person's own settings (a mail server, a port) must not reach the tests; DATABASE_URL and CHROMIUM are meant to.
const SETTINGS =
  /^(PORT|HOST|PUBLIC_URL|NODE_ENV|DATABASE_READ_URL|ADMIN_USERS|SESSION_SECRET|TRUST_PROXY|DVF_URL|MAP_STYLE_URL|MAP_TILES|MAP_TILES_URL|MAP_TILES_SECONDS|MAP_CACHE_MB|ANALYTICS_URL|FEED_PHOTO_HOSTS|PUSH_HOSTS|LOG_LEVEL|(VIGIE|SMTP|MAIL|DKIM|GOOGLE|STRIPE|META|S3|VAPID)_\w+)$/;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));
Object.assign(env, { CI: 'true', NO_COLOR: '1', PATH: `${path.dirname(node)}${path.delimiter}${env.PATH}` });
delete env.FORCE_COLOR;

// Whatever happens, even in the installation, the last line says how it went.
process.on('exit', (code) => {
  endAll();
  if (code !== 0 && count.failed === 0) failed(`stopped during: ${stage}`);
  say('');
  for (const line of failures) say(`failed   ${line}`);
  say(`${seconds(startedAt)} in all`);
  say(
    `${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}`,
  );
  process.exitCode = count.failed > 0 ? 1 : code;
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

if (Number(process.versions.node.split('.')[0]) < 20)
  stop(`Node 20 or later is needed (here ${process.version}).`);
if (!MODES.includes(mode)) stop(`Usage: node scripts/test.mjs [${MODES.join('|')}]`);
process.chdir(root);
stage = 'installation of the dependencies';
ensureInstalled();
passed('dependencies installed', startedAt);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const bin = (name) => path.join(root, 'node_modules/.bin', name);
const build = {
  name: 'build',
  command: [
    process.execPath,
    '--input-type=module',
    '-e',
    "(await import('./scripts/setup.mjs')).ensureBuilt()",
  ],
};
const checks = [
  { name: 'lint (oxlint)', command: [node, bin('oxlint'), '--type-aware'] },
  { name: 'format (biome)', command: [node, bin('biome'), 'check', '--max-diagnostics=50'] },
  { name: 'walls: rooms', command: [node, 'scripts/check-rooms.ts'] },
  { name: 'walls: tables', command: [node, 'scripts/check-tables.ts'] },
  {
    name: 'walls: imports',
    command: [
      node,
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
      'src',
      'demonstration',
    ],
  },
  { name: 'dead code (knip)', command: [node, bin('knip')] },
  { name: 'db.types.ts is the truth', command: [node, 'scripts/db-types.ts', '--check'] },
];
const types = [
  { name: 'route types', command: [node, bin('react-router'), 'typegen'] },
  { name: 'types (tsc)', command: [node, bin('tsc'), '-p', '.'] },
];

if (mode === 'faults') {
  if (await step(build)) await vitest('faults');
} else {
  // The types of the routes are written once, before the programs that read them.
  await step(types[0]);
  const browser = { path: '' };
  const lanes = mode === 'checks' ? [] : [build, { name: 'Chromium', work: () => findChromium(browser) }];
  const outcomes = await twoAtATime([...lanes, types[1], ...checks]);
  if (mode === 'all') {
    await vitest('unit');
    const [built] = outcomes;
    if (!built) failed('journeys: nothing to visit, the build failed');
    else if (!browser.path) failed('journeys: no browser to visit with');
    else await vitest('e2e', { CHROMIUM: browser.path });
  }
}
process.exitCode = count.failed > 0 ? 1 : 0;

/** Runs the steps in order, two at a time; gives whether each went well. */
async function twoAtATime(steps) {
  stage = 'checks';
  const outcomes = [];
  let next = 0;
  const lane = async () => {
    while (next < steps.length) {
      const index = next;
      next += 1;
      outcomes[index] = await step(steps[index]);
    }
  };
  await Promise.all([lane(), lane()]);
  return outcomes;
}

/** One thing that must hold. What it printed is shown when it does not. */
async function step({ name, command, work }) {
  const since = Date.now();
  const { ok, out } = work ? await work() : await run(command, { cwd: root, env });
  if (ok) {
    passed(name, since);
    for (const line of out.split('\n')) if (line.startsWith('warning  ')) say(`         ${line}`);
  } else {
    failed(name);
    say(`${out.trimEnd()}\n`);
  }
  return ok;
}

/** Runs a project of vitest.config.ts; each of its tests counts, and so do files and processes that break outside one. */
async function vitest(project, more = {}) {
  stage = `${project} tests`;
  say(`\n--- ${stage} ---`);
  const since = Date.now();
  const file = path.join(results, `${project}.json`);
  const command = [
    node,
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { ok } = await run(command, { cwd: root, env: { ...env, ...more }, live: true });
  const before = count.failed;
  if (existsSync(file)) {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { name, status, assertionResults } of testResults) {
      const home = path.relative(root, name);
      for (const test of assertionResults) {
        const title = `${home}: ${test.fullName}`;
        if (test.status === 'passed') count.passed += 1;
        else if (test.status === 'failed') failed(title, false);
        else {
          count.skipped += 1;
          say(`skipped  ${title}`);
        }
      }
      if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
        failed(`${home} (the file itself)`, false);
    }
  }
  if (!ok && count.failed === before) failed(`${project} tests: vitest itself (above)`, false);
  say(`${project} tests: ${seconds(since)}`);
}

/** A Chromium that answers; on Debian, root installs it. Writes its path into `found`. */
async function findChromium(found) {
  found.path = installedChromium() ?? '';
  if (found.path) return { ok: true, out: '' };
  const debian = existsSync('/usr/bin/apt-get');
  const isRoot = process.getuid?.() === 0;
  let log = '';
  if (debian && isRoot) {
    say('         Chromium is missing: apt-get installs it');
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      log = (
        await run(['apt-get', '-q', ...args], {
          cwd: root,
          env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
        })
      ).out;
    }
    found.path = installedChromium() ?? '';
    if (found.path) return { ok: true, out: '' };
  }
  const command = debian
    ? `${isRoot ? '' : 'sudo '}apt-get install -y chromium`
    : 'npx playwright-core install chromium';
  return {
    ok: false,
    out: `${log}\nThe journeys need a Chromium (or CHROMIUM=/path/to/it). Type:\n  ${command}`,
  };
}

function installedChromium() {
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'chrome',
    'headless_shell',
  ];
  const folders = [
    ...(env.PATH ?? '').split(path.delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    '/opt/google/chrome',
    '/usr/lib/chromium',
  ];
  const applications = [
    'Chromium.app/Contents/MacOS/Chromium',
    'Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const caches = [
    env.PLAYWRIGHT_BROWSERS_PATH,
    path.join(os.homedir(), '.cache/ms-playwright'),
    path.join(os.homedir(), 'Library/Caches/ms-playwright'),
  ];
  const candidates = [
    env.CHROMIUM,
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...applications.map((application) => path.join('/Applications', application)),
    ...caches.flatMap((cache) => downloaded(cache, applications)),
  ];
  return candidates.find(
    (file) =>
      file &&
      existsSync(file) &&
      spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0,
  );
}

/** Browsers that Playwright downloaded on another occasion. */
function downloaded(cache, applications) {
  if (!cache || !existsSync(cache)) return [];
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    ...applications.map((application) => `chrome-mac/${application}`),
  ];
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .flatMap((name) => inside.map((file) => path.join(cache, name, file)));
}

function passed(name, since) {
  count.passed += 1;
  say(`ok       ${name} (${seconds(since)})`);
}

function failed(name, aloud = true) {
  count.failed += 1;
  failures.push(name);
  if (aloud) say(`FAILED   ${name}`);
}

function stop(reason) {
  say(reason);
  process.exit(1);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function seconds(since) {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`;
}
