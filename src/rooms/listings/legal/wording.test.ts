import { describe, expect, test } from 'vitest';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { exampleRental as rental } from '../../../../tests/kit/legal-examples.ts';
import { testRules } from '../../../../tests/kit/legal-rows.ts';
import { innocent, wordings } from './discrimination.ts';
import { wordingRules } from './wording.ts';
import { readWording } from './wording-reading.ts';

/** What must be read by a person, by criterion. */
const said: Readonly<Record<string, readonly string[]>> = {
  fees: [
    'Prix : 250 000 € FAI',
    '250 000 euros HAI.',
    'Honoraires inclus dans le prix',
    'Frais d’agence inclus',
    'Honoraires d’agence 5 % TTC inclus',
    'Prix honoraires charge acquéreur inclus',
    'agence incluse',
  ],
  origin: [
    'Français uniquement',
    'Étrangers s’abstenir',
    'Réservé aux Européens',
    'Pas d’étrangers, merci',
    'Nationalité française exigée',
    'Famille africaine refusée',
    'Pas de gens du voyage',
    'Recherche locataire français de souche',
    'PAS DE GITANS',
    'On ne loue pas à des Roms',
    'Pas de locataire d’origine africaine',
    'Origine européenne souhaitée',
    'Dossiers étrangers non étudiés',
  ],
  religion: [
    'Idéal famille juive',
    'Recherchons couple catholique pratiquant',
    'Pas de musulmans',
    'Musulmans s’abstenir',
    'Location réservée à des personnes de confession juive',
  ],
  sex: [
    'Idéal jeune femme seule',
    'Femmes uniquement',
    'Réservé à une étudiante, pas de garçons',
    'Je loue à une dame',
    'Colocation féminine',
    'Hommes s’abstenir',
    'Colocation entre filles',
    'Femmes voilées non acceptées',
    'Hommes seuls refusés',
    'Recherche colocataire féminine',
    'Colocation pour étudiantes uniquement',
  ],
  family: [
    'Pas d’enfants',
    'Sans enfant ni animaux',
    'Enfants non admis',
    'Célibataire uniquement',
    'Familles nombreuses s’abstenir',
    'Uniquement pour personne seule',
    'Pas de mère célibataire',
    'Enfants en bas âge refusés',
    'Familles avec enfants refusées',
    'Locataires mariés uniquement',
    'Parents isolés s’abstenir',
  ],
  age: [
    'Pas de retraités',
    'Réservé aux moins de 35 ans',
    'Uniquement pour seniors',
    'Locataire entre 25 et 40 ans',
    'Personnes âgées s’abstenir',
    'Moins de 30 ans uniquement',
    'Ni étudiants ni de retraités',
    'Âge maximum 30 ans pour les locataires',
    'Âge limite : 35 ans',
    'Age minimum 25 ans',
    'Personne dynamique de moins de 40 ans recherchée',
  ],
  disability: [
    'Pas de personnes handicapées',
    'Handicapés s’abstenir',
    'Fauteuil roulant refusé',
    'Pas de personne en fauteuil roulant',
    'Personnes à mobilité réduite s’abstenir',
    'Curatelle ou tutelle s’abstenir',
  ],
  orientation: ['Pas d’homosexuels', 'Couple hétéro uniquement', 'Lesbiennes s’abstenir'],
  health: ['Bonne santé exigée', 'Pas de malades', 'Certificat médical demandé', 'Locataire en bonne santé'],
  pregnancy: ['Pas de femme enceinte', 'Femmes enceintes s’abstenir'],
  resources: [
    'Pas de RSA',
    'Pas de CAF ni APL',
    'Refusons les allocataires',
    'APL non acceptées',
    'Chômeurs s’abstenir',
    'CAF refusée',
    'Pas d’aides sociales',
    'Pas d’aide sociale',
  ],
  appearance: ['Bonne présentation exigée', 'Personne d’apparence soignée exigée'],
};

/** What looks like it and chooses nobody. */
const unsaid = [
  'Accessible aux personnes à mobilité réduite, proche école et commerces.',
  'Chambre d’enfant, suite parentale et salle de jeux pour les enfants.',
  'Au cœur du quartier juif, à deux pas de la cathédrale.',
  'École catholique et lycée français à 300 m.',
  'CDI uniquement, revenus trois fois le loyer.',
  'Logement non éligible aux APL.',
  'Éligible APL. Dossier DossierFacile bienvenu.',
  'Plafonds à la française, parquet, jardin à la française.',
  'Idéal pour une famille avec enfants.',
  'Parfait pour un jeune couple ou un premier achat.',
  'Sans discrimination d’origine, de sexe ou de religion.',
  'Pas uniquement pour des femmes ou des hommes : tous les dossiers sont lus.',
  'Maison de famille, enceinte arborée, sans vis-à-vis.',
  'Viager occupé par une dame de 86 ans.',
  'Maison de santé, cabinet médical et pharmacie à pied.',
  'Résidence seniors avec services, réservée aux seniors autonomes.',
  'Résidence étudiante.',
  'Non adapté aux personnes à mobilité réduite : pas d’accès pour fauteuil roulant.',
  'Murs blancs, cuisine noire, style parisien.',
  'Quartier idéal pour les familles, crèche, aire de jeux.',
  'Toiture refaite il y a 10 ans, chaudière de moins de 5 ans.',
  'Garantie décennale, bail de 3 ans.',
  'Non-fumeur de préférence. Animaux refusés.',
  'Vue dégagée sur Versailles, proche RER ; café au pied de l’immeuble.',
  'Honoraires à la charge du vendeur.',
  'Frais d’agence : 5 % TTC à la charge de l’acquéreur.',
  'Honoraires non inclus.',
  'Investisseurs étrangers bienvenus ; nous parlons français, anglais et espagnol.',
  'Gay-friendly.',
  'Proche hôpital, parc des Femmes, rue de l’Homme-de-Bois.',
  'Local loué à un coiffeur hommes et femmes.',
  'Colocation acceptée.',
  'Faire-part, haie, Hainaut, la Faisanderie.',
  'Sans travaux, sans ascenseur, sans enjeu.',
  'Résidence réservée aux seniors avec services.',
  'Murs blancs uniquement, peintures refaites.',
  'Contactez Monsieur Martin exclusivement par téléphone.',
  'Piscine interdite aux enfants non accompagnés.',
  'Ancien couvent de religieuses, uniquement pour amoureux de la pierre.',
  'À deux pas de Monsieur Bricolage et des commerces.',
  'Pas de nuisance, un couple avec enfants y vivra bien.',
  'Une famille n’aura qu’à poser ses valises, sans travaux.',
  'Chambre des enfants non mitoyenne, combles isolés.',
];

