import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { later } from './leftovers.ts';

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly hd?: string;
}

export interface Issuer {
  readonly url: string;
  /** Settings of a site that trusts it. */
  readonly settings: Record<string, string>;
  /** Whoever comes next is this person and agrees to everything; null refuses. */
  next(person: Person | null): void;
  /** An ID token as the issuer signs them; `changes` make it wrong. */
  mint(
    person: Person,
    changes?: { [claim in keyof JWTPayload]?: unknown } & { key?: CryptoKey; alg?: string },
  ): Promise<string>;
}

const CLIENT = 'vigie-test';
const SECRET = 'un secret de client pour les tests';

/** A certified OpenID provider (oidc-provider) on loopback, which asks nothing of the person who comes. */
export async function startIssuer(returnTo: string): Promise<Issuer> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' };
  const people = new Map<string, Person>();
  let coming: Person | null = null;
  const server = createServer();
  // As in push-service.ts.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: [returnTo],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['un secret de cookies pour les tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'hd'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    void (async () => {
      const { params, prompt, session } = await provider.interactionDetails(request, response);
      if (!coming) {
        return provider.interactionFinished(request, response, { error: 'access_denied' });
      }
      const accountId = coming.sub;
      if (prompt.name !== 'consent') {
        return provider.interactionFinished(request, response, { login: { accountId } });
      }
      const grant = new provider.Grant({
        accountId: session?.accountId ?? accountId,
        clientId: String(params.client_id),
      });
      grant.addOIDCScope('openid email profile');
      const grantId = await grant.save();
      return provider.interactionFinished(
        request,
        response,
        { consent: { grantId } },
        { mergeWithLastSubmission: true },
      );
    })();
  });
  later(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url,
    settings: { GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: SECRET, GOOGLE_ISSUER: url },
    next(person) {
      coming = person;
      if (person) people.set(person.sub, person);
    },
    mint(person, { key: otherKey, alg = 'RS256', ...changes } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: url, aud: CLIENT, iat: now, exp: now + 600, ...person, ...changes };
      return new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg, kid: 'test' })
        .sign(otherKey ?? privateKey);
    },
  };
}

/** Goes where a browser would, keeping the issuer's cookies, until it is sent to `back`. */
export async function visitIssuer(from: string, back: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = from;
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${response.status} ${address} : ${await response.text()}`);
    address = new URL(location, address).href;
    if (address.startsWith(back)) return new URL(address);
  }
  throw new Error(`jamais revenu à ${back}`);
}
