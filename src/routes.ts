import { type RouteConfig, route } from '@react-router/dev/routes';
import { pages } from './pages.ts';

export default pages.map(({ page, file }) => {
  const pattern = typeof page === 'string' ? page : page.pattern;
  // One module may serve several addresses: the address makes the id unique.
  return route(pattern, file, { id: `${file} ${pattern}` });
}) satisfies RouteConfig;
