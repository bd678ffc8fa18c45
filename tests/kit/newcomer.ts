import { afterEach, beforeAll, beforeEach } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { type TestApp, testApp } from './app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const cookiesOf = (headers: Record<string, unknown>) =>
  (headers['set-cookie'] as string[]).map((line) => line.split(';')[0]).join('; ');

/** Somebody new before each test, signed in, whose address is proven; and the calls of their profile. */
export function newcomer() {
  const password = 'Unbonmot2passe';
  const self = { site: null as unknown as TestApp, email: '', other: '', cookie: '', userId: 0, count: 0 };

  async function signUp(address: string, proven = true) {
    const { site } = self;
    const body = { firstName: 'Léa', lastName: 'Petit', email: address, password, phone: '06 12 34 56 78' };
    const { json, headers } = await site.call('POST', '/api/auth/register', { body });
    const emailVerifiedAt = proven ? new Date() : null;
    await site.db.updateTable('account').set({ emailVerifiedAt }).where('email', '=', address).execute();
    return { cookie: cookiesOf(headers), id: json.data.user.id as number };
  }
  const call = (method: Method, path: string, body?: object, who = self.cookie) =>
    self.site.call(method, `/api${path}`, { ...(body ? { body } : {}), ...(who ? { cookie: who } : {}) });

  beforeAll(async () => {
    self.site = await testApp();
  });
  beforeEach(async () => {
    self.count += 1;
    self.email = `personne${self.count}@essai.test`;
    self.other = `nouvelle${self.count}@essai.test`;
    const { cookie, id } = await signUp(self.email);
    self.cookie = cookie;
    self.userId = id;
  });
  afterEach(() => moveClock(0));

  return {
    self,
    password,
    cookiesOf,
    signUp,
    call,
    read: async () => (await call('GET', '/profile')).json.data,
    isIn: async (who: string) =>
      (await call('GET', '/auth/check', undefined, who)).json.data.isAuthenticated as boolean,
    async logIn(address: string, word = password) {
      const { status, headers } = await call('POST', '/auth/login', { email: address, password: word }, '');
      return status === 200 ? cookiesOf(headers) : null;
    },
    /** The mails queued for an address, the last first, and the secret in the link of the last. */
    async mailsTo(address: string) {
      const rows = await self.site.db
        .selectFrom('mailOutbox')
        .select(['subject', 'text', 'html'])
        .where('recipient', '=', address)
        .orderBy('id', 'desc')
        .execute();
      const token = /[?&](?:token|changement|annulation)=([\w-]{43})/.exec(rows[0]?.html ?? '')?.[1] ?? '';
      return { subjects: rows.map(({ subject }) => subject), text: rows[0]?.text ?? '', token };
    },
  };
}
