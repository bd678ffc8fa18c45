import { useState } from 'react';
import { initialsOf, type AgencyLogo as Logo, logoPath } from '../logo.ts';

interface AgencyLogoProps {
  agency: { readonly name: string; readonly logo: Logo | null };
  size?: 'md' | 'lg';
}

const boxes = {
  md: { tile: 'size-14 text-lead', frame: 'h-14 min-w-14 max-w-36' },
  lg: { tile: 'size-20 text-h3', frame: 'h-20 min-w-20 max-w-48' },
} as const;

/** What an agency is known by: its logo on white; without one, or where it does not come, its initials, which only adorn. */
export function AgencyLogo({ agency: { name, logo }, size = 'md' }: AgencyLogoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const box = boxes[size];
  if (!logo || failed === logo.key)
    return (
      <span
        aria-hidden="true"
        data-logo="initials"
        className={`grid shrink-0 place-content-center rounded-control bg-phare-100 font-bold text-phare-700 ${box.tile}`}
      >
        {initialsOf(name)}
      </span>
    );
  return (
    <span
      className={`inline-grid shrink-0 place-content-center rounded-control border border-ardoise-200 bg-blanc p-1.5 ${box.frame}`}
    >
      <img
        // What failed before this page's script was there says so no more: it is asked when it arrives.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setFailed(logo.key);
        }}
        src={logoPath(logo)}
        alt={`Logo de ${name}`}
        width={logo.width}
        height={logo.height}
        decoding="async"
        onError={() => setFailed(logo.key)}
        className="max-h-full min-h-0 w-auto max-w-full object-contain text-small leading-tight"
      />
    </span>
  );
}
