import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Access, Call } from '#contract/call.ts';
import { type ErrorSpec, sharedErrors } from '#contract/errors.ts';
import type { BoundCall, Route } from '#platform/api.server.ts';
import type { Command } from '#platform/cli.server.ts';
import type { Job } from '#platform/queue.server.ts';
import { commands } from '../src/cli.server.ts';
import { routes } from '../src/web.server.ts';
import { jobs } from '../src/worker.server.ts';
import { testApp } from './kit/app.ts';
import { MISSING, specified } from './kit/specified-calls.ts';

/** `GET /alerts/:alertId` and `GET /alerts/{id}` alike to `GET /alerts/{}`. */
const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/:\w+/g, '{}')}`;

type Module = Record<string, unknown>;
const contracts = import.meta.glob<Module>(
  ['../src/{rooms,desks}/**/*.ts', '!**/*.{server,client,test}.ts', '!**/*.test.ts', '!**/pages.ts'],
  { eager: true },
);
const apis = import.meta.glob<Module>('../src/{rooms,desks}/*/api.server.ts', { eager: true });
const backDoors = import.meta.glob<Module>('../src/{rooms,desks}/*/jobs.server.ts', { eager: true });
const clis = import.meta.glob<Module>('../src/{rooms,desks}/*/*cli.server.ts', { eager: true });

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
    expect(['read', 'drawing', 'often', 'write', 'sensitive']).toContain(call.tier);
    expect(call.path).toMatch(/^\/(?!api\/)[a-z0-9/:.A-Z-]+$/);
    expect(call.summary).toMatch(/^\p{Lu}.{5,}/u);
    const params = call.params instanceof z.ZodMiniObject ? Object.keys(call.params.shape) : [];
    expect(params.toSorted()).toEqual(
      [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).toSorted(),
    );
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

const { app } = await testApp();

describe('the OpenAPI document', () => {
  test('describes every call and nothing else', async () => {
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
