import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface DialogProps {
  /** The button that opens it; leave out when `open` is driven from outside. */
  trigger?: ReactNode;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; they stay in sight while the content scrolls. */
  footer?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** `sheet`: rises from the bottom on a phone. `dialog`: stands in the middle everywhere. */
  kind?: 'dialog' | 'sheet';
  width?: 'narrow' | 'wide';
}

const frames = {
  dialog:
    'inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 rounded-card data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out',
  sheet:
    'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card data-[state=open]:animate-sheet-in data-[state=closed]:animate-sheet-out md:inset-x-4 md:top-1/2 md:bottom-auto md:mx-auto md:max-h-[calc(100dvh-2rem)] md:-translate-y-1/2 md:rounded-card md:data-[state=open]:animate-fade-in md:data-[state=closed]:animate-fade-out',
} as const;

/** Title, close button, content that scrolls, footer that does not. Esc and the veil close it. */
export function Dialog({
  trigger,
  title,
  description,
  children,
  footer,
  open,
  onOpenChange,
  kind = 'dialog',
  width = 'narrow',
}: DialogProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-encre/50 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={`fixed z-50 flex flex-col bg-blanc shadow-modal outline-none ${frames[kind]} ${
            width === 'wide' ? 'md:max-w-180' : 'md:max-w-120'
          }`}
        >
          <header className="flex items-start gap-4 border-b border-ardoise-200 py-2 pr-2 pl-5">
            <Radix.Title className="flex-1 py-2 text-h4">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Fermer" icon={<X aria-hidden="true" className="size-5" />} />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
            {description && (
              <Radix.Description className="mb-3 text-ardoise-600">{description}</Radix.Description>
            )}
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-3 border-t border-ardoise-200 px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps a button of the footer that only closes. */
export const DialogClose = Radix.Close;
