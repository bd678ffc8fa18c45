import { formatCount } from '#contract/fmt.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import type { JudgedDraft } from '#rooms/listings/intake.ts';
import type { Finding } from '#rooms/listings/legal-engine.ts';
import { holdingFindings } from '#rooms/listings/publication.ts';

/** What is said of listings: its sentence, the same for all of them or that of one, and how many there are. */
interface Said {
  message: string;
  same: boolean;
  count: number;
}

/** What the law does to the listings of one agency in a file. */
export class LegalCount {
  /** Read, and kept off line. */
  withheld = 0;
  /** Among them, on line until now. */
  expelled = 0;
  /** What keeps those off line, by rule and case. */
  readonly #failing = new Map<string, Said>();
  /** What the law says of listings without keeping them off line. */
  readonly #warned = new Map<string, Said>();

  add({ wanted, verdict }: JudgedDraft, online: boolean): void {
    count(
      this.#warned,
      verdict.findings.filter(({ severity }) => severity === 'warning'),
    );
    if (verdict.hold === null || !isVisible(wanted)) return;
    this.withheld += 1;
    if (!online) return;
    this.expelled += 1;
    count(this.#failing, holdingFindings(verdict.findings));
  }

  /** Why those that were on line may no longer be, in words. */
  get reasons(): string {
    return counted(this.#failing);
  }

  /** What the law warns of without keeping it off line. */
  get notes(): string[] {
    return this.#warned.size === 0
      ? []
      : [`À revoir, sans effet sur la mise en ligne\u00a0: ${counted(this.#warned)}.`];
  }
}

function count(kept: Map<string, Said>, findings: readonly Finding[]): void {
  const seen = new Set<string>();
  for (const { rule, code, message } of findings) {
    const key = `${rule} ${code}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const said = kept.get(key) ?? { message, same: true, count: 0 };
    kept.set(key, said);
    said.count += 1;
    said.same &&= said.message === message;
  }
}

function counted(kept: ReadonlyMap<string, Said>): string {
  return [...kept.values()]
    .toSorted((a, b) => b.count - a.count || a.message.localeCompare(b.message))
    .map(({ message, same, count: number }) => {
      const words = message.replace(/\.$/, '');
      return `«\u00a0${words}\u00a0» (${formatCount(number, 'annonce', 'annonces')}${same ? '' : ', par exemple'})`;
    })
    .join(', ');
}
