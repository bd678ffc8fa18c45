import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunks, laterIsNowOnServers, slimContracts } from './scripts/browser-build.ts';

export default defineConfig({
  plugins: [slimContracts(), laterIsNowOnServers(), tailwindcss(), reactRouter()],
  build: {
    // Fonts stay files: inlined as data: they would be refused by the content security policy.
    assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
  },
  // The map's own worker is made of modules.
  worker: { format: 'es' },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: chunks } } } },
    // One module graph: the program is an entry of the server build, so that Fastify and React Router
    // share the same context keys (docs/decisions/0002).
    ssr: { build: { rollupOptions: { input: './src/main.ts' } } },
  },
  ssr: { noExternal: ['@react-router/node'] },
});
