import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockAlert } from '#rooms/alerts/alerts.sql.server.ts';
import { notifyDueAlerts } from '#rooms/alerts/telling/digest.server.ts';
import { carryMails, queueMail, suppress } from '#rooms/mail/outbox.server.ts';
import { alertMails, flat, makeAgency, workOn } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';

const password = 'Unbonmot2passe';
const never = new AbortController().signal;
let site: TestApp;
let agency: Awaited<ReturnType<typeof makeAgency>>;
let listings: number[] = [];

beforeAll(async () => {
  site = await testApp();
  agency = await makeAgency(site.services);
  listings = await agency.publish(flat('F1'), flat('F2'), flat('F3'));
  await site.db.updateTable('agency').set({ email: 'agence@essai.test' }).execute();
});

const cookiesOf = (headers: Record<string, unknown>) =>
  (headers['set-cookie'] as string[]).map((line) => line.split(';')[0]).join('; ');
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Somebody signed in, and calls of theirs that must pass. */
async function person(said: { email: string; firstName?: string; lastName?: string; phone?: string }) {
  const body = { firstName: 'Léa', lastName: 'Petit', password, ...said };
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const { status, headers } = await site.call('POST', '/api/auth/register', { body, headers: browser });
  expect(status).toBe(200);
  let cookie = cookiesOf(headers);
  return async (method: Method, path: string, given?: object) => {
    const answer = await site.call(method, `/api${path}`, { cookie, ...(given ? { body: given } : {}) });
    // A session that proves something goes on under another token.
    if (answer.headers['set-cookie']) cookie = cookiesOf(answer.headers);
    expect([path, answer.status, answer.json.message]).toEqual([path, 200, answer.json.message]);
    return answer;
  };
}

const lastLink = async (to: string) => {
  const { html } = await site.db
    .selectFrom('mailOutbox')
    .select('html')
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /[?&](?:token|changement|annulation)=([\w-]{43})/.exec(html ?? '')?.[1] ?? '';
};
const carry = () => carryMails(site.services, never);

/** How a word may stand in a column: as it is, escaped for HTML, JSON or an address, or as bytes. */
function spellings(word: string): string[] {
  const bytes = Buffer.from(word);
  const escaped = (how: (code: number) => string) =>
    word.replaceAll(/[^\x20-\x7e]/g, (letter) => how(letter.codePointAt(0) ?? 0));
  return [
    word,
    word.normalize('NFD').replaceAll(/\p{Mn}/gu, ''),
    escaped((code) => `\\u${code.toString(16).padStart(4, '0')}`),
    escaped((code) => `&#${code};`),
    escaped((code) => `&#x${code.toString(16)};`),
    encodeURIComponent(word),
    bytes.toString('hex'),
    // In base64, at each of its three places; without the letters that neighbours change.
    ...[0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(shift === 0 ? 0 : 4, -4),
    ),
  ].filter((spelling) => spelling.length >= 6);
}

/** A French number, its digits two by two or not, whatever stands between them. */
function phoneSpellings(phone: string): string[] {
  const pairs = phone.replace(/^\+33/, '').match(/^\d|\d\d/g) ?? [];
  return ['', ' ', '\u00a0', '\u202f', '.', '-', '&nbsp;', '&#160;', '&#xa0;', '%20', '+'].map((between) =>
    pairs.join(between),
  );
}

