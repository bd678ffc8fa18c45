// npm run vigie -- <room> <verb> …: the operator's commands.
import { become, ensureReady } from './setup.mjs';

ensureReady();
become('scripts/run.mjs', ['cli', ...process.argv.slice(2)]);
