import { setFlagsFromString } from 'node:v8';

// What scripts/start.mjs and scripts/vigie.mjs run under Node 24: the built program.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Lancez plutôt npm start ou npm run vigie : ce programme veut Node 24 (ici ${process.version}).\n`,
  );
  process.exit(1);
}

// Objects made where most others lived on are not made old at once: what a page is made of would look long-lived while it is
// being written, and would keep every page alive until the next full collection (decision 0034).
setFlagsFromString('--no-allocation-site-pretenuring');

// React keeps the build that NODE_ENV names when it is first read. What is built is drawn by its production build, three
// times as fast, also where the product itself runs as on the machine of who makes it.
const mode = process.env.NODE_ENV;
process.env.NODE_ENV = 'production';
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) await import(name);
if (mode === undefined) delete process.env.NODE_ENV;
else process.env.NODE_ENV = mode;

const { main } = await import(new URL('../build/server/index.js', import.meta.url).href);
await main(process.argv.slice(2));
