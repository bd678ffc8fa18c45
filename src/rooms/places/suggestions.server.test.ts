import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#platform/db.server.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { mistype, typingErrorKinds } from '../../../tests/kit/typing-errors.ts';
import { editsToBegin, suggestPlaces } from './suggestions.server.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await testDb());
});

async function labels(q: string, limit?: number): Promise<string[]> {
  return (await suggestPlaces(db, q, limit === undefined ? {} : { limit })).map(({ label }) => label);
}

describe('suggestPlaces answers first', () => {
  it.each([
    // Beginnings, accents, case, hyphens, apostrophes.
    ['par', 'Paris'],
    ['toul', 'Toulouse'],
    ['mont', 'Montpellier'],
    ['SÈTE', 'Sète'],
    ['sete', 'Sète'],
    ['nimes', 'Nîmes'],
    ['boulogne billancourt', 'Boulogne-Billancourt'],
    ['aix', 'Aix-en-Provence'],
    ['palavas', 'Palavas-les-Flots'],
    ['oeuilly', 'Œuilly'],
    // Articles, « l’ ».
    ['le havre', 'Le Havre'],
    ['havre', 'Le Havre'],
    ["l'hay", "L'Haÿ-les-Roses"],
    ['lhay les roses', "L'Haÿ-les-Roses"],
    ['hay les roses', "L'Haÿ-les-Roses"],
    ['l isle sur la s', "L'Isle-sur-la-Sorgue"],
    ['lisle sur la sorgue', "L'Isle-sur-la-Sorgue"],
    // Abbreviations, inner words.
    ['st etienne', 'Saint-Étienne'],
    ['ste foy les lyon', 'Sainte-Foy-lès-Lyon'],
    ['St-Germain-en-L', 'Saint-Germain-en-Laye'],
    ['annet s/ marne', 'Annet-sur-Marne'],
    ['billancourt', 'Boulogne-Billancourt'],
    // Postal codes and departments.
    ['75011', 'Paris 11e'],
    ['75116', 'Paris 16e'],
    ['75000', 'Paris'],
    ['69003', 'Lyon 3e'],
    ['13008', 'Marseille 8e'],
    ['34000', 'Montpellier'],
    ['3450', 'Béziers'],
    ['06000', 'Nice'],
    ['34', 'Hérault'],
    ['13', 'Bouches-du-Rhône'],
    ['2A', 'Corse-du-Sud'],
    ['974', 'La Réunion'],
    ['hérault', 'Hérault'],
    ['34172', 'Montpellier'],
    ['2A004', 'Ajaccio'],
    // Name and figures.
    ['34000 montpellier', 'Montpellier'],
    ['montpellier 34', 'Montpellier'],
    ['saint denis 93', 'Saint-Denis'],
    ['lyon 69', 'Lyon'],
    ['paris 75', 'Paris'],
    ['Montpellier, Hérault', 'Montpellier'],
    ['béziers (34)', 'Béziers'],
    ['béziers (Hérault)', 'Béziers'],
    ['LYON CEDEX', 'Lyon'],
    ['MONTPELLIER CEDEX 5', 'Montpellier'],
    // Districts.
    ['paris 1', 'Paris 1er'],
    ['paris 11', 'Paris 11e'],
    ['Paris 11ème', 'Paris 11e'],
    ['paris xi', 'Paris 11e'],
    ['11e arrondissement de Paris', 'Paris 11e'],
    ['lyon 3e', 'Lyon 3e'],
    ['LYON 03', 'Lyon 3e'],
    ['lyon 7e arrondissement', 'Lyon 7e'],
    ['marseille 1', 'Marseille 1er'],
    ['marseille 13', 'Marseille 13e'],
    ['paris 75011', 'Paris 11e'],
    // Old names.
    ['courcouronnes', 'Évry-Courcouronnes'],
    ['annecy le vieux', 'Annecy'],
    // Communes merged without any status left.
    ['juillaguet', 'Boisné-La Tude'],
    ['chavenat', 'Boisné-La Tude'],
    ['saint-amant-de-montmoreau', 'Montmoreau'],
    ['saint laurent de belzagot', 'Montmoreau'],
    // The codes of a CEDEX are those of no commune.
    ['31685 Toulouse cedex 6', 'Toulouse'],
    ['77488 provins cedex', 'Provins'],
    ['Saint Malo 35403', 'Saint-Malo'],
    ['toulouse cedex 6', 'Toulouse'],
    // Misspellings.
    ['monpelier', 'Montpellier'],
    ['monpel', 'Montpellier'],
    ['bordaux', 'Bordeaux'],
    ['bordo', 'Bordeaux'],
    ['marseile', 'Marseille'],
    ['st etiene', 'Saint-Étienne'],
    ['parsi', 'Paris'],
    ['parris', 'Paris'],
    ['lile', 'Lille'],
    ['lyom', 'Lyon'],
    ['tolouse', 'Toulouse'],
    ['grenobe', 'Grenoble'],
    ['strasboug', 'Strasbourg'],
    ['villeurbane', 'Villeurbanne'],
    ['mulouse', 'Mulhouse'],
    ['perpinian', 'Perpignan'],
    ['anecy', 'Annecy'],
    ['la rochele', 'La Rochelle'],
    ['clermont ferand', 'Clermont-Ferrand'],
    ['aix provence', 'Aix-en-Provence'],
    ['st jean luz', 'Saint-Jean-de-Luz'],
    ['villeneuve ascq', "Villeneuve-d'Ascq"],
    ['mont de marsant', 'Mont-de-Marsan'],
    ['cergy pontoise', 'Cergy'],
    // Letters swapped, the first one too.
    ['oarnge', 'Orange'],
    ['hodnet', 'Hodent'],
    ['nipepe', 'Nieppe'],
    ['beuane', 'Beaune'],
    ['sanit etienne', 'Saint-Étienne'],
    // Districts run together with their figure, or of a misspelt city.
    ['paris11', 'Paris 11e'],
    ['lyon3', 'Lyon 3e'],
    ['paris11eme', 'Paris 11e'],
    ['marsielle 3', 'Marseille 3e'],
    ['marsielle3', 'Marseille 3e'],
    ['13003 marsielle', 'Marseille 3e'],
    // What is called so is not a misspelt city.
    ['laon 2', 'Laon'],
    ['laon 3', 'Laon'],
    // A postal code of elsewhere: the name wins.
    ['douvaine 74410', 'Douvaine'],
    ['ozoir-la-ferriere 77303', 'Ozoir-la-Ferrière'],
    ['montpellier 75011', 'Montpellier'],
    // A code that bears out what is half written.
    ['rene 35000', 'Rennes'],
    ['bez 34500', 'Béziers'],
  ])('%s: %s', async (q, first) => {
    expect((await labels(q))[0]).toBe(first);
  });
});

