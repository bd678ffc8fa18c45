// What scripts/start.mjs and scripts/vigie.mjs run under Node 24: the built program.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Lancez plutôt npm start ou npm run vigie : ce programme veut Node 24 (ici ${process.version}).\n`,
  );
  process.exit(1);
}

await import('./engine.mjs');
const { main } = await import(new URL('../build/server/index.js', import.meta.url).href);
await main(process.argv.slice(2));
