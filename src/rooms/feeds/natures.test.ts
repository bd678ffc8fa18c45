import { expect, test } from 'vitest';
import type { PolirisValues } from '#demonstration/poliris/writer.server.ts';
import {
  apimoFile,
  apimoListing,
  kyeroFile,
  kyeroListing,
  ubiflowFile,
  ubiflowListing,
} from '../../../tests/kit/feeds.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import type { FeedReport } from './contract.ts';

const { desk, send, feed, online } = await importDesk();

/** What agencies write where the type is asked for. */
const words = [
  ['appartement', 'Appartement T3', 'appt', 'appart.', 'Apt', 'studio', 'Studette', 'duplex', 'TRIPLEX'],
  ['souplex', 'penthouse', 'loft', 'chambre', 'chambre de service', 'T1', 'T1 bis', 'T2', 'T3', 'T4', 'T5'],
  ['T6', 'F1', 'F3', 'f 4', 'Type 2', '3 pièces', 'maison', 'Maison de ville', 'maison de village', 'villa'],
  ['pavillon', 'ferme', 'corps de ferme', 'longère', 'mas', 'chalet', 'château', 'manoir', 'péniche', 'gîte'],
  ['bateau', 'inconnu', 'autre', 'logement', 'bien', 'rez-de-jardin', 'yourte', 'terrain', 'parking', 'cave'],
  ['terrain avec maison', 'bureaux et appartement', '???', '0', '', ' '],
].flat();

/** A home to let, class G, that lacks nothing else; each format says what it can. */
const poliris = (word: string, rank: number): PolirisValues => ({
  agency: desk.agency,
  technicalId: `G-${rank}`,
  reference: `G-${rank}`,
  transaction: 'location',
  propertyType: word,
  postalCode: '34500',
  city: 'Béziers',
  country: 'France',
  title: 'À louer',
  description: 'Clair et calme, près des halles.',
  price: 700,
  baseRent: 640,
  charges: 60,
  chargesMode: 2,
  deposit: 640,
  fees: '600.00',
  inventoryFees: '180.00',
  furnished: false,
  surface: 62,
  rooms: 3,
  bedrooms: 2,
  energyClass: 'G',
  energyValue: 450,
  climateClass: 'C',
  climateValue: 25,
  energyDate: '12/02/2025',
  energyVersion: 'DPE_v07-2021',
  energyCostMin: 900,
  energyCostMax: 1200,
  energyCostYear: '01/01/2023',
});
const ubiflow = (word: string, rank: number) =>
  ubiflowListing(`${rank}`, {
    libelle_type: word.trim() === '' ? null : word,
    type: 'L',
    prix: null,
    loyer_mensuel_cc: '700',
    loyer_de_base: '640',
    charges_locatives: '60',
    modalite_recuperation_charges_locatives: 'provision',
    depot_garantie: '640',
    honoraires_location: '600',
    honoraires_etat_des_lieux: '180',
    meuble: 'false',
    dpe_etiquette_conso: 'G',
    dpe_valeur_conso: '450',
  });
const kyero = (word: string, rank: number) =>
  kyeroListing(`${rank}`, {
    type: word.trim() === '' ? null : word,
    price_freq: 'month',
    price: 700,
    energy_rating: '<consumption>G</consumption><emissions>C</emissions>',
  });
const apimo = (word: string, rank: number) =>
  apimoListing(rank, {
    type: word,
    category: 2,
    price: { value: 700, currency: 'EUR', fees: 600, deposit: 640, inventory: 180 },
    regulations: [
      { type: 1, value: 'G', date: '2025-03-02 00:00:00' },
      { type: 2, value: 'C', date: '2025-03-02 00:00:00' },
    ],
  });

const formats: Readonly<Record<string, () => Promise<FeedReport>>> = {
  Poliris: () => feed(words.map(poliris), { collect: true }),
  Ubiflow: () => xml(ubiflowFile(words.map(ubiflow))),
  Kyero: () => xml(kyeroFile(words.map(kyero))),
  Apimo: () =>
    send(Buffer.from(apimoFile(words.map(apimo))), { agency: desk.agency, name: 'flux.json', collect: true }),
};
function xml(file: string): Promise<FeedReport> {
  return send(Buffer.from(file), { agency: desk.agency, name: 'flux.xml', collect: true });
}

test.each(Object.keys(formats))('under no word of %s is a home of class G let', async (format) => {
  const { publication, diff } = await formats[format]!();
  expect([diff.refused, publication.length]).toEqual([[], words.length]);
  const escaped = publication.flatMap(({ rules, hold }, rank) =>
    hold === 'block' && rules.includes('R17') ? [] : [words[rank]],
  );
  expect([escaped, await online(desk.agency)]).toEqual([[], []]);
});

test('the code of a type serves where Ubiflow says no word, or one that is unknown', async () => {
  const sale = { copropriete: null, montant_depenses_energies_min: null };
  const { publication, diagnostics } = await xml(
    ubiflowFile([
      ubiflowListing('1', { ...sale, libelle_type: null, code_type: '1100' }),
      ubiflowListing('2', { ...sale, libelle_type: null, code_type: '1200' }),
      ubiflowListing('3', { ...sale, libelle_type: 'Divers', code_type: '1100' }),
      ubiflowListing('4', { libelle_type: 'Maison', code_type: '1100' }),
    ]),
  );
  expect(publication.map(({ rules }) => rules)).toEqual([['R15', 'R20'], ['R15'], ['R15', 'R20'], []]);
  expect(diagnostics.filter(({ code }) => code === 'property_type')).toEqual([]);
});

test('a cellar, a warehouse and a business are let as what they are', async () => {
  const bare = {
    rooms: '',
    bedrooms: '',
    energyClass: 'NS',
    climateClass: 'NS',
    energyValue: '',
    climateValue: '',
  };
  const { publication } = await feed(
    ['cave', 'entrepôt', 'entreprises', 'parking/box', 'boutique'].map((word, rank) => ({
      ...poliris(word, rank),
      ...bare,
    })),
    { collect: true },
  );
  expect(publication.map(({ status, rules }) => [status, rules])).toEqual(
    Array.from({ length: 5 }, () => ['online', []]),
  );
});
