import type { ComponentPropsWithRef, ReactNode } from 'react';

/** The look shared by everything one types or chooses in. */
export const controlClass =
  'block w-full min-h-11 rounded-control border border-bordure bg-blanc px-3 py-2 text-body text-encre transition hover:border-ardoise-700 placeholder:text-ardoise-500 disabled:border-ardoise-200 disabled:bg-ardoise-100 disabled:text-ardoise-500 aria-invalid:border-2 aria-invalid:border-rouge-700 aria-invalid:px-[calc(0.75rem-1px)] aria-invalid:py-[calc(0.5rem-1px)]';

interface TextInputProps extends ComponentPropsWithRef<'input'> {
  /** An icon or a unit inside the field; decorative, the label says it too. */
  before?: ReactNode;
  after?: ReactNode;
}

export function TextInput({ before, after, className, ...rest }: TextInputProps) {
  const input = (
    <input
      type="text"
      {...rest}
      className={`${controlClass} read-only:bg-ardoise-100 ${before ? 'pl-10!' : ''} ${after ? 'pr-11!' : ''} ${className ?? ''}`}
    />
  );
  if (!before && !after) return input;
  return (
    <span className="relative block">
      {before && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ardoise-500"
        >
          {before}
        </span>
      )}
      {input}
      {after && (
        <span className="absolute inset-y-0 right-0 grid min-w-11 place-items-center text-ardoise-600">
          {after}
        </span>
      )}
    </span>
  );
}

export function TextArea({ className, rows = 5, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={`${controlClass} read-only:bg-ardoise-100 resize-y ${className ?? ''}`}
    />
  );
}
