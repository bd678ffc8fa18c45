/**
 * Coherence of the place: postal code, commune, department (C1).
 */
import type { Rule } from '../terms.ts';

/** « 20000 » is in 2A or 2B, « 97411 » in 974. */
function departmentOfPostalCode(postalCode: string, department: string): boolean {
  if (postalCode.startsWith('20')) return department === '2A' || department === '2B';
  return postalCode.startsWith(department);
}

/** Communes served by a post office of another department. */
const servedFromElsewhere: ReadonlySet<string> = new Set(
  `03250 04058 04066 04150 04154 04170 04194 04234 07136 15105 24189 24335 26374 39102 39274 39283 51478 51522 71085 74109
   83105 86042 91479 97701 97801`.split(/\s+/),
);

function departmentOfPlace(code: string): string {
  return code.startsWith('97') || code.startsWith('98') ? code.slice(0, 3) : code.slice(0, 2);
}

/** The city of a municipal arrondissement, itself for a commune. */
function cityOf(placeCode: string): string {
  // Three departments have one: the others need no expression.
  if (!placeCode.startsWith('75') && !placeCode.startsWith('69') && !placeCode.startsWith('13'))
    return placeCode;
  if (/^751(?:0[1-9]|1\d|20)$/.test(placeCode)) return '75056';
  if (/^6938[1-9]$/.test(placeCode)) return '69123';
  return /^132(?:0[1-9]|1[0-6])$/.test(placeCode) ? '13055' : placeCode;
}

export const placeRules: readonly Rule[] = [
  {
    id: 'C1',
    when: () => true,
    check: ({ draft: { placeCode, cityCode, departmentCode, postalCode } }, found) => {
      if (placeCode === '') return;
      if (departmentOfPlace(placeCode) !== departmentCode || cityOf(placeCode) !== cityCode) {
        found(
          'codes_disagree',
          'warning',
          'placeCode',
          `Les codes du lieu ne vont pas ensemble : ${placeCode}, commune ${cityCode}, département ${departmentCode}.`,
          'Vérifiez la commune.',
        );
      }
      const district = placeCode !== cityCode && /^\d{5}$/.test(postalCode);
      const rank = placeCode.slice(-2);
      const expected =
        cityCode === '69123' ? `6900${placeCode.slice(-1)}` : `${placeCode.slice(0, 2)}0${rank}`;
      const ok = district
        ? postalCode === expected || (placeCode === '75116' && postalCode === '75116')
        : departmentOfPostalCode(postalCode, departmentCode) || servedFromElsewhere.has(placeCode);
      if (postalCode !== '' && !ok) {
        found(
          'postal_code_elsewhere',
          'warning',
          'postalCode',
          `Le code postal ${postalCode} ne correspond pas au lieu (${placeCode}, département ${departmentCode}).`,
          'Vérifiez le code postal et la commune.',
        );
      }
    },
  },
];
