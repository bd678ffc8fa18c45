import { describe, expect, it } from 'vitest';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import { AGENCY, conversation, letter, PERSON, signed } from '../../../tests/kit/conversation.ts';

const never = new AbortController().signal;
const { site, own, lastTo, events, asked, answered, hand } = await conversation();

describe('what a mail is made of', () => {
  it('only its new words are said; all of it can be read', async () => {
    const box = await asked();
    const text =
      'Samedi à 10 h.\r\n\r\nLe lun. 23 nov. 2026 à 10:04, Vigie <a@b.fr> a écrit :\r\n> Je souhaite visiter';
    await hand(letter({ from: AGENCY, to: box, text }));
    const answer = (await events()).find(({ kind }) => kind === 'answer')!;
    expect(answer).toMatchObject({
      text: 'Samedi à 10 h.',
      letter: { original: text.replaceAll('\r\n', '\n') },
    });
    expect((await lastTo(PERSON)).text).not.toContain('a écrit');
  });

  it('HTML alone becomes words, and nothing of it runs', async () => {
    const box = await asked();
    const html =
      '<style>p{color:red}</style><script>alert(1)</script><p>Samedi&nbsp;?</p><p>&lt;b&gt;Ou lundi&lt;/b&gt;</p><blockquote>Je souhaite visiter</blockquote>';
    await hand(
      letter({ from: AGENCY, to: box, headers: ['Content-Type: text/html; charset=utf-8'], text: html }),
    );
    const answer = (await events()).find(({ kind }) => kind === 'answer')!;
    expect(answer.text.replaceAll('\u00a0', ' ')).toBe('Samedi ?\n\n<b>Ou lundi</b>');
    expect((await lastTo(PERSON)).html).toContain('&lt;b&gt;Ou lundi&lt;/b&gt;');
  });

  it.each([
    ['iso-8859-1', Buffer.from('\xc9t\xe9 \xe0 No\xebl ?', 'latin1'), 'Été à Noël ?'],
    ['windows-1252', Buffer.from('100 \x80, c\x92est s\xfbr', 'latin1'), '100 €, c’est sûr'],
    ['inconnu-42', Buffer.from('Simple'), 'Simple'],
    ['utf-8', Buffer.from([0x61, 0x00, 0xff, 0x62, 0xe2, 0x80, 0xae, 0x63]), 'a\ufffdbc'],
  ])('reads letters of %s', async (charset, bytes, wanted) => {
    const box = await asked();
    const head = letter({
      from: AGENCY,
      to: box,
      text: '',
      headers: [`Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: 8bit'],
    });
    const raw = Buffer.concat([Buffer.from(head.trimEnd()), Buffer.from('\r\n\r\n'), bytes]);
    expect((await hand(raw)).status).toBe(200);
    expect((await events()).find(({ kind }) => kind === 'answer')!.text).toBe(wanted);
  });

  it('files are named, carried to nobody, and whoever sent them is told', async () => {
    const { agency, person } = await answered();
    const parts = [
      '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nVoici mon dossier.',
      '--b\r\nContent-Type: application/pdf; name="avis.pdf"\r\nContent-Disposition: attachment; filename="avis\u202efdp.exe"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQ=',
      '--b\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=',
      '--b--',
    ];
    const headers = ['Content-Type: multipart/mixed; boundary=b'];
    await hand(letter({ to: person, headers, text: parts.join('\r\n') }));
    const reply = (await events()).at(-1)!;
    expect(reply).toMatchObject({ text: 'Voici mon dossier.', letter: { files: ['avisfdp.exe'] } });
    expect((await lastTo(AGENCY)).text).toContain('avisfdp.exe');
    expect(await lastTo(PERSON)).toMatchObject({
      subject: expect.stringContaining('sans ses pièces jointes'),
      replyTo: null,
    });
    // An agency that writes from its login is told there, whatever its contact.
    await site.db.updateTable('agency').set({ email: null }).where('id', '=', own.agency.id).execute();
    await hand(letter({ from: AGENCY, to: agency, headers, text: parts.join('\r\n') }));
    await site.db.updateTable('agency').set({ email: AGENCY }).where('id', '=', own.agency.id).execute();
    expect((await lastTo(AGENCY)).subject).toContain('sans ses pièces jointes');
    const kept = JSON.stringify(await site.db.selectFrom('leadLetter').selectAll().execute());
    expect(kept).not.toContain('JVBERi');
  });

  it('headers that hold line breaks make no header of ours', async () => {
    const box = await asked();
    const raw = letter({
      from: AGENCY,
      to: box,
      id: null,
      headers: [
        'Message-ID: <a@b>\r\n Bcc: victime@ailleurs.test',
        'X-Pad: =?utf-8?q?=0d=0aBcc:_victime=40ailleurs.test?=',
      ],
    });
    expect((await hand(raw)).json.data.taken).toBe(1);
    await hand(letter({ to: (await lastTo(PERSON)).replyTo!, text: 'Oui\r\nBcc: victime@ailleurs.test' }));
    await hand(letter({ from: AGENCY, to: box }));
    await carryMails(site.services, never);
    const sent = await site.db.selectFrom('mailOutbox').select(['status', 'headers', 'recipient']).execute();
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(['sent']));
    expect(JSON.stringify(sent)).not.toContain('victime');
  });

  it('what is no mail is refused for good, what is too large too, what is empty is ignored', async () => {
    const box = await asked();
    const rubbish = await hand('ceci n’est pas un courriel');
    expect([rubbish.status, rubbish.json.code]).toEqual([422, 'MAIL_UNREADABLE']);
    expect((await hand(Buffer.alloc(15_000_001, 'a'))).status).toBe(413);
    expect((await hand(letter({ from: AGENCY, to: box, text: '' }))).json.data).toMatchObject({
      taken: 0,
      ignored: 1,
    });
    const long = letter({ from: AGENCY, to: box, text: 'é'.repeat(1_000_000) });
    expect((await hand(long)).json.data.taken).toBe(1);
    expect((await events()).find(({ kind }) => kind === 'answer')!.text).toHaveLength(10_000);
    const wrong = await site.call('POST', '/api/mail/events', {
      body: 'From: a',
      headers: { 'content-type': 'message/rfc822', 'vigie-signature': signed('From: a') },
    });
    expect(wrong.status).toBe(415);
  });

  it('survives mails made of anything', async () => {
    const box = await asked();
    const deep = `${'<div>'.repeat(20_000)}Samedi${'</div>'.repeat(20_000)}`;
    const nested = Array.from(
      { length: 200 },
      (_, rank) => `Content-Type: multipart/mixed; boundary=b${rank}\r\n\r\n--b${rank}`,
    ).join('\r\n');
    for (const raw of [
      letter({ from: AGENCY, to: box, text: deep, headers: ['Content-Type: text/html'] }),
      `From: ${AGENCY}\r\nTo: ${box}\r\n${nested}\r\n\r\nBonjour`,
      `From: ${AGENCY}\r\nTo: ${box}\r\nContent-Type: text/plain; charset*=%ff''%00\r\n\r\n\ud800 Bonjour`,
      `From: ${'<'.repeat(5_000)}\r\nTo: ${`<${box}>,`.repeat(2_000)}\r\n\r\nBonjour`,
    ])
      expect((await hand(raw)).status).toBeLessThan(500);
  });
});
