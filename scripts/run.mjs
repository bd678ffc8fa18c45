// What scripts/start.mjs and scripts/vigie.mjs run under Node 24: the built program.
const { main } = await import(new URL('../build/server/index.js', import.meta.url).href);
await main(process.argv.slice(2));
