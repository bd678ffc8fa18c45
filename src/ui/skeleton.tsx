/** A grey block with the exact size of what is coming. First paint only; hidden from screen readers. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={`block animate-breathe rounded-chip bg-ardoise-100 ${className}`} />
  );
}

/** Lines of text to come; the last one is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden="true" className="block space-y-2">
      {Array.from({ length: lines }, (_, rank) => (
        <Skeleton key={rank} className={`h-4 ${rank === lines - 1 ? 'w-3/5' : 'w-full'}`} />
      ))}
    </span>
  );
}
