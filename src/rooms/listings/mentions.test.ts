import { describe, expect, test } from 'vitest';
import type { ListingDraft } from './contract.ts';
import { draftListing } from './intake.ts';
import { agencyIdentity, type LegalAgency, type LegalFacts, legalBlock, legalText } from './mentions.ts';

/** Written with ~ for the no-break space. */
const fr = (text: string) => text.replaceAll('~', '\u00a0');

const agency: LegalAgency = {
  name: 'Agence X',
  siren: '732829320',
  rcsCity: 'Lyon',
  soleTrader: null,
  cardNumber: 'CPI 6901 2026 000 000 123',
  cardOffice: null,
  cardActivities: null,
  cardUntil: null,
  tradeName: null,
  companyName: null,
  legalForm: null,
  capital: null,
  vatNumber: null,
  guarantorName: null,
  guarantorAddress: null,
  guaranteeAmount: null,
  holdsNoFunds: null,
  insurance: null,
  mediatorName: null,
  mediatorUrl: null,
};

const lyon7 = {
  code: '69387',
  kind: 'district',
  name: 'Lyon 7e arrondissement',
  liaison: 0,
  cityName: 'Lyon',
  rank: 7,
} as const;
const paris11 = {
  code: '75111',
  kind: 'district',
  name: 'Paris 11e arrondissement',
  liaison: 0,
  cityName: 'Paris',
  rank: 11,
} as const;
const nimes = {
  code: '30189',
  kind: 'commune',
  name: 'Nîmes',
  liaison: 0,
  cityName: null,
  rank: null,
} as const;

type Said = Partial<ListingDraft> & Pick<ListingDraft, 'transaction' | 'price'>;

function facts(said: Said, around: Partial<Pick<LegalFacts, 'place' | 'agency'>> = {}): LegalFacts {
  const draft = draftListing({
    technicalId: 'T1',
    reference: 'R1',
    propertyType: 'apartment',
    title: 'Appartement',
    description: '',
    placeCode: '69387',
    cityCode: '69123',
    departmentCode: '69',
    postalCode: '69007',
    ...said,
  });
  return { ...draft, place: lyon7, agency, ...around };
}

const negotiator = {
  contactName: 'M. Y',
  contactStatus: 'commercial_agent',
  contactRsac: '812 345 678',
  contactRsacCity: 'Lyon',
  contactSoleTrader: true,
} as const;

const flatForSale: Said = {
  transaction: 1,
  price: 31_500_000,
  priceWithoutFees: 30_000_000,
  feesPayer: 1,
  feesPercent: 5,
  feeScheduleUrl: 'https://agence.example/bareme.pdf',
  surface: 63.1,
  carrezSurface: 62.4,
  rooms: 3,
  coOwned: true,
  lots: 24,
  yearlyCharges: 148_000,
  procedure: false,
  energyStatus: 'rated',
  energyClass: 'F',
  energyValue: 352,
  climateClass: 'D',
  climateValue: 46,
  energyCostMin: 156_000,
  energyCostMax: 215_000,
  energyCostYear: 2023,
  ...negotiator,
};

const furnishedStudio: Said = {
  transaction: 2,
  subType: 'studio',
  furnished: true,
  rooms: 1,
  surface: 22,
  price: 84_200,
  charges: 4_500,
  chargesMode: 1,
  rentControlled: true,
  referenceRent: 80_300,
  baseRent: 79_700,
  deposit: 159_400,
  tenantFees: 33_286,
  inventoryFees: 6_666,
  feeScheduleUrl: 'https://agence.example/bareme.pdf',
  energyStatus: 'rated',
  energyClass: 'D',
  energyValue: 214,
  climateClass: 'B',
  climateValue: 7,
  energyCostMin: 41_000,
  energyCostMax: 61_000,
  energyCostYear: 2023,
  ...negotiator,
};

