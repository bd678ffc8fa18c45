import { describe, expect, test } from 'vitest';
import { type ScamSubject, suspicionOf, wordsOf } from './scam.ts';
import type { ScamCode } from './scam-words.ts';

function read(description: string, said: Partial<ScamSubject> = {}) {
  return suspicionOf({
    title: 'Appartement 2 pièces',
    description,
    underMedian: null,
    copiedFrom: null,
    agencyKnown: true,
    ...said,
  });
}
const codes = (description: string, said: Partial<ScamSubject> = {}) =>
  read(description, said).signals.map(({ code }) => code);

/** What each tactic says, in both languages and in disguise. */
const said: Readonly<Partial<Record<ScamCode, readonly string[]>>> = {
  untraceable_payment: [
    'Paiement par mandat cash à mon nom.',
    'Merci de régler par Western Union.',
    'Envoyez-moi deux coupons PCS de 100 €.',
    'Une recharge Transcash suffit.',
    'Payment by MoneyGram, then you get the flat.',
    'Je n’accepte que les paiements en bitcoin.',
    'Buy a gift card and send me the code.',
    'Paiement par M A N D A T  C A S H.',
    'Paiement par wеstеrn uniоn.',
    'Paiement par w3st3rn un1on.',
    'Paiement par man\u200bdat ca\u200bsh.',
    'Paiement par 𝐖𝐞𝐬𝐭𝐞𝐫𝐧 𝐔𝐧𝐢𝐨𝐧.',
  ],
  advance_payment: [
    'Un acompte de 300 € est demandé avant la visite.',
    'Avant toute visite, un virement du premier loyer est obligatoire.',
    'Pour pouvoir visiter, réglez le dépôt de garantie.',
    'La visite se fera après le paiement de la caution.',
    'Pas de visite sans virement.',
    'Frais de visite remboursables : 50 € à régler.',
    'You must pay the deposit before viewing the flat.',
    'UN ACOMPTE EST DEMANDE AVANT LA VISITE',
  ],
  keys_by_post: [
    'Les clés vous seront envoyées par la poste.',
    'Je vous expédie les clés et le contrat par DHL.',
    'The keys will be sent to you by courier.',
    'Vous recevrez les clés par Chronopost.',
  ],
  fake_platform: [
    'Le paiement passe par Airbnb, qui garde l’argent jusqu’à votre arrivée.',
    'L’agent Airbnb vous remettra les clés.',
    'Booking keeps the money until you move in.',
    'Un tiers de confiance garde votre versement.',
  ],
  no_visit: [
    'Visite impossible, je suis loin.',
    'Je ne peux pas faire visiter le logement.',
    'Aucune visite n’est possible.',
    'No viewing possible, sorry.',
    'I cannot show the flat.',
  ],
  reserve_by_paying: ['Un acompte de 200 € suffit à bloquer le logement.', 'Envoyez 200 € pour réserver.'],
  owner_abroad: [
    'Je suis actuellement à l’étranger.',
    'Je suis missionnaire au Bénin.',
    'I am currently in London for work.',
    'J’ai été muté en Côte d’Ivoire.',
  ],
  personal_story: [
    'Je cherche une personne honnête.',
    'Depuis le décès de mon mari, la maison est vide.',
    'I want someone who takes good care of my home. God bless you.',
  ],
  diverted_contact: [
    'Contactez-moi uniquement sur WhatsApp.',
    'Écrivez-moi : paul.martin (at) gmail point com',
    'Reach me on Telegram only.',
  ],
};

