import type { Queryable } from '#platform/db.server.ts';
import { currentDrafts } from '#rooms/listings/intake.server.ts';
import type { JudgedDraft } from '#rooms/listings/intake.ts';
import { type FeedLine, type LineKind, lineKinds } from '../diagnosis.ts';
import { changesBetween } from '../listing-changes.ts';

/** Lines of one kind that a report keeps: nobody reads more, and the counts are whole. */
const MOST: Record<LineKind, number> = {
  created: 5_000,
  updated: 5_000,
  returned: 5_000,
  withdrawn: 5_000,
  unchanged: 2_000,
};

/** What a file does to the listings of one agency, line by line, as its report says it. */
export class LineReport {
  readonly #agencyId: number;
  readonly #lines = Object.groupBy([] as FeedLine[], ({ kind }) => kind);
  /** Read in this batch, and compared with what is there once it is whole. */
  #changed: { line: FeedLine; draft: JudgedDraft }[] = [];

  constructor(agencyId: number) {
    this.#agencyId = agencyId;
  }

  /** Every line, by kind, in the order of the file. */
  lines(): FeedLine[] {
    return lineKinds.flatMap((kind) => this.#lines[kind] ?? []);
  }

  add(kind: LineKind, draft: JudgedDraft, given: { row: number; status: FeedLine['status'] }): void {
    const { verdict } = draft;
    const line = {
      kind,
      ...labelOf(draft),
      row: given.row,
      status: given.status,
      score: verdict.score,
      hold: verdict.hold,
      findings: verdict.findings.map(({ rule, severity, field, message, remedy }) => ({
        rule,
        severity,
        field,
        message,
        remedy,
      })),
      changes: [],
    };
    if (this.#keep(line) && (kind === 'updated' || kind === 'returned')) this.#changed.push({ line, draft });
  }

  /** Says what changed in the listings of this batch: one statement. */
  async settle(db: Queryable): Promise<void> {
    const changed = this.#changed;
    this.#changed = [];
    if (changed.length === 0) return;
    const before = await currentDrafts(
      db,
      this.#agencyId,
      changed.map(({ draft }) => draft.technicalId),
    );
    for (const { line, draft } of changed) {
      const former = before.get(draft.technicalId);
      if (former) line.changes.push(...changesBetween(former, draft));
    }
  }

  /** The listings that the file no longer holds. */
  async leave(db: Queryable, technicalIds: readonly string[]): Promise<void> {
    const leaving = technicalIds.slice(0, MOST.withdrawn);
    if (leaving.length === 0) return;
    const drafts = await currentDrafts(db, this.#agencyId, leaving);
    for (const draft of drafts.values())
      this.#keep({
        kind: 'withdrawn',
        ...labelOf(draft),
        row: null,
        status: 'withdrawn',
        score: null,
        hold: null,
        findings: [],
        changes: [],
      });
  }

  #keep(line: FeedLine): boolean {
    const kept = (this.#lines[line.kind] ??= []);
    if (kept.length >= MOST[line.kind]) return false;
    kept.push(line);
    return true;
  }
}

function labelOf({
  technicalId,
  reference,
  title,
  postalCode,
  transaction,
  price,
}: Omit<JudgedDraft, 'verdict' | 'wanted'>) {
  return { technicalId, reference, title, postalCode, transaction, price };
}