const risks =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques~: www.georisques.gouv.fr.';
const advertiser =
  'Agence X, SIREN~732~829~320, RCS~Lyon, carte professionnelle CPI~6901~2026~000~000~123 – M. Y, agent commercial, RSAC Lyon 812~345~678, EI.';

describe('the two blocks of domain.md 3.12, character for character', () => {
  test('sale, flat in co-ownership, buyer pays, class F', () => {
    expect(legalText(legalBlock(facts(flatForSale)))).toBe(
      fr(
        [
          'Appartement 3~pièces 62,40~m² (Carrez) – Lyon 7e arrondissement.',
          '315~000,00~€ honoraires inclus.',
          '300~000,00~€ hors honoraires.',
          "Honoraires~: 5~% TTC à la charge de l'acquéreur.",
          'Barème des honoraires.',
          'Bien soumis au statut de la copropriété~: 24~lots, quote-part annuelle moyenne des charges courantes 1~480,00~€, pas de procédure en cours.',
          'Classe énergie F (352~kWh/m²/an) – Classe climat D (46~kg~CO₂/m²/an).',
          'Logement à consommation énergétique excessive~: classe F.',
          "Montant estimé des dépenses annuelles d'énergie pour un usage standard~: entre 1~560,00~€ et 2~150,00~€ par an (prix de l'énergie, année de référence 2023).",
          risks,
          advertiser,
        ].join(' '),
      ),
    );
  });

  test('rental, furnished, rent-control zone', () => {
    expect(legalText(legalBlock(facts(furnishedStudio, { place: paris11 })))).toBe(
      fr(
        [
          'Studio meublé 22,00~m² – Paris 11e arrondissement.',
          '842,00~€/mois CC, dont 45,00~€ de charges (forfait).',
          'Zone soumise à encadrement des loyers~: loyer de référence majoré (loyer de base à ne pas dépasser) 803,00~€, loyer de base 797,00~€.',
          'Dépôt de garantie~: 1~594,00~€.',
          'Honoraires charge locataire~: 332,86~€ TTC, dont état des lieux~: 66,66~€ TTC (22~m²~×~12,10 + 22~m²~×~3,03).',
          'Barème des honoraires.',
          'Classe énergie D (214~kWh/m²/an) – Classe climat B (7~kg~CO₂/m²/an).',
          "Montant estimé des dépenses annuelles d'énergie pour un usage standard~: entre 410,00~€ et 610,00~€ par an (prix de l'énergie, année de référence 2023).",
          risks,
          advertiser,
        ].join(' '),
      ),
    );
  });
});

function said(said: Said, around: Partial<Pick<LegalFacts, 'place' | 'agency'>> = {}): string {
  return legalText(legalBlock(facts(said, around))).replaceAll('\u00a0', ' ');
}