/** What looks like it and asks nothing of the kind. */
const unsaid = [
  'Aucun acompte avant la visite.',
  'Nous ne demandons jamais de virement avant la visite.',
  'Aucun acompte, virement ou mandat cash ne vous sera demandé avant la visite.',
  'Ne payez jamais par Western Union.',
  'N’envoyez pas d’argent par mandat cash.',
  'Notre agence n’accepte ni mandat cash ni coupon PCS.',
  'Le virement avant la visite n’est jamais demandé.',
  'Toute demande d’acompte avant la visite est une arnaque.',
  'Si l’on vous demande un virement avant une visite, prévenez-nous.',
  'Un virement avant la visite ? Jamais chez nous.',
  'Never send money by Western Union before viewing.',
  'No deposit is ever required before the viewing.',
  'Dépôt de garantie : 1 mois de loyer.',
  'Dépôt de garantie à la signature du bail.',
  'Premier loyer et dépôt de garantie payables à l’entrée dans les lieux.',
  'Dossier complet à fournir avant la visite, caution solidaire acceptée.',
  'Dépôt de dossier en ligne avant la visite.',
  'Contrat de réservation et dépôt de garantie consigné chez le notaire pour réserver le lot.',
  'Visite possible tous les jours.',
  'Visites sur rendez-vous uniquement.',
  'Visite impossible avant le 15 mars.',
  'Pas de visite le week-end.',
  'Pas de visite sans dossier.',
  'Vendu loué, visite impossible.',
  'Visite virtuelle disponible.',
  'Remise des clés en main propre.',
  'Maison livrée clés en main, à deux pas de la poste.',
  'Boîte à clés dans l’entrée.',
  'Les propriétaires, à l’étranger, ont confié la vente à notre agence.',
  'Convient à un agent en mission ou en mutation, bail mobilité possible.',
  'Airbnb autorisé, revenus locatifs de 1 200 € par mois.',
  'Notre agence répond aussi sur WhatsApp.',
  'Vente urgente cause succession.',
  'Appartement de 3 pcs, vue sur la ria.',
  'Classes A B C D E F G : voir le DPE.',
];

describe('what scammers ask', () => {
  for (const [code, sentences] of Object.entries(said))
    test.each(sentences)(`${code}: %s`, (sentence) => {
      expect(codes(sentence)).toContain(code);
    });

  test('is told in the words of the listing, the heaviest first', () => {
    const { signals, score, waits } = read(
      'Bel appartement. Les clés vous seront envoyées par la poste. Je suis actuellement à l’étranger.',
    );
    expect(signals.map(({ code }) => code)).toEqual(['keys_by_post', 'owner_abroad']);
    expect(signals[0]?.excerpt).toContain('clés vous seront envoyées');
    expect({ score, waits }).toEqual({ score: 85, waits: true });
  });

  test('urgency counts beside money alone', () => {
    expect(codes('C’est urgent, premier arrivé.')).toEqual([]);
    expect(codes('Un acompte est demandé avant la visite. C’est urgent.')).toContain('urgency');
  });
});

describe('what only looks like it', () => {
  test.each(unsaid)('%s', (sentence) => {
    expect(codes(sentence)).toEqual([]);
  });
});

describe('what its facts say', () => {
  test('a price far under the median, unless the listing says why', () => {
    expect(codes('Bel appartement.', { underMedian: 39 })).toEqual([]);
    expect(codes('Bel appartement.', { underMedian: 40 })).toEqual(['low_price']);
    for (const why of ['Travaux à prévoir.', 'Vendu occupé.', 'Bail réel solidaire.', 'Vente aux enchères.'])
      expect(codes(why, { underMedian: 60 })).toEqual([]);
    expect(read('Bel appartement.', { underMedian: 45 })).toMatchObject({ waits: false });
  });

  test('photos of another agency’s listing; an unverified SIREN only beside something else', () => {
    expect(codes('Bel appartement.', { agencyKnown: false })).toEqual([]);
    expect(codes('Bel appartement.', { copiedFrom: 12, agencyKnown: false })).toEqual([
      'copied_photos',
      'unverified_agency',
    ]);
    expect(read('Bel appartement.', { copiedFrom: 12 }).signals[0]?.explanation).toContain('12');
  });
});

test('two texts that say the same in other clothes are one', () => {
  expect(wordsOf('  BEL   appartement, à Lyon ! ')).toBe(wordsOf('bel appartement a Lyon'));
  expect(wordsOf('bel appartement')).not.toBe(wordsOf('bel appartement, visite impossible'));
});

test('a text of any kind is read, in a time that its length bounds', () => {
  for (const text of [
    '',
    '\u0000',
    '😀'.repeat(50),
    'a b c d '.repeat(500),
    'acompte '.repeat(500),
    "n'".repeat(2_000),
  ])
    expect(read(text).score).toBeLessThanOrEqual(100);
});
