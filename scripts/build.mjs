// Builds pages and program, then compresses the static files once, so that serving them costs nothing.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const cli = createRequire(import.meta.url)
  .resolve('@react-router/dev/package.json')
  .replace(/package\.json$/, 'bin.cjs');
rmSync('build', { recursive: true, force: true });
const built = spawnSync(process.execPath, [cli, 'build'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

// What runs in a thread of its own is a program of its own.
await build({
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'build/threads',
    rollupOptions: {
      input: { 'alert-columns': 'src/rooms/alerts/matching/columns/thread.server.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
});

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
const files = readdirSync('build/client', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && compressible.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name));
await Promise.all(
  files.map(async (file) => {
    const content = readFileSync(file);
    if (content.length < 512) return;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
  }),
);
