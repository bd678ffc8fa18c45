import { expect, test } from 'vitest';
import { readInbound } from './inbound.server.ts';

const mail = (text: string, type = 'text/plain') =>
  Buffer.from(`From: <adele@exemple.test>\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${text}\r\n`);

test.each([
  ['spaces between two words', `Samedi${' '.repeat(60_000)}?`, 'text/plain'],
  ['spaces in HTML', `<p>Samedi${' '.repeat(60_000)}?</p>`, 'text/html'],
  ['many lines', 'Le 1\n'.repeat(100_000), 'text/plain'],
  ['an introduction without an end', `Le 1 ${'schrieb'.repeat(40)}${' '.repeat(300_000)}x`, 'text/plain'],
])('reads a mail made of %s in no time', async (_, text, type) => {
  const started = process.cpuUsage();
  const { words } = await readInbound(mail(text, type));
  expect(words).not.toBe('');
  expect(process.cpuUsage(started).user).toBeLessThan(4_000_000);
});

test('refuses at once a mail of more lines than its files could make', async () => {
  await expect(readInbound(mail('\n'.repeat(300_001)))).rejects.toMatchObject({
    spec: { code: 'MAIL_UNREADABLE' },
  });
});

test('keeps the lines of a mail, without the spaces that end them', async () => {
  const { words, original } = await readInbound(mail('Samedi \t\r\n\r\nou lundi\u00a0\r\n-- \r\nAdèle'));
  expect([words, original]).toEqual(['Samedi\n\nou lundi', 'Samedi\n\nou lundi\n--\nAdèle']);
});
