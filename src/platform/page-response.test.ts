import { expect, test } from 'vitest';
import { bytesOf, pageResponse } from './page-response.server.ts';

test('a page is handed on as it is, and read like any other by who does not know it', async () => {
  const page = Buffer.from('<p>Été</p>');
  const response = pageResponse(page, { status: 404, headers: { 'content-type': 'text/html' } });
  expect(response.status).toBe(404);
  expect(await bytesOf(response)).toBe(page);
  expect(await pageResponse(page, {}).text()).toBe('<p>Été</p>');
  const { body, status, headers } = response;
  expect((await bytesOf(new Response(body, { status, headers }))).equals(page)).toBe(true);
  expect((await bytesOf(new Response('autre'))).toString()).toBe('autre');
});
