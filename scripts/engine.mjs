import { setFlagsFromString } from 'node:v8';

// How the built program is run, and measured: imported before it.

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
