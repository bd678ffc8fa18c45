// npm run dev: the same program from its sources, pages reloaded by Vite as they change.
import { createServer } from 'vite';

process.env.VIGIE_DEV = '1';
const vite = await createServer({
  // A port of its own for reloads, so that two checkouts can be at work.
  server: { middlewareMode: true, hmr: { port: Number(process.env.PORT || 3000) + 20_000 } },
  appType: 'custom',
  logLevel: 'warn',
});
const { serve } = await vite.ssrLoadModule('/src/main.ts');
await serve({
  pages: () => vite.ssrLoadModule('virtual:react-router/server-build'),
  before: vite.middlewares,
});
