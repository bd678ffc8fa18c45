import { cva } from 'class-variance-authority';
import type { ButtonHTMLAttributes, ComponentPropsWithRef, ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive' | 'beam';
type ButtonSize = 'sm' | 'md' | 'lg';

const shape = cva(
  'relative inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap no-underline select-none transition active:scale-[0.98] disabled:active:scale-100',
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-phare-700 text-blanc hover:bg-phare-600 disabled:bg-ardoise-100 disabled:text-ardoise-500',
        secondary:
          'border-bordure bg-blanc text-encre hover:border-ardoise-700 hover:bg-ardoise-100 disabled:border-ardoise-200 disabled:bg-transparent disabled:text-ardoise-500',
        quiet:
          'border-transparent bg-transparent text-phare-700 hover:bg-phare-100 disabled:bg-transparent disabled:text-ardoise-500',
        destructive:
          'border-transparent bg-rouge-700 text-blanc hover:bg-[color-mix(in_oklab,var(--color-rouge-700),black_14%)] disabled:bg-ardoise-100 disabled:text-ardoise-500',
        /** Amber: only for what is about to be watched (« Créer cette alerte »). */
        beam: 'border-transparent bg-ambre-400 text-encre hover:bg-[color-mix(in_oklab,var(--color-ambre-400),white_22%)] disabled:bg-ardoise-100 disabled:text-ardoise-500',
      },
      size: {
        sm: 'min-h-9 px-3 py-1.5 text-small',
        md: 'min-h-11 px-4 py-2 text-body',
        lg: 'min-h-13 px-6 py-3 text-lead',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'primary', size: 'md', wide: false },
  },
);

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the whole width of its container. */
  wide?: boolean;
  icon?: ReactNode;
}

/** The classes of a button, for the rare element that is neither a button nor a link. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  wide = false,
}: Omit<Look, 'icon'> = {}): string {
  return shape({ variant, size, wide });
}

interface ButtonProps extends Look, ComponentPropsWithRef<'button'> {
  /** Work under way: the width stays, presses are ignored, the name stays readable to a screen reader. */
  busy?: boolean;
}

export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  children,
  type,
  onClick,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest.disabled || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={`${shape({ variant, size, wide })} ${className ?? ''}`}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={`inline-flex items-center gap-2 ${busy ? 'opacity-0' : ''}`}>
        {icon}
        {children}
      </span>
      {busy && <span className="sr-only">, en cours</span>}
    </button>
  );
}

export function ButtonLink({ variant, size, wide, icon, children, className, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={`${shape({ variant, size, wide })} ${className ?? ''}`}>
      {icon}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Read aloud, and shown by the browser on hover. */
  label: string;
  icon: ReactNode;
  /** On a photo or a dark band. */
  floating?: boolean;
}

/** A 44 px square around one icon. */
export function IconButton({ label, icon, floating = false, type, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={`inline-grid size-11 shrink-0 place-items-center transition active:scale-95 disabled:text-ardoise-300 ${
        floating
          ? 'rounded-full bg-blanc text-encre shadow-sticky hover:bg-ardoise-100'
          : 'rounded-control text-ardoise-700 hover:bg-ardoise-100 hover:text-encre'
      } ${className ?? ''}`}
    >
      {icon}
    </button>
  );
}
