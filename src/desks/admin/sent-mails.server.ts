import { Readable } from 'node:stream';
import type { AnswerOf } from '#contract/call.ts';
import { keptEmail } from '#contract/email.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { formatShortDate, formatTime } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { messageIdOf } from '#rooms/mail/carrier.server.ts';
import { MAIL_WORDS_DAYS } from '#rooms/mail/contract.ts';
import { addressKey } from '#rooms/mail/erasure.server.ts';
import { masked } from '#rooms/mail/masking.ts';
import { allow } from '#rooms/mail/outbox.server.ts';
import {
  type AsideMark,
  type AsideRow,
  type MailFilter,
  type MailRow,
  selectAgencyAddresses,
  selectAside,
  selectMail,
  selectMails,
  type WholeMail,
} from './sent-mails.sql.server.ts';
import {
  type AsideAddress,
  type AsideFilters,
  type adminMailsCall,
  asideWords,
  fateOf,
  kindWords,
  type ListedMail,
  MAILS_PAGE,
  type MailWords,
  mailFates,
  type ReadMail,
  type restoreAddressesCall,
} from './sent-mails.ts';

type Open = Pick<Services, 'db' | 'env'>;
type Agency = AnswerOf<typeof adminMailsCall>['agency'];

const DAY_MS = 86_400_000;
/** Lines of a file that are read together. */
const BATCH = 1_000;

const kindOf = ({ stream }: Pick<MailRow, 'stream'>) => stream.split(':')[0] ?? '';

/** What the filters ask for, and the agency that they name. */
async function askedIn(
  db: Queryable,
  { personne, agence, genre, etat }: MailWords,
): Promise<{ filter: MailFilter; agency: Agency }> {
  const reference = agence?.trim().toLowerCase() ?? '';
  const found = reference === '' ? null : await selectAgencyAddresses(db, reference);
  const agency = found && {
    id: found.id,
    name: found.name,
    ownerReference: found.ownerReference,
    addresses: [...new Set(found.emails.flatMap((email) => (email ? [keptEmail(email)] : [])))],
  };
  const person = personne?.trim() ? keptEmail(personne) : null;
  // Both at once: the person, where the agency is written to at that address.
  const ofAgency = reference === '' ? null : (agency?.addresses ?? []);
  const addresses = person === null ? ofAgency : (ofAgency ?? [person]).filter((email) => email === person);
  return { filter: { addresses, kind: genre ?? null, fate: etat ?? null }, agency };
}

