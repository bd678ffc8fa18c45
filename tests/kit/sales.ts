/** The columns of geo-dvf, in their order (formats/prices.md 1). */
export const salesHeader =
  'id_mutation,date_mutation,numero_disposition,nature_mutation,valeur_fonciere,adresse_numero,adresse_suffixe,adresse_nom_voie,adresse_code_voie,code_postal,code_commune,nom_commune,code_departement,ancien_code_commune,ancien_nom_commune,id_parcelle,ancien_id_parcelle,numero_volume,lot1_numero,lot1_surface_carrez,lot2_numero,lot2_surface_carrez,lot3_numero,lot3_surface_carrez,lot4_numero,lot4_surface_carrez,lot5_numero,lot5_surface_carrez,nombre_lots,code_type_local,type_local,surface_reelle_bati,nombre_pieces_principales,code_nature_culture,nature_culture,code_nature_culture_speciale,nature_culture_speciale,surface_terrain,longitude,latitude';
const columns = salesHeader.split(',');

/** A row of a deed; what is not said is that of a flat of 40 m² sold in Nîmes. */
export interface SaleSaid {
  deed?: string;
  on?: string;
  nature?: string;
  value?: number | '';
  commune?: string;
  department?: string;
  parcel?: string;
  /** 1 house, 2 apartment, 3 outbuilding, 4 shop; null for bare land. */
  type?: 1 | 2 | 3 | 4 | null;
  lot?: string;
  surface?: number | '';
  rooms?: number | '';
  culture?: string;
}

let deeds = 0;

/** One row as the file writes it. A street with a comma is quoted, as some are. */
export function saleRow(said: SaleSaid = {}): string {
  deeds += 1;
  const on = said.on ?? '2024-03-15';
  const commune = said.commune ?? '30189';
  const fields: Record<string, string | number> = {
    id_mutation: said.deed ?? `${on.slice(0, 4)}-${deeds}`,
    date_mutation: on,
    numero_disposition: '000001',
    nature_mutation: said.nature ?? 'Vente',
    valeur_fonciere: said.value ?? 120_000,
    adresse_numero: 12,
    adresse_nom_voie: '"RUE DES ARENES, COUR"',
    code_postal: '30000',
    code_commune: commune,
    nom_commune: 'Nîmes',
    code_departement: said.department ?? commune.slice(0, 2),
    id_parcelle: said.parcel ?? `${commune}000AB${String(deeds % 10_000).padStart(4, '0')}`,
    lot1_numero: said.lot ?? '',
    code_type_local: said.type === null ? '' : (said.type ?? 2),
    surface_reelle_bati: said.surface ?? 40,
    nombre_pieces_principales: said.rooms ?? 2,
    nature_culture: said.culture ?? '',
    longitude: 4.36,
    latitude: 43.83,
  };
  return columns.map((name) => fields[name] ?? '').join(',');
}

export const salesText = (rows: readonly string[]) => `${[salesHeader, ...rows].join('\n')}\n`;
