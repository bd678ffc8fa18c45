import { type LinkProps, Link as RouterLink } from 'react-router';

/**
 * The router's link. The server writes a plain one, the same to the letter: resolving an address that begins at the root,
 * and preparing presses that nobody will make there, took a fourteenth of the drawing of a page (decision 0025).
 */
export const Link = typeof document === 'undefined' ? WrittenLink : RouterLink;

function WrittenLink(props: LinkProps) {
  // What is for the router alone is no attribute.
  const {
    to,
    discover = 'render',
    prefetch: _prefetch,
    relative: _relative,
    reloadDocument: _reloadDocument,
    replace: _replace,
    mask: _mask,
    state: _state,
    preventScrollReset: _preventScrollReset,
    viewTransition: _viewTransition,
    defaultShouldRevalidate: _defaultShouldRevalidate,
    ...attributes
  } = props;
  // What is relative, or made of parts, is the router's to resolve.
  if (typeof to !== 'string' || !/^\/(?![/\\])/.test(to)) return <RouterLink {...props} />;
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...attributes} href={to} data-discover={discover === 'render' ? 'true' : undefined} />;
}

const look =
  'rounded-chip text-phare-700 underline decoration-1 underline-offset-[0.2em] transition hover:text-phare-600 hover:decoration-2';

/** A link inside text. Addresses come from contract/paths.ts. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={`${look} ${className ?? ''}`} />;
}

/** A link that leaves the site, in the same tab, telling nothing of where the reader was. */
export function OutsideLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer external" className={look}>
      {children}
    </a>
  );
}

/** Makes the whole of the nearest positioned ancestor clickable; its other buttons need `relative z-1`. */
export const stretched = "after:absolute after:inset-0 after:content-['']";
