import { expect, it, test } from 'vitest';
import { newWords } from './inbound-words.server.ts';

const quoted = '> Bonjour,\n> quand voulez-vous visiter ?\n>\n> Agence du Port';
const outlook = `De : Vigie <alertes@vigie.example>
Envoyé : lundi 23 novembre 2026 10:04
À : adele@exemple.test
Objet : Agence du Port vous répond

Bonjour,
quand voulez-vous visiter ?`;

test.each([
  ['Gmail in French', `Samedi.\n\nLe lun. 23 nov. 2026 à 10:04, Vigie <a@b.fr> a écrit :\n\n${quoted}`],
  [
    'Gmail, wrapped',
    `Samedi.\n\nLe lun. 23 nov. 2026 à 10:04, Vigie\n<alertes@vigie.example> a écrit :\n\n${quoted}`,
  ],
  [
    'Apple Mail',
    `Samedi.\n\nEnvoyé de mon iPhone\n\n> Le 23 nov. 2026 à 10:04, Vigie <a@b.fr> a écrit :\n> \n${quoted}`,
  ],
  ['Gmail in English', `Samedi.\n\nOn Mon, Nov 23, 2026 at 10:04 AM Vigie <a@b.fr> wrote:\n\n${quoted}`],
  ['Outlook', `Samedi.\n\n${outlook}`],
  ['Outlook with a rule', `Samedi.\n\n________________________________\n${outlook}`],
  ['an older Outlook', `Samedi.\n\n-----Message d'origine-----\nDe : Vigie\nBonjour`],
  ['quotation marks alone', `Samedi.\n\n${quoted}`],
  ['an answer below the quotation', `Le 23 nov. 2026 à 10:04, Vigie a écrit :\n${quoted}\n\nSamedi.`],
  ['a signature', 'Samedi.\n\n-- \nAdèle Fontanel\n06 39 98 00 01'],
  ['a device', 'Samedi.\n\nEnvoyé depuis mon téléphone Android'],
])('leaves what is new of %s', (_, text) => {
  expect(newWords(text)).toBe('Samedi.');
});

it('keeps answers between the lines, in their order', () => {
  expect(newWords('> Quel jour ?\nSamedi.\n> À quelle heure ?\nÀ dix heures.')).toBe(
    'Samedi.\nÀ dix heures.',
  );
});

test.each([
  'Le propriétaire a écrit :\nje veux vendre vite.',
  'De : Lyon\nà Paris, combien de temps ?',
  'Bonjour,\n--\nj’hésite entre deux :\n- samedi\n- lundi'.replace('--\n', '— \n'),
  '> Bonjour, ceci est tout ce que j’ai écrit.',
  'Trois choses :\n- la cave\n- le balcon',
  '',
])('cuts nothing of %j', (text) => {
  expect(newWords(text)).toBe(text);
});

it('does not take longer than the text is long', () => {
  const started = process.cpuUsage();
  newWords('Le 1 '.repeat(20_000));
  newWords('Le 1\n'.repeat(20_000));
  newWords(`${'>'.repeat(50_000)}\n${'De : a\n'.repeat(10_000)}`);
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});
