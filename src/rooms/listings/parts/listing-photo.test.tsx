import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Gallery } from './gallery.tsx';
import { ListingPhoto } from './listing-photo.tsx';

const photo = {
  key: '12-0123456789abcdef',
  width: 1600,
  height: 1200,
  placeholder: null,
  caption: null,
  avif: false,
};
const shown = (avif: boolean) =>
  renderToStaticMarkup(
    <ListingPhoto photo={{ ...photo, avif }} propertyType="house" photoCount={1} alt="" sizes="20rem" />,
  );

test('offers every width in WebP, and nothing that is not made yet', () => {
  const html = shown(false);
  expect(html).not.toContain('avif');
  expect(html).toContain('src="/photos/12-0123456789abcdef-1280.webp"');
  expect(html).toContain(
    'srcSet="/photos/12-0123456789abcdef-400.webp 400w, /photos/12-0123456789abcdef-800.webp 800w, /photos/12-0123456789abcdef-1280.webp 1280w" sizes="20rem"',
  );
});

test('offers AVIF first once it is made, in the same widths, WebP to other browsers', () => {
  const html = shown(true);
  expect(html).toMatch(
    /<picture class="contents"><source type="image\/avif" srcSet="\/photos\/12-0123456789abcdef-400\.avif 400w, [^"]*-1280\.avif 1280w" sizes="20rem"\/><img [^>]*-400\.webp 400w/,
  );
});

test('is looked for from the head of the page when it is the first in sight, in the format it will be shown in', () => {
  const first = (avif: boolean) =>
    renderToStaticMarkup(
      <ListingPhoto photo={{ ...photo, avif }} propertyType="house" photoCount={1} alt="" eager />,
    );
  expect(first(true)).toMatch(
    /^<link rel="preload" as="image" type="image\/avif" [^>]*imageSrcSet="[^"]*-400\.avif 400w[^>]* imageSizes="100vw"/,
  );
  expect(first(true).match(/rel="preload"/g)).toHaveLength(1);
  expect(first(false)).toMatch(/^<link rel="preload" as="image" imageSrcSet="[^"]*-400\.webp 400w/);
  expect(shown(true)).not.toContain('preload');
});

test('a gallery does so picture by picture', () => {
  const photos = [true, false, true].map((avif, rank) => ({
    ...photo,
    avif,
    key: `${rank}-0123456789abcdef`,
  }));
  const html = renderToStaticMarkup(
    <Gallery photos={photos} photoCount={3} propertyType="house" name="Maison" />,
  );
  expect(html.match(/<source/g)).toHaveLength(2);
  expect(html).not.toContain('/photos/1-0123456789abcdef-400.avif');
  expect(html).toContain('sizes="(min-width: 80rem) 52rem, (min-width: 48rem) 66vw, 100vw"');
});
