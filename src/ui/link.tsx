import { Link, type LinkProps } from 'react-router';

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