/** « table.column » of every column of the database that holds one of these words. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; table: string; columns: string[] }>`
    select c.table_schema as schema, c.table_name as table, array_agg(c.column_name::text) as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'
    group by 1, 2 order by 1, 2
  `.execute(site.db);
  const patterns = [...new Set(words.map((word) => `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`))];
  const holds = async (from: { schema: string; table: string }, what: ReturnType<typeof sql.ref>) => {
    // Rows and columns as text: JSON, arrays and, as hexadecimal digits, bytes.
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from ${sql.table(`${from.schema}.${from.table}`)} as searched
        where lower(${what}::text) like any(${patterns}::text[])) as found
    `.execute(site.db);
    return rows[0]?.found ?? false;
  };
  const found: string[] = [];
  for (const { schema, table, columns } of tables) {
    if (!(await holds({ schema, table }, sql.ref('searched')))) continue;
    for (const column of columns) {
      if (await holds({ schema, table }, sql.ref(`searched.${column}`)))
        found.push(schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`);
    }
  }
  return found;
}

describe('somebody who used everything', () => {
  const email = 'zephyrine.quatrebarbes@essai.test';
  const wanted = 'zq.nouvelle@essai.test';
  const phone = '+33698765432';
  const words = [
    ...['Zéphyrine', 'Quatrebarbes', email, wanted, 'marmottes mauves'].flatMap(spellings),
    ...phoneSpellings(phone),
  ];
  let call: Awaited<ReturnType<typeof person>>;
  let exported = '';

  beforeAll(async () => {
    // Somebody wrote without an account, and then opened one.
    const contact = { email, name: 'Zéphyrine Quatrebarbes', subject: 'Mes marmottes mauves' };
    const message = 'Bonjour, j’ai des marmottes mauves. Merci de me rappeler.';
    await site.call('POST', '/api/contact', { body: { ...contact, message } });
    await site.call('POST', '/api/alerts', {
      body: { email, criteria: { transaction: 'location', places: ['30189'] }, frequency: 'daily' },
    });
    await site.call('POST', '/api/auth/login', { body: { email, password: 'Rien1234' } });

    call = await person({ email, firstName: 'Zéphyrine', lastName: 'Quatrebarbes', phone: '06 98 76 54 32' });
    await call('POST', '/auth/verify-email', { token: await lastLink(email) });
    await site.call('POST', '/api/auth/login', { body: { email, password: 'Rien1234' } });
    await site.call('POST', '/api/auth/forgot-password', { body: { email } });

    const pair = createECDH('prime256v1');
    await call('POST', '/push/devices', {
      endpoint: 'https://fcm.googleapis.com/fcm/send/Quatrebarbes',
      keys: { p256dh: pair.generateKeys('base64url'), auth: 'A'.repeat(22) },
    });
    const criteria = { transaction: 'achat', places: ['30189'], prixMax: 300_000 };
    const { json } = await call('POST', '/alerts', {
      criteria,
      frequency: 'immediate',
      name: 'Pour Zéphyrine',
    });
    const alert = json.data.alert.id as number;
    await call('POST', '/alerts', { criteria: { ...criteria, prixMax: 280_000 }, frequency: 'daily' });
    const [fresh] = await agency.publish(flat('N1'), flat('N2', { price: 199_000_00 }));
    await workOn(site.services);
    expect((await alertMails(site.services)).map(({ to }) => to)).toContain(email);
    await call('POST', `/alerts/${alert}/verdicts`, { listing: fresh, verdict: 'reject', reason: 'price' });

    await call('PUT', `/favorites/${listings[0]}`, { note: 'Parfait pour mes marmottes mauves' });
    await call('PUT', `/favorites/${listings[1]}`, {});
    await call('DELETE', `/favorites/${listings[1]}`);
    for (const path of ['hidden-listings', 'viewed-listings'])
      await call('PUT', `/${path}/${listings[2]}`, {}).catch(() =>
        call('POST', `/${path}/${listings[2]}`, {}),
      );

    await call('POST', `/listings/${listings[0]}/leads`, {
      firstName: 'Zéphyrine',
      lastName: 'Quatrebarbes',
      email,
      phone: '06.98.76.54.32',
      civility: 'Mme',
      message: 'Bonjour, j’élève des marmottes mauves. Puis-je visiter ?',
      optInVigieAlerts: true,
      optInPartnerOffers: true,
      request: 'visit',
    });
    await call('POST', '/contact', { ...contact, message });
    await call('POST', `/listings/${listings[1]}/reports`, {
      reason: 'discrimination',
      explanation: 'Cette annonce exclut les éleveurs de marmottes mauves.',
      name: 'Zéphyrine Quatrebarbes',
      email,
      goodFaith: true,
    });
    await call('PUT', '/profile', {
      firstName: 'Zéphyrine',
      lastName: 'Quatrebarbes',
      phone: '0698765432',
      civility: 'Mme',
    });
    await call('PUT', '/profile/consents', { name: 'optInPartnerOffers', given: false });
    exported = JSON.stringify((await call('POST', '/profile/export', { password })).json.data);
    await carry();
    await call('POST', '/profile/email', { email: wanted, password });
    const rival = await person({ email: 'rival@essai.test' });
    await rival('POST', '/profile/email', { email, password });
    await suppress(site.db, email, 'complaint');
  });

  it('is shown everything that is known of them, and no secret', () => {
    for (const part of [
      'Zéphyrine',
      'Parfait pour mes marmottes mauves',
      'j’élève des marmottes mauves',
      'Mes marmottes mauves',
      'exclut les éleveurs de marmottes mauves',
      phone,
      'Pour Zéphyrine',
      'Je veux recevoir par e-mail les alertes de Vigie',
      'Firefox',
    ])
      expect(exported).toContain(part);
    expect(exported).not.toMatch(/argon2|"tokenHash"|token=(?!•••)|fcm\/send/);
    const parts = JSON.parse(exported) as Record<string, object>;
    expect(parts.alerts).toMatchObject({ alerts: [{}, {}, {}] });
    expect(parts.notifiedDevices).toMatchObject([{ service: 'fcm.googleapis.com' }]);
    expect(parts.favorites).toMatchObject({
      favorites: [{}],
      hiddenListings: [{}],
      viewedListings: [{}],
    });
  });

  it('leaves nothing behind in any column of any table', async () => {
    const before = await placesOf(words);
    // What is looked for is there to be found.
    expect(before).toEqual(
      expect.arrayContaining([
        'account.email',
        'account.first_name',
        'account.phone',
        'account_email_change.new_email',
        'account_reset_request.email',
        'alert.name',
        'contact_message.message',
        'favorite.note',
        'lead.email',
        'lead.message',
        'mail_address.email',
        'mail_outbox.recipient',
        'mail_outbox.text',
        'push_device.endpoint',
        'report.email',
        'report.explanation',
        'report.name',
        'subscriber.email',
      ]),
    );
    const { headers } = await call('DELETE', '/profile', { password });
    for (const name of ['__Host-session', 'auth_status', 'userdata', 'remembermeu', 'remembermep'])
      expect(String(headers['set-cookie'])).toMatch(new RegExp(`${name}=;`));
    // The last mail waits for its carrier: it alone holds the address, and takes it along.
    expect(await placesOf(words)).toEqual(['mail_outbox.recipient']);
    const last = await site.db
      .selectFrom('mailOutbox')
      .select(['subject', 'text'])
      .where('recipient', '=', email)
      .execute();
    expect(last.map(({ subject }) => subject)).toEqual(['Votre compte Vigie est supprimé']);
    await carry();
    expect(await placesOf(words)).toEqual([]);
  });

  it('is signed out everywhere, and may sign up again as somebody new', async () => {
    const { count } = await site.db
      .selectFrom('accountSession')
      .innerJoin('account', 'account.id', 'accountSession.accountId')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('account.email', '=', email)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
    const again = await person({ email });
    expect((await again('GET', '/favorites')).json.data.favorites).toEqual([]);
    // They had complained: that is still known, and only that.
    await carry();
    const mails = await site.db
      .selectFrom('mailOutbox')
      .select('status')
      .where('recipient', '=', email)
      .execute();
    expect(mails).toEqual([{ status: 'suppressed' }]);
  });
});

describe('erasing', () => {
  let count = 0;
  const proven = async () => {
    count += 1;
    const email = `partant${count}@essai.test`;
    const call = await person({ email });
    await site.db
      .updateTable('account')
      .set({ emailVerifiedAt: new Date() })
      .where('email', '=', email)
      .execute();
    return { email, call };
  };
  const traces = async (email: string) => {
    await carry();
    return placesOf(spellings(email));
  };

  it('asks for the password, and changes nothing without it', async () => {
    const { email } = await proven();
    const { headers } = await site.call('POST', '/api/auth/login', { body: { email, password } });
    const cookie = cookiesOf(headers);
    const erase = (body: object) => site.call('DELETE', '/api/profile', { body, cookie });
    expect((await erase({})).json.details.fields).toEqual([
      { field: 'password', message: 'Le mot de passe est requis' },
    ]);
    expect((await erase({ password: 'Faux1234' })).json.code).toBe('WRONG_PASSWORD');
    expect((await erase({ confirmation: 'SUPPRIMER' })).status).toBe(400);
    expect((await erase({ password })).status).toBe(200);
    expect((await erase({ password })).json.code).toBe('login_required');
  });

  it('of an account without a password asks for a word', async () => {
    const { email, call } = await proven();
    await site.db.updateTable('account').set({ passwordHash: null }).where('email', '=', email).execute();
    await expect(call('DELETE', '/profile', { confirmation: 'oui' })).rejects.toThrow('400');
    await call('DELETE', '/profile', { confirmation: ' supprimer ' });
    expect(await traces(email)).toEqual([]);
  });

  it('waits for a mail of an alert that is being written, and takes it back', async () => {
    const { email, call } = await proven();
    const { json } = await call('POST', '/alerts', {
      criteria: { transaction: 'achat', places: ['30189'] },
      frequency: 'immediate',
    });
    const alert = json.data.alert.id as number;
    const erased = await site.db.transaction().execute(async (tx) => {
      await lockAlert(tx, alert);
      const done = call('DELETE', '/profile', { password });
      for (;;) {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(site.db);
        if (rows.length > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await queueMail(tx, {
        dedupeKey: `alert:${alert}:essai`,
        stream: `alert:${alert}`,
        to: email,
        subject: `Pour ${email}`,
        html: email,
        text: email,
      });
      return { done };
    });
    await erased.done;
    expect(await traces(email)).toEqual([]);
  });

  it('leaves nothing, whatever the product does for the person at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { email, call } = await proven();
      const criteria = { transaction: 'achat', places: ['30189'] };
      await call('POST', '/alerts', { criteria, frequency: 'immediate' });
      await agency.publish(flat(`C${round}`));
      const quiet = (work: Promise<unknown>) => work.catch(() => {});
      await Promise.all([
        workOn(site.services),
        quiet(
          call('POST', '/alerts', {
            criteria: { ...criteria, prixMax: 100_000 + round },
            frequency: 'daily',
          }),
        ),
        quiet(call('PUT', `/favorites/${listings[0]}`, { note: email })),
        quiet(call('POST', '/profile/email', { email: `apres${round}@essai.test`, password })),
        quiet(
          call('POST', '/auth/change-password', { currentPassword: password, newPassword: 'Encore1fois' }),
        ),
        quiet(call('PUT', '/profile', { firstName: email.slice(0, 30), lastName: 'Petit' })),
        call('DELETE', '/profile', { password }),
      ]);
      while (await notifyDueAlerts(site.services, never));
      expect([round, await traces(email)]).toEqual([round, []]);
    }
  });

  it('by somebody who proved nothing takes nothing from whoever reads that address', async () => {
    const email = 'victime@essai.test';
    await site.call('POST', '/api/alerts', {
      body: { email, criteria: { transaction: 'achat', places: ['30189'] }, frequency: 'daily' },
    });
    await site.call('POST', '/api/alerts/confirm', { body: { token: await lastLink(email) } });
    const body = { email, name: 'La Victime', subject: 'Question', message: 'Une question sur mes alertes.' };
    await site.call('POST', '/api/contact', { body });
    const call = await person({ email });
    const shown = JSON.stringify((await call('POST', '/profile/export', { password })).json.data);
    expect(shown).not.toMatch(/La Victime|Une question/);
    expect(JSON.parse(shown)).toMatchObject({
      alerts: { alerts: [] },
      messages: { messages: [] },
      mails: { mails: [] },
    });
    await call('DELETE', '/profile', { password });
    const left = await site.db
      .selectFrom('alert')
      .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
      .select('alert.status')
      .where('subscriber.email', '=', email)
      .execute();
    expect(left).toEqual([{ status: 'active' }]);
    expect(await traces(email)).toContain('contact_message.email');
  });

  it('covers the address that an account had before', async () => {
    const { email, call } = await proven();
    const next = `suite${count}@essai.test`;
    await call('POST', '/profile/email', { email: next, password });
    await call('POST', '/profile/email/confirm', { token: await lastLink(next) });
    await carry();
    expect(await placesOf(spellings(email))).not.toEqual([]);
    await call('DELETE', '/profile', { password });
    expect([await traces(email), await traces(next)]).toEqual([[], []]);
  });
});