function listed(row: MailRow): ListedMail {
  const { id, recipient, subject, status, attempts, createdAt, sentAt } = row;
  return {
    id,
    to: recipient,
    subject: subject === null ? null : masked(subject),
    kind: kindOf(row),
    status,
    fate: fateOf(row),
    attempts,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

/** A page of the mails that answer the filters. `next` asks for the page after; null: it is the last. */
export async function mailsPage(
  db: Queryable,
  words: MailWords,
  apres: number | null,
): Promise<AnswerOf<typeof adminMailsCall>> {
  const { filter, agency } = await askedIn(db, words);
  const rows = await selectMails(db, filter, { before: apres, limit: MAILS_PAGE + 1 });
  const mails = rows.slice(0, MAILS_PAGE).map(listed);
  return { mails, agency, next: rows.length > MAILS_PAGE ? (mails.at(-1)?.id ?? null) : null };
}

/** All of them as a CSV file, without their words, read a page at a time. */
export function mailsCsv(db: Queryable, words: MailWords): Readable {
  return Readable.from(csvOf(db, words));
}

async function* csvOf(db: Queryable, words: MailWords): AsyncGenerator<string> {
  yield csvHead([
    'Numéro',
    'Écrit le',
    'Heure',
    'Destinataire',
    'Genre',
    'Objet',
    'État',
    'Tentatives',
    'Parti le',
    'Réponse du serveur',
    'Revenu le',
    'Retour',
  ]);
  const { filter } = await askedIn(db, words);
  for (let before: number | null = null; ; ) {
    const rows: MailRow[] = await selectMails(db, filter, { before, limit: BATCH });
    for (const row of rows)
      yield csvLine([
        row.id,
        formatShortDate(row.createdAt),
        formatTime(row.createdAt),
        row.recipient,
        kindWords(kindOf(row)),
        row.subject === null ? null : masked(row.subject),
        mailFates[fateOf(row)],
        row.attempts,
        row.sentAt && `${formatShortDate(row.sentAt)} ${formatTime(row.sentAt)}`,
        row.error,
        row.returnedAt && formatShortDate(row.returnedAt),
        row.returnedAs === null
          ? null
          : row.returnedAs === 'complaint'
            ? 'plainte'
            : (row.returnedStatus ?? 'renvoyé'),
      ]);
    if (rows.length < BATCH) return;
    before = rows.at(-1)!.id;
  }
}

/**
 * One mail as it was sent, without what its links and its answers open, and what became of it. Whoever reads its words is
 * noted in the audit, by the number of the mail alone. Throws NOT_FOUND.
 */
export async function readMail(
  { db, env }: Open,
  word: string,
  by: AdministratorName,
): Promise<{ mail: ReadMail }> {
  const id = /^[1-9]\d{0,14}$/.test(word) ? Number(word) : null;
  return db.transaction().execute(async (tx) => {
    const row = id === null ? null : await selectMail(tx, id);
    if (!row) throw fail(sharedErrors.NOT_FOUND, undefined, 'Ce courriel n’existe pas, ou n’est plus gardé.');
    if (row.html !== null || row.text !== null)
      await recordAction(tx, {
        by,
        action: 'mail.read',
        subject: { kind: 'mail', id: row.id, label: String(row.id) },
      });
    return { mail: shownMail(row, env) };
  });
}

function shownMail(row: WholeMail, env: Open['env']): ReadMail {
  const { html, text, status, attachmentName, attachmentType } = row;
  const here = html !== null || text !== null;
  const waits = status === 'pending' || status === 'sending';
  return {
    ...listed(row),
    from: env.MAIL_FROM,
    replyTo: row.replyTo && masked(row.replyTo),
    messageId: messageIdOf(row.messageKey, env.MAIL_FROM),
    headers: Object.fromEntries(Object.entries(row.headers).map(([name, value]) => [name, masked(value)])),
    words: here ? 'here' : row.unwritten ? 'unwritten' : 'gone',
    html: html && masked(html),
    text: text && masked(text),
    keptUntil:
      here && !waits ? new Date(row.createdAt.getTime() + MAIL_WORDS_DAYS * DAY_MS).toISOString() : null,
    attachment:
      attachmentName === null || attachmentType === null
        ? null
        : { name: attachmentName, type: attachmentType },
    nextAt: status === 'pending' ? row.nextAt.toISOString() : null,
    error: row.error,
    returned:
      row.returnedAs === null || row.returnedAt === null
        ? null
        : { as: row.returnedAs, status: row.returnedStatus, at: row.returnedAt.toISOString() },
    address:
      row.bounces === null
        ? null
        : {
            bounces: row.bounces,
            lastBounceAt: row.lastBounceAt?.toISOString() ?? null,
            asideSince: row.suppressedAt?.toISOString() ?? null,
            reason: row.reason,
          },
  };
}

function asideFilter({ personne, motif }: AsideFilters) {
  return { email: personne?.trim() ? keptEmail(personne) : null, reason: motif ?? null };
}

function asideShown({ email, reason, suppressedAt, bounces, lastBounceAt }: AsideRow): AsideAddress {
  return {
    email,
    reason,
    since: suppressedAt.toISOString(),
    bounces,
    lastBounceAt: lastBounceAt?.toISOString() ?? null,
  };
}

/** « 1794787200000:claire@exemple.fr », where a page ended; null for anything else. */
function markIn(word: string | undefined): AsideMark | null {
  const [, at, email] = /^(\d{1,15}):(.+)$/.exec(word ?? '') ?? [];
  return at && email ? { at: new Date(Number(at)), email } : null;
}

/** A page of the addresses that nothing is sent to. `next` asks for the page after; null: it is the last. */
export async function asidePage(
  db: Queryable,
  { apres, ...filters }: AsideFilters & { readonly apres?: string | undefined },
): Promise<{ addresses: AsideAddress[]; next: string | null }> {
  const rows = await selectAside(db, asideFilter(filters), { after: markIn(apres), limit: MAILS_PAGE + 1 });
  const page = rows.slice(0, MAILS_PAGE);
  const last = page.at(-1);
  return {
    addresses: page.map(asideShown),
    next: rows.length > MAILS_PAGE && last ? `${last.suppressedAt.getTime()}:${last.email}` : null,
  };
}

/** All of them as a CSV file, read a page at a time. */
export function asideCsv(db: Queryable, filters: AsideFilters): Readable {
  return Readable.from(asideLines(db, filters));
}

async function* asideLines(db: Queryable, filters: AsideFilters): AsyncGenerator<string> {
  yield csvHead(['Adresse', 'Pourquoi', 'Mise de côté le', 'Retours', 'Dernier retour']);
  for (let after: AsideMark | null = null; ; ) {
    const rows: AsideRow[] = await selectAside(db, asideFilter(filters), { after, limit: BATCH });
    for (const { email, reason, suppressedAt, bounces, lastBounceAt } of rows)
      yield csvLine([
        email,
        reason && asideWords[reason],
        formatShortDate(suppressedAt),
        bounces,
        lastBounceAt && formatShortDate(lastBounceAt),
      ]);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: last.suppressedAt, email: last.email };
  }
}

/**
 * Writes again to addresses that were set aside, by the rule of the command. One to which mail goes already stays as it is:
 * twice the same is once. The audit holds no address, but a key of it.
 */
export async function restoreAddresses(
  { db, env }: Open,
  { emails, reason }: { readonly emails: readonly string[]; readonly reason: string },
  by: AdministratorName,
): Promise<AnswerOf<typeof restoreAddressesCall>> {
  const restored: string[] = [];
  const others: string[] = [];
  for (const email of new Set(emails.map(keptEmail))) {
    const done = await db.transaction().execute(async (tx) => {
      const [before] = await selectAside(tx, { email, reason: null }, { after: null, limit: 1 });
      if (!(await allow({ db: tx, env }, email))) return false;
      await recordAction(tx, {
        by,
        action: 'mail.restored',
        subject: { kind: 'mail', id: addressKey(env, email), label: 'Adresse mise de côté' },
        // Of a person who was erased, nothing else is left than that their address refused.
        before: before
          ? { motif: before.reason && asideWords[before.reason], depuis: before.suppressedAt.toISOString() }
          : { motif: null },
        after: null,
        reason,
      });
      return true;
    });
    (done ? restored : others).push(email);
  }
  return { restored, others };
}
