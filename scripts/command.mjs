// Commands of `npm test`, each in a process group of its own. Runs on any Node from 20 on: built-in modules only.
import { spawn } from 'node:child_process';

/** Seconds without a word after which a command is stuck. A slow machine is slow: nothing has a limit on the whole. */
const SILENCE = 1_800;

const running = new Set();

/**
 * Runs a command without a keyboard until its end, or until it has been silent for `silence` seconds; gives whether it
 * went well and what it printed. `live` shows what it says as it says it.
 */
export function run([program, ...args], { cwd, env, silence = SILENCE, live = false }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let out = '';
    let timer;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        show(`\nstopped after ${silence} s of silence\n`);
        end(child);
      }, silence * 1_000);
    };
    const show = (chunk) => {
      out += chunk;
      if (live) process.stdout.write(chunk);
    };
    const hear = (chunk) => {
      watch();
      show(chunk);
    };
    const done = (ok, last = '') => {
      clearTimeout(timer);
      // What it started and forgot to stop ends with it.
      end(child);
      running.delete(child);
      resolve({ ok, out: out + last });
    };
    running.add(child);
    watch();
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', (error) => done(false, error.message));
    child.once('close', (code) => done(code === 0));
  });
}

/** Stops every command that still runs, with what it started. */
export function endAll() {
  for (const child of running) end(child);
}

function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself in between.
  }
}
