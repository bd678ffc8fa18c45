import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '#platform/env.server.ts';
import { compose, dnsRecords, mailboxFolder, openCarrier } from './carrier.server.ts';
import type { Parcel } from './carrier.ts';

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
const MAIL_FROM = 'Vigie <alertes@vigie.example>';
const settings = { NODE_ENV: 'test', MAIL_FROM, DKIM_SELECTOR: 'vigie2026', DKIM_PRIVATE_KEY: pem };

const parcel: Parcel = {
  to: 'claire@example.test',
  replyTo: null,
  subject: 'Deux annonces à Nîmes – 250 000,00 €',
  html: `<p>Voilà  deux annonces</p>${'<p>à Nîmes </p>\n'.repeat(40)}`,
  text: 'Voilà  deux annonces \n\n\n',
  headers: {
    'List-Unsubscribe': `<https://vigie.example/api/unsubscribe?token=${'a'.repeat(90)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '<alerte-1.vigie.example>',
  },
  messageKey: 'ab'.repeat(16),
  date: new Date('2026-11-22T01:00:00Z'),
};

/** The rules of RFC 6376, 3.4.2 and 3.4.4. */
const relaxedHeader = (line: string) => {
  const at = line.indexOf(':');
  const value = line
    .slice(at + 1)
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .replaceAll(/[ \t]+/g, ' ');
  return `${line.slice(0, at).trim().toLowerCase()}:${value.trim()}`;
};
const relaxedBody = (body: string) =>
  body
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '\r\n');

/** What a receiver finds: the tags of the signature, and whether it holds against a published record. */
function verify(raw: Buffer, record: string): { tags: Map<string, string>; holds: boolean } {
  const message = raw.toString('latin1');
  const split = message.indexOf('\r\n\r\n');
  const lines = message.slice(0, split).split(/\r\n(?![ \t])/);
  const own = lines.find((line) => /^DKIM-Signature:/i.test(line)) ?? '';
  const tags = new Map(
    own
      .slice(own.indexOf(':') + 1)
      .replaceAll(/\s+/g, '')
      .split(';')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)] as const),
  );
  const bodyHash = createHash('sha256')
    .update(Buffer.from(relaxedBody(message.slice(split + 4)), 'latin1'))
    .digest('base64');
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const found = lines.findLast((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return found ? [`${relaxedHeader(found)}\r\n`] : [];
  });
  const unsigned = relaxedHeader(own.replace(/(\bb=)[^;]*$/, '$1'));
  const published = createPublicKey({
    key: Buffer.from(/p=(.+)$/.exec(record)?.[1] ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  const holds =
    bodyHash === tags.get('bh') &&
    createVerify('sha256')
      .update(Buffer.from(signed.join('') + unsigned, 'latin1'))
      .verify(published, tags.get('b') ?? '', 'base64');
  return { tags, holds };
}

describe('with a key', () => {
  const env = readEnv(settings);
  const [dkim, spf, dmarc] = dnsRecords(env);

  it('signs in the name of the sender, both headers of one click included, against the record to publish', async () => {
    const { tags, holds } = verify(await compose(parcel, env), dkim?.value ?? '');
    expect(holds).toBe(true);
    expect(Object.fromEntries(tags)).toMatchObject({
      d: 'vigie.example',
      s: 'vigie2026',
      a: 'rsa-sha256',
      c: 'relaxed/relaxed',
    });
    expect(tags.get('h')?.toLowerCase().split(':')).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    );
    expect(dkim?.name).toBe('vigie2026._domainkey.vigie.example');
    expect([spf?.name, dmarc?.name]).toEqual(['vigie.example', '_dmarc.vigie.example']);
  });

  it.each([
    ['the subject', 'Subject:', 'X-Subject:'],
    ['the way out', 'List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks'],
    ['the body', 'Voil', 'Revoil'],
  ])('shows that %s was changed on the way', async (_, before, after) => {
    const raw = (await compose(parcel, env)).toString('latin1');
    expect(raw).toContain(before);
    const changed = Buffer.from(raw.replace(before, after), 'latin1');
    expect(verify(changed, dkim?.value ?? '').holds).toBe(false);
  });

  it('gives the same bytes twice, and the mailbox folder the signed ones', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-test-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const first = await compose(parcel, env);
    expect(await compose(parcel, env)).toEqual(first);
    const carrier = openCarrier({ ...env, dataDir });
    expect(await carrier.carry(parcel)).toEqual({ kind: 'delivered' });
    carrier.close();
    const folder = mailboxFolder({ dataDir });
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.eml'));
    expect(await readFile(path.join(folder, name))).toEqual(first);
  });

  it('takes it on one line too, as files of settings hold it', () => {
    const oneLine = readEnv({ ...settings, DKIM_PRIVATE_KEY: pem.replaceAll('\n', String.raw`\n`) });
    expect(oneLine.dkim).toEqual(env.dkim);
  });
});

it('signs nothing without a key', async () => {
  const raw = await compose(parcel, readEnv({ NODE_ENV: 'test', MAIL_FROM }));
  expect(raw.toString()).not.toMatch(/^DKIM-Signature/m);
});

it.each([
  ['DKIM_PRIVATE_KEY', { ...settings, DKIM_PRIVATE_KEY: 'une clé' }],
  ['DKIM_PRIVATE_KEY', { NODE_ENV: 'test', DKIM_SELECTOR: 'vigie2026' }],
  ['DKIM_SELECTOR', { NODE_ENV: 'test', DKIM_PRIVATE_KEY: pem }],
  ['MAIL_FROM', { NODE_ENV: 'test', MAIL_FROM: 'Vigie' }],
  ['MAIL_FROM', { NODE_ENV: 'test', MAIL_FROM: 'Vigie <a@vigie.example>\r\nBcc: tous@example.test' }],
  ['MAIL_DOMAIN_RATE', { NODE_ENV: 'test', MAIL_DOMAIN_RATE: '0' }],
  ['MAIL_WEBHOOK_SECRET', { NODE_ENV: 'test', MAIL_WEBHOOK_SECRET: 'court' }],
])('names %s when it is wrong', (name, source) => {
  expect(() => readEnv(source)).toThrow(new RegExp(`^  ${name} :.*exemple`, 'm'));
});
