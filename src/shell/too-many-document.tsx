import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { audienceOf } from '#contract/paths.ts';
import { LayoutAgency } from './layout-agency.tsx';
import { LayoutIndividual } from './layout-individual.tsx';
import { logoHref } from './navigation.ts';
import TooManyPages from './too-many-pages.tsx';

interface Given {
  /** Of the page that was asked for, with its search words. */
  readonly address: string;
  /** « 40 secondes » */
  readonly wait: string;
  /** `https://vigie.example`, for the social link. */
  readonly origin: string;
  readonly stylesUrl: string;
}

/**
 * The whole page of a 429, without a script and without asking who reads it: it must cost nearly nothing, and would be what a
 * crowd of programs is answered.
 */
export function tooManyDocument({ address, wait, origin, stylesUrl }: Given): string {
  const pathname = address.split('?')[0] ?? '/';
  const words = <TooManyPages wait={wait} address={address} homeTo={logoHref(pathname, null)} />;
  const page = (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>Trop de pages en peu de temps – Vigie</title>
        <link rel="stylesheet" href={stylesUrl} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <StaticRouter location={address}>
          {audienceOf(pathname) === 'agency' ? (
            <LayoutAgency agency={null}>{words}</LayoutAgency>
          ) : (
            <LayoutIndividual user={null} origin={origin}>
              {words}
            </LayoutIndividual>
          )}
        </StaticRouter>
      </body>
    </html>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}
