import { Share2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { toast } from '#browser/toasts.ts';
import { NBSP } from '#contract/fmt.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';

interface ShareProps {
  /** Of the page, without what the reader asked of it. */
  url: string;
  title: string;
}

/** The phone's own sheet where there is one; else the address to copy, and a mail. Without JavaScript: both, by hand. */
export function Share({ url, title }: ShareProps) {
  const mail = `mailto:?${new URLSearchParams({ subject: title, body: url }).toString().replaceAll('+', '%20')}`;

  function press(event: MouseEvent) {
    if (typeof navigator.share !== 'function' || !(event.target as Element).closest('summary')) return;
    event.preventDefault();
    // Closed without choosing: that is an answer.
    navigator.share({ title, url }).catch(() => {});
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Adresse copiée' });
    } catch {
      toast({ title: 'L’adresse n’a pas pu être copiée', description: url, variant: 'destructive' });
    }
  }

  return (
    // The summary inside is what one presses.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={press} data-print="none">
      <Disclosure
        className="relative"
        summaryClass={`${buttonClass({ variant: 'secondary' })} list-none max-sm:px-3`}
        panelClass="absolute top-full right-0 z-20 sm:right-auto sm:left-0 mt-2 w-[min(20rem,calc(100vw-2rem))] rounded-card border border-ardoise-200 bg-blanc p-4 shadow-popover"
        summary={
          <>
            <Share2 aria-hidden="true" className="size-5" />
            <span className="max-sm:sr-only">Partager</span>
          </>
        }
      >
        <p className="text-small text-ardoise-600">Adresse de cette page{NBSP}:</p>
        <p className="mt-1 mb-3 rounded-control bg-ardoise-100 px-3 py-2 text-small break-all select-all">
          {url}
        </p>
        <div className="grid gap-2">
          <Button wide variant="secondary" onClick={() => void copy()} className="noscript:hidden">
            Copier l’adresse
          </Button>
          <a href={mail} className={buttonClass({ variant: 'secondary', wide: true })}>
            Envoyer par e-mail
          </a>
        </div>
      </Disclosure>
    </div>
  );
}
