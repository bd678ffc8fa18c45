import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  company,
  email,
  firstName,
  lastName,
  leadContact,
  loginPassword,
  message,
  newPassword,
  optionalEmail,
  optionalPhone,
  passwordParts,
  phone,
  softwareOrReference,
  subject,
} from './fields.ts';

/** What a field makes of what was typed: `→ value`, or the first message. */
function said(field: z.ZodMiniType, typed: unknown): unknown {
  const parsed = field.safeParse(typed);
  return parsed.success ? { value: parsed.data } : parsed.error.issues[0]?.message;
}
const taken = (value: unknown) => ({ value });
/** A domain of so many characters, its labels no longer than they may be. */
const domainOf = (length: number) => `${`${'a'.repeat(39)}.`.repeat(5).slice(0, length - 4)}b.fr`;

// Specification 5, one row for each rule and each message, byte for byte.
describe.each<[string, z.ZodMiniType, (readonly [unknown, unknown])[]]>([
  [
    'a new password',
    newPassword,
    [
      [undefined, 'Le mot de passe est requis'],
      ['', 'Le mot de passe est requis'],
      ['Court1', 'Le mot de passe doit contenir au moins 8 caractères'],
      ['Sept7xx', 'Le mot de passe doit contenir au moins 8 caractères'],
      ['Huit8xxx', taken('Huit8xxx')],
      ['minuscule1', 'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre'],
      ['MAJUSCULE1', 'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre'],
      ['SansChiffre', 'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre'],
      ['Password1', 'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères'],
      ['Azerty123', 'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères'],
      ['  Élan doré 7  ', taken('  Élan doré 7  ')],
      // Composed it has seven characters.
      ['E\u0301te\u0301 7xx', 'Le mot de passe doit contenir au moins 8 caractères'],
      [`Aa1${'x'.repeat(200)}`, taken(`Aa1${'x'.repeat(200)}`)],
      [`Aa1${'x'.repeat(2000)}`, 'La valeur saisie est trop longue.'],
    ],
  ],
  [
    'the password of a login',
    loginPassword,
    [
      ['', 'Le mot de passe est requis'],
      [undefined, 'Le mot de passe est requis'],
      ['x', taken('x')],
    ],
  ],
  [
    'an e-mail',
    email,
    [
      [undefined, "L'email est requis"],
      ['   ', "L'email est requis"],
      ['lea', 'Veuillez entrer un email valide'],
      ['lea@essai', 'Veuillez entrer un email valide'],
      ['lea@@essai.fr', 'Veuillez entrer un email valide'],
      ['lea@essai.fr\nBcc: x@y.fr', 'Veuillez entrer un email valide'],
      [`${'a'.repeat(65)}@essai.fr`, 'Veuillez entrer un email valide'],
      [`${'a'.repeat(64)}@essai.fr`, taken(`${'a'.repeat(64)}@essai.fr`)],
      // Counted as mail counts them, in octets.
      [`${'é'.repeat(33)}@essai.fr`, 'Veuillez entrer un email valide'],
      [`${'😀'.repeat(17)}@essai.fr`, 'Veuillez entrer un email valide'],
      [`lea@${domainOf(190)}`, taken(`lea@${domainOf(190)}`)],
      [`lea@${domainOf(191)}`, 'Veuillez entrer un email valide'],
      ['le\u200ba@essai.fr', 'Veuillez entrer un email valide'],
      ['lea\u202e@essai.fr', 'Veuillez entrer un email valide'],
      ['lea\ud83d@essai.fr', 'Veuillez entrer un email valide'],
      ['lea\u0000@essai.fr', 'Veuillez entrer un email valide'],
      ['  LEA+1@Essai.FR ', taken('lea+1@essai.fr')],
    ],
  ],
  [
    'an e-mail that may be left out',
    optionalEmail,
    [
      [undefined, taken(undefined)],
      ['', taken(undefined)],
      ['  ', taken(undefined)],
      ['lea', 'Veuillez entrer un email valide'],
      [' LEA@Essai.FR ', taken('lea@essai.fr')],
    ],
  ],
  [
    'a first name',
    firstName,
    [
      [undefined, 'Le prénom est requis'],
      ['  ', 'Le prénom est requis'],
      ['L', 'Le prénom doit contenir entre 2 et 50 caractères'],
      ['x'.repeat(51), 'Le prénom doit contenir entre 2 et 50 caractères'],
      [' Jean-Noël ', taken('Jean-Noël')],
      ['Li', taken('Li')],
      ['x'.repeat(50), taken('x'.repeat(50))],
      ['Léa\r\nBcc: x', taken('Léa Bcc: x')],
    ],
  ],
  [
    'a name',
    lastName,
    [
      ['', 'Le nom est requis'],
      ['L', 'Le nom doit contenir entre 2 et 50 caractères'],
      ['x'.repeat(51), 'Le nom doit contenir entre 2 et 50 caractères'],
      ["O'Brien", taken("O'Brien")],
    ],
  ],
  [
    'a message',
    message,
    [
      [undefined, 'Le message est requis'],
      [' \n ', 'Le message est requis'],
      ['Trop peu ', 'Le message doit contenir entre 10 et 1000 caractères'],
      ['x'.repeat(1001), 'Le message doit contenir entre 10 et 1000 caractères'],
      ['x'.repeat(1000), taken('x'.repeat(1000))],
      [' Dix lettres\r\net plus ', taken('Dix lettres\net plus')],
    ],
  ],
  [
    'a subject',
    subject,
    [
      [' ', 'Le sujet est requis'],
      ['Une question', taken('Une question')],
    ],
  ],
  [
    'a company',
    company,
    [
      [undefined, "Le nom de l'agence est requis"],
      ['Agence du Port', taken('Agence du Port')],
    ],
  ],
  [
    'a phone that is asked',
    phone,
    [
      [undefined, 'Le téléphone est requis'],
      [' ', 'Le téléphone est requis'],
      ['06 12', 'Format de téléphone invalide'],
      ['06 12 34 56 78', taken('+33612345678')],
    ],
  ],
  [
    'a phone that may be left out',
    optionalPhone,
    [
      [undefined, taken(null)],
      [null, taken(null)],
      ['  ', taken(null)],
      ['06 12', 'Format de téléphone invalide'],
      ['06.12-34 56.78', taken('+33612345678')],
    ],
  ],
])('%s', (_, field, rows) => {
  it.each(rows)('%j', (typed, answer) => {
    expect(said(field, typed)).toEqual(answer);
  });
});

