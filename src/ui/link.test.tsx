import { renderToStaticMarkup } from 'react-dom/server';
import { type LinkProps, MemoryRouter, Link as RouterLink } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './link.tsx';

/** The attributes of a link, in any order, and what it holds. */
function written(element: React.ReactNode) {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/acheter/lyon-69000?tri=prix']}>{element}</MemoryRouter>,
  );
  const [, attributes = '', content] = /^<a ([^>]*)>(.*)<\/a>$/.exec(html)!;
  return { attributes: attributes.match(/[\w-]+="[^"]*"/g)?.toSorted(), content };
}

test.for<LinkProps>([
  { to: '/' },
  { to: '/acheter/nimes-30000', className: 'x', 'aria-current': 'page' },
  { to: '/acheter/nimes-30000?prixMax=3&lieux=a,b#peut-etre', rel: 'next', children: <b>2</b> },
  { to: '/agence', reloadDocument: true, replace: true, state: { from: 1 }, preventScrollReset: true },
  { to: '/agence', discover: 'none', target: '_blank' },
  { to: '?page=2' },
  { to: '#resultats' },
  { to: { pathname: '/louer', search: '?x=1' } },
  { to: 'https://example.test/' },
  { to: '//example.test/' },
])('a link is written as the router writes it: %j', (props) => {
  expect(written(<Link {...props} />)).toEqual(written(<RouterLink {...props} />));
});
