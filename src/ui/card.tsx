import type { HTMLAttributes } from 'react';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'article' | 'section' | 'li';
  /** A stretched link inside makes the whole card clickable: the border answers the pointer. */
  clickable?: boolean;
  padding?: 'none' | 'dense' | 'public';
}

const paddings = { none: '', dense: 'p-3', public: 'p-4 sm:p-6' } as const;

/** White, one hairline, radius 12: borders before shadows. */
export function Card({
  as: Tag = 'div',
  clickable = false,
  padding = 'public',
  className,
  ...rest
}: CardProps) {
  return (
    <Tag
      {...rest}
      className={`relative rounded-card border border-ardoise-200 bg-blanc ${
        clickable
          ? 'transition hover:border-ardoise-700 has-[a:focus-visible]:border-ardoise-700 has-[a:active]:bg-craie'
          : ''
      } ${paddings[padding]} ${className ?? ''}`}
    />
  );
}

/** The dark band that offers to watch: a sentence, what it promises, one amber button. */
export function WatchBand({
  title,
  children,
  action,
}: {
  title: string;
  children: React.ReactNode;
  action: React.ReactNode;
}) {
  return (
    <section className="on-dark flex flex-wrap items-center justify-between gap-4 rounded-card px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-text text-body font-bold tracking-normal">{title}</h2>
        <p className="text-ardoise-300">{children}</p>
      </div>
      {action}
    </section>
  );
}
