import { formatCount } from '../../../../contract/fmt.ts';
import { isVisible } from '../../../listings/contract.ts';
import type { JudgedDraft } from '../../../listings/intake/contract.ts';
import { failingRules } from '../../../listings/publication/contract.ts';

/** When more than this share of what is on line, and this many, would leave because of the law, it is said aloud. */
const LOUD_SHARE = 0.3;
const LOUD_FEWEST = 3;

/** What the law does to the listings of one agency in a file. */
export class LegalCount {
  /** Read, and kept off line. */
  withheld = 0;
  /** Among them, on line until now. */
  expelled = 0;
  /** How many of those fail each rule. */
  readonly rules = new Map<string, number>();
  /** How many listings each rule only warns of. */
  readonly warned = new Map<string, number>();

  add({ wanted, verdict }: JudgedDraft, online: boolean): void {
    const warnings = verdict.findings.filter(({ severity }) => severity === 'warning');
    for (const rule of new Set(warnings.map((finding) => finding.rule)))
      this.warned.set(rule, (this.warned.get(rule) ?? 0) + 1);
    if (verdict.hold === null || !isVisible(wanted)) return;
    this.withheld += 1;
    if (!online) return;
    this.expelled += 1;
    for (const rule of failingRules(verdict.findings)) this.rules.set(rule, (this.rules.get(rule) ?? 0) + 1);
  }
}

/** The law is applied whatever it takes away; a portfolio that vanishes deserves a word. */
export function expelledNote({ expelled, rules }: LegalCount, online: number): string[] {
  if (expelled < LOUD_FEWEST || expelled <= online * LOUD_SHARE) return [];
  return [
    `ATTENTION : ${expelled} des ${online} annonces en ligne quittent le site, la loi ne permettant plus de les publier : ${counted(rules)}.`,
  ];
}

/** What the law warns of without keeping it off line. */
export function warnedNote({ warned }: LegalCount): string[] {
  return warned.size === 0
    ? []
    : [`À revoir, sans effet sur la mise en ligne : ${counted(warned)} (« listings audit » dit pourquoi).`];
}

function counted(rules: ReadonlyMap<string, number>): string {
  return [...rules]
    .toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))
    .map(([rule, count]) => `${rule} (${formatCount(count, 'annonce', 'annonces')})`)
    .join(', ');
}
