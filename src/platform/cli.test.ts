import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Command, defineCommand, EXIT, runCommand, WrongUsage } from './cli.server.ts';
import type { Services } from './context.server.ts';

let out: string[] = [];
let err: string[] = [];
let opened = 0;

const commands: Command[] = [
  defineCommand({
    room: 'feeds',
    verb: 'import',
    summary: 'Importe',
    usage: '[--agency REF] FILE…',
    options: { agency: { type: 'string' } },
    help: { agency: 'référence de l’agence' },
    minWords: 1,
    run: async ({ values, words, json }) => {
      if (words[0] === 'mauvais') throw new WrongUsage('Ce fichier ne convient pas.');
      out.push(JSON.stringify({ agency: values.agency, words, json }));
      return words[0] === 'refus' ? EXIT.refused : EXIT.done;
    },
  }),
  ...(['file', 'folder', '-'] as const).map((kind) =>
    defineCommand({
      room: 'reads',
      verb: kind,
      summary: 'Lit',
      usage: 'FILE',
      reads: [kind],
      run: async () => EXIT.done,
    }),
  ),
  defineCommand({ room: 'migrate', verb: '', summary: 'Met à jour', usage: '', run: async () => EXIT.done }),
];

const run = (...argv: string[]) =>
  runCommand(commands, argv, async () => {
    opened += 1;
    return { services: {} as Services, close: async () => {} };
  });

beforeEach(() => {
  out = [];
  err = [];
  opened = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void err.push(line));
});
afterEach(() => vi.restoreAllMocks());

describe('the operator’s commands', () => {
  it('hands words and options over and returns the exit code', async () => {
    expect(await run('feeds', 'import', '--agency', 'a-1', 'un.zip', 'deux.zip', '--json')).toBe(0);
    expect(JSON.parse(out[0] ?? '')).toEqual({ agency: 'a-1', words: ['un.zip', 'deux.zip'], json: true });
    expect(await run('feeds', 'import', 'refus')).toBe(1);
    expect(await run('migrate')).toBe(0);
  });

  it.each([
    [['feeds', 'import'], 'Il manque un argument.'],
    [['feeds', 'import', '--inconnu', 'x'], '--inconnu'],
    [['feeds', 'import', 'mauvais'], 'Ce fichier ne convient pas.'],
    [['feeds', 'exporter'], 'Commande inconnue : feeds exporter'],
    [['licornes'], 'Commande inconnue : licornes'],
  ])('%j is wrong usage: says why, shows the usage, exits 2', async (argv, reason) => {
    expect(await run(...argv)).toBe(2);
    expect(err.join('\n')).toContain(reason);
  });

  it('reads only what is there, before the database is opened', async () => {
    const [here, folder] = [import.meta.filename, import.meta.dirname];
    const codes = async (kind: string) =>
      Promise.all([here, folder, '/nulle/part.zip', '-'].map((word) => run('reads', kind, word)));
    expect(await codes('file')).toEqual([0, 2, 2, 2]);
    expect(err.join('\n')).toContain('Ce fichier n’existe pas\u00a0: /nulle/part.zip');
    expect(err.join('\n')).toContain(`C’est un dossier\u00a0: ${folder}`);
    expect(await codes('folder')).toEqual([2, 0, 2, 2]);
    expect((await codes('-'))[3]).toBe(0);
    expect(opened).toBe(3);
  });

  it('gives help without opening the database', async () => {
    expect(await run('feeds', 'import', '--help')).toBe(0);
    expect(out.join('\n')).toContain('npm run vigie -- feeds import [--agency REF] FILE…');
    expect(out.join('\n')).toContain('référence de l’agence');
    expect(await run()).toBe(0);
    expect(await run('--help')).toBe(0);
    out = [];
    expect(await run('feeds', '--help')).toBe(0);
    expect(out.join('\n')).toContain('feeds import');
    expect(out.join('\n')).not.toContain('migrate');
    expect(await run('licornes', '--help')).toBe(2);
    expect(opened).toBe(0);
  });
});
