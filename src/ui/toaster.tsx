import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD } from '#contract/constants.ts';

export interface ToastView {
  id: string;
  title: string;
  description?: string | undefined;
  variant: 'default' | 'destructive';
  duration: number;
  open: boolean;
  /** « Annuler », for what was done optimistically. */
  action?: { label: string; onSelect: () => void } | undefined;
}

export interface ToasterProps {
  /** Newest first; at most three (the store sees to it). */
  toasts: readonly ToastView[];
  onDismiss: (id: string) => void;
}

/** Confirmations, bottom right. F8 reaches them; they leave by themselves, by swipe or by their button. */
export default function Toaster({ toasts, onDismiss }: ToasterProps) {
  return (
    <Radix.Provider
      duration={TOAST_DURATION_MS}
      swipeThreshold={TOAST_SWIPE_THRESHOLD}
      swipeDirection="right"
      label="Notification"
    >
      {toasts.map((toast) => (
        <Radix.Root
          key={toast.id}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          duration={toast.duration}
          open={toast.open}
          onOpenChange={(open) => {
            if (!open) onDismiss(toast.id);
          }}
          className={`flex items-start gap-3 rounded-card border py-3 pr-2 pl-4 shadow-popover data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition data-[swipe=end]:animate-toast-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${
            toast.variant === 'destructive'
              ? 'border-rouge-700 bg-rouge-100 text-encre'
              : 'on-dark border-ardoise-500'
          }`}
        >
          {/* The action goes below words that would be squeezed beside it. */}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
            <div className="min-w-0 grow basis-44 py-1 wrap-anywhere">
              <Radix.Title className={`font-bold ${toast.variant === 'destructive' ? 'text-rouge-700' : ''}`}>
                {toast.title}
              </Radix.Title>
              {toast.description && (
                <Radix.Description className={toast.variant === 'destructive' ? '' : 'text-ardoise-200'}>
                  {toast.description}
                </Radix.Description>
              )}
            </div>
            {toast.action && (
              <Radix.Action asChild altText={toast.action.label}>
                <button
                  type="button"
                  onClick={toast.action.onSelect}
                  className="-ml-3 min-h-9 rounded-control px-3 font-bold whitespace-nowrap underline underline-offset-4"
                >
                  {toast.action.label}
                </button>
              </Radix.Action>
            )}
          </div>
          <Radix.Close
            aria-label="Fermer la notification"
            className="grid size-9 shrink-0 place-items-center rounded-control opacity-80 transition hover:opacity-100"
          >
            <X aria-hidden="true" className="size-4.5" />
          </Radix.Close>
        </Radix.Root>
      ))}
      {/* A modal hides everything but live regions from screen readers and pointers: this makes the viewport one. */}
      <div aria-live="off">
        <Radix.Viewport
          hotkey={[TOAST_HOTKEY]}
          label="Notifications ({hotkey})"
          className="pointer-events-auto fixed inset-x-4 bottom-4 z-60 flex flex-col-reverse gap-2 rounded-card outline-offset-4 sm:left-auto sm:w-96"
        />
      </div>
    </Radix.Provider>
  );
}
