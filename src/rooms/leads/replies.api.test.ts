import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import { carryMails, suppress } from '#rooms/mail/outbox.server.ts';
import { usualSettings } from '#rooms/notifications/contract.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { AGENCY, conversation, letter, PERSON, SECRET } from '../../../tests/kit/conversation.ts';
import { cleared, receiveListings } from '../../../tests/kit/law.ts';
import { followMails } from './contact.server.ts';
import type { LeadStatus } from './contract.ts';

const never = new AbortController().signal;
const { site, own, other, mailsTo, lastTo, leadNow, opened, events, asked, answered, hand, handJson } =
  await conversation();

describe('a conversation by mail', () => {
  it('begins with the receipt: what a person adds to it reaches the agency, before and after it answers', async () => {
    const box = await asked();
    const receipt = (await mailsTo(PERSON)).find(({ headers }) => 'Auto-Submitted' in (headers as object))!;
    expect(receipt.replyTo).toMatch(/^reponse\+[a-z2-7]{26}@vigie\.example$/);
    expect(receipt.replyTo).not.toBe(box);
    const { status } = await hand(
      letter({ to: receipt.replyTo!, text: 'J’oubliais : est-il meublé ?', id: 'ajout-d-adele' }),
    );
    expect(status).toBe(200);
    expect((await opened()).status).toBe('new');
    expect((await events()).at(-1)).toMatchObject({ kind: 'reply', text: 'J’oubliais : est-il meublé ?' });
    expect(await lastTo(AGENCY)).toMatchObject({ replyTo: box });
    // Her side keeps its address.
    await hand(letter({ from: AGENCY, to: box, id: 'de-l-agence' }));
    expect((await lastTo(PERSON)).replyTo).toBe(receipt.replyTo);
  });

  it('goes from one side to the other, without the address of either', async () => {
    const box = await asked();
    expect(box).toMatch(/^reponse\+[a-z2-7]{26}@vigie\.example$/);
    const { status, json } = await hand(letter({ from: AGENCY, to: box, text: 'Samedi à 10 h ?' }));
    expect([status, json.data]).toEqual([200, { taken: 1, known: 0, noted: 0, ignored: 0 }]);
    expect(await leadNow()).toMatchObject({ status: 'contacted', firstAnswerAt: expect.any(Date) });
    const toPerson = await lastTo(PERSON);
    expect(toPerson.subject).toBe('Agence du Port vous répond, référence P1');
    expect(toPerson.text).toContain('Samedi à 10 h ?');
    expect(toPerson.replyTo).toMatch(/^reponse\+[a-z2-7]{26}@vigie\.example$/);
    expect(toPerson.replyTo).not.toBe(box);
    expect(JSON.stringify(toPerson)).not.toContain(AGENCY);
    // The receipt is what this mail follows in the mailbox of the person.
    const [receipt] = await mailsTo(PERSON);
    expect(toPerson.headers).toMatchObject({ 'In-Reply-To': `<${receipt!.messageKey}@vigie.example>` });

    await hand(letter({ to: toPerson.replyTo!, text: 'Parfait, à samedi.', id: 'de-adele' }));
    const toAgency = await lastTo(AGENCY);
    expect(toAgency).toMatchObject({ subject: 'Adèle Fontanel vous répond, référence P1', replyTo: box });
    expect(toAgency.text).toContain('Parfait, à samedi.');
    expect(toAgency.html).not.toContain(PERSON);
    expect((await events()).slice(1)).toMatchObject([
      { kind: 'status', toStatus: 'new' },
      { kind: 'answer', text: 'Samedi à 10 h ?', byWhom: 'Agence du Port', letter: { elsewhere: false } },
      { kind: 'status', toStatus: 'contacted' },
      { kind: 'reply', text: 'Parfait, à samedi.', letter: { elsewhere: false, files: [] } },
    ]);
    expect(await opened()).toMatchObject({ awaited: true, excerpt: 'Parfait, à samedi.' });

    await hand(letter({ from: AGENCY, to: box, text: 'À samedi.' }));
    const third = await lastTo(PERSON);
    expect((third.headers as Record<string, string>)['In-Reply-To']).toBe('<de-adele@messagerie.test>');
    expect((third.headers as Record<string, string>).References!.split(' ')).toHaveLength(3);
    expect((await opened()).awaited).toBe(false);
    await carryMails(site.services, never);
    expect((await mailsTo(PERSON)).map((one) => one.status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('is held from both addresses of an agency that chose them, as one', async () => {
    const contact = 'accueil@essai.test';
    const give = (email: string) =>
      site.db.updateTable('agency').set({ email }).where('id', '=', own.agency.id).execute();
    await give(contact);
    const choose = (recipients: readonly string[]) =>
      site.call('PUT', '/api/agence/notification-settings', {
        body: { ...usualSettings, recipients },
        cookie: own.cookie,
      });
    expect((await choose(['contact', 'login'])).status).toBe(200);
    try {
      // One of both refuses it: it has arrived all the same.
      await suppress(site.db, contact, 'operator');
      const box = await asked();
      const first = await lastTo(contact);
      expect([first.replyTo, first.status, (await leadNow()).status]).toEqual([box, 'suppressed', 'new']);
      for (const from of [contact, AGENCY]) {
        expect((await hand(letter({ from, to: box, text: `De ${from}` }))).status).toBe(200);
      }
      const answers = (await events()).filter(({ kind }) => kind === 'answer');
      expect(answers).toMatchObject([{ letter: { elsewhere: false } }, { letter: { elsewhere: false } }]);
      const { replyTo } = await lastTo(PERSON);
      for (const _ of [1, 2])
        await hand(letter({ to: replyTo!, text: 'Merci à tous deux.', id: 'a-tous-deux' }));
      for (const address of [contact, AGENCY]) {
        const mails = (await mailsTo(address)).filter(({ text }) => text?.includes('Merci à tous deux.'));
        expect(mails).toMatchObject([{ replyTo: box }]);
      }
      // Erased, the person is in neither copy.
      const gone = await site.call('DELETE', '/api/profile', {
        body: { confirmation: 'SUPPRIMER', password: 'Motdepasse1' },
        cookie: await site.loginAs(PERSON),
      });
      expect(gone.status).toBe(200);
      for (const address of [contact, AGENCY]) {
        const kept = JSON.stringify(await mailsTo(address));
        for (const word of ['Adèle', 'Merci à tous deux', 'visiter ce bien'])
          expect(kept).not.toContain(word);
      }
    } finally {
      await give(AGENCY);
      await choose(['contact']);
    }
  });

  it('waits for the end of the quiet hours of its agency, and is in its inbox at once', async () => {
    const { person } = await answered();
    const put = (settings: object) =>
      site.call('PUT', '/api/agence/notification-settings', { body: settings, cookie: own.cookie });
    const hour = parisDay(clock.now()).hour;
    const quiet = { from: hour, until: (hour + 2) % 24 };
    expect((await put({ ...usualSettings, quiet })).status).toBe(200);
    try {
      expect((await hand(letter({ to: person, text: 'Parfait.' }))).json.data.taken).toBe(1);
      const { nextAt } = await site.db
        .selectFrom('mailOutbox')
        .select('nextAt')
        .where('recipient', '=', AGENCY)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(parisDay(nextAt).hour).toBe(quiet.until);
      expect((await events()).at(-1)).toMatchObject({ kind: 'reply', text: 'Parfait.' });
    } finally {
      await put(usualSettings);
    }
  });

  it('is read by the person among their requests', async () => {
    const { person } = await answered();
    await hand(letter({ to: person, text: 'Merci, c’est noté.' }));
    const cookie = await site.loginAs(PERSON);
    const { json } = await site.call('POST', '/api/profile/export', { body: {}, cookie });
    for (const words of ['Samedi à 10 h ?', 'Merci, c’est noté.'])
      expect(JSON.stringify(json)).toContain(words);
  });

  it('takes a mail once, handed over again, at once, or under JSON', async () => {
    const box = await asked();
    const raw = letter({ from: AGENCY, to: box });
    const all = await Promise.all([
      hand(raw),
      hand(raw),
      handJson({ raw }),
      handJson({ raw: btoa(unescape(encodeURIComponent(raw))), encoding: 'base64' }),
    ]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sum = (name: string) => all.reduce((total, { json }) => total + json.data[name], 0);
    expect([sum('taken'), sum('known')]).toEqual([1, 3]);
    expect(await mailsTo(PERSON)).toHaveLength(2);
    // Without a name of its own, its bytes tell it.
    const nameless = letter({ from: AGENCY, to: box, text: 'Et lundi ?', id: null });
    expect([(await hand(nameless)).json.data.taken, (await hand(nameless)).json.data.taken]).toEqual([1, 0]);
  });

  it('finds its address in the envelope when the headers hide it', async () => {
    const box = await asked();
    const raw = letter({ from: AGENCY, to: 'liste@ailleurs.test' });
    expect((await hand(raw)).status).toBe(404);
    const { json } = await handJson({ raw, recipients: [box.toUpperCase()] });
    expect(json.data.taken).toBe(1);
  });

  test.each<[LeadStatus, LeadStatus]>([
    ['processing', 'contacted'],
    ['error', 'contacted'],
    ['new', 'contacted'],
    ['unreachable', 'contacted'],
    ['contacted', 'contacted'],
    ['qualified', 'qualified'],
    ['disqualified', 'contacted'],
  ])('an answer of the agency to a lead that is %s makes it %s', async (before, after) => {
    const box = await asked();
    await sql`update lead set status = ${before}, disqualified_because = ${before === 'disqualified' ? 'duplicate' : null}`.execute(
      site.db,
    );
    expect((await hand(letter({ from: AGENCY, to: box }))).json.data.taken).toBe(1);
    expect(await leadNow()).toMatchObject({ status: after, closedAt: null });
    expect((await mailsTo(PERSON)).at(-1)!.text).toContain('Samedi à 10 h ?');
    await followMails(site.services);
    expect((await leadNow()).status).toBe(after);
  });

  it('what a person adds to a closed request is kept and forwarded; it stays closed', async () => {
    const { person } = await answered();
    await sql`update lead set status = 'disqualified', disqualified_because = 'unavailable', closed_at = now()`.execute(
      site.db,
    );
    expect((await hand(letter({ to: person, text: 'En avez-vous d’autres ?' }))).json.data.taken).toBe(1);
    expect((await lastTo(AGENCY)).text).toContain('En avez-vous d’autres ?');
    expect((await leadNow()).status).toBe('disqualified');
    // Of spam, the agency reads it in its inbox only.
    await sql`update lead set disqualified_because = 'spam'`.execute(site.db);
    const before = (await mailsTo(AGENCY)).length;
    expect((await hand(letter({ to: person, text: 'Achetez ceci' }))).json.data.taken).toBe(1);
    expect(await mailsTo(AGENCY)).toHaveLength(before);
  });
});

it('says nothing of a conversation to another agency', async () => {
  await answered();
  const { id } = await leadNow();
  const { status, json } = await site.call('GET', `/api/agence/leads/${id}`, { cookie: other.cookie });
  expect([status, JSON.stringify(json).includes('Samedi')]).toEqual([404, false]);
});

it('replies go straight to the other side where nobody could hand them to us', async () => {
  const direct = await testApp({ MAIL_REPLY_TO: 'direct', MAIL_WEBHOOK_SECRET: SECRET });
  const agency = await joined(direct, 'Agence du Port', AGENCY);
  const { outcomes } = await receiveListings(direct.db, agency.agency.id, [cleared(flat('P1'))]);
  await direct.call('POST', `/api/listings/${outcomes.get('P1')!.id}/leads`, {
    body: {
      firstName: 'Adèle',
      lastName: 'Fontanel',
      email: PERSON,
      phone: '06 39 98 00 01',
      message: 'Bonjour, est-il libre ?',
    },
  });
  const mail = await direct.db
    .selectFrom('mailOutbox')
    .select('replyTo')
    .where('dedupeKey', 'like', '%:agency')
    .executeTakeFirstOrThrow();
  expect(mail.replyTo).toBe(PERSON);
});
