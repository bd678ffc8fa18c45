import { sql } from 'kysely';
import { announce } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { insertAlert, lockSubscriber } from '#rooms/alerts/alerts.sql.server.ts';
import { matchNext } from '#rooms/alerts/matching/matcher.server.ts';
import { READER } from '#rooms/alerts/matching/matcher.ts';
import { activate } from '#rooms/alerts/owner/activation.server.ts';
import { notifyDueAlerts } from '#rooms/alerts/telling/digest.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { feedEvents, runOf } from '#rooms/feeds/contract.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { writeDueMails } from '#rooms/mail/writing.server.ts';
import { untilRead } from './facts.ts';
import { cleared, lawfulAgency, lawfulSale } from './law.ts';

export const aFlat: Criteria = { transaction: 'achat', places: ['30189'], prixMax: 300_000 };

/** An alert that watches from now on, whose address asked for it. */
export async function makeAlert(
  { db }: Pick<Services, 'db'>,
  said: {
    email?: string;
    criteria?: Criteria;
    frequency?: 'immediate' | 'daily' | 'weekly';
    hour?: number;
    weekday?: number;
    quiet?: [number, number];
    events?: string[];
    minDrop?: number;
  } = {},
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const subscriber = await lockSubscriber(tx, said.email ?? 'claire@example.test', now);
    const row = await insertAlert(tx, {
      subscriberId: subscriber.id,
      name: 'Un logement à Nîmes',
      criteria: JSON.stringify(said.criteria ?? aFlat),
      frequency: said.frequency ?? 'immediate',
      hour: said.hour ?? 8,
      weekday: said.weekday ?? 1,
      quietFrom: said.quiet?.[0] ?? null,
      quietTo: said.quiet?.[1] ?? null,
      ...(said.events ? { events: said.events } : {}),
      minDrop: said.minDrop ?? 0,
      status: 'unconfirmed',
    });
    return (await activate(tx, row, now)).id;
  });
}

/** A flat in Nîmes for 250 000 euros, unless said; lawful, so that a worker leaves it on line. */
export function flat(technicalId: string, said: Partial<ListingDraft> = {}): ListingDraft {
  return lawfulSale(technicalId, {
    reference: technicalId,
    title: 'Trois pièces',
    description: 'Près des arènes.',
    bedrooms: null,
    ...said,
  });
}

/** An agency that publishes: alone, or as the chunks of an import that it closes when told. */
export async function makeAgency({ db }: Pick<Services, 'db'>, ref = 'arenes') {
  const agency = await lawfulAgency(db, ref, { name: 'Agence des Arènes' });
  const apply = async (run: string | null, drafts: readonly ListingDraft[]) => {
    const { outcomes } = await db.transaction().execute((tx) =>
      applyListings(tx, {
        agencyId: agency.id,
        source: 'poliris',
        run,
        now: clock.now(),
        drafts: drafts.map(cleared),
      }),
    );
    return drafts.map(({ technicalId }) => outcomes.get(technicalId)?.id ?? 0);
  };
  return {
    /** Each listing is a fact alone. */
    publish: (...drafts: ListingDraft[]) => apply(null, drafts),
    importChunk: (importId: number, ...drafts: ListingDraft[]) => apply(runOf(importId), drafts),
    closeImport: (importId: number) =>
      db
        .transaction()
        .execute((tx) => announce(tx, [{ kind: feedEvents.imported, ref: importId, run: runOf(importId) }])),
    withdraw: (...technicalIds: string[]) =>
      db
        .transaction()
        .execute((tx) =>
          withdrawListings(tx, { agencyId: agency.id, technicalIds, run: null, now: clock.now() }),
        ),
  };
}

/** Every alert has found what it looks for in the facts so far, as in a worker; nobody is told yet. */
export const findAll = ({ db }: Pick<Services, 'db'>): Promise<void> =>
  untilRead(db, READER, () => matchNext(db));

/** Reads every fact, tells what is due and writes its mails, as the worker does; none leaves. */
export async function workOn(services: Pick<Services, 'db' | 'env' | 'log'>): Promise<void> {
  await findAll(services);
  const { signal } = new AbortController();
  while (await notifyDueAlerts(services, signal));
  await writeMails(services);
}

/** Writes the mails that wait for it. */
export async function writeMails(services: Pick<Services, 'db' | 'env' | 'log'>): Promise<void> {
  while ((await writeDueMails(services, 1)) > 0);
}

/** The mails of alerts queued so far, all written: their keys, subjects and texts, with plain spaces. */
export async function alertMails(services: Pick<Services, 'db' | 'env' | 'log'>) {
  const { db } = services;
  await writeMails(services);
  const { rows } = await sql<{
    key: string;
    to: string;
    subject: string | null;
    text: string | null;
    status: string;
  }>`
    select dedupe_key as key, recipient as to, subject, text, status from mail_outbox
    where dedupe_key like 'alert:%' order by id
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    subject: (row.subject ?? '').replaceAll('\u00a0', ' '),
    text: (row.text ?? '').replaceAll('\u00a0', ' '),
  }));
}
