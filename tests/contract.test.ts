import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { commands } from '../src/cli.server.ts';
import type { Access, Call } from '../src/contract/call.ts';
import { type ErrorSpec, sharedErrors } from '../src/contract/errors.ts';
import type { BoundCall, Route } from '../src/platform/api.server.ts';
import type { Command } from '../src/platform/cli.server.ts';
import type { Job } from '../src/platform/queue.server.ts';
import { routes } from '../src/web.server.ts';
import { jobs } from '../src/worker.server.ts';
import { testApp } from './kit/app.ts';

/** Calls of specification 7 and interface.md, who may make them (`|`: either), `METHODS path`. */
const AS_SPECIFIED = `
all         GET /auth/check
all         POST /auth/register
all         POST /auth/login
all|user    POST /auth/logout
user        GET /auth/me
all         POST /auth/forgot-password
all|token   POST /auth/reset-password
all         POST /auth/google-login
all         POST /auth/google-register
all         GET /auth/google/url
all         POST /auth/google/callback
all|token   POST /auth/verify-email
user        POST /auth/change-password
all         POST /agence/register
all|token   GET /agence/confirmation-email
agency      GET /agence/{}
all         POST /agence/resend-confirmation
all         POST /agence/login
all         GET /agence/check
agency      GET /agence/dashboard
all|agency  POST /agence/logout
all         POST /agence/forgot-password
all|token   POST /agence/reset-password
agency      POST /agence/change-password
agency      PUT /agence/profile
all         GET /agence/status/{}
agency      GET,PUT /agence/notification-settings
agency      GET /agence/notifications
admin       GET /admin/dashboard/registrations
all         GET /places
all         GET /listings
all         GET /listings/count
all         GET /listings/map
all         GET /listings/{}
all         POST /listings/{}/leads
all         POST /listings/{}/reports
all         POST /contact
all         POST /agence/contact
agency      POST /agence/support
all         POST /alerts
all         POST /alerts/preview
all         POST /alerts/parse
token       POST /alerts/confirm
user        GET /alerts
user        GET,PUT,DELETE /alerts/{}
user        GET /alerts/{}/results
user        GET /alerts/{}/explain
user|token  POST /alerts/{}/verdicts
token       POST /unsubscribe
user        GET /favorites
user        PUT,DELETE /favorites/{}
user        GET,PUT,DELETE /profile
user        POST /profile/export
agency      GET,POST /agence/listings
agency      GET,PUT,DELETE /agence/listings/{}
agency      POST /agence/listings/{}/photos
agency      POST /agence/listings/{}/publish
agency      POST /agence/listings/{}/pause
agency      POST /agence/listings/{}/confirm
agency      GET,POST /agence/feeds
agency      GET /agence/feeds/{}
agency      POST /agence/feeds/{}/apply
agency      POST /agence/feeds/{}/rollback
agency      GET /agence/leads
agency      GET,PATCH /agence/leads/{}
agency      GET /agence/leads/export.csv
all         GET /agence/search
all         POST /agence/exclusion
all|token   POST /agence/exclusion/confirm
agency      GET /agence/boosts
agency      POST /agence/boosts/quote
agency      POST /agence/boosts/checkout
agency      POST /agence/boosts/{}/pause
agency      POST /agence/boosts/{}/resume
agency      POST /agence/boosts/{}/stop
agency      GET /agence/invoices/{}.pdf
token       POST /payments/stripe/webhook
token       POST /mail/events
token       POST /mail/inbound
admin       GET /admin/dashboard
admin       GET /admin/agencies
admin       GET,PATCH /admin/agencies/{}
admin       GET /admin/agencies/{}/ads
admin       PATCH /admin/ads/{}
admin       GET,POST /admin/coupons
admin       GET,PUT,DELETE /admin/coupons/{}
admin       GET /admin/reports
admin       PATCH /admin/reports/{}
admin       GET,PUT /admin/boost-configuration
admin       GET /admin/audit
all         GET /prices/{}
`;

/**
 * Calls of the list above that are not built yet. This list only shrinks: a call that exists must leave it, and one
 * that disappears fails the test.
 */