describe('wording', () => {
  test.each(Object.entries(said).flatMap(([criterion, texts]) => texts.map((text) => ({ criterion, text }))))(
    '$criterion: $text',
    ({ criterion, text }) => {
      const around = `Bel appartement au calme.\n${text}\nProche commerces.`;
      const hits = readWording(around);
      expect(hits.map((hit) => hit.criterion)).toContain(criterion);
      for (const { excerpt } of hits) expect(text).toContain(excerpt);
    },
  );

  test.each(unsaid)('nothing in: %s', (text) => {
    expect(readWording(text)).toEqual([]);
  });

  test('every criterion has its examples', () => {
    expect(Object.keys(said).toSorted()).toEqual(wordings.map(({ criterion }) => criterion).toSorted());
  });

  test('accents, case, apostrophes and no-break spaces are read alike; the excerpt is the text’s own', () => {
    for (const text of ['ÉTRANGERS S’ABSTENIR', "etrangers s'abstenir", 'Étrangers\u00a0s’abstenir']) {
      expect(readWording(text)).toEqual([{ criterion: 'origin', excerpt: text }]);
    }
  });

  test('each sentence is read alone', () => {
    expect(readWording('Réservé aux initiés. Femmes de la Renaissance au musée voisin.')).toEqual([]);
    expect(readWording('Pas de vis-à-vis. Enfants bienvenus.')).toEqual([]);
    expect(readWording('Étudiants bienvenus ! Pas d’enfants')).toEqual([
      { criterion: 'family', excerpt: 'Pas d’enfants' },
    ]);
  });

  test('several criteria in a long text, each once', () => {
    const filler = 'Appartement lumineux avec balcon, cave et parking. '.repeat(30);
    const text = `${filler}Français uniquement, pas d’enfants, pas de RSA. ${filler}Pas de bébé.`;
    expect(readWording(text).map(({ criterion, excerpt }) => [criterion, excerpt])).toEqual([
      ['origin', 'Français uniquement'],
      ['family', 'pas d’enfants'],
      ['resources', 'pas de RSA'],
    ]);
  });

  test('a text that ends with its words, one of two letters, one followed by no end of letters', () => {
    for (const [criterion, texts] of Object.entries(said)) {
      for (const text of texts)
        expect(
          readWording(text).map((hit) => hit.criterion),
          text,
        ).toContain(criterion);
    }
    expect(readWording('Un bel appartement, ni bébés')).toEqual([
      { criterion: 'family', excerpt: 'ni bébés' },
    ]);
    expect(readWording('ni')).toEqual([]);
    expect(readWording(`Pas d’étrangers ${'x'.repeat(2_000)}`)).toEqual([
      { criterion: 'origin', excerpt: 'Pas d’étrangers' },
    ]);
  });

  test('a text longer than any other', () => {
    const long = `${'Un balcon, une cave et un parking. '.repeat(2_000)}Étrangers s’abstenir.`;
    expect(readWording(long)).toEqual([{ criterion: 'origin', excerpt: 'Étrangers s’abstenir' }]);
  });

  test('the words that call for a look miss nothing that reading every sentence for everything would find', () => {
    const { seed, int, pick } = chanceOf();
    console.info(`seed ${seed}`);
    const words = [...Object.values(said).flat(), ...unsaid].flatMap((text) => text.split(' '));
    for (let round = 0; round < 3_000; round += 1) {
      const sentence = Array.from({ length: int(2, 12) }, () => pick(words).replaceAll(/[.!?;]/g, '')).join(
        ' ',
      );
      const plain = sentence
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .replaceAll('œ', 'o')
        .replaceAll('’', "'")
        .replaceAll(innocent, (found) => '_'.repeat(found.length));
      expect(
        readWording(`Au calme. ${sentence}`).map(({ criterion }) => criterion),
        `seed ${seed}: ${sentence}`,
      ).toEqual(wordings.filter(({ says }) => says.test(plain)).map(({ criterion }) => criterion));
    }
  });
});

testRules(wordingRules, [
  { rule: 'R26', that: 'a text that chooses nobody', draft: rental() },
  {
    rule: 'R26',
    that: 'Français uniquement',
    draft: rental({ description: 'Beau studio. Français uniquement.' }),
    finds: [['discrimination_origin', 'review']],
  },
  {
    rule: 'R26',
    that: 'in the title',
    draft: rental({ title: 'Studio, pas d’enfants' }),
    finds: [['discrimination_family', 'review']],
  },
  {
    rule: 'R26',
    that: 'read by a person',
    draft: rental({ description: 'Beau studio. Français uniquement.' }),
    context: { wordingCleared: true },
  },
]);
