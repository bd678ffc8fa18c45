import { describe, expect, test } from 'vitest';
import { contactSchema } from './contact.ts';
import {
  quoteOf,
  type Repeated,
  signsIn,
  signsOfRepeating,
  strangeLinks,
  wordsOfMessage,
} from './spam.server.ts';

const whole = {
  firstName: 'Adèle',
  lastName: 'Fontanel',
  email: 'adele@exemple.test',
  phone: '06 39 98 00 01',
  message: 'Bonjour, je souhaite visiter cet appartement samedi matin.',
};
const signs = (said: object) => signsIn(contactSchema.parse({ ...whole, ...said }));

describe('a question to an agency', () => {
  test.each<[string, object]>([
    ['as people write it', {}],
    ['without a message', { message: '' }],
    ['sent at leisure', { elapsed: 45_000 }],
    [
      'with a link to their file',
      { message: 'Mon dossier : https://locataire.dossierfacile.logement.gouv.fr/file/a1b2' },
    ],
    ['with two links', { message: 'Comme sur https://exemple.test/a et https://exemple.test/b, merci.' }],
    ['with a comparison', { message: 'Un loyer < 900 euros et > 30 m2 me conviendrait.' }],
    [
      'with sentences that touch',
      { message: 'Je suis libre ce mois.Merci de me rappeler.Bonne journée à vous' },
    ],
    ['under a name of two words', { firstName: 'Jean-Noël', lastName: 'd’Aubigné de Saint-Aulaire' }],
  ])('%s is none', (_, said) => {
    expect(signs(said)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['in the field nobody sees', { website: 'https://spam.test' }, 'champ caché rempli'],
    ['faster than one reads', { elapsed: 300 }, 'envoyé aussitôt la page ouverte'],
    [
      'with a link in HTML',
      { message: 'Voyez <a href="https://x.test">ceci</a> vite' },
      'balises dans le message',
    ],
    [
      'with a link in BBCode',
      { message: 'Voyez [url=https://x.test]ceci[/url] vite' },
      'balises dans le message',
    ],
    ['with a script', { message: '<script>alert(1)</script> bonjour' }, 'balises dans le message'],
    ['under the name of a site', { firstName: 'Gagnez sur', lastName: 'cadeaux.top/x' }, 'lien dans le nom'],
    ['under the name of an address', { lastName: 'a@b.fr' }, 'lien dans le nom'],
    [
      'with many links',
      { message: 'https://a.test/ www.b.test casino.xyz et voilà' },
      'liens dans le message',
    ],
  ])('%s shows a sign', (_, said, sign) => {
    expect(signs(said)).toEqual([sign]);
  });

  const much = { agencies: 10, senders: 1, suspects: 0 };
  test.each<[string, Repeated, { suspect?: boolean; proven?: boolean }, string[], boolean]>([
    ['the same words to nine agencies', { ...much, agencies: 9 }, {}, [], false],
    ['to ten', much, {}, ['même message à de nombreuses agences'], true],
    ['to ten, signed in', much, { proven: true }, [], false],
    ['under eight addresses to one agency', { agencies: 1, senders: 8, suspects: 0 }, {}, [], false],
    [
      'under three addresses to three agencies',
      { agencies: 3, senders: 3, suspects: 0 },
      {},
      ['même message sous plusieurs adresses'],
      false,
    ],
    [
      'suspect words to four agencies',
      { agencies: 1, senders: 1, suspects: 4 },
      { suspect: true },
      [],
      false,
    ],
    [
      'to five',
      { agencies: 1, senders: 1, suspects: 5 },
      { suspect: true },
      ['plusieurs envois suspects du même endroit'],
      true,
    ],
    ['plain words after those', { agencies: 1, senders: 1, suspects: 5 }, {}, [], false],
  ])('of one client, %s', (_, repeated, { suspect = false, proven = false }, shown, held) => {
    expect(signsOfRepeating(repeated, { suspect, proven })).toEqual({ signs: shown, held });
  });
});

test('two messages are the same by their words', () => {
  expect(wordsOfMessage('Bonjour,\n\nje vends  un BIEN !')).toBe(wordsOfMessage('bonjour je vends un bien'));
  expect(wordsOfMessage('Merci beaucoup !')).toBeNull();
  expect(wordsOfMessage(null)).toBeNull();
});

test('links to a file are no strange ones, whatever looks like them', () => {
  expect(strangeLinks('https://dossierfacile.logement.gouv.fr/x et www.dossierfacile.fr')).toEqual([]);
  expect(strangeLinks('https://dossierfacile.fr.voleur.test/x')).toEqual([
    'https://dossierfacile.fr.voleur.test/x',
  ]);
});

describe('what a receipt repeats', () => {
  test('is text without links nor addresses', () => {
    expect(quoteOf('Voir https://x.test/a?b, www.y.test, z.com/q ou moi@w.fr', { proven: true })).toBe(
      'Voir [lien retiré] [lien retiré] [lien retiré] ou [adresse retirée]',
    );
  });
  test('is short for an address that nobody proved', () => {
    const long = 'mot '.repeat(240);
    expect(quoteOf(long, { proven: false }).length).toBeLessThanOrEqual(301);
    expect(quoteOf(long, { proven: true })).toBe(long);
  });
  // A pattern that goes back and forth would not answer before the test is given up.
  test.each(['a.', 'a-', '@', '<', 'www.', 'a.com/'])('answers for a thousand times « %s »', (text) => {
    const hostile = text.repeat(100_000 / text.length);
    expect(quoteOf(hostile, { proven: true }).length).toBeLessThanOrEqual(1001);
    expect(signs({ message: `Bonjour ${hostile}`.slice(0, 1000) })).not.toContain('champ caché rempli');
  });
});