// What anybody tries first, of people who speak French, whatever digits and signs stand around.
it.each([
  'Motdepasse1',
  'Mot-de-passe1',
  'M0tdepasse!1',
  'Monmotdepasse12',
  'Azerty123',
  'Azertyuiop0',
  'Bonjour1',
  'Soleil123',
  '123Soleil',
  'Étoile2024',
  'Doudou69!',
  'Chouchou1!',
  'Marseille13',
  'Paris2024',
  'Nicolas1985',
  'Juillet1990',
  'Password12345678',
  'P@ssw0rd',
  'Pa$$w0rd1',
  'Secret111111',
  'Titititi1',
  // Published with the demonstration.
  'Vigie2026',
])('%s is tried first: refused', (word) => {
  expect(said(newPassword, word)).toBe(
    'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères',
  );
});

it.each(['Soleil48213975', 'Maison4Chats', 'Unbonmot2passe', 'Correct7cheval', 'Marseillais13b'])(
  '%s is not',
  (word) => {
    expect(said(newPassword, word)).toEqual(taken(word));
  },
);

it('the parts of a password are ticked one by one', () => {
  expect(passwordParts.map(({ words }) => words)).toEqual([
    'au moins 8 caractères',
    'au moins une lettre majuscule',
    'au moins une lettre minuscule',
    'au moins un chiffre',
  ]);
  const ticks = (value: string) => passwordParts.map(({ holds }) => holds(value));
  expect(ticks('')).toEqual([false, false, false, false]);
  expect(ticks('a')).toEqual([false, false, true, false]);
  expect(ticks('É1')).toEqual([false, true, false, true]);
  expect(ticks('Abcdefg1')).toEqual([true, true, true, true]);
});

it('every field reads 100 000 characters (security.md, threat 39: a pattern that goes back would take minutes)', () => {
  for (const text of ['a', '0', '+', ' ', '@', '.', 'a@', '-.', 'é1A']) {
    const long = text.repeat(100_000 / text.length);
    for (const field of [email, firstName, phone, newPassword, message]) {
      expect(field.safeParse(long).success).toBe(false);
    }
  }
});

describe('a lead', () => {
  const whole = { firstName: 'Léa', lastName: 'Petit', email: 'lea@essai.fr', phone: '0612345678' };
  const issuesOf = (given: object) => {
    const parsed = leadContact.safeParse(given);
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
  };

  it('is sanitised', () => {
    expect(
      leadContact.parse({
        firstName: ' Léa ',
        lastName: ' Petit',
        email: ' LEA@Essai.fr ',
        phone: '06.12-34 56 78',
        message: '  Encore à louer ?  ',
        civility: 'Mme',
        optInPartnerOffers: true,
      }),
    ).toEqual({
      firstName: 'Léa',
      lastName: 'Petit',
      email: 'lea@essai.fr',
      phone: '+33612345678',
      message: 'Encore à louer ?',
      civility: 'Mme',
      optInVigieAlerts: false,
      optInPartnerOffers: true,
    });
    expect(leadContact.parse(whole)).toMatchObject({ message: null, civility: null });
  });

  it.each<[string, object, string[][]]>([
    [
      'says every field that is missing, on each',
      { firstName: ' ', email: 'lea@essai.fr', phone: '' },
      ['firstName', 'lastName', 'phone'].map((field) => [
        field,
        'Champs requis manquants: firstName, lastName, phone',
      ]),
    ],
    ['a bad e-mail', { ...whole, email: 'lea@' }, [['email', "Format d'email invalide"]]],
    ['a bad phone', { ...whole, phone: '06 12' }, [['phone', 'Format de téléphone invalide']]],
    [
      'a name too short',
      { ...whole, lastName: 'P' },
      [['lastName', 'Le nom doit contenir entre 2 et 50 caractères']],
    ],
    [
      'a message too short',
      { ...whole, message: 'Bonjour' },
      [['message', 'Le message doit contenir entre 10 et 1000 caractères']],
    ],
  ])('%s', (_, given, issues) => {
    expect(issuesOf(given)).toEqual(issues);
  });
});

it.each([
  [{}, false],
  [{ software: ' ', ownerReference: '' }, false],
  [{ software: 'Hektor' }, true],
  [{ ownerReference: 'agence-du-port' }, true],
])('an agency that registers gives its software or its reference: %j', (given, passes) => {
  const parsed = softwareOrReference.safeParse(given);
  expect(parsed.success).toBe(passes);
  if (!parsed.success)
    expect(parsed.error.issues).toMatchObject([{ path: ['software'], message: 'Le logiciel est requis' }]);
});
