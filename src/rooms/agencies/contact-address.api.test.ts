import { beforeEach, describe, expect, it } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { leadRecipients } from '#rooms/notifications/notifications.server.ts';
import { agencyPassword, joined, mailedToken, subjectsTo } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { pendingContact } from './contact-address.server.ts';

const site: TestApp = await testApp();
let space: Awaited<ReturnType<typeof joined>>;
let number = 0;
let former = '';
let wanted = '';
beforeEach(async () => {
  number += 1;
  former = `agence${number}@essai.test`;
  wanted = `prospects${number}@essai.test`;
  space = await joined(site, `Agence ${number}`, former);
});

const want = (email: string, cookie = space.cookie) =>
  site.call('PUT', '/api/agence/profile', { body: { email }, cookie });
const follow = (token: string) => site.call('GET', `/api/agence/confirmation-email?token=${token}`);
const cancel = () => site.call('DELETE', '/api/agence/profile/contact', { cookie: space.cookie });
const resend = () => site.call('POST', '/api/agence/profile/contact', { cookie: space.cookie });
const address = async () =>
  (
    await site.db
      .selectFrom('agency')
      .select('email')
      .where('id', '=', space.agency.id)
      .executeTakeFirstOrThrow()
  ).email;
const waiting = () => pendingContact(site.db, asAgencyId(space.agency.id));

const CHANGED = 'Vos prospects n’arrivent plus à cette adresse';
const ASKED = 'Une autre adresse est demandée pour vos prospects';

describe('the address that the leads of an agency go to', () => {
  it('changes once the new one has answered, and the one before is told both times', async () => {
    const { status, json } = await want(wanted.toUpperCase());
    expect([status, json.data.contactAsked]).toEqual([200, wanted]);
    expect(await address()).toBe(former);
    expect(await leadRecipients(site.db, space.agency.id)).toEqual([former]);
    expect((await waiting())?.email).toBe(wanted);
    expect(await subjectsTo(site, wanted)).toEqual(['Confirmez l’adresse de vos prospects']);
    expect(await subjectsTo(site, former)).toContain(ASKED);
    const told = await site.db
      .selectFrom('mailOutbox')
      .select('text')
      .where('recipient', '=', former)
      .where('subject', '=', ASKED)
      .executeTakeFirstOrThrow();
    expect([told.text?.includes(wanted), told.text?.includes('p•••@essai.test')]).toEqual([false, true]);

    const token = await mailedToken(site, wanted);
    const done = await follow(token);
    expect(done.json.data).toEqual({ agency: null, authToken: null, state: 'contact' });
    // It proves an address, and opens nothing.
    expect(done.headers['set-cookie']).toBeUndefined();
    expect([await address(), await waiting()]).toEqual([wanted, null]);
    expect(await leadRecipients(site.db, space.agency.id)).toEqual([wanted]);
    expect(await subjectsTo(site, former)).toContain(CHANGED);
    expect((await follow(token)).json.data.state).toBe('already');
    expect((await subjectsTo(site, former)).filter((subject) => subject === CHANGED)).toHaveLength(1);
  });

  it('waits for the last one that was asked, and for none that was given up, too old, or asked before another password', async () => {
    await want(`a${wanted}`);
    const first = await mailedToken(site, `a${wanted}`);
    await want(wanted);
    expect((await follow(first)).json.code).toBe('LINK_INVALID');
    const second = await mailedToken(site, wanted);
    expect((await cancel()).status).toBe(200);
    expect([(await follow(second)).json.code, await waiting()]).toEqual(['LINK_INVALID', null]);

    await want(wanted);
    const third = await mailedToken(site, wanted);
    moveClock(25 * 3_600_000);
    expect([(await follow(third)).json.code, await waiting()]).toEqual(['LINK_INVALID', null]);
    moveClock(0);

    await want(`b${wanted}`);
    const body = { currentPassword: agencyPassword, newPassword: 'Encoreun2autre' };
    expect(
      (await site.call('POST', '/api/agence/change-password', { body, cookie: space.cookie })).status,
    ).toBe(200);
    expect((await follow(await mailedToken(site, `b${wanted}`))).json.code).toBe('LINK_INVALID');
    expect(await address()).toBe(former);
  });

  it('may be that of the login at once, or none, and nobody is told of what is the same', async () => {
    await want(wanted);
    await follow(await mailedToken(site, wanted));
    expect((await want(former)).json.data.contactAsked).toBeNull();
    expect(await address()).toBe(former);
    expect(await subjectsTo(site, wanted)).toContain(CHANGED);
    await want('');
    expect(await address()).toBeNull();
    const before = (await subjectsTo(site, former)).length;
    expect((await want('')).json.data.contactAsked).toBeNull();
    expect(await subjectsTo(site, former)).toHaveLength(before);
  });

  it('is asked of five addresses a day at most, and of each three times', async () => {
    expect((await resend()).json.code).toBe('EMAIL_CHANGE_NONE');
    // Saving the same form again asks nobody again.
    for (let times = 0; times < 3; times += 1) expect((await want(wanted)).status).toBe(200);
    expect(await subjectsTo(site, wanted)).toHaveLength(1);
    const first = await mailedToken(site, wanted);
    expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
    expect((await resend()).json.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(await subjectsTo(site, wanted)).toHaveLength(3);
    expect((await follow(first)).json.code).toBe('LINK_INVALID');
    for (const one of ['c', 'd']) expect((await want(one + wanted)).status).toBe(200);
    expect((await want(`e${wanted}`)).json.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(await subjectsTo(site, `e${wanted}`)).toEqual([]);
  });

  it('does not end the link of a forgotten password', async () => {
    await site.call('POST', '/api/agence/forgot-password', { body: { email: former } });
    const reset = await mailedToken(site, former);
    await want(wanted);
    const body = { token: reset, password: 'Encoreun2autre' };
    expect((await site.call('POST', '/api/agence/reset-password', { body })).status).toBe(200);
  });
});
