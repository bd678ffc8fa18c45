import { Writable } from 'node:stream';
import { sql } from 'kysely';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { load, publish, site, textOf } from '../../../../tests/kit/listing-page.tsx';
import ListingPage from './listing.tsx';

/** As the server sends it, with what comes late. */
async function pageOf(id: number): Promise<string> {
  const { data } = await load(id);
  const Page = ListingPage as unknown as (props: { loaderData: unknown }) => ReactNode;
  const Stub = createRoutesStub([{ path: '/', Component: () => <Page loaderData={data} /> }]);
  return new Promise((resolve, reject) => {
    let html = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        html += String(chunk);
        done();
      },
      final(done) {
        resolve(textOf(html));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(<Stub />, { onAllReady: () => pipe(sink), onError: reject });
  });
}

const suspect = (id: number, score: number) =>
  sql`
    insert into listing_scam (listing_id, score, signals, waits, version, text_hash, price, found_at)
    values (${id}, ${score}, ${JSON.stringify([
      {
        code: 'no_visit',
        weight: 45,
        excerpt: 'visite <b>impossible</b>',
        explanation: 'Visite impossible.',
      },
    ])}::jsonb, false, 1, '\\x00', 1, now())
  `.execute(site.db);

test('a doubtful listing says which signals it shows and what to do; no other does', async () => {
  const id = await publish();
  expect(await pageOf(id)).not.toContain('Soyez prudent');
  await suspect(id, 45);
  const text = await pageOf(id);
  expect(text).toContain('Soyez prudent avec cette annonce');
  expect(text).toContain('Visite impossible.');
  expect(text).toContain('visite &lt;b&gt;impossible&lt;/b&gt;');
  expect(text).toContain('Ne versez rien');
});

test('what a person found right, or weighs next to nothing, is not told', async () => {
  const id = await publish();
  await suspect(id, 20);
  expect(await pageOf(id)).not.toContain('Soyez prudent');
  await sql`
    update listing_scam set score = 45, decided = 'clear', decided_by = 'Camille', decided_at = now(),
      reason = 'Lu et vérifié.' where listing_id = ${id}
  `.execute(site.db);
  expect(await pageOf(id)).not.toContain('Soyez prudent');
});
