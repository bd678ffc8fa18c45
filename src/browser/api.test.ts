import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { addressOf, callApi } from './api.ts';
import { ApiError } from './read-error.ts';

const leadCall = defineCall({
  method: 'POST',
  path: '/listings/:id/leads',
  access: 'all',
  summary: 'test',
  params: z.object({ id: z.number() }),
  body: z.object({ message: z.string() }),
  answer: z.object({ seen: z.unknown() }),
});
const placesCall = defineCall({
  method: 'GET',
  path: '/places',
  access: 'all',
  summary: 'test',
  query: z.object({ q: z.string() }),
  answer: z.object({ places: z.array(z.string()) }),
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
let answer: Answer = (_request, response) => response.end();
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => answer(request, response, body));
});
const realFetch = globalThis.fetch;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The browser resolves /api against the page; here the page is this server.
  globalThis.fetch = (address, init) => realFetch(`http://127.0.0.1:${port}${address as string}`, init);
});
afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
});

it('writes parameters and words into the address', () => {
  expect(addressOf(leadCall, { params: { id: 'a/b' } })).toBe('/api/listings/a%2Fb/leads');
  expect(
    addressOf(placesCall, { query: { q: 'saint étienne', limit: undefined, type: ['maison', 'loft'] } }),
  ).toBe('/api/places?q=saint+%C3%A9tienne&type=maison%2Cloft');
});

it('sends JSON and unwraps the envelope', async () => {
  answer = (request, response, body) => {
    const seen = {
      url: request.url,
      method: request.method,
      type: request.headers['content-type'],
      body: JSON.parse(body),
    };
    response.end(JSON.stringify({ success: true, data: { seen }, message: 'Merci' }));
  };
  const { data, message } = await callApi(leadCall, { params: { id: 7 }, body: { message: 'Bonjour' } });
  expect(message).toBe('Merci');
  expect(data.seen).toEqual({
    url: '/api/listings/7/leads',
    method: 'POST',
    type: 'application/json',
    body: { message: 'Bonjour' },
  });
});

it('turns a refusal into an error with its status, code and words', async () => {
  answer = (_request, response) => {
    response.statusCode = 404;
    response.end(JSON.stringify({ success: false, message: 'Introuvable', code: 'NOT_FOUND' }));
  };
  const caught = await callApi(placesCall, { query: { q: 'x' } }).catch((error: unknown) => error);
  expect(caught).toBeInstanceOf(ApiError);
  expect(caught).toMatchObject({ message: 'Introuvable', code: 'NOT_FOUND', status: 404 });
});

it('says so when no response comes, and stays silent about a cancelled request', async () => {
  answer = (request) => request.socket.destroy();
  await expect(callApi(placesCall, { query: { q: 'x' } })).rejects.toMatchObject({
    message: 'No response received from server',
    status: null,
  });
  const abort = new AbortController();
  abort.abort();
  await expect(callApi(placesCall, { query: { q: 'x' } }, { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it('lets a small write arrive although the page is left, when it is asked to', async () => {
  const asked: (boolean | undefined)[] = [];
  const loopback = globalThis.fetch;
  globalThis.fetch = (address, init) => {
    asked.push(init?.keepalive);
    return loopback(address, init);
  };
  answer = (_request, response) => response.end('{"success":true,"data":{}}');
  const given = { params: { id: 7 }, body: { message: 'Bonjour' } };
  await callApi(leadCall, given);
  await callApi(leadCall, given, { keepalive: true });
  globalThis.fetch = loopback;
  expect(asked).toEqual([undefined, true]);
});

it('refuses an answer of another shape', async () => {
  answer = (_request, response) => response.end('<html>');
  await expect(callApi(placesCall, { query: { q: 'x' } })).rejects.toThrow(
    'GET /places failed: Invalid response format',
  );
});

it('makes one act of the same write pressed twice, and two of what differs or comes after', async () => {
  const asked: string[] = [];
  answer = (request, response, body) => {
    asked.push(`${request.method} ${request.url} ${body}`);
    // Both presses are there before the first is answered.
    setTimeout(() => response.end(JSON.stringify({ success: true, data: { seen: asked.length } })), 50);
  };
  const press = (message: string, id = 1) => callApi(leadCall, { params: { id }, body: { message } });
  const [first, second, other, elsewhere] = await Promise.all([
    press('Bonjour'),
    press('Bonjour'),
    press('Bonsoir'),
    press('Bonjour', 2),
  ]);
  expect(asked).toHaveLength(3);
  expect(second).toBe(first);
  expect(new Set([first, other, elsewhere]).size).toBe(3);
  await press('Bonjour');
  expect(asked).toHaveLength(4);
  // A refusal is told to both, and stands in nobody's way.
  answer = (_request, response) => {
    response.statusCode = 409;
    response.end(JSON.stringify({ success: false, message: 'Non', code: 'CONFLICT' }));
  };
  const refused = await Promise.allSettled([press('Non'), press('Non')]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  answer = (_request, response) => response.end(JSON.stringify({ success: true, data: { seen: 1 } }));
  expect((await press('Non')).data).toEqual({ seen: 1 });
});
