/**
 * The target of a request as a path of this site: no host, one slash in front (a browser would follow a redirect
 * to `//e.fr` elsewhere), no `..`, no NUL (PostgreSQL refuses it), every percent sign readable. What was broken
 * stays broken words: it meets no page, and no error.
 */
export function ownTarget(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*/i, '').replace(/^[/\\]*/, '/');
  const { pathname, search } = new URL(path, 'http://vigie.invalid');
  return (
    readable(pathname.replace(/^\/+/, '/')).replaceAll('%00', '%EF%BF%BD') +
    search.replaceAll('%00', '%EF%BF%BD')
  );
}

function readable(pathname: string): string {
  try {
    // Its result must serve, or the bundler takes the call away.
    return decodeURIComponent(pathname) === '' ? '/' : pathname;
  } catch {
    return pathname.replaceAll('%', '%25');
  }
}
