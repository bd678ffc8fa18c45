import { describe, expect, test } from 'vitest';
import type { ListingDraft } from './contract.ts';
import { draftListing } from './intake.ts';
import { coOwnershipText, energyLines, priceLines, priceSentence, webAddress } from './price-lines.ts';

/** Written with plain spaces, read with no-break ones: 315 000,00 € for 315␣000,00␣€. */
function fr(text: string): string {
  return text.replaceAll(/(?<=\d) (?=\d{3})| (?=[€%:])/g, '\u00a0');
}

const base = {
  technicalId: 'T1',
  reference: 'R1',
  propertyType: 'apartment',
  title: 'Appartement',
  description: '',
  placeCode: '69387',
  cityCode: '69123',
  departmentCode: '69',
  postalCode: '69007',
} as const;

function sale(said: Partial<ListingDraft> & { price: number }): ListingDraft {
  return draftListing({ ...base, transaction: 1, ...said });
}

function rental(said: Partial<ListingDraft> & { price: number }): ListingDraft {
  return draftListing({ ...base, transaction: 2, ...said });
}

function said(draft: ListingDraft): string[] {
  const lines = priceLines(draft);
  return [priceSentence(lines), ...lines.lines.map(({ text }) => text)];
}

describe('the price of a sale', () => {
  test('buyer pays: with fees, without fees, percentage and schedule (3.12, first block)', () => {
    const flat = sale({
      price: 31_500_000,
      priceWithoutFees: 30_000_000,
      feesPayer: 1,
      feesPercent: 5,
      feeScheduleUrl: 'https://agence.example/bareme.pdf',
    });
    expect(said(flat)).toEqual([
      fr('315 000,00 € honoraires inclus'),
      fr('300 000,00 € hors honoraires'),
      fr("Honoraires : 5 % TTC à la charge de l'acquéreur"),
      'Barème des honoraires',
    ]);
    expect(priceLines(flat).lines.at(-1)?.href).toBe('https://agence.example/bareme.pdf');
  });

  test('seller pays: no percentage, and nothing that says fees are included (R3)', () => {
    const flat = sale({ price: 25_000_000, priceWithoutFees: 24_000_000, feesPayer: 2, feesPercent: 4.17 });
    expect(said(flat)).toEqual([fr('250 000,00 €'), 'Honoraires à la charge du vendeur']);
  });

  test('shared: only the part of the buyer (R4)', () => {
    const flat = sale({ price: 20_400_000, priceWithoutFees: 20_000_000, feesPayer: 3, feesPercent: 2 });
    expect(said(flat)).toEqual([
      fr('204 000,00 € honoraires inclus'),
      fr("200 000,00 € hors honoraires à la charge de l'acquéreur"),
      "Honoraires à la charge de l'acquéreur et du vendeur",
      fr("Part de l'acquéreur : 2 % TTC"),
    ]);
  });

  test('nobody said who pays: only the amount', () => {
    expect(said(sale({ price: 31_500_000, priceWithoutFees: 30_000_000, feesPercent: 5 }))).toEqual([
      fr('315 000,00 €'),
    ]);
  });

  test('a percentage of the price with fees yields to the amounts; a rounded one does not', () => {
    const wrong = sale({ price: 31_500_000, priceWithoutFees: 30_000_000, feesPayer: 1, feesPercent: 4.76 });
    expect(said(wrong)).toContain(fr("Honoraires : 5 % TTC à la charge de l'acquéreur"));
    const rounded = sale({ price: 52_470_000, priceWithoutFees: 50_000_000, feesPayer: 1, feesPercent: 4.9 });
    expect(said(rounded)).toContain(fr("Honoraires : 4,9 % TTC à la charge de l'acquéreur"));
  });

  test('amounts that make no sense are not shown', () => {
    const dearer = sale({ price: 30_000_000, priceWithoutFees: 31_500_000, feesPayer: 1, feesPercent: 5 });
    expect(said(dearer)).toEqual([
      fr('300 000,00 € honoraires inclus'),
      "Honoraires à la charge de l'acquéreur",
    ]);
    const percentOnly = sale({ price: 30_000_000, feesPayer: 1, feesPercent: 5 });
    expect(said(percentOnly)[1]).toBe(fr("Honoraires : 5 % TTC à la charge de l'acquéreur"));
  });

  test('a life annuity says its bouquet and its monthly part', () => {
    const viager = sale({
      price: 9_000_000,
      lifeAnnuity: true,
      annuityBouquet: 5_000_000,
      annuityMonthly: 80_050,
    });
    expect(said(viager)).toEqual([
      fr('90 000,00 €'),
      fr('Bouquet : 50 000,00 €'),
      fr('Rente : 800,50 €/mois'),
    ]);
  });
});

