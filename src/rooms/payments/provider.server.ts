import type { Services } from '#platform/context.server.ts';
import { embeddedProvider } from './embedded.server.ts';
import type { Provider, ProviderName } from './provider.ts';
import { stripeProvider } from './stripe.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

/** Who takes the money of new orders: Stripe when its keys are set, else the embedded payment; null in production without keys. */
export function currentProvider(services: Open): Provider | null {
  return providerNamed(services, 'stripe') ?? providerNamed(services, 'embedded');
}

/** The provider of an order that was made before; null when it cannot be reached with the settings of today. */
export function providerNamed({ db, env }: Open, name: ProviderName): Provider | null {
  if (name === 'embedded') return env.production ? null : embeddedProvider({ db, env });
  return env.stripe === null ? null : stripeProvider(env.stripe);
}
