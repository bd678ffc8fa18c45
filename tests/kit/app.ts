import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Services } from '#platform/context.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { openWeb } from '../../src/web.server.ts';
import { type TestDb, testDb } from './db.ts';
import { later } from './leftovers.ts';

export interface TestServices extends TestDb {
  readonly services: Services;
}

/** The services of a process: a cloned database, a data folder of its own, a quiet log. */
export async function testServices(settings: Record<string, string> = {}): Promise<TestServices> {
  const database = await testDb();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-test-'));
  later(() => rm(dataDir, { recursive: true, force: true }));
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    VIGIE_DATA: dataDir,
    DATABASE_URL: database.url,
    SESSION_SECRET: 'un secret de test de trente-deux caractères',
    ...settings,
  });
  const services: Services = {
    db: database.db,
    readDb: database.db,
    env,
    log: openLog(env),
    storage: diskStore(path.join(dataDir, 'files')),
  };
  return { ...database, services };
}

export interface TestApp extends TestServices {
  readonly app: FastifyInstance;
  /** One call of the API; objects are sent as JSON. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    options?: { body?: unknown; headers?: Record<string, string>; cookie?: string },
  ): Promise<{ status: number; json: Answer; headers: Record<string, unknown> }>;
  /** Makes an individual with a proven address and opens a session; gives the cookie header. */
  loginAs(email: string): Promise<string>;
}

interface Answer {
  success: boolean;
  // Each test knows the shape it asks for.
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
  message?: string;
  code?: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  details?: any;
}

/** The front door without pages, in this process: `inject` reaches it without a port. */
export async function testApp(
  settings: Record<string, string> = {},
  options: { rateLimits?: boolean } = {},
): Promise<TestApp> {
  const base = await testServices(settings);
  const app = await openWeb({
    services: base.services,
    pages: null,
    rateLimits: options.rateLimits ?? false,
  });
  await app.ready();
  later(() => app.close());
  const call: TestApp['call'] = async (method, url, { body, headers = {}, cookie } = {}) => {
    const request: InjectOptions = { method, url, headers: { ...headers, ...(cookie ? { cookie } : {}) } };
    if (body !== undefined) request.payload = body as NonNullable<InjectOptions['payload']>;
    const response = await app.inject(request);
    // A file is what it says.
    const file = response.statusCode === 200 && !/json/.test(String(response.headers['content-type']));
    const json = file ? { success: true, data: response.body } : response.json<Answer>();
    return { status: response.statusCode, json, headers: response.headers };
  };
  return {
    ...base,
    app,
    call,
    async loginAs(email) {
      const password = 'Motdepasse1';
      await addDemoAccount(base.db, { email, password, firstName: 'Camille', lastName: 'Essai' });
      const response = await app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password },
      });
      return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    },
  };
}
