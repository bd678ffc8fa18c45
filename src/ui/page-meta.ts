// What the head of a page says to search engines, to what shares it, and to the tab.
import type { MetaDescriptor } from 'react-router';
import { SHARE_DEFAULT, SHARE_PICTURE, sharePicturePath } from '#contract/share-picture.ts';

interface PageMeta {
  title: string;
  description: string;
  /** Of the product (https://…), as its loader gives it; empty where a page has none: the canonical is then relative. */
  origin: string;
  /** Canonical path of the page, its search words included. */
  path: string;
  /** `noindex` when the page must not be found at all, `noindex, follow` when only its links may be. */
  robots?: 'noindex' | 'noindex, follow' | undefined;
  /** What the page's own picture says, in words; the product's picture is shown where a page without one is shared. */
  picture?: string | undefined;
  /** schema.org objects, without their `@context`. React Router escapes what could close the element. */
  data?: readonly object[];
}

/** The head of a page that may be found or shared. */
export function pageMeta({ title, description, origin, path, robots, picture, data }: PageMeta) {
  const canonical = `${origin}${path}`;
  const own = picture !== undefined;
  const alt = picture ?? 'Vigie, l’alerte immobilière';
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
    { property: 'og:image', content: `${origin}${sharePicturePath(own ? path : `/${SHARE_DEFAULT}`, alt)}` },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(SHARE_PICTURE.width) },
    { property: 'og:image:height', content: String(SHARE_PICTURE.height) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
  ];
  if (robots) descriptors.push({ name: 'robots', content: robots });
  for (const one of data ?? []) {
    descriptors.push({ 'script:ld+json': { '@context': 'https://schema.org', ...one } });
  }
  return descriptors;
}

/** The head of a page that is nobody else's: no search engine keeps it. */
export function privatePage(title: string): MetaDescriptor[] {
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

/** For a page whose address holds a secret: no site is told of it, ours neither, and no cache keeps it. */
export function secretAddress() {
  return { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
}
