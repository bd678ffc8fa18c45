import { hash } from 'node:crypto';
import { keptEmail } from '#contract/email.ts';
import { visible } from '#contract/visible.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { isConnectionLost, type Tx } from '#platform/db.server.ts';
import type { Attachment } from './contract.ts';
import {
  claimUnwritten,
  insertUnwritten,
  releaseUnwritten,
  storeWritten,
  type Unwritten,
} from './writing.sql.server.ts';
import type { MailToWrite, WrittenMail } from './writing.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;

/**
 * Writes mails in the transaction that keeps them, by their ids. Null: it is no longer to be sent. May be asked again for
 * the same mail until that transaction is committed, never after.
 */
type Write<Said> = (
  tx: Tx,
  env: Open['env'],
  mails: readonly { readonly id: number; readonly said: Said }[],
) => Promise<ReadonlyMap<number, WrittenMail | null>>;

interface MailWriter<Said> {
  readonly name: string;
  readonly write: Write<Said>;
}

/** Those of the rooms above this one: each names itself when its module is loaded. */
const writers = new Map<string, Write<never>>();

/** Makes a writer known by its name, which stays in the database with the mails that wait for it. */
export function defineMailWriter<Said>(name: string, write: Write<Said>): MailWriter<Said> {
  writers.set(name, write);
  return { name, write };
}

/**
 * Queues mails of a list in the caller's transaction, as what they tell: each is written once, shortly before it leaves.
 * The same `dedupeKey` again does nothing. Throws a TypeError on an address that is not one bare address.
 */
export async function queueToWrite<Said>(
  tx: Tx,
  writer: MailWriter<Said>,
  mails: readonly MailToWrite<Said>[],
): Promise<void> {
  if (mails.length === 0) return;
  const now = clock.now();
  const rows = mails.map(({ dedupeKey, stream, to, said }) => ({
    dedupeKey,
    stream,
    to: bareAddress(to),
    said: JSON.stringify(said),
    messageKey: messageKeyOf(dedupeKey, now),
  }));
  await insertUnwritten(tx, writer.name, now, rows);
}

/** Mails held at once while they are written. */
const WRITTEN_AT_ONCE = 25;

/**
 * Writes the next mails that are due, under the lock of a carrier. One that cannot be written holds no other back: it is
 * tried again with the pauses of mails. Answers how many were taken.
 */
export async function writeDueMails(open: Open, carrier: number): Promise<number> {
  const claimed = await claimUnwritten(open.db, { carrier, now: clock.now(), limit: WRITTEN_AT_ONCE });
  const [only] = claimed;
  if (!only) return 0;
  try {
    await writeTogether(open, carrier, claimed);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    if (claimed.length === 1) await giveBack(open, carrier, only, error as Error);
    else
      for (const mail of claimed) {
        try {
          await writeTogether(open, carrier, [mail]);
        } catch (own) {
          if (isConnectionLost(own)) throw own;
          await giveBack(open, carrier, mail, own as Error);
        }
      }
  }
  return claimed.length;
}

/** Writes for one look at the queue: a batch at most before what is written has left. */
export class WritingAhead {
  readonly #open: Open;
  readonly #carrier: number;
  /** The batch being written, or that failed. */
  #batch: Promise<number> | null = null;
  /** Written, and not taken since. */
  #waiting = 0;
  /** Nothing was left to be written. */
  #dry = false;

  constructor(open: Open, carrier: number) {
    this.#open = open;
    this.#carrier = carrier;
  }

