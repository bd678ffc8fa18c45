// Open data files: how a file that is not what it should be is refused.

/** Why a file is refused; nothing of it was kept. `line` is that of the file, 1 for its header, null for the whole. */
export interface FileFault {
  readonly line: number | null;
  readonly field: string | null;
  readonly value: string | null;
  /** In French, without the line. */
  readonly reason: string;
}

export class FileRefused extends Error {
  readonly fault: FileFault;

  constructor(reason: string, at: { line?: number; field?: string; value?: string } = {}) {
    super(reason);
    this.name = 'FileRefused';
    this.fault = {
      line: at.line ?? null,
      field: at.field ?? null,
      value: at.value?.slice(0, 80) ?? null,
      reason,
    };
  }
}

/** « ligne 12, valeur_fonciere « abc » : ce n’est pas un montant ». */
export function describeFault({ line, field, value, reason }: FileFault): string {
  const where = [
    line === null ? '' : `ligne\u00a0${line}`,
    [field ?? '', value === null ? '' : `«\u00a0${value}\u00a0»`].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
  return where ? `${where}\u00a0: ${reason}` : reason;
}
