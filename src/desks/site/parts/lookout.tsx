import type { ReactNode } from 'react';

/** The tower, its beam, and what it has just found: the newest listing, at the end of the light. */
export function Lookout({ children }: { children: ReactNode }) {
  return (
    <div className="relative pb-6 pl-28">
      <svg
        viewBox="0 0 440 520"
        fill="none"
        aria-hidden="true"
        className="absolute inset-y-0 left-0 h-full w-full"
        preserveAspectRatio="xMinYMax meet"
      >
        {/* The beam: amber, because what it shows is new. */}
        <path className="fill-ambre-400" d="m62 214 330-128-26 128 26 128z" />
        <path
          className="stroke-ardoise-300"
          strokeWidth="1.5"
          strokeLinecap="round"
          d="M0 496h150M18 508h52m24 0h36"
        />
        <path
          className="fill-encre"
          d="M50 164 76 196H24zM17 234h66v13H17zM29 260h42l5 62H24zM22 336h56l6 64H16zM14 414h72l9 82H5z"
        />
        <path className="fill-ambre-400" d="M32 200h36v30H32z" />
      </svg>
      <div className="relative ml-auto max-w-80">{children}</div>
    </div>
  );
}
