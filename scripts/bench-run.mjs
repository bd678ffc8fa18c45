// Loads the benches from their sources (TypeScript and JSX through Vite), one after the other.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { createServer } from 'vite';

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = readdirSync('bench')
  // Others hold what several of them share.
  .filter(
    (file) =>
      file.endsWith('.ts') && readFileSync(`bench/${file}`, 'utf8').includes('export async function run('),
  )
  .map((file) => file.slice(0, -'.ts'.length))
  // A whole name asks for that one alone: `alerts` is not `alerts-mails`.
  .filter(
    (name, _, all) =>
      asked.length === 0 || asked.some((word) => (all.includes(word) ? name === word : name.includes(word))),
  );
if (names.length === 0) {
  console.error(`Aucune mesure de ce nom : ${asked.join(', ')}. Il y a : ${readdirSync('bench').join(', ')}`);
  process.exit(2);
}

const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  appType: 'custom',
  logLevel: 'error',
});
const machine = `${os.cpus()[0]?.model.trim() ?? 'processeur inconnu'}, ${os.cpus().length} cœurs, ${Math.round(os.totalmem() / 2 ** 30)} Gio, Node ${process.versions.node}`;
let failed = false;
for (const name of names) {
  try {
    const { run } = await vite.ssrLoadModule(`/bench/${name}.ts`);
    const { title, lines } = await run();
    console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`);
    if (process.argv.includes('--write')) record(name, title, lines);
  } catch (error) {
    failed = true;
    console.error(`\n${name} : la mesure a échoué`, error);
  }
}
await vite.close();
process.exit(failed ? 1 : 0);

/** Replaces the bench's own section of docs/performance.md, or adds it. */
function record(name, title, lines) {
  const file = 'docs/performance.md';
  const text = readFileSync(file, 'utf8');
  const date = new Date().toISOString().slice(0, 10);
  const section = `<!-- ${name} -->\n## ${title}\n\n${date}, ${machine}. \`npm run bench -- ${name}\`\n\n${lines.map((line) => `- ${line}`).join('\n')}\n<!-- /${name} -->`;
  const place = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`);
  writeFileSync(
    file,
    place.test(text) ? text.replace(place, () => section) : `${text.trimEnd()}\n\n${section}\n`,
  );
}
