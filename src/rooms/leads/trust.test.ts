import { describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { AGENCY, conversation, letter, PERSON, SECRET, signed } from '../../../tests/kit/conversation.ts';

const DAY_MS = 86_400_000;
const { site, mailsTo, lastTo, leadNow, opened, events, asked, answered, hand } = await conversation();

describe('what is not believed', () => {
  it('a forged token opens nothing, whoever signs the call; nor does one that went with its person', async () => {
    const { agency, person } = await answered();
    const forged = agency.replace(/\+[a-z2-7]{26}/, `+${'a'.repeat(26)}`);
    const { status, json } = await hand(letter({ from: AGENCY, to: forged }));
    expect([status, json.code]).toEqual([404, 'MAIL_BOX_UNKNOWN']);
    expect((await hand(letter({ to: 'reponse@vigie.example' }))).status).toBe(404);
    const cookie = await site.loginAs(PERSON);
    const gone = await site.call('DELETE', '/api/profile', {
      body: { confirmation: 'SUPPRIMER', password: 'Motdepasse1' },
      cookie,
    });
    expect(gone.status).toBe(200);
    for (const to of [agency, person]) expect((await hand(letter({ to }))).status).toBe(404);
    const kept = JSON.stringify(
      await site.db.selectFrom('mailOutbox').selectAll().where('dedupeKey', 'like', 'lead:%').execute(),
    );
    for (const word of ['Adèle', 'visiter ce bien samedi', PERSON]) expect(kept).not.toContain(word);
    expect(await site.db.selectFrom('leadLetter').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['another secret', (raw: string) => signed(raw, 'un autre secret')],
    ['nothing', () => ''],
    ['a while ago', (raw: string) => signed(raw, SECRET, new Date(Date.now() - 360_000))],
    ['another mail', () => signed('autre')],
  ])('a call signed with %s is refused, and leaves nothing', async (_, signature) => {
    const box = await asked();
    const raw = letter({ from: AGENCY, to: box });
    const { status, json } = await hand(raw, { signature: signature(raw) });
    expect([status, json.code]).toEqual([400, 'MAIL_SIGNATURE']);
    expect((await leadNow()).status).toBe('new');
  });

  it('another From is said, shown to its own side only, and moves nothing more', async () => {
    const { agency, person } = await answered();
    await hand(letter({ from: 'cousin@ailleurs.test', to: person, text: 'C’est moi.' }));
    const shown = await opened();
    expect(shown.events.at(-1)).toMatchObject({ kind: 'reply', letter: { elsewhere: true, address: null } });
    expect(JSON.stringify(shown)).not.toContain('cousin@');
    const forwarded = await lastTo(AGENCY);
    expect(forwarded.text).toContain('autre adresse que celle de la demande');
    expect(JSON.stringify(forwarded)).not.toContain('cousin@');
    await hand(letter({ from: 'paul@chez-lui.test', to: agency, text: 'Je confirme.' }));
    expect((await opened()).events.at(-1)).toMatchObject({
      kind: 'answer',
      letter: { elsewhere: true, address: 'paul@chez-lui.test' },
    });
    expect(JSON.stringify(await lastTo(PERSON))).not.toContain('paul@');
    // Nothing is ever written to an address that a mail only says.
    expect(await mailsTo('cousin@ailleurs.test')).toEqual([]);
  });

  it.each([
    ['Auto-Submitted: auto-replied'],
    ['Precedence: bulk'],
    ['X-Autoreply: yes'],
    ['List-Id: <liste.ailleurs.test>'],
  ])('a machine (%s) is noted and goes no further, three times a day at most', async (header) => {
    const box = await asked();
    const before = (await mailsTo(PERSON)).length;
    const outcomes = [];
    for (let rank = 0; rank < 4; rank += 1)
      outcomes.push(
        (await hand(letter({ from: AGENCY, to: box, text: 'Absent jusqu’au 2.', headers: [header] }))).json
          .data,
      );
    expect(outcomes.map(({ noted }) => noted)).toEqual([1, 1, 1, 0]);
    expect((await leadNow()).status).toBe('new');
    expect((await events()).at(-1)).toMatchObject({ kind: 'automatic', text: 'Absent jusqu’au 2.' });
    expect(await mailsTo(PERSON)).toHaveLength(before);
  });

  it('machines of one side leave the other its own three', async () => {
    const { agency, person } = await answered();
    const away = (from: string, to: string) =>
      hand(letter({ from, to, text: 'Absent.', headers: ['Auto-Submitted: auto-replied'] }));
    const noted = [];
    for (const [from, to] of [
      ...Array.from({ length: 3 }, () => [PERSON, person] as const),
      [AGENCY, agency] as const,
    ])
      noted.push((await away(from, to)).json.data.noted);
    expect(noted).toEqual([1, 1, 1, 1]);
  });

  it('mails of our own and reports of servers are ignored: nothing loops', async () => {
    const box = await asked();
    const report = letter({
      from: 'mailer-daemon@ailleurs.test',
      to: box,
      headers: ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
      text: '--b\r\n\r\nNon remis\r\n--b--',
    });
    for (const raw of [letter({ from: 'alertes@vigie.example', to: box }), report])
      expect((await hand(raw)).json.data).toMatchObject({ taken: 0, noted: 0, ignored: 1 });
    expect(await events()).toHaveLength(2);
  });

  it('more than thirty mails of one side in a day wait: the provider is told when', async () => {
    const box = await asked();
    for (let rank = 0; rank < 30; rank += 1)
      expect((await hand(letter({ from: AGENCY, to: box }))).status).toBe(200);
    const late = letter({ from: AGENCY, to: box, text: 'La trente-et-unième' });
    const { status, headers } = await hand(late);
    expect([status, Number(headers['retry-after']) > 3600]).toEqual([429, true]);
    moveClock(DAY_MS + 60_000);
    expect((await hand(late)).json.data.taken).toBe(1);
  });
});
