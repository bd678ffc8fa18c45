/** One step of the way to a page. */
export interface Crumb {
  label: string;
  /** Absent on the last one: the page itself. */
  href?: string;
}

/** The way to a page as search engines read it (schema.org); its last step is the page itself, at `canonical`. */
export function breadcrumbData(crumbs: readonly Crumb[], origin: string, canonical: string) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${origin}${href ?? canonical}`,
    })),
  };
}
