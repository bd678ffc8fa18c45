import type pg from 'pg';

/** Rows of a COPY in PostgreSQL's text format: a line a row, tabs between columns, `\N` for null. */
export class RowsText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What node-postgres hands to a query of its own: the wire, and the messages of COPY. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

interface Outcome {
  readonly resolve: (result: { command: string; rowCount: number; rows: unknown[] }) => void;
  readonly reject: (error: Error) => void;
}

/** One `copy … from stdin` as a query of node-postgres: it runs in the transaction of its connection. */
export class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #rows: RowsText;
  readonly #outcome: Outcome;

  constructor(statement: string, rows: RowsText, outcome: Outcome) {
    this.#statement = statement;
    this.#rows = rows;
    this.#outcome = outcome;
  }

  submit(connection: unknown): void {
    (connection as Wire).query(this.#statement);
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFromChunk(Buffer.from(this.#rows.text));
    wire.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#outcome.resolve({ command: 'COPY', rowCount: 0, rows: [] });
  }

  handleError(error: Error): void {
    this.#outcome.reject(error);
  }
}
