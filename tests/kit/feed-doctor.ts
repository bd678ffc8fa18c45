import { sql } from 'kysely';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { workOnFeeds } from '#rooms/feeds/ordered-imports.server.ts';
import type { TestApp } from './app.ts';

/** The calls of an agency to its feed doctor, as its browser makes them, and the worker that answers them. */
export function feedDoctor(site: TestApp, cookie: string) {
  const ask = (method: 'GET' | 'POST', address = '', body?: object) =>
    site.call(method, `/api/agence/feeds${address}`, { cookie, ...(body ? { body } : {}) });

  /** A form with this file, as browsers send it. */
  async function upload(bytes: Uint8Array, name = 'export.zip') {
    const form = new FormData();
    form.append('fichier', new Blob([new Uint8Array(bytes)]), name);
    const response = new Response(form);
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/agence/feeds',
      headers: { 'content-type': response.headers.get('content-type') ?? '', cookie },
      payload: Buffer.from(await response.arrayBuffer()),
    });
    return { status: answer.statusCode, json: answer.json() };
  }

  async function work() {
    // One after the other, as the worker does.
    while (await workOnFeeds(site.services));
  }

  const zip = (rows: readonly PolirisValues[]) => zipFeed({ listings: writeListings(rows) });
  const report = async (id: number, words = '') => (await ask('GET', `/${id}${words}`)).json.data;

  /** Sends these listings and lets them be compared. Gives the number of the import. */
  async function send(rows: readonly PolirisValues[]): Promise<number> {
    const { status, json } = await upload(await zip(rows));
    if (status !== 200) throw new Error(`${status} ${json.message}`);
    await work();
    return json.data.import.id;
  }

  async function apply(id: number, body: object = {}) {
    const answer = await ask('POST', `/${id}/apply`, body);
    await work();
    return answer;
  }

  return { ask, upload, work, zip, report, send, apply };
}

/** Everything kept of the listings of an agency, as the database says it; what is worked out from it apart. */
export async function everyRow({ db }: Pick<TestApp, 'db'>, agencyId: number): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(listing) - array['leads', 'home', 'market_since'] as listing,
      (select to_jsonb(verdict) from listing_verdict verdict where listing_id = listing.id) as verdict,
      (select jsonb_agg(to_jsonb(photo) - array['id', 'next_at', 'avif_next_at'] order by position)
        from listing_photo photo where listing_id = listing.id) as photos,
      (select jsonb_agg(to_jsonb(price) order by at) from listing_price price where listing_id = listing.id) as prices,
      (select jsonb_agg(to_jsonb(standing) order by at) from listing_availability standing
        where listing_id = listing.id) as standing
    from listing where agency_id = ${agencyId} order by technical_id
  `.execute(db);
  return rows;
}
