/** The text of a field of a form; empty when it is absent or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Every text of a form, as the words of an address. */
export function wordsOf(form: FormData): URLSearchParams {
  return new URLSearchParams(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
