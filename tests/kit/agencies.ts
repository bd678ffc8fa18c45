import type { BrowserContext } from 'playwright-core';
import { expect, vi } from 'vitest';
import { answerLinkRequest } from '#rooms/agencies/registration.server.ts';
import type { TestApp } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

type Site = Pick<TestApp, 'call' | 'db' | 'services'>;

export const agencyPassword = 'Unbonmot2passe';

/** `a=b; c=d` of an answer. */
export const cookiesOf = (headers: Record<string, unknown>) =>
  [(headers['set-cookie'] ?? []) as string | string[]]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

/** The token of the link in the last mail to this address, once the worker has answered everything asked. */
export async function mailedToken(
  { db, services }: Pick<Site, 'db' | 'services'>,
  email: string,
): Promise<string> {
  // One after the other, as the worker does.
  while (await answerLinkRequest(services));
  const mail = await db
    .selectFrom('mailOutbox')
    .select('html')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return /[?&]token=([\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? '';
}

/** The subjects of the mails to this address so far. */
export async function subjectsTo({ db, services }: Pick<Site, 'db' | 'services'>, email: string) {
  while (await answerLinkRequest(services));
  const mails = await db
    .selectFrom('mailOutbox')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  return mails.map(({ subject }) => subject);
}

/** An agency that registered and confirmed its address: signed in. */
export async function joined(site: Site, name: string, email: string) {
  const asked = await site.call('POST', '/api/agence/register', {
    body: { name, email, software: 'Apimo', password: agencyPassword },
  });
  expect([asked.status, asked.json.message ?? '']).toEqual([200, expect.any(String)]);
  const token = await mailedToken(site, email);
  // In the browser that registered: there, its password counts.
  const { status, json, headers } = await site.call('GET', `/api/agence/confirmation-email?token=${token}`, {
    cookie: cookiesOf(asked.headers),
  });
  expect([status, json.data?.state]).toEqual([200, 'confirmed']);
  return {
    agency: json.data.agency as { id: number; ownerReference: string; name: string; email: string },
    token: json.data.authToken as string,
    cookie: cookiesOf(headers),
  };
}

/** An agency that asked for an account at a running site: the token of the link mailed to it, its browser's cookies. */
export async function askedToJoin(
  { origin, db }: Pick<Site, 'db'> & { origin: string },
  { name, email }: { name: string; email: string },
): Promise<{ token: string; cookie: string }> {
  const asked = await fetch(`${origin}/api/agence/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, software: 'Apimo', password: agencyPassword }),
  });
  expect(asked.status).toBe(200);
  const env = { publicUrl: origin, contactAddress: 'equipe@essai.test' };
  const mailbox = { db, services: { db, env } as never };
  let token = '';
  // Before a test too, where `expect.poll` refuses to be asked.
  await vi.waitUntil(async () => (token = await mailedToken(mailbox, email)), { timeout: PATIENCE_MS });
  return { token, cookie: cookiesOf({ 'set-cookie': asked.headers.getSetCookie() }) };
}

/** The same, once it followed the link in that browser. */
export async function joinedAt(
  site: Pick<Site, 'db'> & { origin: string },
  said: { name: string; email: string },
): Promise<{ id: number; ownerReference: string }> {
  const { token, cookie } = await askedToJoin(site, said);
  const confirmed = await fetch(`${site.origin}/api/agence/confirmation-email?token=${token}`, {
    headers: { cookie },
  });
  const { data } = (await confirmed.json()) as { data: { agency: { id: number; ownerReference: string } } };
  return data.agency;
}

/** Signs this browser in as that agency, as its login page does. */
export async function agencyLogin(context: BrowserContext, origin: string, email: string): Promise<void> {
  const answer = await context.request.post(`${origin}/api/agence/login`, {
    data: { email, password: agencyPassword },
  });
  expect(answer.status()).toBe(200);
}
