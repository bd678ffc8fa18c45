// npm run bench [-- NAME…] [--write]: the measurements of docs/performance.md, each with its ratio to a peer.
import { become, ensureReady } from './setup.mjs';

ensureReady();
become('scripts/bench-run.mjs', process.argv.slice(2), { NODE_ENV: 'production' });
