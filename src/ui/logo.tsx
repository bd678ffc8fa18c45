/** The watchtower and its beam. Decorative beside the name: the link around it carries the words. */
export function LogoMark({ className = 'size-8', onDark = false }: { className?: string; onDark?: boolean }) {
  return (
    <svg viewBox="4 2 25 28" aria-hidden="true" className={className}>
      <path
        className={onDark ? 'fill-craie' : 'fill-encre'}
        d="M7.8 14.4h6.4l2.1 14.1H5.7zM6.4 12.2h9.2v1.4H6.4z"
      />
      <circle className="fill-ambre-400" cx="11" cy="8.2" r="3" />
      <path className="fill-ambre-400" d="m15.7 8.2 11.6-4.6-2.4 4.6 2.4 4.6z" />
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
