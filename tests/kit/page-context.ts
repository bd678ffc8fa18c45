import { RouterContextProvider } from 'react-router';
import type { Actor } from '#platform/auth.server.ts';
import { type Services, servicesContext } from '#platform/context.server.ts';

/** What a page's loader is given, asked by this person. */
export function pageContext(services: Services, actor: Actor): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, {
    ...services,
    actor,
    requestId: 'r',
    ip: '127.0.0.1',
    local: true,
    trouble: null,
    nonce: 'n',
  });
  return context;
}
