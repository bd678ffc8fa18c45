import { createHash, randomBytes } from 'node:crypto';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { Download, UploadedFile } from '#platform/api.server.ts';
import { readToken, signToken } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Env } from '#platform/env.server.ts';
import { inTurn, makePicture, UnusablePicture } from '#rooms/listings/pixels.server.ts';
import {
  claimAttachment,
  deleteAttachments,
  holdReport,
  insertAttachment,
  selectAttachment,
  selectDigests,
  selectOrphans,
} from './attachments.sql.server.ts';
import {
  ATTACH_MINUTES,
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  type AttachmentKind,
  attachmentEndings,
  attachmentErrors,
  attachmentFileName,
} from './attachments.ts';
import { readCaseId } from './queue.server.ts';

const PURPOSE = 'report-attachments';
const MINUTE_MS = 60_000;
/** No upload lasts that long: what no report holds by then is nobody's. */
const ORPHAN_MS = 60 * MINUTE_MS;
const SWEPT_AT_ONCE = 200;

type Kept = Pick<Services, 'db' | 'storage'>;

/** What lets the browser that sent a report attach files to it, and nobody who only learnt its reference. */
export function attachKeyOf({ secret }: Pick<Env, 'secret'>, reference: string): string {
  return signToken(secret, PURPOSE, reference);
}

const storageKeyOf = (key: string, kind: AttachmentKind) =>
  `reports/${key.slice(0, 2)}/${key}.${attachmentEndings[kind]}`;

/**
 * Attaches a file to a report that left less than an hour ago. A picture is made again from its pixels, without what a camera says
 * of the place and of its owner; a PDF is kept as it is, and never opened here. The same file again changes nothing. Answers how
 * many it has. Throws ATTACHMENT_KEY, ATTACHMENT_MISSING, ATTACHMENT_TOO_HEAVY, ATTACHMENT_REFUSED, ATTACHMENT_TOO_MANY.
 */
export async function attachFile(
  { db, env, storage }: Kept & Pick<Services, 'env'>,
  { reference, key: word }: { reference: string; key: string },
  file: UploadedFile | undefined,
): Promise<{ attachments: number }> {
  if (readToken(env.secret, PURPOSE, word) !== reference) throw fail(attachmentErrors.ATTACHMENT_KEY);
  if (!file || file.bytes.length === 0) throw fail(attachmentErrors.ATTACHMENT_MISSING);
  const { bytes } = file;
  if (bytes.length > ATTACHMENT_BYTES_MAX) throw fail(attachmentErrors.ATTACHMENT_TOO_HEAVY);
  const made = await madeOf(bytes);
  const row = {
    key: randomBytes(16).toString('hex'),
    kind: made.kind,
    bytes: made.bytes.length,
    digest: createHash('sha256').update(bytes).digest(),
  };
  await insertAttachment(db, row, clock.now());
  await storage.put(storageKeyOf(row.key, row.kind), made.bytes);
  return db.transaction().execute(async (tx) => {
    const report = await holdReport(tx, reference);
    const since = clock.now().getTime() - ATTACH_MINUTES * MINUTE_MS;
    if (!report || report.erasedAt !== null || report.createdAt.getTime() < since)
      throw fail(attachmentErrors.ATTACHMENT_KEY);
    const digests = await selectDigests(tx, report.id);
    if (digests.some((digest) => digest.equals(row.digest))) return { attachments: digests.length };
    if (digests.length >= ATTACHMENTS_MAX) throw fail(attachmentErrors.ATTACHMENT_TOO_MANY);
    await claimAttachment(tx, row.key, report.id);
    return { attachments: digests.length + 1 };
  });
}

async function madeOf(bytes: Uint8Array): Promise<{ kind: AttachmentKind; bytes: Uint8Array }> {
  // PDF 32000-1, 7.5.2: the header stands in the first bytes.
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return { kind: 'pdf', bytes };
  try {
    const { files } = await inTurn(() => makePicture(bytes));
    return { kind: 'picture', bytes: [...files.values()].at(-1)! };
  } catch (error) {
    if (error instanceof UnusablePicture)
      throw fail(attachmentErrors.ATTACHMENT_REFUSED, { reason: error.message });
    throw error;
  }
}

/** A file attached to a report, to be saved. Throws NOT_FOUND. */
export async function attachmentOf(
  { db, storage }: Kept,
  words: { id: string; attachment: string },
): Promise<Download> {
  const [report, id] = [readCaseId(words.id), readCaseId(words.attachment)];
  const row = report !== null && id !== null ? await selectAttachment(db, report, id) : undefined;
  const stored = row && (await storage.get(storageKeyOf(row.key, row.kind)));
  if (!row || !stored) throw fail(sharedErrors.NOT_FOUND);
  return { fileName: attachmentFileName(row.reference, row.rank, row.kind), content: stored.stream };
}

/** Deletes the files that no report holds any more. Returns how many. */
export async function sweepAttachments({ db, storage }: Kept): Promise<number> {
  const before = new Date(clock.now().getTime() - ORPHAN_MS);
  let removed = 0;
  for (;;) {
    const rows = await selectOrphans(db, before, SWEPT_AT_ONCE);
    if (rows.length === 0) return removed;
    for (const { key, kind } of rows) await storage.delete(storageKeyOf(key, kind));
    await deleteAttachments(
      db,
      rows.map(({ key }) => key),
    );
    removed += rows.length;
  }
}
