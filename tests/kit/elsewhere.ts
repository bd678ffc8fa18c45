import { request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  // Each test knows the shape it asks for.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** Posts JSON through a real socket that leaves from this loopback address: another client to whoever counts them. */
export function postFrom(
  localAddress: string,
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        // The product listens on 127.0.0.1; `localhost` could mean ::1.
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        path: pathname,
        method: 'POST',
        localAddress,
        agent: false,
        headers: { 'content-type': 'application/json', host: `${hostname}:${port}`, ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            json: JSON.parse(text) as unknown,
          }),
        );
      },
    );
    call.once('error', reject);
    call.end(JSON.stringify(body));
  });
}
