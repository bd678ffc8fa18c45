/**
 * Made when first asked for, then kept: a formatter of Intl takes 2 to 3 ms of a browser to make, four times that on a
 * phone, and most pages need two of the eight before their first gesture.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
