/** Bytes of a form that have left, of all it has. */
export interface Sent {
  readonly sent: number;
  readonly total: number;
}

/**
 * Sends a form as `fetch` does, which tells nothing of what it sends, and tells each step. Rejects with a TypeError when
 * nothing comes back, with an AbortError when it is given up.
 */
export function sendForm(
  address: string,
  given: {
    method: string;
    headers: Readonly<Record<string, string>>;
    form: FormData;
    onSent: (sent: Sent) => void;
    signal?: AbortSignal;
  },
): Promise<Response> {
  const { method, headers, form, onSent, signal } = given;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent({ sent: loaded, total }));
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new TypeError('Nothing came back')));
    request.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')));
    if (signal?.aborted) return reject(new DOMException('Given up', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
