// npm run dev: the same program from its sources, pages reloaded by Vite as they change.
import { createServer } from 'vite';

process.env.VIGIE_DEV = '1';
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'warn' });
const { serve } = await vite.ssrLoadModule('/src/main.ts');
await serve({
  pages: () => vite.ssrLoadModule('virtual:react-router/server-build'),
  before: vite.middlewares,
});
