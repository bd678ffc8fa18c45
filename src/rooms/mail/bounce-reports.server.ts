import PostalMime from 'postal-mime';

/** What a report says of one mail of ours. */
export interface Report {
  readonly kind: 'bounce' | 'complaint';
  /** Left of the @ of the Message-ID of the mail it is about. */
  readonly messageKey: string;
  /** Enhanced status code (RFC 3463) of a bounce; null when it has none. */
  readonly status: string | null;
  readonly permanent: boolean;
}

/** Longer than any report; what comes after is the mail that is sent back. */
const READ_MAX = 1_000_000;

/**
 * Reads a delivery status notification (RFC 3464) that says a mail was not delivered, or a complaint (RFC 5965). Null
 * for what is neither, speaks of no Message-ID of ours, says that delivery is only late, or cannot be read.
 */
export async function readReport(raw: string | Uint8Array): Promise<Report | null> {
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : Buffer.from(raw);
  const mail = await PostalMime.parse(bytes.subarray(0, READ_MAX), {
    maxNestingDepth: 30,
    maxHeadersSize: 200_000,
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  }).catch(() => null);
  const part = (...types: string[]) => {
    const found = mail?.attachments.find(({ mimeType }) => types.includes(mimeType));
    return (
      found &&
      Buffer.from(found.content as ArrayBuffer)
        .toString('latin1')
        .replaceAll('\r\n', '\n')
    );
  };
  const original = part('message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers');
  const messageKey = original === undefined ? null : keyIn(original);
  if (!messageKey) return null;
  const complaint = part('message/feedback-report');
  if (complaint !== undefined) {
    const [fields] = blocksOf(complaint);
    const type = fields?.get('feedback-type')?.toLowerCase();
    // « not-spam » takes a complaint back; « auth-failure » and « virus » are not its reader's.
    return type === 'abuse' || type === 'fraud' || type === 'other'
      ? { kind: 'complaint', messageKey, status: null, permanent: true }
      : null;
  }
  const delivery = part('message/delivery-status', 'message/global-delivery-status');
  const failed = blocksOf(delivery ?? '').find((one) => one.get('action')?.toLowerCase() === 'failed');
  if (!failed) return null;
  const said = `${failed.get('status') ?? ''} ${failed.get('diagnostic-code') ?? ''}`;
  const codes = [...said.matchAll(/(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/g)].map(
    ([, code = '']) => code,
  );
  // « 5.0.0 » says nothing; what the refusing server said in its own words does.
  const status = codes.find((code) => !/^\d\.0\.0$/.test(code)) ?? codes[0] ?? null;
  return { kind: 'bounce', messageKey, status, permanent: !status?.startsWith('4') };
}

/** Reads the headers of the returned mail, not what its body quotes. */
function keyIn(original: string): string | null {
  const head = original.split('\n\n', 1)[0] ?? '';
  return /^Message-ID:\s*<([0-9a-f]{32})@/im.exec(head)?.[1] ?? null;
}

/** Blocks of `Name: value` lines, names in lower case, folded lines put together. */
function blocksOf(text: string): Map<string, string>[] {
  return text.split(/\n[ \t]*\n/).map((block) => {
    const lines = block.replaceAll(/\n[ \t]+/g, ' ').split('\n');
    return new Map(
      lines.flatMap((line) => {
        const [, name, value] = /^([\w-]{1,60}):(.*)$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
      }),
    );
  });
}
