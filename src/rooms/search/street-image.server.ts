import sharp from 'sharp';
import { waitOf } from '#platform/resumable-download.server.ts';

export type PictureType = 'image/png' | 'image/jpeg';

/** A tile of a dense city takes some 60 kB. */
const MAX_BYTES = 256 * 1024;
const MAX_SIDE = 1_024;

/** Why the plan gave no tile. */
export class Trouble extends Error {
  /** How long the plan asks to be left alone, 0 where it does not say how long; null: it does not ask. */
  readonly restMs: number | null;

  constructor(message: string, restMs: number | null = null) {
    super(message);
    this.restMs = restMs;
  }
}

/** The plan says that it has nothing there. */
export class Absent extends Trouble {}

/** Asks the plan, saying only who we are. Throws Trouble, or what the network says. */
export async function downloadImage(address: string, publicUrl: string, timeoutMs: number): Promise<Buffer> {
  const response = await fetch(address, {
    headers: { accept: 'image/png, image/jpeg', 'user-agent': `Vigie (+${publicUrl})` },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { status, headers } = response;
  if (status !== 200) {
    await response.body?.cancel();
    if (status === 404 || status === 204) throw new Absent(`réponse ${status}`);
    const asksForRest = status === 429 || status === 503;
    throw new Trouble(`réponse ${status}`, asksForRest ? (waitOf(headers.get('retry-after')) ?? 0) : null);
  }
  const bytes = await bodyOf(response);
  await checkPicture(bytes, headers.get('content-type') ?? '');
  return bytes;
}

/** By its first bytes. */
export function typeOf(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  return bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ? 'image/jpeg' : null;
}

async function bodyOf({ body }: Response): Promise<Buffer> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new Trouble(`plus de ${MAX_BYTES} octets`);
    }
    chunks.push(value);
  }
}

/** What is served in our name is what it says it is, whole. */
async function checkPicture(bytes: Buffer, contentType: string): Promise<void> {
  const stated = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const type = typeOf(bytes);
  if (!type || type !== stated)
    throw new Trouble(`annonce ${stated.slice(0, 60) || 'aucun type'}, envoie ${type ?? 'autre chose'}`);
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'error' });
    const { width, height } = await picture.metadata();
    if (width !== height) throw new Error(`${width} × ${height} pixels`);
    // Read to its last line: one that is cut short fails here.
    await picture.raw().toBuffer();
  } catch (error) {
    throw new Trouble(`image illisible : ${reasonOf(error).slice(0, 200)}`);
  }
}

/** An error in a few words, for the log. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message;
}