  /** A mail was taken to be carried. */
  took({ list }: { readonly list: boolean }): void {
    if (list && this.#waiting > 0) this.#waiting -= 1;
  }

  /** Begins to write the next batch, unless enough waits; asked once a mail has left: for a server that is away, nothing is. */
  ahead(): void {
    if (!this.#batch && !this.#dry && this.#waiting < WRITTEN_AT_ONCE) this.#begin().catch(() => {});
  }

  /** Once nothing that is written waits: the batch being written, or another. Answers how many mails were taken. */
  async next(): Promise<number> {
    this.#waiting = 0;
    return this.#batch ?? this.#begin();
  }

  /** Once nothing of it is being written any more, whatever came of it. */
  async over(): Promise<void> {
    await this.#batch?.catch(() => {});
  }

  #begin(): Promise<number> {
    const write = async () => {
      const taken = await writeDueMails(this.#open, this.#carrier);
      this.#waiting += taken;
      this.#dry = taken === 0;
      this.#batch = null;
      return taken;
    };
    return (this.#batch = write());
  }
}

async function writeTogether({ db, env }: Open, carrier: number, mails: readonly Unwritten[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const [name, own] of Map.groupBy(mails, ({ writer }) => writer)) {
      const write = writers.get(name) as Write<unknown> | undefined;
      if (!write) throw new Error(`aucun programme n’écrit « ${name} »`);
      const written = await write(tx, env, own);
      const kept = own.flatMap(({ id }) => {
        const mail = written.get(id);
        if (!mail) return [];
        checkHeaders(mail);
        return [{ id, ...mail, subject: visible(mail.subject), headers: JSON.stringify(mail.headers) }];
      });
      await storeWritten(tx, carrier, kept);
      const over = own.flatMap(({ id }) => (written.get(id) ? [] : id));
      await releaseUnwritten(tx, { ids: over, carrier }, { status: 'withdrawn' });
    }
  });
}

async function giveBack({ db, log }: Open, carrier: number, mail: Unwritten, error: Error): Promise<void> {
  log.error({ err: error, mail: mail.id }, 'courriel non écrit');
  const attempts = mail.attempts + 1;
  const nextAt = nextTry(mail.createdAt, attempts);
  const end = { attempts, error: error.message.slice(0, 500) };
  await releaseUnwritten(
    db,
    { ids: [mail.id], carrier },
    nextAt ? { ...end, status: 'pending', nextAt } : { ...end, status: 'failed' },
  );
}

const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 4 * 3_600_000;
const GIVE_UP_MS = 72 * 3_600_000;

/** When a mail is tried again after so many attempts; null once it has waited for three days. */
export function nextTry(createdAt: Date, attempts: number): Date | null {
  const now = clock.now().getTime();
  if (now - createdAt.getTime() >= GIVE_UP_MS) return null;
  return new Date(now + Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_RETRY_MS));
}

const PART = String.raw`[^\s@<>(),;:\\"[\]]`;
const ADDRESS = new RegExp(`^${PART}{1,64}@${PART}{1,190}$`);
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;
// From and the recipient are not for the caller to choose (security.md, threat 21).
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|return-path|mime-version|content-.*)$/i;

/**
 * An address as it is kept and written to: as every field reads it, and one that no field takes any more as it stands. Throws a
 * TypeError when it is not one bare address.
 */
export function bareAddress(address: string): string {
  const bare = keptEmail(address);
  if (!ADDRESS.test(bare)) throw new TypeError('adresse de courriel refusée');
  return bare;
}

/** Throws a TypeError on a line break in a header, and on a header that only the mail room sets. */
export function checkHeaders(mail: Pick<WrittenMail, 'subject' | 'headers'>): void {
  for (const [name, value] of Object.entries({ ...mail.headers, Objet: mail.subject })) {
    if (!HEADER_NAME.test(name) || OWN_HEADERS.test(name) || /[\r\n\0]/.test(value)) {
      throw new TypeError(`en-tête de courriel refusé : ${JSON.stringify(name)}`);
    }
  }
}

/** Throws a TypeError unless the file is named `F-2026-000001.pdf` and its type is written `application/pdf`. */
export function checkAttachment({ name, type }: Attachment): void {
  if (!/^\w[\w-]{0,60}\.\w{1,5}$/.test(name) || !/^[a-z]+\/[a-z0-9.+-]{1,60}$/.test(type))
    throw new TypeError(`pièce jointe refusée : ${JSON.stringify(name)}`);
}

/** Left of the @ of a Message-ID: with the moment, so that a database begun anew never repeats that of another mail. */
export function messageKeyOf(dedupeKey: string, createdAt: Date): string {
  return hash('sha256', `${dedupeKey}\n${createdAt.toISOString()}`, 'hex').slice(0, 32);
}
