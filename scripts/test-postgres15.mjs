// npm run test:postgres15: the unit and API tests on Debian's PostgreSQL 15 (package postgresql-15) instead of the
// embedded one, in a cluster of its own that is thrown away.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled, node, root } from './setup.mjs';

const bin = '/usr/lib/postgresql/15/bin';
if (!existsSync(`${bin}/initdb`)) {
  process.stderr.write('PostgreSQL 15 de Debian est nécessaire : apt-get install postgresql-15\n');
  process.exit(2);
}
ensureInstalled();

const folder = mkdtempSync(path.join(tmpdir(), 'vigie-postgres15-'));
const account = process.getuid() === 0 ? accountOf('postgres') : {};
if (account.uid) chownSync(folder, account.uid, account.gid);
const port = 20_000 + (process.pid % 20_000);
const as = { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
const cluster = path.join(folder, 'cluster');
let code = 1;
try {
  spawnSync(
    `${bin}/initdb`,
    ['-D', cluster, '-U', 'vigie', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'],
    as,
  );
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=200`;
  spawnSync(
    `${bin}/pg_ctl`,
    ['-D', cluster, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start'],
    as,
  );
  const tests = spawnSync(
    node,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: `postgres://vigie@127.0.0.1:${port}/postgres` },
    },
  );
  code = tests.status ?? 1;
} finally {
  spawnSync(`${bin}/pg_ctl`, ['-D', cluster, '-m', 'immediate', 'stop'], as);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

function accountOf(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
