import { sql } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import type { ListingDraft, ListingStatus } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts, rejudgeListings } from '#rooms/listings/publication.server.ts';
import { testServices } from './app.ts';
import { lawfulAgency } from './law.ts';

/** A desk where the law is applied, for a test file: each test begins on one morning, with one agency and nothing else. */
export async function lawDesk() {
  const { services, db } = await testServices();
  const start = new Date('2026-11-21T09:00:00Z');
  const at = (moment: string) => moveClock(new Date(moment).getTime() - Date.now());
  const desk = { agencyId: 0, owner: '' };
  let opened = 0;
  beforeEach(async () => {
    await sql`truncate agency, change, mail_outbox cascade`.execute(db);
    at(start.toISOString());
    opened += 1;
    desk.owner = `agence-${opened}`;
    desk.agencyId = (await lawfulAgency(db, desk.owner, { email: 'agence@arenes.test' })).id;
  });
  afterEach(() => moveClock(0));

  async function apply(...drafts: ListingDraft[]) {
    const now = clock.now();
    return db.transaction().execute(async (tx) => {
      const judged = await judgeDrafts(tx, { source: 'poliris', agencyId: desk.agencyId, drafts, now });
      return applyListings(tx, {
        agencyId: desk.agencyId,
        source: 'poliris',
        run: null,
        now,
        drafts: judged,
      });
    });
  }

  interface Row {
    id: number;
    status: ListingStatus;
    publishedAt: Date | null;
    withdrawnAt: Date | null;
    hold: string | null;
    score: number;
    wanted: string;
    rules: string[];
  }

  async function row(technicalId: string): Promise<Row> {
    const { rows } = await sql<Row>`
      select id, status, published_at, withdrawn_at, hold, score, wanted,
        (select coalesce(array_agg(distinct f->>'rule' order by f->>'rule'), '{}') from jsonb_array_elements(findings) f) as rules
      from listing left join listing_verdict on listing_id = id
      where technical_id = ${technicalId} and agency_id = ${desk.agencyId}
    `.execute(db);
    return rows[0]!;
  }

  async function events(): Promise<{ kind: string; ref: number; payload: unknown }[]> {
    const { rows } = await sql<{ kind: string; ref: number; payload: unknown }>`
      select kind, ref, payload from change order by seq
    `.execute(db);
    return rows;
  }
  const kinds = async () => (await events()).map(({ kind }) => kind);

  async function history(technicalId: string): Promise<string[]> {
    const { rows } = await sql<{ status: string }>`
      select a.status from listing_availability a join listing on id = listing_id
      where technical_id = ${technicalId} order by a.at
    `.execute(db);
    return rows.map(({ status }) => status);
  }

  async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
    const { rows } = await sql<{ to: string; subject: string; text: string }>`
      select recipient as to, subject, text from mail_outbox order by id
    `.execute(db);
    return rows.map((mail) => ({ ...mail, text: mail.text.replaceAll('\u00a0', ' ') }));
  }

  const rejudge = () => rejudgeListings(services, { now: clock.now() });
  const classF = { energyClass: 'F', energyValue: 350, climateClass: 'E', climateValue: 60 } as const;
  const classG = { energyClass: 'G', energyValue: 450, climateClass: 'F', climateValue: 90 } as const;
  const choosy = { description: 'Bel appartement. Pas d’étrangers, famille française uniquement.' };

  return {
    services,
    db,
    desk,
    at,
    apply,
    row,
    events,
    kinds,
    history,
    mails,
    rejudge,
    classF,
    classG,
    choosy,
  };
}
