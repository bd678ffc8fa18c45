// What the head of a page says to search engines, to what shares it, and to the tab.
import type { MetaDescriptor } from 'react-router';

export interface PageMeta {
  title: string;
  description: string;
  /** Of the product (https://…), as its loader gives it; empty where a page has none: the canonical is then relative. */
  origin: string;
  /** Canonical path of the page, its search words included. */
  path: string;
  /** `noindex` when the page must not be found at all, `noindex, follow` when only its links may be. */
  robots?: 'noindex' | 'noindex, follow' | undefined;
  /** Address of the picture shown where the page is shared. */
  picture?: string | null | undefined;
  /** schema.org objects, without their `@context`. React Router escapes what could close the element. */
  data?: readonly object[];
}

/** The head of a page that may be found or shared. */
export function pageMeta({ title, description, origin, path, robots, picture, data }: PageMeta) {
  const canonical = `${origin}${path}`;
  const descriptors: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: canonical },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Vigie' },
    { property: 'og:locale', content: 'fr_FR' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical },
  ];
  if (picture) {
    descriptors.push(
      { property: 'og:image', content: picture },
      { name: 'twitter:card', content: 'summary_large_image' },
    );
  }
  if (robots) descriptors.push({ name: 'robots', content: robots });
  for (const one of data ?? []) {
    descriptors.push({ 'script:ld+json': { '@context': 'https://schema.org', ...one } });
  }
  return descriptors;
}
