import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { type BlobStore, checkedKey } from './storage.server.ts';

export interface S3Settings {
  /** `https://s3.gra.io.cloud.ovh.net`; buckets are addressed by path below it. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly key: string;
  readonly secret: string;
}

/** How long a server may say nothing before the SDK asks again, then gives up: a page never waits for it for ever. */
const SILENCE_MS = 20_000;

/** What leaves in one request, and what is held of a stream at once. S3 takes no smaller part but the last. */
const PART_BYTES = 8 * 1024 * 1024;

/** Written and read again by a key that may not list, to know what a refusal means. */
const WITNESS = 'temoin-de-lecture.txt';

/**
 * Files in a bucket that exists already. A file appears whole or not at all, as on disk; a stream is never held whole.
 * Throws a RangeError on a wrong key, the SDK's own errors on a refusal or a silence.
 */
export function s3Store(settings: S3Settings, silenceMs = SILENCE_MS): BlobStore {
  // The SDK is loaded only where files are in a bucket, at the first file.
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | null = null;
  const open = () => (opened ??= connect(settings, silenceMs));
  const Bucket = settings.bucket;

  let witness: Promise<boolean> | null = null;
  /** Whether this key reads what it writes: then a file that it is refused is one that is not there. */
  const readsItsOwn = async () => {
    witness ??= open().then(async ({ sdk, client }) => {
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: WITNESS, Body: new Uint8Array() }));
      await client.send(new sdk.HeadObjectCommand({ Bucket, Key: WITNESS }));
      return true;
    });
    return witness.catch(() => {
      witness = null;
      return false;
    });
  };

  return {
    async put(key, content) {
      const Key = checkedKey(key);
      const { sdk, client } = await open();
      if (!(content instanceof Readable)) {
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: content }));
        return;
      }
      const parts = partsOf(content);
      const { value: first, done } = await parts.next();
      if (done || first.last) {
        const Body = done ? new Uint8Array() : first.bytes;
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }));
        return;
      }
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }));
      const upload = { Bucket, Key, UploadId };
      try {
        const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
        for (let part: Part | null = first; part; part = (await parts.next()).value ?? null) {
          const PartNumber = Parts.length + 1;
          // One after the other: only one part is held at a time.
          const { ETag } = await client.send(
            new sdk.UploadPartCommand({ ...upload, PartNumber, Body: part.bytes }),
          );
          Parts.push({ ETag, PartNumber });
        }
        await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
      } catch (error) {
        await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {});
        throw error;
      }
    },
    async get(key) {
      const Key = checkedKey(key);
      const { sdk, client } = await open();
      try {
        const { Body, ContentLength } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
        return Body ? { stream: Body as Readable, size: ContentLength ?? 0 } : null;
      } catch (error) {
        if (!(error instanceof sdk.S3ServiceException)) throw error;
        // A bucket that is not there is a wrong setting, not a missing file.
        if (error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket') return null;
        // What S3 answers of a missing file to a key without `s3:ListBucket` (« GetObject », Permissions), and of any file to
        // a key that may not read. A wrong key or secret has another name.
        if (error.name === 'AccessDenied' && (await readsItsOwn())) return null;
        throw error;
      }
    },
    async delete(key) {
      const Key = checkedKey(key);
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

async function connect({ endpoint, key, secret }: S3Settings, silenceMs: number) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    // Providers name it in their host; the others ignore it.
    region: /^s3[.-]([a-z][a-z0-9-]*)\./.exec(new URL(endpoint).hostname)?.[1] ?? 'us-east-1',
    forcePathStyle: true,
    // Without these the SDK waits as long as the server keeps the line open.
    requestHandler: {
      connectionTimeout: silenceMs,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
    },
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // The newer sums of AWS are unknown to many servers that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client };
}

interface Part {
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** The stream in parts of `PART_BYTES`; the last one, which may be smaller, says so. */
async function* partsOf(content: Readable): AsyncGenerator<Part, void> {
  let pieces: Uint8Array[] = [];
  let held = 0;
  for await (const piece of content) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
    pieces.push(bytes);
    held += bytes.length;
    while (held > PART_BYTES) {
      const all = Buffer.concat(pieces);
      yield { bytes: all.subarray(0, PART_BYTES), last: false };
      pieces = [all.subarray(PART_BYTES)];
      held -= PART_BYTES;
    }
  }
  yield { bytes: Buffer.concat(pieces), last: true };
}
