import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/**
 * For pages with live data (counts, suggestions, session, dashboard). Wrap the part that needs it:
 * the root stays without it, so that public pages do not pay its weight. One cache for the whole
 * visit; on the server, one per page, so that nobody reads another's data.
 */
export function LiveData({ children }: { children: ReactNode }) {
  const [client] = useState(clientOfVisit);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

let visit: QueryClient | undefined;

function clientOfVisit(): QueryClient {
  if (typeof document === 'undefined') return newClient();
  visit ??= newClient();
  return visit;
}

/** Queries neither retry nor refetch on window focus (specification 9). */
function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  });
}
