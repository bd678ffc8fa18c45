import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalPostgres, useLocalPostgres } from './postgres.server.ts';

// Inside the checkout: the unprivileged account must reach it as it reaches the real data folder.
mkdirSync('.cache', { recursive: true });
const dataDir = mkdtempSync(path.resolve('.cache/postgres-test-'));
chmodSync(dataDir, 0o755);
const home = path.join(dataDir, 'postgres');
const pidFile = path.join(home, 'cluster/postmaster.pid');
const said: string[] = [];

let last: LocalPostgres | undefined;

async function start(): Promise<LocalPostgres> {
  last = await useLocalPostgres({ dataDir, durable: false, say: (line) => said.push(line) });
  return last;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

function squat(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const squatter = createServer().once('error', reject);
    squatter.listen(port, '127.0.0.1', () => resolve(squatter));
  });
}

async function heard(words: string): Promise<void> {
  while (!said.some((line) => line.includes(words))) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('the database that comes with the product', () => {
  beforeAll(async () => {
    const server = await start();
    await ask(server.url, 'create table kept (word text)');
    await ask(server.url, `insert into kept values ('là')`);
  });
  afterAll(async () => {
    await last?.release().catch(() => {});
    rmSync(dataDir, { recursive: true, force: true });
  });

  const keeps = async (url: string) =>
    expect(await ask(url, 'select word from kept')).toEqual([{ word: 'là' }]);

  it('is joined, not started twice, and stopped by the last to leave', async () => {
    const pid = postmaster();
    const second = await start();
    expect(postmaster()).toBe(pid);
    await keeps(second.url);
    await second.release();
    expect(alive(pid)).toBe(false);
    await keeps((await start()).url);
  });

  it('comes back with its data after a kill -9 of PostgreSQL', async () => {
    process.kill(postmaster(), 'SIGKILL');
    await keeps((await start()).url);
  });

  it('is started again while a process that guards it lives, at the same address', async () => {
    const server = await start();
    server.guard();
    const pid = postmaster();
    process.kill(pid, 'SIGKILL');
    await heard('il est reparti');
    expect(postmaster()).not.toBe(pid);
    await keeps(server.url);
    const again = postmaster();
    await server.release();
    expect(alive(again)).toBe(false);
    await start();
  });

  it('is taken up again when the process that started it was killed', async () => {
    const pid = postmaster();
    // What a killed process leaves: its mark, and a running server.
    const dead = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => dead.once('exit', resolve));
    writeFileSync(path.join(home, 'users', String(dead.pid)), '');
    const again = await start();
    expect(postmaster()).toBe(pid);
    await again.release();
    expect(alive(pid)).toBe(false);
    await start();
  });

  it('does not believe a pid file whose number belongs to another program', async () => {
    await last?.release();
    writeFileSync(pidFile, `${process.pid}\n${home}/cluster\n0\n59999\n\n127.0.0.1\n`);
    await keeps((await start()).url);
  });

  it('takes over the lock of a dead process', async () => {
    await last?.release();
    writeFileSync(path.join(home, 'lock'), '999999999');
    await keeps((await start()).url);
  });

  it('moves to another port when its own was taken meanwhile', async () => {
    await last?.release();
    const { port } = JSON.parse(readFileSync(path.join(home, 'settings.json'), 'utf8')) as { port: number };
    const squatter = await squat(port);
    const moved = await start();
    expect(new URL(moved.url).port).not.toBe(String(port));
    await keeps(moved.url);
    squatter.close();
  });

  it('waits for its port as long as somebody uses it there, and says what holds it', async () => {
    said.length = 0;
    const server = await start();
    server.guard();
    const { port } = new URL(server.url);
    // Another program has the port before the guard looks: PostgreSQL is down, its number still the same.
    process.kill(postmaster(), 'SIGKILL');
    let squatter: Server | null = null;
    while (!squatter) squatter = await squat(Number(port)).catch(() => null);
    await heard(`PostgreSQL attend le port ${port}`);
    await expect(start()).rejects.toThrow(`le port ${port}`);
    squatter.close();
    await heard('il est reparti');
    await keeps(server.url);
    expect(said.filter((line) => line.includes('attend le port'))).toHaveLength(1);
    await server.release();
    await start();
  });

  it('is that of its folder only: a copy made meanwhile starts its own, and leaves the original alone', async () => {
    const original = await start();
    const pid = postmaster();
    await ask(original.url, 'checkpoint');
    const copyDir = `${dataDir}-copy`;
    spawnSync('cp', ['-a', dataDir, copyDir]);
    const copy = await useLocalPostgres({ dataDir: copyDir, durable: false, say: () => {} });
    const copyPid = Number(
      readFileSync(path.join(copyDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
    );
    expect(copyPid).not.toBe(pid);
    await ask(copy.url, `insert into kept values ('copie')`);
    await keeps(original.url);
    await copy.release();
    expect(alive(copyPid)).toBe(false);
    expect(alive(pid)).toBe(true);
    await keeps(original.url);
    rmSync(copyDir, { recursive: true });
  });

  it('sets half a database aside, says where, and makes a new one', async () => {
    await last?.release();
    rmSync(path.join(home, 'cluster/PG_VERSION'));
    const fresh = await start();
    expect(said.at(-1)).toContain('Base inachevée mise de côté');
    expect(await ask(fresh.url, `select to_regclass('kept') as kept`)).toEqual([{ kept: null }]);
  });

  it.runIf(process.getuid?.() === 0)(
    'goes to a printed folder outside when root lends it an account that may not enter',
    async () => {
      const closed = mkdtempSync(path.resolve('.cache/postgres-closed-'));
      const lines: string[] = [];
      const open = () =>
        useLocalPostgres({ dataDir: closed, durable: false, say: (line) => lines.push(line) });
      const server = await open();
      await ask(server.url, 'create table kept (word text)');
      await server.release();
      const folder = /base de données dans (\S+),/.exec(lines[0] ?? '')?.[1] ?? '';
      expect(folder).toMatch(/^\/var\/lib\/vigie\//);
      const again = await open();
      expect(await ask(again.url, `select to_regclass('kept')::text as kept`)).toEqual([{ kept: 'kept' }]);
      await again.release();
      rmSync(path.dirname(folder), { recursive: true });
      rmSync(closed, { recursive: true });
    },
  );
});
