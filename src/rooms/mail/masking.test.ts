import { describe, expect, it } from 'vitest';
import { newToken, signToken } from '#platform/auth.server.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { MASK, masked } from './masking.ts';

const ORIGIN = 'https://vigie.example';

describe('a mail that somebody else reads', () => {
  it('holds no token of its links, in text, in HTML and in headers', () => {
    const chance = chanceOf();
    for (let each = 0; each < 200; each += 1) {
      const payload = `${chance.int(1, 9_999_999)}:${chance.int(1, 99)}`;
      const token = chance.pick([newToken(), signToken('un secret', 'essai', payload)]);
      const name = chance.pick(['token', 'changement', 'favoris', 'cle', 'boost', 'avis']);
      const link = `${ORIGIN}/verification-email?suite=boost&${name}=${token}`;
      const shown = [
        masked(`Ouvrez ${link} avant demain.`),
        masked(`<a href="${link.replaceAll('&', '&amp;')}">Confirmer</a>`),
        masked(`<${link}>`),
        masked(`${ORIGIN}/connexion?redirect=${encodeURIComponent(`/verification-email?${name}=${token}`)}`),
        masked(`${ORIGIN}/verification-email#${name}=${token}`),
        masked(`${ORIGIN}/api/liens/${token}`),
        masked(`Votre clé : ${token}`),
      ];
      // Of a signed one, what is signed is no secret.
      const secret = token.split('.').at(-1)!.slice(0, 8);
      for (const text of shown) expect(text.includes(secret), `${chance.seed} ${text}`).toBe(false);
    }
  });

  it('holds no address that answers for the recipient', () => {
    expect(masked('reponse+abcdefghijklmnopqrstuvwxyz@vigie.example')).toBe(`reponse+${MASK}@vigie.example`);
    expect(masked('lea+maison@exemple.fr')).toBe('lea+maison@exemple.fr');
  });

  it.each([
    `${ORIGIN}/annonce/12345678`,
    `${ORIGIN}/agence/leads?prospect=12`,
    `${ORIGIN}/conditions-utilisation#moderation`,
    `<img src="${ORIGIN}/photos/400/feeds-12-0123456789abcdef.jpg" alt="Le séjour">`,
    '<td style="padding:20px 16px!important;color:#0D1B2A">250 000,00 €</td>',
    'Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson',
    'Référence VIG-7K3M-Q9TX, 06 12 34 56 78, camille@exemple.fr',
  ])('keeps what is read: %s', (text) => {
    expect(masked(text)).toBe(text);
  });

  it('is read in one pass, however long it is', () => {
    const text = `${ORIGIN}/?${'a'.repeat(200_000)}`;
    expect(masked(text)).toBe(text);
    expect(masked('-'.repeat(200_000))).toHaveLength(200_000);
  });
});
