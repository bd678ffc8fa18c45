import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testDb } from '../kit/db.ts';
import { freePort } from '../kit/free-port.ts';
import { eventually, startSite } from '../kit/site.ts';

/** Starts the built product and waits for its end. */
function start(env: Record<string, string>): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'serve'], {
      env: { ...process.env, NODE_ENV: 'test', VIGIE_DEMO: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const keep = (chunk: Buffer) => (text += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('exit', (code) => resolve({ code, text }));
  });
}

describe('démarrer', () => {
  it('dit en une ligne que le port est pris, et quoi faire', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const address = squatter.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { url } = await testDb();
    const { code, text } = await start({ PORT: String(port), DATABASE_URL: url });
    squatter.close();
    expect(code).toBe(1);
    expect(text.trim()).toBe(
      `Le port ${port} est déjà pris : arrêtez le programme qui l’occupe, ou choisissez-en un autre, par exemple PORT=3001 npm start`,
    );
  });

  it('liste ensemble les réglages faux, sans démarrer', async () => {
    const { code, text } = await start({ PORT: 'abc', DATABASE_URL: 'mysql://x', HOST: '0.0.0.0' });
    expect(code).toBe(1);
    expect(text).toMatch(/^Réglages à corriger :\n {2}PORT : .+\n {2}DATABASE_URL : .+\n {2}HOST : .+\n$/);
  });

  it('dit que la base ne répond pas', async () => {
    const { code, text } = await start({ DATABASE_URL: 'postgres://personne@127.0.0.1:1/vide' });
    expect(code).toBe(1);
    expect(text).toContain('La base de DATABASE_URL ne répond pas');
    expect(text).not.toContain('    at ');
  });

  it('s’arrête proprement et redémarre sur les mêmes données', async () => {
    const first = await startSite();
    const added = await first.vigie('agencies', 'add', '--ref', 'agence-du-port', '--name', 'Agence du Port');
    expect([added.code, added.err]).toEqual([0, '']);
    await first.stop('SIGINT');
    expect(first.process.exitCode).toBe(0);
    const second = await startSite({ beside: first });
    expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
    const listed = await second.vigie('agencies', 'list', '--json');
    expect(listed.out).toContain('agence-du-port');
  });

  it('s’arrête tout entier quand on arrête npm', async () => {
    const port = await freePort();
    const { url } = await testDb();
    // As npm does: its shell runs the script, and is what a signal to npm reaches. The site is built already.
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
    const shell = spawn('sh', ['-c', scripts.start.replace('scripts/start.mjs', 'scripts/run.mjs serve')], {
      env: { ...process.env, NODE_ENV: 'test', VIGIE_DEMO: '0', PORT: String(port), DATABASE_URL: url },
      stdio: 'ignore',
    });
    const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/livez`).then(
        () => true,
        () => false,
      );
    await eventually('le site', answers);
    shell.kill('SIGTERM');
    await ended;
    await eventually('le port rendu', async () => !(await answers()));
  });
});