const MISSING = new Set(
  `
DELETE /admin/coupons/{}
DELETE /agence/listings/{}
DELETE /alerts/{}
DELETE /favorites/{}
DELETE /profile
GET /admin/agencies
GET /admin/agencies/{}
GET /admin/agencies/{}/ads
GET /admin/audit
GET /admin/boost-configuration
GET /admin/coupons
GET /admin/coupons/{}
GET /admin/dashboard
GET /admin/dashboard/registrations
GET /admin/reports
GET /agence/boosts
GET /agence/check
GET /agence/confirmation-email
GET /agence/dashboard
GET /agence/feeds
GET /agence/feeds/{}
GET /agence/invoices/{}.pdf
GET /agence/leads
GET /agence/leads/export.csv
GET /agence/leads/{}
GET /agence/listings
GET /agence/listings/{}
GET /agence/notification-settings
GET /agence/notifications
GET /agence/search
GET /agence/status/{}
GET /agence/{}
GET /alerts
GET /alerts/{}
GET /alerts/{}/explain
GET /alerts/{}/results
GET /auth/google/url
GET /favorites
GET /listings/map
GET /listings/{}
GET /prices/{}
GET /profile
PATCH /admin/ads/{}
PATCH /admin/agencies/{}
PATCH /admin/reports/{}
PATCH /agence/leads/{}
POST /admin/coupons
POST /agence/boosts/checkout
POST /agence/boosts/quote
POST /agence/boosts/{}/pause
POST /agence/boosts/{}/resume
POST /agence/boosts/{}/stop
POST /agence/change-password
POST /agence/contact
POST /agence/exclusion
POST /agence/exclusion/confirm
POST /agence/feeds
POST /agence/feeds/{}/apply
POST /agence/feeds/{}/rollback
POST /agence/forgot-password
POST /agence/listings
POST /agence/listings/{}/confirm
POST /agence/listings/{}/pause
POST /agence/listings/{}/photos
POST /agence/listings/{}/publish
POST /agence/login
POST /agence/logout
POST /agence/register
POST /agence/resend-confirmation
POST /agence/reset-password
POST /agence/support
POST /alerts/parse
POST /alerts/preview
POST /alerts/{}/verdicts
POST /auth/change-password
POST /auth/forgot-password
POST /auth/google-login
POST /auth/google-register
POST /auth/google/callback
POST /auth/register
POST /auth/reset-password
POST /auth/verify-email
POST /contact
POST /listings/{}/leads
POST /listings/{}/reports
POST /mail/events
POST /mail/inbound
POST /payments/stripe/webhook
POST /profile/export
PUT /admin/boost-configuration
PUT /admin/coupons/{}
PUT /agence/listings/{}
PUT /agence/notification-settings
PUT /agence/profile
PUT /alerts/{}
PUT /favorites/{}
PUT /profile
`
    .trim()
    .split('\n'),
);

