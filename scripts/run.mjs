// What scripts/start.mjs and scripts/vigie.mjs run under Node 24: the built program.
import { setFlagsFromString } from 'node:v8';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Lancez plutôt npm start ou npm run vigie : ce programme veut Node 24 (ici ${process.version}).\n`,
  );
  process.exit(1);
}

await import('./engine.mjs');
// A command works beside the site, on its machine: it keeps little of what it reads, and gives the rest back at once rather
// than let its memory grow to several times what it holds (bench/import-large.ts).
if (process.argv[2] === 'cli') setFlagsFromString('--heap-growing-percent=30');
const { main } = await import(new URL('../build/server/index.js', import.meta.url).href);
await main(process.argv.slice(2));
