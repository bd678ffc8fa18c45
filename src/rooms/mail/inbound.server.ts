import { toPlainText } from '@react-email/render';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { fail } from '#contract/errors.ts';
import { visible, visibleLine } from '#contract/visible.ts';
import type { Env } from '#platform/env.server.ts';
import { type InboundMail, inboundErrors, ORIGINAL_MAX, WORDS_MAX } from './inbound.ts';
import { newWords } from './inbound-words.server.ts';
import { bareAddress } from './writing.server.ts';

/** Files of fifteen megabytes make 200,000 of them; each takes its time to read, however short. */
const LINES_MAX = 300_000;
/** Letters of its text, or of its HTML. */
const READ_MAX = 500_000;
const FILES_MAX = 20;
const NAME_MAX = 120;

/** `reponse+TOKEN@domain`, where what answers a mail comes back; null when nobody could hand it to us. */
export function replyAddress({ replyBox }: Pick<Env, 'replyBox'>, token: string): string | null {
  return replyBox === null ? null : replyBox.replace('@', `+${token}@`);
}

/** The tokens of the addresses that a mail was sent to; whichever domain they had when it was answered. */
export function tokensIn(recipients: readonly string[]): string[] {
  return [...new Set(recipients.flatMap((one) => /\+([a-z2-7]{26})@/i.exec(one)?.[1]?.toLowerCase() ?? []))];
}

/** Reads a mail as it came (RFC 5322, MIME). Throws MAIL_UNREADABLE. */
export async function readInbound(bytes: Uint8Array): Promise<InboundMail> {
  if (linesOf(bytes) > LINES_MAX) throw fail(inboundErrors.MAIL_UNREADABLE);
  const parsed = await PostalMime.parse(bytes, {
    maxNestingDepth: 30,
    maxHeadersSize: 200_000,
    forceRfc822Attachments: true,
  }).catch(() => null);
  if (!parsed || !parsed.headers.some(({ key }) => key === 'from')) throw fail(inboundErrors.MAIL_UNREADABLE);
  const all = textOf(parsed);
  const words = newWords(all).slice(0, WORDS_MAX).toWellFormed();
  const id = /^\s*<?([^<>\s]{3,400})>?\s*$/.exec(parsed.messageId ?? '')?.[1] ?? null;
  return {
    messageId: id && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(id) ? id : null,
    from: addressesOf(parsed.from ? [parsed.from] : [])[0] ?? null,
    recipients: recipientsOf(parsed),
    kind: kindOf(parsed),
    words,
    original: all === words ? null : all.slice(0, ORIGINAL_MAX).toWellFormed(),
    files: filesOf(parsed),
  };
}

function linesOf(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** The words of a mail on lines of their own, whatever it is made of. */
function textOf({ text, html }: Email): string {
  const plain = text?.trim() ? text.slice(0, READ_MAX) : readHtml(html ?? '');
  return (
    visible(plain)
      .split('\n')
      // Not by a pattern: on a long line of spaces that would take the square of its length.
      .map((line) => line.trimEnd())
      .join('\n')
      .trim()
  );
}

/** Quotations become lines with a « > », as in plain mails. */
function readHtml(html: string): string {
  return toPlainText(html.slice(0, READ_MAX), {
    wordwrap: false,
    limits: { maxDepth: 60, maxInputLength: READ_MAX, maxChildNodes: 5_000 },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: true } },
      { selector: 'style', format: 'skip' },
      { selector: 'script', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
}

function kindOf({ headers, from }: Email): InboundMail['kind'] {
  const said = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const type = said('content-type') ?? '';
  const sender = addressesOf(from ? [from] : [])[0] ?? '';
  if (
    type.startsWith('multipart/report') ||
    said('return-path') === '<>' ||
    sender.startsWith('mailer-daemon@')
  )
    return 'report';
  const auto = said('auto-submitted');
  const automatic =
    (auto !== undefined && !auto.startsWith('no')) ||
    /^(?:bulk|junk|list|auto[_-]reply)/.test(said('precedence') ?? '') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'list-id', 'list-unsubscribe'].some((name) =>
      said(name),
    ) ||
    /^(?:réponse automatique|automatic reply|absence du bureau|out of office|auto\s?:)/u.test(
      said('subject') ?? '',
    );
  return automatic ? 'automatic' : 'written';
}

function recipientsOf(mail: Email): string[] {
  const written = addressesOf([...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])]);
  const carried = mail.headers.flatMap(({ key, value }) =>
    /^(?:delivered-to|x-original-to|envelope-to|x-envelope-to|x-forwarded-to)$/.test(key)
      ? value.toLowerCase().slice(0, 1_000)
      : [],
  );
  return [...written, ...carried];
}

/** Bare addresses, in lower case; what is none is left out. */
function addressesOf(given: readonly Address[]): string[] {
  return given
    .flatMap((one) => one.group ?? [one])
    .slice(0, 100)
    .flatMap(({ address }) => {
      try {
        return address ? [bareAddress(address)] : [];
      } catch {
        return [];
      }
    });
}

function filesOf({ attachments }: Email): string[] {
  return attachments
    .filter(({ disposition, related, mimeType }) =>
      disposition === 'attachment' ? !related : !(related || mimeType.startsWith('image/')),
    )
    .slice(0, FILES_MAX)
    .map(({ filename, mimeType }) => {
      const name = visibleLine(filename ?? '');
      return (name || `sans nom (${mimeType})`).slice(0, NAME_MAX).toWellFormed();
    });
}
