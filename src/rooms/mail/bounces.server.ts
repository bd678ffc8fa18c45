import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { keptEmail } from '#contract/email.ts';
import { fail } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { readReport } from './bounce-reports.server.ts';
import { insertEvent, markReturned, recipientOf, wasWrittenTo } from './bounces.sql.server.ts';
import {
  BOUNCE_LIMIT,
  BOUNCE_MEMORY_MS,
  bounceErrors,
  bounceWeight,
  type MailEvent,
  SIGNATURE_MS,
  type Taken,
} from './bounces.ts';
import { refuseByHash } from './erasure.server.ts';
import { countBounce, releasedAt, suppressAddress } from './outbox.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

/**
 * Throws MAIL_SIGNATURE unless these very bytes were signed with MAIL_WEBHOOK_SECRET less than five minutes ago
 * (security.md, threat 24); also when there is no such secret.
 */
export function checkSignature(
  env: Pick<Env, 'MAIL_WEBHOOK_SECRET'>,
  { signature, body }: { signature: string; body: string | Uint8Array },
): void {
  const secret = env.MAIL_WEBHOOK_SECRET;
  const at = /(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1];
  const given = [...signature.matchAll(/(?:^|,)\s*v1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex = '']) => hex);
  const late = Math.abs(clock.now().getTime() - Number(at) * 1000);
  if (!secret || !at || late > SIGNATURE_MS) throw fail(bounceErrors.MAIL_SIGNATURE);
  const wanted = createHmac('sha256', secret).update(`${at}.`).update(body).digest();
  // Several while a secret is being changed.
  if (!given.some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), wanted)))
    throw fail(bounceErrors.MAIL_SIGNATURE);
}

/** Takes what a provider says, each thing once. What says nothing of a mail of ours is ignored, and counted. */
export async function takeEvents(services: Open, events: readonly MailEvent[]): Promise<Taken> {
  const taken: Taken = { taken: 0, known: 0, ignored: 0 };
  for (const event of events) taken[await takeEvent(services, event)] += 1;
  return taken;
}

/**
 * Takes a report as a mail server sent it (RFC 3464; RFC 5965 for complaints), told again or not. It is believed when it
 * names the Message-ID of a mail of ours: nobody else than its reader's server knows it.
 */
export async function takeReport(
  services: Open,
  { id, message }: { id: string; message: string | Uint8Array },
): Promise<keyof Taken> {
  const report = await readReport(message);
  if (!report) return 'ignored';
  const { kind, messageKey, status, permanent } = report;
  return once(services, id, async (tx, now) => {
    const email = await recipientOf(tx, messageKey);
    if (email === null) return false;
    await markReturned(tx, { messageKey, as: kind, status, at: now });
    return apply(tx, services.env, { kind, email, status, permanent, at: now, now });
  });
}

/**
 * Takes the reports of files, of all files of folders (a Maildir), and of the standard input (`-`). The same bytes again
 * are known. `unreadable`: files that could not be opened.
 */
export async function takeReports(
  services: Open,
  names: readonly string[],
): Promise<Taken & { unreadable: string[] }> {
  const taken = { taken: 0, known: 0, ignored: 0 };
  const unreadable: string[] = [];
  for (const name of names) {
    const files = await filesOf(name).catch(() => null);
    if (files === null) unreadable.push(name);
    for (const file of files ?? []) {
      const message = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch(() => null);
      if (message === null) unreadable.push(file);
      else {
        const id = `file:${createHash('sha256').update(message).digest('hex')}`;
        taken[await takeReport(services, { id, message })] += 1;
      }
    }
  }
  return { ...taken, unreadable };
}

async function filesOf(name: string): Promise<string[]> {
  if (name === '-' || !(await stat(name)).isDirectory()) return [name];
  const entries = await readdir(name, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted((a, b) => a.localeCompare(b));
}

async function takeEvent(services: Open, event: MailEvent): Promise<keyof Taken> {
  const { id, type, message } = event;
  if (type === 'message') return message === undefined ? 'ignored' : takeReport(services, { id, message });
  if (type !== 'bounce' && type !== 'complaint') return 'ignored';
  return once(services, id, async (tx, now) => {
    const said = event.email && keptEmail(event.email);
    const key = /([0-9a-f]{32})@/.exec(event.messageId ?? '')?.[1];
    const email = said || (key ? await recipientOf(tx, key) : null);
    if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) return false;
    const happened = Date.parse(event.at ?? '');
    const at = happened < now.getTime() ? new Date(happened) : now;
    const status = event.status ?? null;
    if (key) await markReturned(tx, { messageKey: key, as: type, status, at });
    return apply(tx, services.env, {
      kind: type,
      email,
      status,
      permanent: event.permanent ?? null,
      at,
      now,
    });
  });
}

/** Runs in the transaction that records the event: it is applied once and whole. */
async function once(
  { db }: Open,
  id: string,
  act: (tx: Tx, now: Date) => Promise<boolean>,
): Promise<keyof Taken> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await insertEvent(tx, id, now))) return 'known';
    return (await act(tx, now)) ? 'taken' : 'ignored';
  });
}

/** False when the bounce is older than the release of its address. */
async function apply(
  tx: Tx,
  env: Open['env'],
  said: {
    kind: 'bounce' | 'complaint';
    email: string;
    status: string | null;
    permanent: boolean | null;
    at: Date;
    now: Date;
  },
): Promise<boolean> {
  const { kind, email, at, now } = said;
  const since = await releasedAt(tx, email);
  if (since && at < since) return false;
  const final = kind === 'complaint' || bounceWeight(said) >= BOUNCE_LIMIT;
  // Nobody wrote to this address, or its person was erased: keep nothing that names them.
  if (!(await wasWrittenTo(tx, email))) {
    if (final) await refuseByHash(tx, env, { email, reason: kind === 'bounce' ? 'bounces' : kind, at: now });
    return final;
  }
  if (kind === 'complaint') await suppressAddress(tx, email, 'complaint', now);
  else await recordBounce(tx, { ...said, now });
  return true;
}

/** Counts a refusal against its address, and sets it aside from `BOUNCE_LIMIT` on. */
export async function recordBounce(
  db: Db | Tx,
  bounce: { email: string; status: string | null; permanent: boolean | null; weight?: number; now: Date },
): Promise<void> {
  const { email, now } = bounce;
  const weight = bounce.weight ?? bounceWeight(bounce);
  if (weight === 0) return;
  await countBounce(db, {
    email,
    weight,
    limit: BOUNCE_LIMIT,
    now,
    forgetBefore: new Date(now.getTime() - BOUNCE_MEMORY_MS),
  });
}
