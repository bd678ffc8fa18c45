// Changes of configuration: what differs between two versions of what is sold, field by field, as a person reads it.
import { formatCount, formatDate, formatNumber, formatPercent, formatPrice, NBSP } from '#contract/fmt.ts';
import { type BoostConfiguration, callsToAction, type Formula, networks, priceOf } from './contract.ts';

export interface ConfigurationChange {
  readonly label: string;
  /** In words; null: it was not there. */
  readonly before: string | null;
  /** In words; null: it is gone. */
  readonly after: string | null;
}

const km = (value: number) => `${formatNumber(value)}${NBSP}km`;
const quoted = (text: string) => `«${NBSP}${text}${NBSP}»`;
const dayWords = (day: string) => formatDate(new Date(`${day}T12:00:00Z`));

/** How the fields of a configuration are called and said; a page shows them under the same names. */
export const settingWords = {
  open: ['Interrupteur général', ({ open }) => (open ? 'ouvert' : 'fermé')],
  vatRate: ['TVA', ({ vatRate }) => formatPercent(vatRate / 100)],
  radiusMinKm: ['Rayon minimum', ({ radiusMinKm }) => km(radiusMinKm)],
  radiusMaxKm: ['Rayon maximum', ({ radiusMaxKm }) => km(radiusMaxKm)],
  runningMax: ['Boosts en même temps par agence', ({ runningMax }) => formatNumber(runningMax)],
  requiredScore: ['Conformité requise', ({ requiredScore }) => `${formatNumber(requiredScore)} sur 100`],
  requiredPhotos: ['Photos requises', ({ requiredPhotos }) => formatCount(requiredPhotos, 'photo', 'photos')],
  title: ['Titre par défaut', ({ defaults }) => quoted(defaults.title)],
  text: ['Texte par défaut', ({ defaults }) => quoted(defaults.text)],
  callToAction: ['Bouton par défaut', ({ defaults }) => callsToAction[defaults.callToAction]],
} as const satisfies Record<string, readonly [string, (configuration: BoostConfiguration) => string]>;
export type Setting = keyof typeof settingWords;

/** The same of a formula. */
export const formulaWords = {
  name: ['nom', ({ name }) => quoted(name)],
  description: ['description', ({ description }) => quoted(description)],
  days: ['durée', ({ days }) => formatCount(days, 'jour', 'jours')],
  mediaBudget: ['budget média HT', ({ mediaBudget }) => formatPrice(mediaBudget)],
  fee: ['frais de service HT', ({ fee }) => formatPrice(fee)],
  price: ['prix HT', (formula) => formatPrice(priceOf(formula))],
  networks: ['réseaux', (formula) => formula.networks.map((one) => networks[one]).join(' et ')],
  active: ['proposée', ({ active }) => (active ? 'oui' : 'non')],
  validFrom: ['premier jour', ({ validFrom }) => (validFrom === null ? 'sans limite' : dayWords(validFrom))],
  validUntil: [
    'dernier jour',
    ({ validUntil }) => (validUntil === null ? 'sans limite' : dayWords(validUntil)),
  ],
} as const satisfies Record<string, readonly [string, (formula: Formula) => string]>;

function summary(formula: Formula): string {
  const said = [formulaWords.days, formulaWords.price, formulaWords.networks].map(([, wordsOf]) =>
    wordsOf(formula),
  );
  return `${said.join(', ')}${formula.active ? '' : ', pas proposée'}`;
}

const nameOf = ({ name, key }: Formula) => `Formule ${name} (${key})`;

/** What a version changes of another one. Empty: they sell the same. */
export function configurationChanges(
  before: BoostConfiguration,
  after: BoostConfiguration,
): ConfigurationChange[] {
  const changes: ConfigurationChange[] = [];
  const compare = (label: string, was: string, is: string) => {
    if (was !== is) changes.push({ label, before: was, after: is });
  };
  for (const [label, wordsOf] of Object.values(settingWords)) compare(label, wordsOf(before), wordsOf(after));
  const known = new Map(before.formulas.map((formula) => [formula.key, formula]));
  for (const formula of after.formulas) {
    const old = known.get(formula.key);
    if (!old) changes.push({ label: nameOf(formula), before: null, after: summary(formula) });
    else
      for (const [label, wordsOf] of Object.values(formulaWords))
        compare(`${nameOf(old)}, ${label}`, wordsOf(old), wordsOf(formula));
  }
  const kept = new Set(after.formulas.map(({ key }) => key));
  for (const formula of before.formulas)
    if (!kept.has(formula.key))
      changes.push({ label: nameOf(formula), before: summary(formula), after: null });
  const orderOf = (formulas: readonly Formula[], others: ReadonlySet<string>) =>
    formulas
      .filter(({ key }) => others.has(key))
      .map(({ key }) => known.get(key)?.name ?? key)
      .join(', ');
  compare(
    'Ordre des formules',
    orderOf(before.formulas, kept),
    orderOf(after.formulas, new Set(known.keys())),
  );
  return changes;
}