describe('the price of a rental', () => {
  test('furnished, rent-controlled (3.12, second block)', () => {
    const studio = rental({
      price: 84_200,
      charges: 4_500,
      chargesMode: 1,
      rentControlled: true,
      referenceRent: 80_300,
      baseRent: 79_700,
      deposit: 159_400,
      tenantFees: 33_286,
      inventoryFees: 6_666,
      feeScheduleUrl: 'http://agence.example/bareme',
    });
    expect(said(studio)).toEqual([
      fr('842,00 €/mois CC'),
      fr('dont 45,00 € de charges (forfait)'),
      fr(
        'Zone soumise à encadrement des loyers : loyer de référence majoré (loyer de base à ne pas dépasser) 803,00 €, loyer de base 797,00 €',
      ),
      fr('Dépôt de garantie : 1 594,00 €'),
      fr('Honoraires charge locataire : 332,86 € TTC, dont état des lieux : 66,66 € TTC'),
      'Barème des honoraires',
    ]);
  });

  test.each([
    [2, 'dont 90,00 € de charges (provisions avec régularisation annuelle)'],
    [3, 'dont 90,00 € de charges (remboursement annuel)'],
    [null, 'dont 90,00 € de charges'],
  ] as const)('charges settled in mode %s', (chargesMode, text) => {
    expect(said(rental({ price: 139_000, charges: 9_000, chargesMode }))).toEqual([
      fr('1 390,00 €/mois CC'),
      fr(text),
    ]);
  });

  test('a supplement is said; no deposit is « aucun », an unknown one is not said', () => {
    const flat = rental({ price: 100_000, rentControlled: true, rentSupplement: 5_000, deposit: 0 });
    expect(said(flat).slice(1)).toEqual([
      fr('Zone soumise à encadrement des loyers : complément de loyer 50,00 €'),
      fr('Dépôt de garantie : aucun'),
    ]);
    // In an area whatever the listing says of it: the rules ask its ceiling there, and a ceiling is told.
    for (const rentControlled of [null, false])
      expect(
        said(rental({ price: 84_200, rentControlled, referenceRent: 80_300, baseRent: 79_700 }))[1],
      ).toBe(
        fr(
          'Zone soumise à encadrement des loyers : loyer de référence majoré (loyer de base à ne pas dépasser) 803,00 €, loyer de base 797,00 €',
        ),
      );
    expect(said(rental({ price: 100_000, rentControlled: false, baseRent: 90_000 }))).toEqual([
      fr('1 000,00 €/mois CC'),
    ]);
  });

  test('only what must stand next to every price is essential', () => {
    const flat = rental({
      price: 139_000,
      charges: 9_000,
      chargesMode: 1,
      deposit: 100_000,
      tenantFees: 10_000,
    });
    expect(priceLines(flat).lines.filter((line) => line.essential)).toHaveLength(1);
  });
});

test('a fee schedule that is no web address is no link', () => {
  expect(webAddress('javascript:alert(1)')).toBeNull();
  expect(webAddress('bareme.pdf')).toBeNull();
  expect(webAddress('https://a.example/é')).toBe('https://a.example/%C3%A9');
  expect(said(sale({ price: 100, feeScheduleUrl: 'javascript:alert(1)' }))).toEqual([fr('1,00 €')]);
});

describe('energy', () => {
  test('class F with its costs (3.12, first block)', () => {
    const flat = sale({
      price: 100,
      energyStatus: 'rated',
      energyClass: 'F',
      energyCostMin: 156_000,
      energyCostMax: 215_000,
      energyCostYear: 2023,
    });
    expect(energyLines(flat)).toEqual({
      classes: 'Classe énergie F',
      absence: null,
      excessive: fr('Logement à consommation énergétique excessive : classe F'),
      cost: fr(
        "Montant estimé des dépenses annuelles d'énergie pour un usage standard : entre 1 560,00 € et 2 150,00 € par an (prix de l'énergie, année de référence 2023)",
      ),
    });
  });

  test('a class that is missing is said missing, where one is expected', () => {
    expect(energyLines(sale({ price: 100 })).absence).toBe('DPE non communiqué');
    expect(energyLines(sale({ price: 100, propertyType: 'land' })).absence).toBeNull();
    expect(energyLines(sale({ price: 100, energyStatus: 'blank' })).absence).toBe('DPE vierge');
    expect(energyLines(sale({ price: 100, energyStatus: 'exempt' })).absence).toBe('Non soumis au DPE');
    expect(energyLines(sale({ price: 100, energyCostMin: 100 })).cost).toBeNull();
  });
});

test('co-ownership (3.12, first block)', () => {
  const flat = sale({ price: 100, coOwned: true, lots: 24, yearlyCharges: 148_000, procedure: false });
  expect(coOwnershipText(flat)).toBe(
    `Bien soumis au statut de la copropriété\u00a0: 24\u00a0lots, quote-part annuelle moyenne des charges courantes ${fr('1 480,00 €')}, pas de procédure en cours.`,
  );
  expect(coOwnershipText(sale({ price: 100, coOwned: true }))).toBe(
    'Bien soumis au statut de la copropriété.',
  );
  expect(coOwnershipText(sale({ price: 100, lots: 24 }))).toBeNull();
});
