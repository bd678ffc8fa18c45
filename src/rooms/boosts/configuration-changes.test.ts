import { describe, expect, test } from 'vitest';
import { configurationChanges } from './configuration-changes.ts';
import { freeKey, freshFormula, readConfiguration, typedConfiguration } from './configuration-form.ts';
import { type Version, versionAt } from './configuration-versions.ts';
import type { BoostConfiguration, Formula } from './contract.ts';

const formula = (key: string, said: Partial<Formula> = {}): Formula => ({
  key,
  name: key === 'noel' ? 'Noël' : 'Essentiel',
  description: 'Deux semaines.',
  days: 14,
  mediaBudget: 11_000,
  fee: 3_550,
  networks: ['facebook', 'instagram'],
  active: true,
  validFrom: null,
  validUntil: null,
  ...said,
});
const settings: BoostConfiguration = {
  open: true,
  formulas: [formula('essentiel'), formula('noel', { validFrom: '2026-12-01', validUntil: '2026-12-24' })],
  vatRate: 2_000,
  radiusMinKm: 25,
  radiusMaxKm: 80,
  runningMax: 20,
  requiredScore: 80,
  requiredPhotos: 3,
  defaults: { title: 'À découvrir', text: 'L’agence vous répond.', callToAction: 'see' },
};
const [essentiel, noel] = settings.formulas as [Formula, Formula];
const said = (after: Partial<BoostConfiguration>) =>
  configurationChanges(settings, { ...settings, ...after }).map(
    ({ label, before, after: is }) => `${label}\u00a0: ${before} → ${is}`,
  );

describe('what a version changes', () => {
  test('is nothing between two that sell the same', () => {
    expect(said({})).toEqual([]);
    expect(said({ formulas: [{ ...essentiel }, { ...noel }] })).toEqual([]);
  });

  test('is said field by field, in euros, percentages and days', () => {
    expect(
      said({
        open: false,
        vatRate: 2_050,
        requiredPhotos: 1,
        defaults: { ...settings.defaults, callToAction: 'visit' },
        formulas: [
          { ...essentiel, fee: 4_000, networks: ['facebook'] },
          { ...noel, validUntil: null, active: false },
        ],
      }),
    ).toEqual([
      'Interrupteur général\u00a0: ouvert → fermé',
      'TVA\u00a0: 20\u00a0% → 20,5\u00a0%',
      'Photos requises\u00a0: 3\u00a0photos → 1\u00a0photo',
      'Bouton par défaut\u00a0: Voir l’annonce → Demander une visite',
      'Formule Essentiel (essentiel), frais de service HT\u00a0: 35,50\u00a0€ → 40,00\u00a0€',
      'Formule Essentiel (essentiel), prix HT\u00a0: 145,50\u00a0€ → 150,00\u00a0€',
      'Formule Essentiel (essentiel), réseaux\u00a0: Facebook et Instagram → Facebook',
      'Formule Noël (noel), proposée\u00a0: oui → non',
      'Formule Noël (noel), dernier jour\u00a0: 24 décembre 2026 → sans limite',
    ]);
  });

  test('is a formula that comes, one that goes, and another order', () => {
    expect(said({ formulas: [noel, essentiel] })).toEqual([
      'Ordre des formules\u00a0: Essentiel, Noël → Noël, Essentiel',
    ]);
    expect(said({ formulas: [formula('essai', { name: 'Essai' }), noel] })).toEqual([
      'Formule Essai (essai)\u00a0: null → 14\u00a0jours, 145,50\u00a0€, Facebook et Instagram',
      'Formule Essentiel (essentiel)\u00a0: 14\u00a0jours, 145,50\u00a0€, Facebook et Instagram → null',
    ]);
  });
});

describe('the form', () => {
  test('says a version, and is read back as that version', () => {
    expect(readConfiguration(typedConfiguration(settings))).toEqual({ settings, errors: {} });
  });

  test('says what is wrong with each field', () => {
    const typed = typedConfiguration(settings);
    const [first] = typed.formulas;
    expect(
      readConfiguration({
        ...typed,
        vatRate: 'vingt',
        radiusMinKm: '10',
        formulas: [{ ...first!, fee: '35,555', networks: [] }, freshFormula(typed.formulas)],
      }).errors,
    ).toEqual({
      vatRate: 'La TVA va de 0 à 100\u00a0%.',
      radiusMinKm: 'Les réseaux refusent moins de 25 km pour un logement.',
      'formulas.0.fee': 'Un montant en euros est attendu.',
      'formulas.0.networks': 'Choisissez un réseau au moins.',
      'formulas.1.days': 'Une formule dure de 1 à 90 jours.',
      'formulas.1.mediaBudget': 'Un montant en euros est attendu.',
      'formulas.1.fee': 'Un montant en euros est attendu.',
    });
    expect(
      readConfiguration({
        ...typed,
        radiusMinKm: '60',
        radiusMaxKm: '50',
        formulas: [
          { ...first!, name: ' ', fee: '1000000,01', validFrom: '2027-02-01', validUntil: '2027-01-01' },
        ],
      }).errors,
    ).toEqual({
      radiusMinKm: 'Le rayon le plus petit dépasse le plus grand.',
      'formulas.0.name': 'Donnez un nom à la formule.',
      'formulas.0.fee': 'Un montant va jusqu’à 1\u00a0000\u00a0000,00\u00a0€.',
      'formulas.0.validUntil': 'Le dernier jour vient après le premier.',
    });
  });

  test('makes a key of a name, that no other formula has', () => {
    expect(freeKey('Coup d’envoi, été', [])).toBe('coup-d-envoi-ete');
    expect(freeKey('Noël', settings.formulas)).toBe('noel-2');
    expect(freeKey('É', [])).toBe('ex');
    const fresh = freshFormula([]);
    expect(freshFormula([fresh])).toMatchObject({ id: 'nouvelle.2', key: 'formule-2', fresh: true });
  });
});

test('of two versions with the same date, the one loaded last counts', () => {
  const version = (id: number, effectiveAt: string) => ({ id, effectiveAt }) as Version;
  const versions = [version(3, '2027-01-01T00:00:00.000Z'), version(1, '2026-01-01T00:00:00.000Z')];
  const at = (moment: string) =>
    versionAt([...versions, version(2, '2027-01-01T00:00:00.000Z')], new Date(moment));
  expect(at('2026-12-31T23:59:59Z')?.id).toBe(1);
  expect(at('2027-01-01T00:00:00Z')?.id).toBe(3);
  expect(at('2025-01-01T00:00:00Z')).toBeNull();
});
