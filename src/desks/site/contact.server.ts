import type { BodyOf } from '#contract/call.ts';
import { paths } from '#contract/paths.ts';
import type { Actor, AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { clientOf } from '#platform/rate-limits.server.ts';
import { newReference, refuseMore } from '#platform/senders.server.ts';
import { isOwnAddress } from '#rooms/accounts/accounts.server.ts';
import { storedAgency } from '#rooms/agencies/sessions.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import {
  countMessages,
  deleteMessagesBefore,
  deleteMessagesOf,
  forgetClients,
  insertMessage,
  lockMessages,
  messageBySubmission,
  messagesOf,
  messagesOfAgency,
} from './contact.sql.server.ts';
import {
  type agencyContactCall,
  CLIENT_KEPT_HOURS,
  type ContactReceipt,
  type contactCall,
  KEPT_YEARS,
  MESSAGES_PER_ADDRESS_DAY,
  MESSAGES_PER_CLIENT_HOUR,
  RECEIPTS_PER_DAY,
} from './contact.ts';

const HOUR_MS = 3_600_000;
/** Messages that an agency finds again. */
const SHOWN = 10;
/**
 * Keeps a message, mails it to CONTACT_EMAIL (whose answer goes to its writer) and a receipt to its writer. The same
 * submission again changes nothing. What a program seems to have filled in is marked, and arrives all the same. Throws
 * RATE_LIMIT_EXCEEDED.
 */
export async function receiveMessage(
  { db, env }: Pick<Services, 'db' | 'env'>,
  given: BodyOf<typeof contactCall> & Partial<Pick<BodyOf<typeof agencyContactCall>, 'company' | 'phone'>>,
  { actor, ip }: { actor: Actor; ip: string },
): Promise<ContactReceipt> {
  const { website, submission, company = null, phone = null, ...words } = given;
  return db.transaction().execute(async (tx) => {
    await lockMessages(tx);
    const known = submission && (await messageBySubmission(tx, submission));
    if (known) return known;
    const now = clock.now();
    const client = clientOf(ip);
    const sent = await countMessages(tx, { email: words.email, client }, now);
    refuseMore(
      sent,
      { perAddressDay: MESSAGES_PER_ADDRESS_DAY, perClientHour: MESSAGES_PER_CLIENT_HOUR },
      now,
    );
    const ofAgency = company !== null;
    const own =
      ofAgency && actor.kind === 'agency'
        ? (await storedAgency(tx, actor.agencyId)).email === words.email
        : await isOwnAddress(tx, actor, words.email);
    const message = {
      ...words,
      company,
      phone,
      // A signed-in person finds it again there, whatever the address.
      agencyId: ofAgency && actor.kind === 'agency' ? actor.agencyId : null,
      reference: newReference('VIG'),
      // Under another address it is no message of the account: both leave, or stay, by their address.
      accountId: own && actor.kind === 'user' ? actor.userId : null,
      receipt: sent.receipts < RECEIPTS_PER_DAY,
      createdAt: now,
    };
    await insertMessage(tx, { ...message, submission: submission ?? null, client });
    const { messageMail, receiptMail } = await import('./contact.mails.server.tsx');
    const stream = `contact:${message.reference}`;
    const toUs = messageMail({ origin: env.publicUrl, doubtful: Boolean(website?.trim()), ...message });
    await sendMail(tx, toUs, {
      key: `contact:${message.reference}`,
      stream,
      to: env.contactAddress,
      replyTo: message.email,
    });
    if (message.receipt) {
      const toThem = receiptMail({
        origin: env.publicUrl,
        contactUrl: `${env.publicUrl}${ofAgency ? paths.agencyContact() : paths.contact()}`,
        reference: message.reference,
        // The reader of the address may not have typed it: then nothing typed is mailed to it.
        said: own ? message : null,
      });
      await sendMail(tx, toThem, {
        key: `contact-receipt:${message.reference}`,
        stream,
        to: message.email,
        replyTo: env.contactAddress,
      });
    }
    return { reference: message.reference, receipt: message.receipt };
  });
}

/** What an agency wrote from its space, the last first. */
export async function messagesFromAgency(db: Queryable, agencyId: AgencyId) {
  const messages = await messagesOfAgency(db, agencyId, SHOWN);
  return messages.map(({ createdAt, ...words }) => ({ ...words, at: createdAt.toISOString() }));
}

/** Forgets where messages came from after a day, and messages after three years. */
export async function forgetMessages(db: Db): Promise<void> {
  const now = clock.now();
  await forgetClients(db, new Date(now.getTime() - CLIENT_KEPT_HOURS * HOUR_MS));
  const longAgo = new Date(now);
  longAgo.setUTCFullYear(longAgo.getUTCFullYear() - KEPT_YEARS);
  await deleteMessagesBefore(db, longAgo);
}

/** What somebody wrote to us, the oldest first. */
export async function messagesFromPerson(db: Queryable, person: Person) {
  const messages = await messagesOf(db, person);
  return messages.map(({ createdAt, ...words }) => ({ ...words, at: createdAt.toISOString() }));
}

/** Deletes what a person wrote to us. */
export async function forgetWritings(tx: Tx, person: Person): Promise<void> {
  await deleteMessagesOf(tx, person);
}
