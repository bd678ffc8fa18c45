const pages = new WeakMap<Response, Buffer>();

/**
 * A response whose page is handed on as it is: `Response` copies what it is given, and copies it again when it is read,
 * half a megabyte a page. Callers that do not ask `bytesOf` read it like any other.
 */
export function pageResponse(page: Buffer, init: ResponseInit): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(reader) {
        reader.enqueue(page);
        reader.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, init);
  pages.set(response, page);
  return response;
}

/** The bytes of a response. */
export async function bytesOf(response: Response): Promise<Buffer> {
  return pages.get(response) ?? Buffer.from(await response.arrayBuffer());
}