describe('what the facts decide', () => {
  test('the fees of the seller are neither counted nor hinted at (R3)', () => {
    const text = said({ ...flatForSale, feesPayer: 2 });
    expect(text).toContain(' 315 000,00 €. Honoraires à la charge du vendeur. Barème');
    expect(text).not.toMatch(/%|FAI|HAI|inclus|hors honoraires/);
  });

  test('shared fees say only what the buyer pays (R4)', () => {
    expect(said({ ...flatForSale, feesPayer: 3 })).toContain(
      "300 000,00 € hors honoraires à la charge de l'acquéreur. Honoraires à la charge de l'acquéreur et du vendeur. Part de l'acquéreur : 5 % TTC.",
    );
  });

  test.each([
    [1, 'forfait'],
    [2, 'provisions avec régularisation annuelle'],
    [3, 'remboursement annuel'],
  ] as const)('charges in mode %s are named (R7)', (chargesMode, word) => {
    expect(said({ ...furnishedStudio, chargesMode })).toContain(
      `842,00 €/mois CC, dont 45,00 € de charges (${word}).`,
    );
  });

  test('a supplement comes third and says why (R8)', () => {
    const text = said({
      ...furnishedStudio,
      rentSupplement: 5_000,
      rentSupplementReason: 'terrasse de 20 m²',
    });
    expect(text).toMatch(
      /loyer de référence majoré .* loyer de base 797,00 €, complément de loyer 50,00 € \(terrasse de 20 m²\)\./,
    );
  });

  test('no deposit is « aucun » (R10); fees that are no round rate carry no reckoning (R12)', () => {
    const text = said({ ...furnishedStudio, deposit: 0, tenantFees: 30_000, inventoryFees: 5_000 });
    expect(text).toContain('Dépôt de garantie : aucun.');
    expect(text).toContain(
      'Honoraires charge locataire : 300,00 € TTC, dont état des lieux : 50,00 € TTC. Barème',
    );
  });

  test.each([
    ['no_heating', 'bâtiment sans chauffage fixe'],
    ['seasonal_use', 'logement utilisé moins de quatre mois par an'],
  ] as const)('« non soumis » says why (R14): %s', (energyExemption, words) => {
    const text = said({
      ...flatForSale,
      energyStatus: 'exempt',
      energyExemption,
      energyClass: null,
      climateClass: null,
      energyCostMin: null,
    });
    expect(text).toContain(`Non soumis au DPE : ${words}.`);
    expect(text).not.toContain('Classe énergie');
  });

  test('G is excessive, E is not (R16); a sale says its audit, a rental does not (R18)', () => {
    expect(said({ ...flatForSale, energyClass: 'G', energyAuditOn: '2026-03-12' })).toContain(
      'Logement à consommation énergétique excessive : classe G.',
    );
    expect(said({ ...flatForSale, energyAuditOn: '2026-03-12' })).toContain(
      'Audit énergétique réalisé le 12 mars 2026.',
    );
    expect(said({ ...flatForSale, energyClass: 'E' })).not.toContain('excessive');
    expect(said({ ...furnishedStudio, energyAuditOn: '2026-03-12' })).not.toContain('Audit');
  });

  test('co-ownership is said of a sale, with its procedure (R20)', () => {
    expect(said({ ...flatForSale, procedure: true, procedureDetail: 'administration provisoire' })).toContain(
      "charges courantes 1 480,00 €, le syndicat fait l'objet de : administration provisoire.",
    );
    expect(said({ ...furnishedStudio, coOwned: true, lots: 24 })).not.toContain('copropriété');
  });

  test('risks are said unless the agency says that there are none (R21); brush clearing when it must be', () => {
    expect(said(flatForSale)).toContain('Géorisques');
    expect(said({ ...flatForSale, risksConcerned: true })).toContain('Géorisques');
    expect(said({ ...flatForSale, risksConcerned: false })).not.toContain('Géorisques');
    expect(said({ ...flatForSale, brushClearing: true })).toContain('débroussaillement');
  });

  test('a life annuity says its bouquet, its rent, who lives there and how old they are', () => {
    const text = said({
      transaction: 1,
      price: 9_000_000,
      lifeAnnuity: true,
      annuityBouquet: 5_000_000,
      annuityMonthly: 80_050,
      annuityOccupied: true,
      annuityAges: [78, 81],
    });
    expect(text).toContain(
      '90 000,00 €. Bouquet : 50 000,00 €. Rente : 800,50 €/mois. Viager occupé : le vendeur garde l’usage du bien. 2 têtes : 78 ans et 81 ans.',
    );
  });

  test('a programme says from what price, its VAT, its delivery and why it has no class', () => {
    const unit = {
      reference: 'B204',
      propertyType: 'apartment',
      rooms: 2,
      surface: 44,
      floor: 2,
      price: 18_990_000,
      vat: 20,
      status: 'available',
    } as const;
    const text = said(
      {
        transaction: 1,
        propertyType: 'programme',
        isNew: true,
        price: 18_990_000,
        feesPayer: 2,
        programmeName: 'Les Terrasses',
        delivery: '2028-T2',
        progress: 'started',
        completionGuarantee: 'garantie financière d’achèvement',
        units: [unit, { ...unit, reference: 'B205', vat: 5.5 }],
        energyStatus: 'exempt',
        energyExemption: 'off_plan',
      },
      { place: nimes },
    );
    expect(text).toBe(
      [
        'Programme neuf « Les Terrasses » – Nîmes.',
        'À partir de 189 900,00 € TTC.',
        'TVA : 20 % ou 5,5 % selon le lot.',
        'Honoraires à la charge du vendeur.',
        "Vente en l'état futur d'achèvement (VEFA), livraison prévue au 2e trimestre 2028.",
        "Garantie d'achèvement : garantie financière d’achèvement.",
        'Non soumis au DPE : logement neuf vendu avant sa livraison.',
        risks.replaceAll('~', ' '),
        'Agence X, SIREN 732 829 320, RCS Lyon, carte professionnelle CPI 6901 2026 000 000 123.',
      ].join(' '),
    );
  });

  test('land has its surface and no energy; an employee stays private; a sole trader is « EI »', () => {
    const text = said(
      {
        transaction: 1,
        price: 100,
        propertyType: 'land',
        landSurface: 840,
        contactName: 'Secret',
        contactStatus: 'employee',
      },
      { place: nimes, agency: { ...agency, name: 'Jean Dupont', soleTrader: true } },
    );
    expect(text).toMatch(/^Terrain 840,00 m² – Nîmes\. 1,00 €\. /);
    expect(text).not.toMatch(/DPE|énergie|Secret/);
    expect(text).toMatch(/Jean Dupont, EI, SIREN 732 829 320, .*123\.$/);
  });
});

