/**
 * What a tenant may be asked for: caps of fees by zone, communes of the zones, deposits.
 */

import type { Dated } from '../dated-rows.ts';
import type { TenantFeeZone } from '../words.ts';

/** Cents per m² of living area, VAT included. */
export interface FeeCaps {
  readonly letting: Readonly<Record<TenantFeeZone, number>>;
  readonly inventory: number;
}

/** R12: visits, file and lease by zone, then inventory. */
export const tenantFeeRows: readonly (Dated & FeeCaps)[] = [
  // Décret 2014-890 du 1er août 2014, articles 2 et 3.
  {
    validFrom: '2014-09-15',
    validTo: '2025-12-31',
    letting: { very_tense: 1200, tense: 1000, other: 800 },
    inventory: 300,
  },
  // Arrêtés du 17 juillet et du 13 novembre 2025: index of rents of the third quarter, + 0,87 %.
  {
    validFrom: '2026-01-01',
    validTo: null,
    letting: { very_tense: 1210, tense: 1009, other: 807 },
    inventory: 303,
  },
];

export interface FeeZoneRow extends Dated {
  readonly zone: TenantFeeZone;
  /** INSEE codes of communes, blank between them. */
  readonly communes: string;
}

/**
 * R12: communes whose zone is certain (docs/decisions/0008). Those that are missing are unknown, not « autre ».
 */
export const feeZoneRows: readonly FeeZoneRow[] = [
  // Zone A bis, annexe I de l’arrêté du 1er août 2014: Paris and the neighbours that were already in the first list
  // (arrêté du 22 décembre 2010) and are still in the list of 2 October 2023.
  {
    zone: 'very_tense',
    validFrom: '2014-09-15',
    validTo: null,
    communes: `75056 78190 78158 78481 78650 78358 78551 78646 78686
      92002 92004 92007 92009 92012 92014 92019 92020 92022 92023 92024 92025 92026 92032 92033 92035 92040 92044 92046
      92047 92048 92049 92050 92051 92060 92062 92063 92064 92071 92072 92073 92075 92076 92077
      93001 93006 93045 93048 93055 93061 93066 93070
      94003 94015 94016 94018 94033 94037 94041 94042 94043 94046 94052 94058 94067 94068 94069 94076 94080`,
  },
  // Chatou, Marly-le-Roi, Vélizy-Villacoublay, Le Raincy, Neuilly-Plaisance, Villemomble, L’Haÿ-les-Roses,
  // Enghien-les-Bains: in the list as amended on 2 October 2023.
  {
    zone: 'very_tense',
    validFrom: '2023-10-06',
    validTo: null,
    communes: '78146 78372 78640 93049 93062 93077 94038 95210',
  },
  // Décret 2013-392 du 10 mai 2013, taxe sur les logements vacants: centre cities of its 28 agglomerations (that of Paris
  // is above), and the communes of Lyon and Lille that are certain.
  {
    zone: 'tense',
    validFrom: '2014-09-15',
    validTo: null,
    communes: `2A004 74010 13004 2B033 64102 60057 33063 83050 83061 74012 38185 17300 33529 33009 59350 59512 59599 59009
      69123 69266 69256 69259 13055 13001 77284 06083 34172 44109 06088 06004 06029 06027 06069 44184 34301 67482 74281
      83137 83126 31555 33281 33318`,
  },
];

/** R10: months of rent without charges. */
export const depositRows: readonly (Dated & {
  readonly lease: 'empty' | 'furnished' | 'mobility';
  readonly months: number;
})[] = [
  // Loi 89-462, article 22, since the loi 2008-111 du 8 février 2008.
  { lease: 'empty', months: 1, validFrom: '2008-02-09', validTo: null },
  // Loi 89-462, article 25-6, since the loi ALUR du 24 mars 2014.
  { lease: 'furnished', months: 2, validFrom: '2014-03-27', validTo: null },
  // Loi 89-462, article 25-17, since the loi ELAN du 23 novembre 2018.
  { lease: 'mobility', months: 0, validFrom: '2018-11-25', validTo: null },
];
