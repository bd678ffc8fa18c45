// Runs on the machine's own Node (20 or later) before anything is installed: only its built-in modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The pinned Node, from the npm package `node`. */
export const node = path.join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const installMark = path.join(root, 'node_modules/.vigie-install');
const buildMark = path.join(root, 'build/.vigie-sources');

function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Installs the locked dependencies when they are missing or no longer those of the lockfile. */
export function ensureInstalled() {
  const lock = digest([
    readFileSync(path.join(root, 'package-lock.json')),
    readFileSync(path.join(root, 'package.json')),
  ]);
  if (existsSync(node) && readSafely(installMark) === lock) return;
  if (existsSync(node) && readSafely(installMark) === null && installedMatchesLock()) {
    writeFileSync(installMark, lock);
    return;
  }
  say('Installation des dépendances…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(
    npm,
    ['ci', '--no-audit', '--no-fund', '--include=dev', '--engine-strict=false', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  );
  if (done.status !== 0 || !existsSync(node)) {
    say(
      'Les dépendances n’ont pas pu être installées : vérifiez l’accès au registre npm, puis relancez la commande.',
    );
    process.exit(1);
  }
  writeFileSync(installMark, lock);
}

/** `npm install` leaves node_modules/.package-lock.json: what is there is what was asked when it is newer than the lock. */
function installedMatchesLock() {
  const hidden = path.join(root, 'node_modules/.package-lock.json');
  return (
    existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs
  );
}

/** Builds when a source changed since the last build. */
export function ensureBuilt() {
  const sources = sourcesDigest();
  if (existsSync(path.join(root, 'build/server/index.js')) && readSafely(buildMark) === sources) return;
  say('Construction du site…');
  rmSync(buildMark, { force: true });
  const done = spawnSync(node, [path.join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) {
    say(`${done.stdout}${done.stderr}\nLa construction a échoué (ci-dessus).`);
    process.exit(1);
  }
  mkdirSync(path.dirname(buildMark), { recursive: true });
  writeFileSync(buildMark, sources);
}

function sourcesDigest() {
  const parts = [];
  const walk = (entry) => {
    const stats = statSync(entry);
    if (stats.isDirectory()) for (const name of readdirSync(entry).toSorted()) walk(path.join(entry, name));
    else if (!/\.test\.tsx?$/.test(entry)) parts.push(entry.slice(root.length), readFileSync(entry));
  };
  for (const name of [
    'src',
    'demonstration',
    'public',
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/browser-build.ts',
  ]) {
    if (existsSync(path.join(root, name))) walk(path.join(root, name));
  }
  return digest(parts);
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function readSafely(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Installed and built. */
export function ensureReady() {
  ensureInstalled();
  ensureBuilt();
}

/**
 * Runs a script under the pinned Node in place of this process: same terminal, signals handed on, same exit code.
 */
export function become(script, args, env = {}) {
  const child = spawn(node, ['--enable-source-maps', path.join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  // Ctrl-C reaches the whole group by itself; the parent only waits for the child to have finished.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
