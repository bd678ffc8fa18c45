// npm start: everything a bare machine needs, then the product. Node 20 or later is enough to begin.
import { become, ensureInstalled, ensureReady } from './setup.mjs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(`Node 20 ou plus récent est nécessaire (ici ${process.version}).\n`);
  process.exit(1);
}
if (process.argv.includes('--dev')) {
  ensureInstalled();
  become('scripts/dev.mjs', []);
} else {
  ensureReady();
  become('scripts/run.mjs', ['serve']);
}
