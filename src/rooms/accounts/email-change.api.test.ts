import { describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { makeAlert } from '../../../tests/kit/alerts.ts';
import { newcomer } from '../../../tests/kit/newcomer.ts';
import { answerForgotten } from './account-links.server.ts';
import { forgetEmailChanges } from './email-change.server.ts';

const { self, password, signUp, call, read, isIn, logIn, mailsTo } = newcomer();
const HOUR = 3_600_000;

describe('another address', () => {
  const ask = (address = self.other, word: string | undefined = password, who = self.cookie) =>
    call('POST', '/profile/email', { email: address, password: word }, who);
  const confirm = (token: string, who = self.cookie) =>
    call('POST', '/profile/email/confirm', { token }, who);
  const undo = (token: string) => call('POST', '/profile/email/undo', { token }, '');

  it('is the account’s once it has confirmed, and not before; alerts follow', async () => {
    const alert = await makeAlert(self.site, { email: self.email });
    expect((await ask(` ${self.other.toUpperCase()} `)).json.data.pendingEmail).toMatchObject({
      email: self.other,
      expired: false,
    });
    expect((await read()).user.email).toBe(self.email);
    const old = await mailsTo(self.email);
    expect(old.subjects[0]).toBe('Un changement d’adresse a été demandé');
    expect(old.text).toContain(`n•••@essai.test`);
    expect(old.text).not.toContain(self.other);
    const fresh = await mailsTo(self.other);
    expect(fresh.subjects).toEqual(['Confirmez votre nouvelle adresse']);
    expect(fresh.text).not.toMatch(/Léa|Petit/);

    expect((await confirm(fresh.token)).json.data).toEqual({ state: 'changed', email: self.other });
    expect(await read()).toMatchObject({
      user: { email: self.other },
      emailProven: true,
      pendingEmail: null,
    });
    expect((await confirm(fresh.token)).json.data.state).toBe('already');
    expect([await logIn(self.email), Boolean(await logIn(self.other))]).toEqual([null, true]);
    const subscriber = await self.site.db
      .selectFrom('alert')
      .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
      .select(['subscriber.email', 'subscriber.accountId'])
      .where('alert.id', '=', alert)
      .executeTakeFirst();
    expect(subscriber).toEqual({ email: self.other, accountId: self.userId });
  });

  it('is confirmed once by two at the same time', async () => {
    await ask();
    const { token } = await mailsTo(self.other);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ json }) => json.data?.state as string).toSorted()).toEqual([
      'already',
      'already',
      'changed',
    ]);
  });

  it('is not given to who typed it by a click of who reads it: only within a session of the account', async () => {
    await ask();
    const { token } = await mailsTo(self.other);
    const reader = await signUp(`lecteur${self.count}@essai.test`);
    for (const who of ['', reader.cookie]) {
      const { status, json } = await confirm(token, who);
      expect([status, json.code]).toEqual([401, 'login_required']);
    }
    expect((await read()).user.email).toBe(self.email);
    // The link still waits for who may use it.
    expect((await confirm(token)).json.data.state).toBe('changed');
    expect((await confirm(token, '')).json.data.state).toBe('already');
  });

  it('asks for the password, and says in which field', async () => {
    const missing = await call('POST', '/profile/email', { email: self.other });
    expect(missing.json.details.fields).toEqual([
      { field: 'password', message: 'Le mot de passe est requis' },
    ]);
    const wrong = await ask(self.other, 'Faux1234');
    expect([wrong.status, wrong.json.code, wrong.json.details.fields[0].field]).toEqual([
      400,
      'WRONG_PASSWORD',
      'password',
    ]);
    const same = await ask(self.email);
    expect(same.json.details.fields).toEqual([{ field: 'email', message: 'C’est déjà votre adresse.' }]);
    expect((await ask('pas une adresse')).json.details.fields[0].message).toBe(
      'Veuillez entrer un email valide',
    );
    expect((await read()).pendingEmail).toBeNull();
  });

  it('says nothing of an address that has an account: only its reader learns it', async () => {
    await signUp(self.other);
    const taken = await ask();
    const { subjects, token } = await mailsTo(self.other);
    expect([subjects[0], token]).toEqual(['Cette adresse a déjà un compte', '']);
    const again = await signUp(`autre${self.count}@essai.test`);
    const free = await ask(`libre${self.count}@essai.test`, password, again.cookie);
    const shape = ({ status, json }: typeof free) => [status, Object.keys(json.data.pendingEmail).toSorted()];
    expect(shape(taken)).toEqual(shape(free));
    expect((await read()).pendingEmail.email).toBe(self.other);
  });

  it('got an account in between: the link says so and changes nothing', async () => {
    await ask();
    const { token } = await mailsTo(self.other);
    await signUp(self.other);
    const { status, json } = await confirm(token);
    expect([status, json.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect((await read()).user.email).toBe(self.email);
  });

  it('is given to one of two accounts that confirm it at the same time', async () => {
    const second = await signUp(`deuxieme${self.count}@essai.test`);
    await ask();
    const { token: one } = await mailsTo(self.other);
    await ask(self.other, password, second.cookie);
    const { token: two } = await mailsTo(self.other);
    const answers = await Promise.all([confirm(one), confirm(two, second.cookie)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('can be cancelled, sent again, replaced; old links then do nothing', async () => {
    await ask();
    const first = (await mailsTo(self.other)).token;
    expect((await call('POST', '/profile/email/resend')).status).toBe(200);
    const second = (await mailsTo(self.other)).token;
    expect(second).not.toBe(first);
    expect((await confirm(first)).json.code).toBe('LINK_INVALID');
    expect((await call('DELETE', '/profile/email')).status).toBe(200);
    expect((await confirm(second)).json.code).toBe('LINK_INVALID');
    expect((await call('POST', '/profile/email/resend')).json.code).toBe('EMAIL_CHANGE_NONE');
    await ask();
    const third = (await mailsTo(self.other)).token;
    await ask(`encore${self.count}@essai.test`);
    expect((await confirm(third)).json.code).toBe('LINK_INVALID');
    expect((await read()).user.email).toBe(self.email);
  });

  it('waits a day, then asks for a new link', async () => {
    await ask();
    const { token } = await mailsTo(self.other);
    moveClock(24 * HOUR + 1);
    expect((await confirm(token)).json.code).toBe('LINK_INVALID');
    self.cookie = (await logIn(self.email)) ?? '';
    expect((await read()).pendingEmail.expired).toBe(true);
    await call('POST', '/profile/email/resend');
    expect((await confirm((await mailsTo(self.other)).token)).json.data.state).toBe('changed');
  });

  it('is stopped by the address of today, which may take the account back afterwards', async () => {
    await ask();
    const stop = (await mailsTo(self.email)).token;
    expect((await undo(stop)).json.data.state).toBe('cancelled');
    expect((await undo(stop)).json.data.state).toBe('already');
    expect((await read()).pendingEmail).toBeNull();

    const alert = await makeAlert(self.site, { email: self.email });
    await read();
    await ask();
    const takeBack = (await mailsTo(self.email)).token;
    expect((await confirm((await mailsTo(self.other)).token)).json.data.state).toBe('changed');
    // Whoever did it may have gone on to a third address.
    const third = `troisieme${self.count}@essai.test`;
    await ask(third);
    await confirm((await mailsTo(third)).token);
    expect((await undo(takeBack)).json.data.state).toBe('restored');
    expect([await isIn(self.cookie), await logIn(third), await logIn(self.email)]).toEqual([
      false,
      null,
      null,
    ]);
    while (await answerForgotten(self.site.services));
    const reset = await mailsTo(self.email);
    expect(reset.subjects[0]).toBe('Choisissez un nouveau mot de passe');
    await call('POST', '/auth/reset-password', { token: reset.token, password: 'Encore1fois' }, '');
    expect(await logIn(self.email, 'Encore1fois')).not.toBeNull();
    const { email: told } = await self.site.db
      .selectFrom('alert')
      .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
      .select('subscriber.email')
      .where('alert.id', '=', alert)
      .executeTakeFirstOrThrow();
    expect(told).toBe(self.email);
  });

  it('is not given back to an address that nobody had proven, nor after three days', async () => {
    const unproven = await signUp(`faute${self.count}@essai.test`, false);
    await ask(self.other, password, unproven.cookie);
    const { token } = await mailsTo(`faute${self.count}@essai.test`);
    await confirm((await mailsTo(self.other)).token, unproven.cookie);
    expect((await undo(token)).json.code).toBe('LINK_INVALID');

    await ask(`tard${self.count}@essai.test`);
    const late = (await mailsTo(self.email)).token;
    await confirm((await mailsTo(`tard${self.count}@essai.test`)).token);
    moveClock(72 * HOUR + 1);
    expect((await undo(late)).json.code).toBe('LINK_INVALID');
  });

  it('is asked three times a day at most whoever asks, and five times by one account', async () => {
    for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(200);
    expect((await mailsTo(self.other)).subjects).toHaveLength(3);
    const { status, json } = await ask();
    expect([status, json.code, json.details.retryAfter]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '24 heures']);
    moveClock(100 * HOUR);
    await forgetEmailChanges(self.site.db);
    self.cookie = (await logIn(self.email)) ?? '';
    expect((await read()).pendingEmail).toBeNull();
    expect((await ask()).status).toBe(200);
  });
});
