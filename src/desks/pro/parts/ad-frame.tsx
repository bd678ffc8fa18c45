import type { ReactNode } from 'react';
import { type CallToAction, callsToAction } from '#rooms/boosts/contract.ts';

/** An advertisement as a network shows it, drawn by us: nothing of the network but its name in words. */
export function AdFrame({
  name,
  className,
  children,
}: {
  name: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <figure className={className}>
      <figcaption className="mb-1.5 text-small text-ardoise-600">{name}</figcaption>
      <div className="overflow-hidden rounded-card border border-ardoise-200 bg-blanc">{children}</div>
    </figure>
  );
}

/** Under whose page it appears, and that it is paid for. */
export function AdHead() {
  return (
    <div className="flex items-center gap-2 px-3 py-2">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-ardoise-900 text-small font-bold text-blanc"
      >
        V
      </span>
      <span className="min-w-0">
        <span className="block truncate text-small font-bold">Vigie</span>
        <span className="block text-caption text-ardoise-600">Sponsorisé</span>
      </span>
    </div>
  );
}

/** Under an advertisement: whose name the network puts on it, and where the agency's own stands. */
export const PUBLISHER =
  'Les réseaux l’affichent sous le nom de la page de Vigie\u00a0; votre agence est nommée sur l’image et dans le texte.';

/** Looks like the button of the network, and presses nothing. */
export function AdButton({ action }: { action: CallToAction }) {
  return (
    <span className="shrink-0 rounded-control border border-bordure bg-blanc px-2.5 py-1 text-small font-medium">
      {callsToAction[action]}
    </span>
  );
}
