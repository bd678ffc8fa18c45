// node scripts/lock.mjs: completes package-lock.json after `npm install`.
//
// A registry that lags may lack a tool's builds for other platforms; npm then leaves those optional packages out of
// the lockfile, and `npm ci` refuses it everywhere. Each missing one is written with the exact version its parent asks
// for and the platform its name tells, so that `npm ci` skips it here and fetches it where it belongs.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = [
  'android',
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
  'wasi',
];
const processors = [
  'x64',
  'arm64',
  'ia32',
  'arm',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
];

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
    if (holders(place, name).some((key) => lock.packages[key])) continue;
    const words = name.replace('windows', 'win32').replaceAll('armhf', 'arm').split(/[/-]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) =>
      words.some((word) => word === processor || (processor === 'arm' && word.startsWith('arm-'))),
    );
    if (!/^\d+\.\d+\.\d+/.test(wanted) || (os.length === 0 && cpu.length === 0)) {
      process.stderr.write(
        `${name}@${wanted}, voulu par ${place || 'le projet'}, manque et sa plateforme est inconnue.\n`,
      );
      process.exitCode = 1;
      continue;
    }
    lock.packages[`node_modules/${name}`] = {
      version: wanted,
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added += 1;
  }
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
lock.packages = Object.fromEntries(sorted);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} entrées ajoutées.\n`);

/** Where Node would look for a dependency of the package at `place`. */
function holders(place, name) {
  const found = [`node_modules/${name}`];
  for (let from = place; from; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    found.push(`${from}/node_modules/${name}`);
    if (!from.includes('/node_modules/')) break;
  }
  return found;
}
