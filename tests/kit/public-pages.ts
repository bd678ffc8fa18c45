import { paths } from '#contract/paths.ts';

/** What stands for each parameter of an address. */
export type Examples = Readonly<Record<string, string>>;

/** Every page that anybody may open, as the map of pages has it; files (`.xml`, `.ics`) are none. */
export const publicPages: readonly string[] = Object.values(paths)
  .filter((page) => !page.protected)
  .map(({ pattern }) => pattern)
  .filter((pattern) => !/\.\w+$/.test(pattern));

/** An address of such a page. Throws on a parameter that has no example yet. */
export function exampleOf(pattern: string, examples: Examples): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const said = examples[name];
    if (said === undefined) throw new Error(`no example of ${name}, for ${pattern}`);
    return said;
  });
}