test('an agency says its card, its guarantee, its insurer and its mediator (R24)', () => {
  const known: LegalAgency = {
    ...agency,
    companyName: 'Immobilière X',
    legalForm: 'SAS',
    capital: 1_000_000,
    cardOffice: 'CCI Lyon Métropole',
    cardActivities: 'TG',
    cardUntil: '2028-05-01',
    guarantorName: 'Galian',
    guarantorAddress: '89 rue La Boétie, 75008 Paris',
    guaranteeAmount: 12_000_000,
    insurance: 'MMA, police 120 137 405',
    mediatorName: 'Anm Conso',
    mediatorUrl: 'https://www.anm-conso.com/site',
    vatNumber: 'FR32732829320',
  };
  const text = (one: LegalAgency) =>
    agencyIdentity(one).map((line) => [line.label, line.text?.replaceAll('\u00a0', ' ') ?? null]);
  expect(text(known)).toEqual([
    ['Société', 'Immobilière X SAS au capital de 10 000,00 €'],
    [
      'Carte professionnelle',
      "délivrée par la CCI Lyon Métropole, mentions Transactions (T), Gestion immobilière (G), valable jusqu'au 1er mai 2028",
    ],
    ['Garantie financière', 'Galian, 89 rue La Boétie, 75008 Paris, 120 000,00 €'],
    ['Responsabilité civile professionnelle', 'MMA, police 120 137 405'],
    ['Médiateur de la consommation', 'Anm Conso, www.anm-conso.com'],
    ['TVA intracommunautaire', 'FR32732829320'],
  ]);
  expect(text({ ...known, companyName: 'Immobilière X SAS' })[0]).toEqual([
    'Société',
    'Immobilière X SAS au capital de 10 000,00 €',
  ]);
  expect(text({ ...known, holdsNoFunds: true })).toContainEqual([
    'Ne peut recevoir aucun fonds, effet ou valeur',
    null,
  ]);
  expect(agencyIdentity({ ...agency, mediatorUrl: 'javascript:alert(1)' })).toEqual([]);
});
