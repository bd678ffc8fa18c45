/** Facts of a listing in a format of names: those given replace those of a lawful flat in Béziers; null leaves one out. */
export type Facts = Readonly<Record<string, string | number | null>>;

const flat = {
  reference: 'REF',
  titre: 'Appartement 3 pièces',
  texte:
    'Un trois-pièces clair, près des halles. Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr',
  photo: 'https://photos.exemple-agence.test/1.jpg',
  libelle_type: 'Appartement',
  code_postal: '34500',
  ville: 'Béziers',
  pays: 'France',
  surface: '62',
  nb_pieces: '3',
  nombre_de_chambres: '2',
  latitude: '43.34',
  longitude: '3.21',
  dpe_etiquette_conso: 'C',
  dpe_etiquette_ges: 'B',
  dpe_valeur_conso: '150',
  dpe_valeur_ges: '10',
  dpe_date_realisation: '2025-03-12',
  montant_depenses_energies_min: '800',
  montant_depenses_energies_max: '1100',
  date_indice_prix_energies: '2023-01-01',
  copropriete: 'true',
  alur_nb_lots: '24',
  charges_copropriete_annuelle: '1200',
  alur_syndic_en_procedure: 'false',
  mandat_numero: 'M-1',
  type: 'V',
  prix: '210000',
  prix_hors_honoraires: '200000',
  alur_pourcentage_honoraires_ttc: '5',
  honoraires_payeurs: 'acquereur',
} as const;

export function ubiflowListing(id: string, given: Facts = {}): string {
  const facts = Object.entries({ ...flat, reference: `REF-${id}`, ...given });
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`  <${name}>${value}</${name}>`]));
  return [` <annonce id="${id}">`, ...lines, ' </annonce>'].join('\n');
}

/** An Ubiflow file: its first listing starts at line 4. */
export function ubiflowFile(listings: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<client>',
    '<annonces>',
    ...listings,
    '</annonces>',
    '</client>',
    '',
  ].join('\n');
}

export function kyeroListing(id: string, given: Facts = {}): string {
  const facts = Object.entries({
    ref: `REF-${id}`,
    price: 210_000,
    currency: 'EUR',
    price_freq: 'sale',
    type: 'apartment',
    town: 'Béziers',
    province: 'Hérault',
    country: 'France',
    beds: 2,
    desc: '<fr><![CDATA[Appartement 3 pièces. Clair et calme.]]></fr>',
    ...given,
  });
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`  <${name}>${value}</${name}>`]));
  return [' <property>', `  <id>${id}</id>`, ...lines, ' </property>'].join('\n');
}

export function kyeroFile(listings: readonly string[]): string {
  return ['<root>', ' <kyero><feed_version>3</feed_version></kyero>', ...listings, '</root>'].join('\n');
}

/** Apimo's own record of a listing, `given` over it. */
export function apimoListing(id: number, given: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    reference: `REF-${id}`,
    agency: 24_000,
    category: 1,
    type: 1,
    country: 'FR',
    city: { id: 1, name: 'Béziers', zipcode: '34500' },
    area: { unit: 1, value: 62 },
    rooms: 3,
    bedrooms: 2,
    price: { value: 210_000, currency: 'EUR' },
    pictures: [{ id: 1, rank: 1, url: `https://photos.exemple-agence.test/${id}.jpg` }],
    comments: [{ language: 'fr', title: 'Appartement 3 pièces', comment: 'Clair et calme.' }],
    regulations: [
      { type: 1, value: '150', date: '2025-03-02 00:00:00' },
      { type: 2, value: '10', date: '2025-03-02 00:00:00' },
    ],
    ...given,
  };
}

export function apimoFile(properties: readonly unknown[], total = properties.length): string {
  return JSON.stringify({ total_items: total, timestamp: 1_795_000_000, properties }, null, 1);
}
