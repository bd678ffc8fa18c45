import { describe, expect, it } from 'vitest';
import { contactsIn, withoutContacts } from './contacts-in-texts.ts';

const phones = [
  '06 12 34 56 78',
  '06.12.34.56.78',
  '06-12-34-56-78',
  '06/12/34/56/78',
  '06 . 12 . 34 . 56 . 78',
  '0612345678',
  '06\u00a012\u00a034\u00a056\u00a078',
  '06\u202f12\u202f34\u202f56\u202f78',
  '06.12.34 56 78',
  '06 123 456 78',
  '0612 345 678',
  '0 6 1 2 3 4 5 6 7 8',
  '0 800 123 456',
  '0800 12 34 56',
  'O6 12 34 56 78',
  '+33 6 12 34 56 78',
  '+33612345678',
  '+33 (0)6 12 34 56 78',
  '+33(0)612345678',
  '(+33) 6 12 34 56 78',
  '0033 6 12 34 56 78',
  '(0)6 12 34 56 78',
  '+262 692 12 34 56',
  '+32 470 12 34 56',
  '+41 79 123 45 67',
];
const emails = [
  'contact@agence-du-port.fr',
  'jean.dupont+vente@gmail.com',
  'contact (at) agence.fr',
  'contact @ agence.fr',
];
const links = [
  'https://agence.test/bien?id=12',
  'http://exemple.fr',
  'www.agence-du-port.fr',
  'agence-du-port.fr',
  'agence.com/nos-biens',
  'my.matterport.com/show/?m=AbC',
  'agence-du-port.net',
  'https://agence.fr/gouv.fr',
];

const innocent = [
  'Prix : 250 000 €, soit 3 326,00 €/m²',
  'Prix 1 250 000 € honoraires inclus',
  'Loyer 842,00 € charges comprises, dont 80,50 €',
  'Réf. VA0612345678',
  'Réf. : 0412345678',
  'Référence 0612 345 678',
  'Mandat n° 0123456789',
  'Mandat n°2026-01-0458',
  'SIREN 732 829 320, RCS Nîmes',
  'SIRET 732 829 320 00074',
  'SIRET 55208131766522',
  'Carte CPI 3002 2024 000 000 123',
  'Carte CPI 0605 2018 000 123 456',
  'DPE n° 2330E1680837R du 12/03/2025',
  'Disponible du 01/02/2026 au 03/04/2027',
  'Libre le 01.02.2026, visite le 03.02.2026 à 10 h 30',
  'Du 01-09-2026 au 30-06-2027',
  'Surfaces : 12,50 m², 09,30 m², 104 m² et 1 250 m² de terrain',
  'Parcelle AB 0123, section 0456',
  'Construit en 1968, rénové en 2019 et 2021',
  'Coordonnées 43.83494, 4.35963',
  'Dépenses entre 1 200 € et 1 680 € par an, prix de 2021, 2022 et 2023',
  'Consommation 352 kWh/m²/an, 46 kg CO₂/m²/an',
  'Au 3e étage sur 5, 2 chambres, 1 salle de bains',
  'Numéro fiscal 0123456789',
  'Prix net vendeur.Net de frais',
  'Garage. Net vendeur, calme etc.',
  'Quartier St. Jean, av. du Gal. de Gaulle, etc.',
  'Ouvert de 09h00 à 12h30 et de 14h00 à 18h30',
  'Code postal 13006, INSEE 13206',
  '24 lots, 1 480 € par an',
  'À 10 min. de la gare.Vue mer.Au calme',
  'Les risques sont sur le site Géorisques : www.georisques.gouv.fr',
  'Voir https://www.georisques.gouv.fr/mes-risques.',
];

describe('contactsIn', () => {
  it.each(phones)('finds the phone %s', (phone) => {
    for (const text of [
      phone,
      `Appelez le ${phone}.`,
      `Tél : ${phone} (Paul)`,
      `Vendu par Paul, ${phone}, à Nîmes`,
    ])
      expect(contactsIn(text).map(({ kind, written }) => [kind, written])).toEqual([['phone', phone]]);
  });
  it.each(emails)('finds the address %s', (email) => {
    expect(contactsIn(`Écrire à ${email}.`)).toMatchObject([{ kind: 'email', written: email }]);
  });
  it.each(links)('finds the link %s', (link) => {
    expect(contactsIn(`Visite : ${link}, à toute heure`)).toMatchObject([{ kind: 'link', written: link }]);
  });
  it.each(innocent)('lets pass « %s »', (text) => {
    expect(contactsIn(text)).toEqual([]);
  });
  it('finds several in one text, each once', () => {
    const text = `Tél. 06 12 34 56 78 ou 04.66.00.00.00, contact@agence.fr, https://agence.fr/a@b`;
    expect(contactsIn(text).map(({ kind }) => kind)).toEqual(['phone', 'phone', 'email', 'link']);
  });
});

describe('withoutContacts', () => {
  it.each([
    ['Bel appartement. Tél. : 06 12 34 56 78. Au calme.', 'Bel appartement. Au calme.'],
    ['Au calme (06.12.34.56.78)\nDeux chambres', 'Au calme\nDeux chambres'],
    ['Écrire : e-mail contact@agence.fr', 'Écrire :'],
    ['Voir www.agence.fr\n\n\nUn balcon', 'Voir\n\nUn balcon'],
    ['06 12 34 56 78', ''],
  ])('takes them out of « %s »', (before, after) => {
    const said = withoutContacts(before);
    expect(said?.text).toBe(after);
    expect(contactsIn(said?.text ?? '')).toEqual([]);
  });
  it('has nothing to take out of a text without any', () => {
    expect(withoutContacts('Un séjour traversant, 64 m², au calme.')).toBeNull();
  });
});