describe('suggestPlaces', () => {
  it('shows a small place typed in full among its bigger namesakes', async () => {
    expect(await labels('y')).toContain('Y');
    expect(await labels('mont')).toContain('Mont');
    expect((await labels('rene')).slice(0, 2)).toEqual(['René', 'Rennes']);
  });

  it('says which old name was typed, and what tells namesakes apart', async () => {
    const [old] = await suggestPlaces(db, 'courcouronnes');
    expect(old).toMatchObject({ code: '91228', alias: 'Courcouronnes' });
    expect(old?.detail).toContain(' · « Courcouronnes »');
    // No commune has this postal code, that of a CEDEX of Nantes: it is another's INSEE code, and that is said.
    expect((await suggestPlaces(db, '44021'))[0]?.detail).toContain(' · code INSEE 44021');
    const saints = await suggestPlaces(db, 'saint denis');
    expect(saints.slice(0, 2).map(({ detail, alias }) => [detail, alias])).toEqual([
      ['97400 · La Réunion', null],
      ['93200 · Seine-Saint-Denis', null],
    ]);
    expect((await suggestPlaces(db, 'lyon'))[0]?.detail).toBe('Toute la ville');
    expect((await suggestPlaces(db, 'gironde'))[0]).toMatchObject({
      kind: 'department',
      detail: 'Département 33',
    });
  });

  it('proposes the places of the postal code after the name that contradicts it', async () => {
    expect(await labels('douvaine 74410')).toContain('Saint-Jorioz');
    // Of several namesakes, the one in the department of the code.
    expect((await suggestPlaces(db, 'saint denis 93999')).map(({ code }) => code).slice(0, 2)).toEqual([
      '93066',
      '97411',
    ]);
  });

  it.each(typingErrorKinds)('finds towns among the first three behind a typing error: %s', async (kind) => {
    const { rows } = await sql<{ code: string; name: string }>`
      select code, name from place where kind = 'commune' and population > 5000 order by code`.execute(db);
    const chance = chanceOf(20_261_126);
    const missed: string[] = [];
    let asked = 0;
    while (asked < 60) {
      const { code, name } = chance.pick(rows);
      const q = mistype(name, kind, chance);
      if (q === null) continue;
      asked += 1;
      const found = await suggestPlaces(db, q, { limit: 3 });
      if (!found.some((place) => place.code === code)) missed.push(`${name}: ${q}`);
    }
    // A few errors make the name of another place: nobody could tell.
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(4);
  });

  it('keeps to the limit and to distinct places, in the same order each time', async () => {
    for (const q of ['s', 'saint', 'paris', '750', 'lile', 'parsi']) {
      const some = await labels(q, 5);
      expect(some.length, q).toBeLessThanOrEqual(5);
      expect(new Set((await suggestPlaces(db, q)).map(({ code }) => code)).size).toBe(
        (await labels(q)).length,
      );
      expect(await labels(q, 5)).toEqual(some);
    }
  });

  it('proposes the biggest cities before anything is typed', async () => {
    expect(await labels('', 3)).toEqual(['Paris', 'Marseille', 'Lyon']);
    expect(await labels(' %_* ', 1)).toEqual(['Paris']);
  });

  it.each(['xyzzy', 'zzz zzz', '99999', 'cedex', '東京', 'a'.repeat(5000), "'; drop table place; --"])(
    'has no answer, and no fault, for %j',
    async (q) => {
      expect(await labels(q)).toEqual([]);
    },
  );
});

it('counts the letters that keep what was typed from beginning a name', () => {
  expect(editsToBegin('paris', 'paris')).toBe(0);
  expect(editsToBegin('par', 'paris')).toBe(0);
  expect(editsToBegin('parsi', 'paris')).toBe(1);
  expect(editsToBegin('pzris', 'paris')).toBe(1);
  expect(editsToBegin('parris', 'paris')).toBe(1);
  expect(editsToBegin('tolouse', 'toulouse')).toBe(1);
  expect(editsToBegin('', 'paris')).toBe(0);
  expect(editsToBegin('ab', '')).toBe(2);
});
