import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { agencyPassword, cookiesOf, joined, mailedToken, subjectsTo } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { OPERATOR } from './exclusion.server.ts';
import { decideClaim, listClaims, referencesFor } from './registration.server.ts';
import { forgetAgencySessions } from './sessions.server.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterEach(() => moveClock(0));

const HOUR = 3_600_000;
const STORED = ['id', 'ownerReference', 'name', 'email'];
const register = (body: object) => site.call('POST', '/api/agence/register', { body });
const confirm = (token: string, cookie = '') =>
  site.call('GET', `/api/agence/confirmation-email?token=${token}`, { cookie });
const login = (email: string, password = agencyPassword, more: object = {}) =>
  site.call('POST', '/api/agence/login', { body: { email, password, ...more } });
const isIn = async (cookie: string) =>
  (await site.call('GET', '/api/agence/check', { cookie })).json.data.isAuthenticated as boolean;

describe('joining', () => {
  it('opens a space once the address has answered, and signs in at once', async () => {
    const email = 'port@essai.test';
    const asked = await register({
      name: 'Agence du Port',
      email: ' Port@essai.test ',
      software: 'Hektor / La Boîte Immo',
      siren: '732 829 320',
      town: 'sete',
      password: agencyPassword,
    });
    expect([asked.status, Object.keys(asked.json).toSorted()]).toEqual([200, ['data', 'message', 'success']]);
    expect((await login(email)).status).toBe(401);
    const token = await mailedToken(site, email);
    // By a page of another site, or by a link to the call itself.
    for (const from of ['cross-site', 'none']) {
      const foreign = await site.call('GET', `/api/agence/confirmation-email?token=${token}`, {
        headers: { 'sec-fetch-site': from },
      });
      expect([foreign.status, foreign.json.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    }
    const { status, json, headers } = await confirm(token);
    expect([status, Object.keys(json.data).toSorted()]).toEqual([200, ['agency', 'authToken', 'state']]);
    expect(Object.keys(json.data.agency)).toEqual(STORED);
    expect(json.data.agency).toMatchObject({
      ownerReference: 'agence-du-port',
      name: 'Agence du Port',
      email,
    });
    expect((headers['set-cookie'] as string[] | string).toString()).toMatch(
      /^__Host-agency=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await isIn(cookiesOf(headers))).toBe(true);
    const kept = await site.db
      .selectFrom('agency')
      .select(['siren', 'software', 'email', 'postalCode', 'city'])
      .where('ownerReference', '=', 'agence-du-port')
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({
      siren: '732829320',
      software: 'Hektor / La Boîte Immo',
      email,
      postalCode: '34200',
      city: 'Sète',
    });
    // The link has done its work: it opens nothing again, and says so.
    const again = await confirm(token);
    expect([again.json.data, again.headers['set-cookie']]).toEqual([
      { agency: null, authToken: null, state: 'already' },
      undefined,
    ]);
  });

  it('mails a link that leads to what the agency was about to do, when it is sent again too', async () => {
    const email = 'presse@essai.test';
    const asked = await register({ name: 'Agence Pressée', email, software: 'Apimo', destination: 'boost' });
    expect(asked.status).toBe(200);
    const first = await mailedToken(site, email);
    await site.call('POST', '/api/agence/resend-confirmation', { body: { email } });
    const last = await mailedToken(site, email);
    expect(last).not.toBe(first);
    const texts = await site.db
      .selectFrom('mailOutbox')
      .select('text')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
    expect(texts.map(({ text }) => /confirmation-email\?(\S+)/.exec(text ?? '')?.[1])).toEqual(
      [first, last].map((token) => `token=${token}&suite=boost`),
    );
    // An address is no destination.
    const { status, json } = await register({
      name: 'Agence Ailleurs',
      email: 'ailleurs@essai.test',
      software: 'Apimo',
      destination: 'https://exemple.fr',
    });
    expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('asks for a software or a reference, and for nothing that is optional', async () => {
    const said = async (body: object) => {
      const { json } = await register(body);
      return json.details?.fields as { field: string; message: string }[] | undefined;
    };
    const whole = { name: 'Agence', email: 'rien@essai.test', software: 'Apimo' };
    expect(await said({ ...whole, software: '' })).toEqual([
      { field: 'software', message: 'Le logiciel est requis' },
    ]);
    expect(await said({ ...whole, phone: '12' })).toEqual([
      { field: 'phone', message: 'Format de téléphone invalide' },
    ]);
    expect(await said({ ...whole, name: ' ' })).toEqual([
      { field: 'name', message: "Le nom de l'agence est requis" },
    ]);
    for (const name of ['x', 'n'.repeat(51)])
      expect(await said({ ...whole, name })).toEqual([
        { field: 'name', message: 'Le nom doit contenir entre 2 et 50 caractères' },
      ]);
    expect(await said({ ...whole, name: 'n'.repeat(50), email: 'cinquante@essai.test' })).toBeUndefined();
    expect(await said({ ...whole, email: 'x' })).toEqual([
      { field: 'email', message: 'Veuillez entrer un email valide' },
    ]);
    expect(await said({ ...whole, password: 'court' })).toEqual([
      { field: 'password', message: 'Le mot de passe doit contenir au moins 8 caractères' },
    ]);
    expect((await said({ ...whole, siren: '732 829 321' }))?.[0]?.field).toBe('siren');
    expect(await said({ ...whole, phone: '', password: '', ownerReference: '', siren: '' })).toBeUndefined();
  });

  it('is told the same whatever the address opens, and mails it something else', async () => {
    const { agency } = await joined(site, 'Connue', 'connue@essai.test');
    const body = { name: 'Autre', email: agency.email, software: 'Apimo', password: 'Unautre2passe' };
    const known = await register(body);
    const unknown = await register({ ...body, email: 'neuve@essai.test' });
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    expect(await subjectsTo(site, agency.email)).toEqual([
      'Confirmez l’adresse de votre agence',
      'Votre agence a déjà un espace',
    ]);
    expect((await login(agency.email, 'Unautre2passe')).status).toBe(401);
    expect((await login(agency.email)).status).toBe(200);
  });

  it('sends the link again to who waits for it, three times a day, and to nobody else', async () => {
    const email = 'encore@essai.test';
    const resend = (to: string) =>
      site.call('POST', '/api/agence/resend-confirmation', { body: { email: to } });
    await register({ name: 'Encore', email, software: 'Apimo' });
    const first = await mailedToken(site, email);
    for (let times = 0; times < 4; times += 1)
      expect((await resend(email)).json).toEqual({ success: true, data: {} });
    expect((await resend('inconnue@essai.test')).json).toEqual({ success: true, data: {} });
    const last = await mailedToken(site, email);
    expect((await subjectsTo(site, email)).length).toBe(3);
    expect(await subjectsTo(site, 'inconnue@essai.test')).toEqual([]);
    expect((await confirm(first)).json.code).toBe('LINK_INVALID');
    expect((await confirm(last)).json.data.state).toBe('confirmed');
  });

  it('has links that work a day', async () => {
    await register({ name: 'Tardive', email: 'tard@essai.test', software: 'Apimo' });
    const token = await mailedToken(site, 'tard@essai.test');
    moveClock(24 * HOUR + 1000);
    expect((await confirm(token)).json.code).toBe('LINK_INVALID');
    expect((await confirm('x')).status).toBe(400);
  });
});

describe('an agency that was known before', () => {
  it('is given to the address on file at once', async () => {
    const { id } = await lawfulAgency(site.db, 'connue-avant', { email: 'Dossier@essai.test' });
    await register({ name: 'Un nom', email: 'dossier@essai.test', ownerReference: 'connue-avant' });
    const { json } = await confirm(await mailedToken(site, 'dossier@essai.test'));
    expect(json.data).toMatchObject({ state: 'confirmed', agency: { id, name: 'Agence connue-avant' } });
    const more = await register({
      name: 'Un nom',
      email: 'autre@essai.test',
      ownerReference: 'connue-avant',
    });
    expect([more.status, more.json.code]).toEqual([409, 'AGENCY_HAS_SPACE']);
    const none = await register({ name: 'Un nom', email: 'autre@essai.test', ownerReference: 'nulle-part' });
    expect([none.status, none.json.code]).toEqual([404, 'AGENCY_UNKNOWN']);
  });

  it('is asked, at the address on file, before another address is let in', async () => {
    await lawfulAgency(site.db, 'prudente', { email: 'patron@essai.test' });
    const asked = await register({
      name: 'Le Faux Nom',
      email: 'stagiaire@essai.test',
      ownerReference: 'prudente',
      password: agencyPassword,
    });
    const { json, headers } = await confirm(
      await mailedToken(site, 'stagiaire@essai.test'),
      cookiesOf(asked.headers),
    );
    expect([json.data, headers['set-cookie']]).toEqual([
      { agency: null, authToken: null, state: 'waiting' },
      undefined,
    ]);
    expect((await login('stagiaire@essai.test')).status).toBe(401);
    const asking = await mailedToken(site, 'patron@essai.test');
    expect((await confirm(asking)).json.data.state).toBe('approved');
    const { status, json: signedIn } = await login('stagiaire@essai.test');
    expect([status, signedIn.data.agency.name]).toEqual([200, 'Agence prudente']);
    expect(await subjectsTo(site, 'stagiaire@essai.test')).toContain('L’espace de votre agence est ouvert');
  });

  it('lets in whoever chose no password through the mail that says so, for an hour', async () => {
    await lawfulAgency(site.db, 'sans-mot', { email: 'gerante@essai.test' });
    await register({ name: 'Un nom', email: 'equipe@essai.test', ownerReference: 'sans-mot' });
    await confirm(await mailedToken(site, 'equipe@essai.test'));
    await confirm(await mailedToken(site, 'gerante@essai.test'));
    const token = await mailedToken(site, 'equipe@essai.test');
    const choose = (password: string) =>
      site.call('POST', '/api/agence/reset-password', { body: { token, password } });
    moveClock(HOUR + 1000);
    expect((await choose(agencyPassword)).json.code).toBe('LINK_INVALID');
    moveClock(0);
    expect((await choose(agencyPassword)).status).toBe(200);
    expect((await choose(`${agencyPassword}!`)).json.code).toBe('LINK_INVALID');
    expect((await login('equipe@essai.test')).status).toBe(200);
  });

  it('may refuse, and then nothing opens', async () => {
    await lawfulAgency(site.db, 'mefiante', { email: 'directrice@essai.test' });
    await register({ name: 'Un nom', email: 'voleur@essai.test', ownerReference: 'mefiante' });
    await confirm(await mailedToken(site, 'voleur@essai.test'));
    const token = await mailedToken(site, 'directrice@essai.test');
    const refuse = () => site.call('POST', '/api/agence/claims/refuse', { body: { token } });
    expect((await refuse()).status).toBe(200);
    expect((await refuse()).json.code).toBe('LINK_INVALID');
    expect((await confirm(token)).json.data?.agency ?? null).toBeNull();
    const status = await site.call('GET', '/api/agence/status/mefiante');
    expect(status.json.data).toEqual({ ownerReference: 'mefiante', status: 'listed' });
  });

  it('without an address on file waits for an administrator', async () => {
    await lawfulAgency(site.db, 'muette');
    await register({ name: 'Un nom', email: 'vraie@essai.test', ownerReference: 'muette' });
    await confirm(await mailedToken(site, 'vraie@essai.test'));
    expect(await subjectsTo(site, site.services.env.contactAddress)).toEqual([
      'Une agence sans adresse est revendiquée (muette)',
    ]);
    const claim = (await listClaims(site.db)).find(({ ownerReference }) => ownerReference === 'muette');
    await decideClaim(site.services, claim!.id, 'opened', OPERATOR);
    await expect(decideClaim(site.services, claim!.id, 'opened', OPERATOR)).rejects.toThrow('Aucune demande');
    expect((await site.call('GET', '/api/agence/status/MUETTE')).json.data.status).toBe('registered');
  });

  it('says no more of a reference than that it is known', async () => {
    const { json } = await site.call('GET', '/api/agence/status/inconnue-ici');
    expect(json.data).toEqual({ ownerReference: 'inconnue-ici', status: 'unknown' });
  });
});

describe('whoever registers an agency may be a stranger', () => {
  const confirmWith = (token: string, password: string, cookie = '') =>
    site.call('POST', '/api/agence/confirmation-email', { body: { token, password }, cookie });

  it('the owner opens the link: what the stranger typed opens nothing', async () => {
    const email = 'bonjour@lanternes.test';
    await lawfulAgency(site.db, 'lanternes', { email });
    await register({ name: 'Un nom', email, ownerReference: 'lanternes', password: 'Attaquant2026x' });
    const { json } = await confirm(await mailedToken(site, email));
    expect(json.data.state).toBe('confirmed');
    expect((await login(email, 'Attaquant2026x')).status).toBe(401);
    // The owner has a password by mail, as whoever registered without one.
    await site.call('POST', '/api/agence/forgot-password', { body: { email } });
    const token = await mailedToken(site, email);
    await site.call('POST', '/api/agence/reset-password', { body: { token, password: agencyPassword } });
    expect((await login(email)).status).toBe(200);
  });

  it('the owner chooses the password where the link is opened, and is signed in there', async () => {
    const email = 'bonjour@phares.test';
    await lawfulAgency(site.db, 'phares', { email });
    await register({ name: 'Un nom', email, ownerReference: 'phares', password: 'Attaquant2026x' });
    const token = await mailedToken(site, email);
    expect((await confirmWith(token, 'court')).json.code).toBe('VALIDATION_ERROR');
    const { json, headers } = await confirmWith(token, agencyPassword);
    expect(json.data).toMatchObject({ state: 'confirmed', agency: { ownerReference: 'phares' } });
    expect(await isIn(cookiesOf(headers))).toBe(true);
    expect((await login(email, 'Attaquant2026x')).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    expect((await confirmWith(token, 'Encoreun2autre')).json.data.state).toBe('already');
    expect((await login(email)).status).toBe(200);
  });

  it('of two registrations the one of the browser that opens a link counts, whichever link it is', async () => {
    const email = 'bonjour@balises.test';
    await register({ name: 'Le Faux Nom', email, software: 'Apimo', password: 'Attaquant2026x' });
    const strangers = await mailedToken(site, email);
    const own = await register({ name: 'Les Balises', email, software: 'Apimo', password: agencyPassword });
    const owners = await mailedToken(site, email);
    const browser = cookiesOf(own.headers);
    const { json } = await confirm(strangers, browser);
    expect(json.data).toMatchObject({ state: 'confirmed', agency: { name: 'Les Balises' } });
    expect((await login(email, 'Attaquant2026x')).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    expect((await confirm(owners, browser)).json.data.state).toBe('already');
  });

  it('the browser that registered keeps what it typed', async () => {
    const email = 'bonjour@digue.test';
    const asked = await register({ name: 'La Digue', email, software: 'Apimo', password: agencyPassword });
    expect(String(asked.headers['set-cookie'])).toMatch(
      /^__Host-joining=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await confirm(await mailedToken(site, email), cookiesOf(asked.headers));
    expect((await login(email)).status).toBe(200);
  });

  it('a password typed by a stranger is not the claimant’s either, once the agency agrees', async () => {
    await lawfulAgency(site.db, 'ecluse', { email: 'patron@ecluse.test' });
    const email = 'stagiaire@ecluse.test';
    await register({ name: 'Un nom', email, ownerReference: 'ecluse', password: 'Attaquant2026x' });
    expect((await confirmWith(await mailedToken(site, email), agencyPassword)).json.data.state).toBe(
      'waiting',
    );
    await confirm(await mailedToken(site, 'patron@ecluse.test'));
    expect((await login(email, 'Attaquant2026x')).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });

  it('a lock of wrong passwords is lifted by the link of a forgotten one', async () => {
    const { agency } = await joined(site, 'Verrou', 'verrou@essai.test');
    for (let tries = 0; tries < 10; tries += 1) await login(agency.email, 'Faux12345');
    expect((await login(agency.email)).status).toBe(429);
    await site.call('POST', '/api/agence/forgot-password', { body: { email: agency.email } });
    const token = await mailedToken(site, agency.email);
    await site.call('POST', '/api/agence/reset-password', { body: { token, password: 'Unneuf2passe' } });
    expect((await login(agency.email, 'Unneuf2passe')).status).toBe(200);
  });
});

describe('a session', () => {
  it('opens with the password, is remembered when asked, and ends for every device that leaves', async () => {
    const { agency, cookie, token } = await joined(site, 'Session', 'session@essai.test');
    const { json, headers } = await login(agency.email, agencyPassword, { remember: true });
    expect(Object.keys(json.data)).toEqual(['agency', 'authToken']);
    expect(json.data.agency).toEqual(agency);
    expect(String(headers['set-cookie'])).toContain(`Max-Age=${90 * 86_400}`);
    const bearer = { authorization: `Bearer ${json.data.authToken}` };
    const own = await site.call('GET', `/api/agence/${agency.id}`, { headers: bearer });
    expect([own.status, own.json.data]).toEqual([200, agency]);
    const out = await site.call('POST', '/api/agence/logout', { cookie: cookiesOf(headers) });
    expect(String(out.headers['set-cookie'])).toMatch(/__Host-agency=;.*Max-Age=0/);
    // That of an individual in the same browser is not theirs to end.
    expect(String(out.headers['set-cookie'])).not.toContain('auth_status');
    expect(await isIn(cookiesOf(headers))).toBe(false);
    expect((await site.call('GET', `/api/agence/${agency.id}`, { headers: bearer })).json.code).toBe(
      'login_required',
    );
    expect(await isIn(cookie)).toBe(true);
    await site.call('POST', '/api/agence/logout', { headers: { authorization: `Bearer ${token}` } });
    expect(await isIn(cookie)).toBe(false);
  });

  it('lasts a day, and is forgotten', async () => {
    const { cookie } = await joined(site, 'Courte', 'courte@essai.test');
    moveClock(24 * HOUR + 1000);
    expect(await isIn(cookie)).toBe(false);
    await forgetAgencySessions(site.db);
    moveClock(0);
    expect(await isIn(cookie)).toBe(false);
  });

  it('is refused in the same words whatever is wrong, ten times in a quarter of an hour', async () => {
    await joined(site, 'Forcée', 'forcee@essai.test');
    // The quarter of an hour begins with the first try, however long the others take.
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const unknown = await login('nulle@essai.test');
    const wrong = await login('forcee@essai.test', 'Faux12345');
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json]);
    expect([wrong.status, wrong.json.message]).toEqual([401, 'Email ou mot de passe incorrect.']);
    let last = wrong;
    for (let tries = 0; tries < 12 && last.status === 401; tries += 1)
      last = await login('forcee@essai.test', 'Faux12345');
    frozen.mockRestore();
    expect([last.status, last.json.details.retryAfter]).toEqual([429, '15 minutes']);
    expect((await login('forcee@essai.test')).status).toBe(429);
  });
});

describe('a password', () => {
  it('is changed by whoever knows it: other devices leave, this one stays', async () => {
    const { agency, cookie } = await joined(site, 'Change', 'change@essai.test');
    const other = cookiesOf((await login(agency.email)).headers);
    const change = (currentPassword: string, as: string) =>
      site.call('POST', '/api/agence/change-password', {
        body: { currentPassword, newPassword: 'Encoreun2autre' },
        cookie: as,
      });
    const wrong = await change('Faux12345', cookie);
    expect([wrong.status, wrong.json.code]).toEqual([400, 'WRONG_PASSWORD']);
    const done = await change(agencyPassword, cookie);
    expect(done.status).toBe(200);
    expect([await isIn(other), await isIn(cookie), await isIn(cookiesOf(done.headers))]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await login(agency.email, 'Encoreun2autre')).status).toBe(200);
    expect(await subjectsTo(site, agency.email)).toContain('Le mot de passe de votre agence a été changé');
  });

  it('that was forgotten is chosen by a link that works once, within an hour, and signs nobody in', async () => {
    const { agency, cookie } = await joined(site, 'Oubli', 'oubli@essai.test');
    const forgot = (email: string) => site.call('POST', '/api/agence/forgot-password', { body: { email } });
    const known = await forgot(agency.email);
    expect([known.status, known.json]).toEqual([200, (await forgot('nulle@essai.test')).json]);
    const token = await mailedToken(site, agency.email);
    expect(await subjectsTo(site, 'nulle@essai.test')).toEqual([]);
    const reset = (password = 'Unneuf2passe') =>
      site.call('POST', '/api/agence/reset-password', { body: { token, password } });
    expect((await reset('faible')).json.code).toBe('VALIDATION_ERROR');
    const done = await reset();
    expect([done.status, done.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await reset()).json.code).toBe('LINK_INVALID');
    expect(await isIn(cookie)).toBe(false);
    expect((await login(agency.email)).status).toBe(401);
    expect((await login(agency.email, 'Unneuf2passe')).status).toBe(200);
    await forgot(agency.email);
    const late = await mailedToken(site, agency.email);
    moveClock(HOUR + 1000);
    const after = await site.call('POST', '/api/agence/reset-password', {
      body: { token: late, password: 'Unneuf2passe' },
    });
    expect(after.json.code).toBe('LINK_INVALID');
  });

  it('may be chosen after the space is open', async () => {
    await register({ name: 'Sans mot', email: 'sansmot@essai.test', software: 'Aucun' });
    await confirm(await mailedToken(site, 'sansmot@essai.test'));
    expect((await login('sansmot@essai.test')).status).toBe(401);
    await site.call('POST', '/api/agence/forgot-password', { body: { email: 'sansmot@essai.test' } });
    const token = await mailedToken(site, 'sansmot@essai.test');
    await site.call('POST', '/api/agence/reset-password', { body: { token, password: agencyPassword } });
    expect((await login('sansmot@essai.test')).status).toBe(200);
  });
});

it.each([
  ['Agence du Port', 'agence-du-port'],
  ['Œuvre & Pierre', 'oeuvre-pierre'],
  ['A', 'agence-a'],
  ['Connexion', 'connexion-2'],
  ['  L’Été — Immobilier de la très grande région  ', 'l-ete-immobilier-de-la-tres'],
  ['漢字', 'agence'],
])('%s is known under %s', (name, reference) => {
  expect(referencesFor(name)[0]).toBe(reference);
});