/** `GET /alerts/:alertId` and `GET /alerts/{id}` alike to `GET /alerts/{}`. */
const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/:\w+/g, '{}')}`;

const specified = new Map(
  AS_SPECIFIED.trim()
    .split('\n')
    .flatMap((line) => {
      const [who = '', methods = '', address = ''] = line.split(/\s+/);
      return methods.split(',').map((method) => [`${method} ${address}`, who.split('|')] as const);
    }),
);

type Module = Record<string, unknown>;
const contracts = import.meta.glob<Module>('../src/rooms/**/contract.ts', { eager: true });
const apis = import.meta.glob<Module>('../src/rooms/**/api.server.ts', { eager: true });
const backDoors = import.meta.glob<Module>('../src/rooms/**/jobs.server.ts', { eager: true });
const clis = import.meta.glob<Module>('../src/rooms/**/cli.server.ts', { eager: true });

const roomOf = (file: string) => file.split('/')[3] ?? '';

/** What the modules export that `is` recognises, alone or in arrays and tables. */
function exported<T>(
  modules: Record<string, Module>,
  is: (value: object) => value is T & object,
): { room: string; one: T }[] {
  return Object.entries(modules).flatMap(([file, module]) => {
    const found = new Set<T>();
    for (const value of Object.values(module)) {
      for (const one of [
        value,
        ...(typeof value === 'object' && value !== null ? Object.values(value) : []),
      ]) {
        if (typeof one === 'object' && one !== null && is(one)) found.add(one);
      }
    }
    return [...found].map((one) => ({ room: roomOf(file), one }));
  });
}

const isCall = (value: object): value is Call => 'method' in value && 'access' in value && 'answer' in value;
const isRoute = (value: object): value is Route => 'kind' in value && 'handle' in value;
const isJob = (value: object): value is Job => 'name' in value && 'handler' in value;
const isCommand = (value: object): value is Command => 'verb' in value && 'run' in value;
const isError = (value: object): value is ErrorSpec =>
  'code' in value && 'status' in value && 'message' in value;

const declared = exported(contracts, isCall);
const bound = routes.filter((route): route is BoundCall => route.kind === 'call').map(({ call }) => call);
const twice = <T>(list: readonly T[]) => list.filter((one, index) => list.indexOf(one) !== index);

describe('calls', () => {
  test('declared in a contract are bound to a handler, once, in their room', () => {
    const problems = declared.flatMap(({ room, one }) => {
      const handlers = bound.filter((call) => call === one).length;
      return handlers === 1 ? [] : [`${nameOf(one)} of ${room} has ${handlers} handlers`];
    });
    const own = exported(apis, isRoute).flatMap(({ room, one }) =>
      one.kind === 'call' ? [{ room, call: one.call }] : [],
    );
    for (const { room, call } of own) {
      if (!declared.some(({ room: home, one }) => one === call && home === room)) {
        problems.push(`${nameOf(call)} is bound by ${room}, whose contract does not declare it`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('and other routes of a room are all served', () => {
    const served = new Set(routes);
    const forgotten = exported(apis, isRoute).filter(({ one }) => !served.has(one));
    expect(
      forgotten.map(
        ({ room, one }) =>
          `src/web.server.ts leaves out ${one.kind === 'call' ? nameOf(one.call) : one.url} of ${room}`,
      ),
    ).toEqual([]);
  });

  test('have one method and path each', () => {
    const urls = routes.flatMap((route) => (route.kind === 'raw' ? [`${route.method} ${route.url}`] : []));
    expect(twice([...bound.map(nameOf), ...urls])).toEqual([]);
  });

  test.for(declared.map(({ one }) => one))('$method $path says who, what and why not', (call) => {
    expect(['all', 'token', 'user', 'agency', 'admin'] satisfies Access[]).toContain(call.access);
    expect(['read', 'write', 'sensitive']).toContain(call.tier);
    expect(call.path).toMatch(/^\/(?!api\/)[a-z0-9/:.A-Z-]+$/);
    expect(call.summary).toMatch(/^\p{Lu}.{5,}/u);
    const params = call.params instanceof z.ZodMiniObject ? Object.keys(call.params.shape) : [];
    expect(params.toSorted()).toEqual([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name).toSorted());
    // What an answer does not declare never leaves: it must be a closed list of fields.
    expect(call.answer instanceof z.ZodMiniObject || call.answer instanceof z.ZodMiniDiscriminatedUnion).toBe(
      true,
    );
    expect(twice(call.errors.map(({ code }) => code))).toEqual([]);
    for (const error of call.errors) expect(error).toSatisfy(isError);
  });

  test.for(declared.map(({ one }) => one).filter((call) => specified.has(nameOf(call))))(
    '$method $path is open to whom the specification says',
    (call) => {
      expect(specified.get(nameOf(call))).toContain(call.access);
    },
  );

  test('of the specification exist, except a list that only shrinks', () => {
    const present = new Set(bound.map(nameOf));
    const missing = [...specified.keys()].filter((name) => !present.has(name));
    expect([...MISSING].toSorted()).toEqual(missing.toSorted());
  });
});

const errors = [...Object.values(sharedErrors), ...exported(contracts, isError).map(({ one }) => one)];

describe('errors', () => {
  test.for(errors)('$code has a status and a French sentence', ({ code, status, message }) => {
    expect(code).toMatch(/^([A-Z][A-Z0-9_]+|login_required)$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(message).toMatch(/^\p{Lu}.{8,}[.!?»]$/u);
    // French puts a no-break space (U+00A0, never U+202F) before these.
    expect(message).not.toMatch(/[^\u00a0][:;!?»](\s|$)|«[^\u00a0]|\u202f/);
  });

  test('with the same code are the same error', () => {
    expect(twice([...new Set(errors)].map(({ code }) => code))).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  test('describes every call and nothing else', async () => {
    const { app } = await testApp();
    const answer = await app.inject({ method: 'GET', url: '/api/openapi.json' });
    const { paths } = answer.json<{
      paths: Record<string, Record<string, { summary: string; responses: object }>>;
    }>();
    const described = Object.entries(paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, call]) => {
        expect(call.summary).toBeTruthy();
        expect(call.responses).toHaveProperty('200');
        return `${method.toUpperCase()} ${address.replaceAll(/\{\w+\}/g, '{}')}`;
      }),
    );
    expect(described.toSorted()).toEqual(bound.map(nameOf).toSorted());
    for (const url of ['/healthz', '/readyz', '/metrics', '/robots.txt', '/dev/mails.json']) {
      expect(app.hasRoute({ method: 'GET', url }) ? '' : `${url} is not served`).toBe('');
    }
  });
});

describe('jobs', () => {
  test('of every room are run by the worker, under one name each', () => {
    const run = new Set(jobs);
    const own = exported(backDoors, isJob);
    expect(
      own
        .filter(({ one }) => !run.has(one))
        .map(({ room, one }) => `src/worker.server.ts leaves out ${one.name} of ${room}`),
    ).toEqual([]);
    expect(twice(jobs.map(({ name }) => name))).toEqual([]);
    expect(jobs.length).toBe(own.length);
    for (const { room, one } of own) expect(one.name).toMatch(new RegExp(`^${room}\\.[a-z-]+$`));
  });
});

describe('commands', () => {
  test('of every room are offered to the operator, under one name each', () => {
    const offered = new Set(commands);
    const own = exported(clis, isCommand);
    const called = ({ room, verb }: Command) => `${room} ${verb}`.trim();
    expect(
      own
        .filter(({ one }) => !offered.has(one))
        .map(({ room, one }) => `src/cli.server.ts leaves out ${called(one)} of ${room}`),
    ).toEqual([]);
    expect(twice(commands.map(called))).toEqual([]);
    expect(own.filter(({ room, one }) => one.room !== room).map(({ one }) => called(one))).toEqual([]);
  });

  test.for([...commands])('$room $verb explains itself', (command) => {
    expect(command.summary).toMatch(/^\p{Lu}.{5,}/u);
    expect(Object.keys(command.help ?? {}).toSorted()).toEqual(Object.keys(command.options ?? {}).toSorted());
  });
});
