import { createPublicKey } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Env } from '#platform/env.server.ts';
import type { Carrier, Outcome, Parcel } from './carrier.ts';

type Sender = Pick<Env, 'MAIL_FROM' | 'dkim'>;
type Settings = Pick<Env, 'SMTP_URL' | 'dataDir'> & Sender;

/** The SMTP server when there is one, else the mailbox folder. */
export function openCarrier(env: Settings): Carrier {
  return env.SMTP_URL ? smtpCarrier(env.SMTP_URL, env) : folderCarrier(mailboxFolder(env), env);
}

export function mailboxFolder(env: Pick<Env, 'dataDir'>): string {
  return path.join(env.dataDir, 'mailbox');
}

/** `<key@the domain of From>`. */
export function messageIdOf(messageKey: string, from: string): string {
  return `<${messageKey}@${senderDomain(from)}>`;
}

/** The domain that answers for our mails: of From, of their Message-ID and of their signature alike. */
function senderDomain(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'vigie.localhost';
}

/**
 * What to publish so that receivers know our mails for ours: the public key that signs them, when there is one, who
 * may send them, and what to do with those that are neither signed nor sent so.
 */
export function dnsRecords({ MAIL_FROM, SMTP_URL, dkim }: Sender & Pick<Env, 'SMTP_URL'>) {
  const domain = senderDomain(MAIL_FROM);
  const key =
    dkim && createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const carrier = SMTP_URL ? new URL(SMTP_URL).hostname : 'smtp.example';
  return [
    ...(dkim ? [{ name: `${dkim.selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${key}` }] : []),
    { name: domain, value: `v=spf1 a:${carrier} -all` },
    { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=quarantine; adkim=s; aspf=r' },
  ];
}

// What receivers show or act on. Both headers of one click, as RFC 8058 wants; nodemailer leaves the second out.
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Auto-Submitted:List-Id:List-Unsubscribe:List-Unsubscribe-Post';

/**
 * The message as it travels (RFC 5322, MIME). Two calls with the same parcel give the same bytes: a mail carried
 * again after a crash is recognised by its Message-ID, and replaces itself in the folder.
 */
export async function compose(parcel: Parcel, { MAIL_FROM: from, dkim }: Sender): Promise<Buffer> {
  const { attachment } = parcel;
  const message = new MailComposer({
    from,
    to: { name: '', address: parcel.to },
    ...(parcel.replyTo ? { replyTo: { name: '', address: parcel.replyTo } } : {}),
    subject: parcel.subject,
    text: parcel.text,
    html: parcel.html,
    messageId: messageIdOf(parcel.messageKey, from),
    date: parcel.date,
    headers: { 'Auto-Submitted': 'auto-generated', ...parcel.headers },
    attachments: attachment
      ? [{ filename: attachment.name, contentType: attachment.type, content: attachment.bytes }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  message.baseBoundary = parcel.messageKey;
  const built = await message.build();
  // Texts are written with bare line feeds; what travels, and is signed, has none (RFC 5322, 2.3).
  const plain = Buffer.from(built.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
  if (!dkim) return plain;
  const signer = new DKIM({
    domainName: senderDomain(from),
    keySelector: dkim.selector,
    privateKey: dkim.privateKey,
    headerFieldNames: SIGNED_HEADERS,
  });
  return buffer(signer.sign(plain));
}

/** Bytes of a message, for any recipient. */
export async function messageSize(
  mail: Pick<Parcel, 'subject' | 'html' | 'text' | 'headers'>,
): Promise<number> {
  const unsent = {
    ...mail,
    to: 'a@vigie.localhost',
    replyTo: null,
    messageKey: '0'.repeat(32),
    date: new Date(0),
  };
  return (await compose(unsent, { MAIL_FROM: 'Vigie <alertes@vigie.localhost>', dkim: null })).length;
}

/** A draft older than this was left by a process that died over it. */
const STALE_DRAFT_MS = 120_000;
const FOLDER_LANES = 4;

/** A mail is one file, there as soon as it is whole and never twice: its name is its Message-ID. */
function folderCarrier(folder: string, from: Sender): Carrier {
  const drafts = path.join(folder, '.drafts');
  const ready = once(async () => {
    await mkdir(drafts, { recursive: true });
    for (const name of await readdir(drafts)) {
      const draft = path.join(drafts, name);
      const age = Date.now() - ((await stat(draft).catch(() => null))?.mtimeMs ?? Date.now());
      if (age > STALE_DRAFT_MS) await rm(draft, { force: true });
    }
  });
  return {
    lanes: FOLDER_LANES,
    async carry(parcel) {
      const file = path.join(folder, `${parcel.messageKey}.eml`);
      const draft = path.join(drafts, `${parcel.messageKey}.${process.pid}`);
      try {
        await ready();
        if (await stat(file).catch(() => null)) return { kind: 'delivered' };
        await writeFile(draft, await compose(parcel, from));
        await rename(draft, file);
        return { kind: 'delivered' };
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        // A full disk, a folder without permission: nothing else will pass either.
        return { kind: 'later', away: true, reason: (error as Error).message };
      }
    },
    close: () => {},
  };
}

/** The same promise for everyone who asks. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

// 10 to 30 seconds (security.md, threat 33), and a whole hand-over below the two minutes after which it is taken back.
const CONNECTION_MS = 10_000;
const SILENCE_MS = 20_000;
const HANDOVER_MS = 60_000;

function smtpCarrier(url: string, from: Sender): Carrier {
  const { hostname, port, protocol, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const open = () =>
    createTransport({
      pool: true,
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: port ? Number(port) : secure ? 465 : 587,
      secure,
      // A line that hides STARTTLS would be told the password.
      ...(username
        ? {
            auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
            requireTLS: true,
          }
        : {}),
      maxConnections: 1,
      // A connection that closes under a mail leaves it in doubt: only our own rules send it again.
      maxRequeues: 0,
      connectionTimeout: CONNECTION_MS,
      greetingTimeout: CONNECTION_MS,
      dnsTimeout: CONNECTION_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport = open();
  return {
    // One at a time: a process that dies leaves one mail in doubt (interface.md, fine points 18).
    lanes: 1,
    async carry(parcel) {
      const raw = await compose(parcel, from);
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          // A server that trickles is never silent: its connections end here.
          transport.close();
          transport = open();
          reject(Object.assign(new Error('le serveur SMTP met trop de temps'), { code: 'ETIMEDOUT' }));
        }, HANDOVER_MS);
      });
      const sending = transport.sendMail({
        envelope: { from: bareAddress(from.MAIL_FROM), to: [parcel.to] },
        raw,
      });
      try {
        await Promise.race([sending, tooLong]);
        return { kind: 'delivered' };
      } catch (error) {
        sending.catch(() => {});
        return outcomeOf(error as SmtpError);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** What a failed hand-over means: 5xx is final, 4xx and every trouble of the line are not. */
function outcomeOf({ code, responseCode, command, message }: SmtpError): Outcome {
  const reason = message.slice(0, 500);
  const aboutSession =
    code === 'EAUTH' ||
    command === 'CONN' ||
    command === 'EHLO' ||
    command === 'HELO' ||
    command === 'STARTTLS';
  if (responseCode && responseCode >= 500 && !aboutSession) {
    return { kind: 'refused', recipient: command === 'RCPT TO', reason };
  }
  if (responseCode && responseCode < 500 && responseCode !== 421 && !aboutSession) {
    return { kind: 'later', away: false, reason };
  }
  // No answer to a mail already handed over says nothing of the others; anything else does.
  const away =
    aboutSession ||
    responseCode === 421 ||
    /^(ECONNECTION|EDNS|ETLS|ENOAUTH|EOAUTH2|EPROXY|ECONFIG|ESOCKET)$/.test(code ?? '');
  return { kind: 'later', away, reason };
}

/** The address alone that every mail says it comes from, in lower case. */
export function senderAddress({ MAIL_FROM }: Pick<Env, 'MAIL_FROM'>): string {
  return bareAddress(MAIL_FROM).toLowerCase();
}

function bareAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}
