import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { firstFile } from './multipart.server.ts';

const type = 'multipart/form-data; boundary=bord';
const part = (headers: string, body: string) => `--bord\r\n${headers}\r\n\r\n${body}\r\n`;
const file = (body: string, name = 'flux.zip') =>
  part(`Content-Disposition: form-data; name="fichier"; filename="${name}"`, body);
const field = (body: string) => part('Content-Disposition: form-data; name="mot"', body);

/** Read in pieces of so many bytes, as a slow line brings them. */
async function read(form: string | Buffer, size = 7, contentType = type) {
  const bytes = Buffer.from(form);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, rank) =>
    bytes.subarray(rank * size, (rank + 1) * size),
  );
  const found = await firstFile(Readable.from(pieces), contentType);
  return found && { name: found.name, text: Buffer.concat(await found.content.toArray()).toString('latin1') };
}

describe('the file of a form', () => {
  it.each([1, 2, 3, 5, 64, 100_000])('is found in pieces of %d bytes', async (size) => {
    const body = 'PK\r\n--bor\r\n--\r\n-\r\r\n--bor d\r\n';
    expect(await read(`${field('un')}${file(body)}${field('deux')}--bord--\r\n`, size)).toEqual({
      name: 'flux.zip',
      text: body,
    });
  });

  it('is what a browser sends', async () => {
    const form = new FormData();
    form.append('fichier', new Blob([new Uint8Array([0, 13, 10, 45, 45, 255])]), 'été "1".zip');
    const response = new Response(form);
    const sent = Buffer.from(await response.arrayBuffer());
    expect(await read(sent, 11, response.headers.get('content-type') ?? '')).toEqual({
      name: 'été "1".zip',
      text: '\0\r\n--\xff',
    });
  });

  it('may be empty, and be missing', async () => {
    expect(await read(`${file('')}--bord--`)).toEqual({ name: 'flux.zip', text: '' });
    expect(await read(`${field('seul')}--bord--`)).toBeNull();
    expect(await read('--bord--')).toBeNull();
  });

  it.each([
    ['cut in its file', file('abcdef').slice(0, -4)],
    ['cut in its headers', '--bord\r\nContent-Dispo'],
    ['without an end', field('un')],
    ['without a boundary', 'rien du tout'],
    ['of nothing', ''],
    ['of endless headers', part(`x: ${'y'.repeat(9_000)}; filename="a"`, '')],
    ['of an endless field', `${field('z'.repeat(70_000))}${file('a')}--bord--`],
  ])('is refused when the form is %s', async (_, form) => {
    await expect(read(form, 4_096)).rejects.toMatchObject({ spec: { code: 'VALIDATION_ERROR' } });
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])(
    'is refused of %s',
    async (contentType) => {
      await expect(read(`${file('a')}--bord--`, 64, contentType)).rejects.toMatchObject({
        spec: { code: 'VALIDATION_ERROR' },
      });
    },
  );
});
