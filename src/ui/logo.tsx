/** The watchtower and its beam. Decorative beside the name: the link around it carries the words. */
export function LogoMark({ className = 'size-8', onDark = false }: { className?: string; onDark?: boolean }) {
  return (
    <svg viewBox="3 2 27 28" aria-hidden="true" className={className}>
      <path
        className={onDark ? 'fill-craie' : 'fill-encre'}
        d="M10.5 2.2 14 7H7zM5.8 12.2h9.4v1.9H5.8zM7.6 15.4h5.8l.6 4.4H7zM6.7 21.4h7.6l1.1 8H5.6z"
      />
      <path className="fill-ambre-400" d="M8.3 8h4.4v3.4H8.3zM14.4 9.7 29 4.6l-3 5.1 3 5.1z" />
    </svg>
  );
}

/** Mark and name, with an optional word for the space one is in (« Pro », « Administration »). */
export function Logo({ space, onDark = false }: { space?: string; onDark?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark onDark={onDark} className="size-7 lg:size-8" />
      <span className="title text-[1.5rem] leading-none tracking-[-0.03em]">Vigie</span>
      {space && (
        <span
          className={`rounded-chip border px-1.5 py-0.5 text-caption leading-none font-medium ${
            onDark ? 'border-ardoise-500 text-ardoise-300' : 'border-ardoise-200 text-ardoise-600'
          }`}
        >
          {space}
        </span>
      )}
    </span>
  );
}
