import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptEmail, readEmail } from './email.ts';
import { email } from './fields.ts';

const shared = path.resolve('../shared/data/public-reports/07-adresses-de-courriel/adresses.json');

describe('an e-mail address', () => {
  it.each([
    ["tim.o'connor@exemple.test", "tim.o'connor@exemple.test"],
    ['o’connor@exemple.test', "o'connor@exemple.test"],
    ['prenom+vigie@exemple.test', 'prenom+vigie@exemple.test'],
    ['JEAN.DUPONT@Exemple.TEST', 'jean.dupont@exemple.test'],
    [' jean@exemple.test ', 'jean@exemple.test'],
    ['\u2068jean@exemple.test\u2069\u00a0\u200b\ufeff', 'jean@exemple.test'],
    ['jean@société.fr', 'jean@xn--socit-esab.fr'],
    ['Jean@SOCIÉTÉ.FR', 'jean@xn--socit-esab.fr'],
    ['jean@socie\u0301te\u0301.fr', 'jean@xn--socit-esab.fr'],
    ['jean@xn--socit-esab.fr', 'jean@xn--socit-esab.fr'],
    ['jean@почта.рф', 'jean@xn--80a1acny.xn--p1ai'],
    ['élodie@exemple.test', 'élodie@exemple.test'],
    ['contact@sous.domaine-long.immo', 'contact@sous.domaine-long.immo'],
  ])('%j is kept as %s', (typed, kept) => {
    expect(readEmail(typed)).toBe(kept);
    expect(keptEmail(typed)).toBe(kept);
    expect(email.parse(typed)).toBe(kept);
  });

  it.each([
    '.jean@exemple.test',
    'jean.@exemple.test',
    'jean..dupont@exemple.test',
    'jean@.exemple.test',
    'jean@exemple..test',
    'jean@exemple.test.',
    'jean@-exemple.test',
    'jean@exemple',
    '@exemple.test',
    'jean dupont@exemple.test',
    'jean@exem\u200bple.test',
    'jean@exem\u00adple.test',
    'je\u202ean@exemple.test',
    'jean@127.0.0.1',
    'jean@１２７.０.０.１',
    'jean@exemple.test:25',
    'jean@société.fr/x',
    'jean@soci%C3%A9t%C3%A9.fr',
    'jean“x@exemple.test',
    'jean@exemple.test, paul@exemple.test',
    `jean@${'é'.repeat(70)}.fr`,
    `${'a'.repeat(300)}@exemple.test`,
  ])('%j is refused with the words of the field', (typed) => {
    expect(readEmail(typed)).toBeNull();
    expect(email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'Veuillez entrer un email valide',
    ]);
  });

  it('is refused as empty when nothing of it shows', () => {
    for (const typed of ['', ' \u00a0', '\u200b\u2060'])
      expect(email.safeParse(typed).error?.issues[0]?.message).toBe("L'email est requis");
  });

  it('of a public report is accepted, corrected or refused', ({ skip }) => {
    if (!existsSync(shared)) skip('le dossier ../shared/data est absent : rien à comparer ici');
    const cases: Record<string, string[]> = JSON.parse(readFileSync(shared, 'utf8'));
    for (const typed of cases.accepted ?? []) expect(readEmail(typed)).toBe(typed.trim().toLowerCase());
    const ascii = /^[a-z\d'+_-]+(?:\.[a-z\d'+_-]+)*@exemple\.test$/;
    expect(cases.accepted?.length).toBeGreaterThan(0);
    for (const typed of cases['refused or corrected'] ?? [])
      expect(readEmail(typed) ?? 'a@exemple.test').toMatch(ascii);
  });
});
