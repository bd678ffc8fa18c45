import { Pencil, Undo2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { readZones, ZONES_MAX } from '#rooms/criteria/area.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import type { Ring } from '#rooms/criteria/rings.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Limits } from './limits.tsx';
import { ZoneForm } from './zone-form.tsx';

/** A zone that is being drawn. */
export interface Trace {
  readonly undo: () => boolean;
  readonly stop: () => void;
}

interface ToolbarProps {
  area: AreaWords;
  here: ComponentProps<typeof ZoneForm>['here'];
  trace: Trace | null;
  drawable: boolean;
  undoable: boolean;
  go: ComponentProps<typeof Limits>['go'];
  onDraw: () => void;
  onZone: (ring: Ring | null) => void;
  onUndo: () => void;
  onGiveUp: () => void;
  onClose: () => void;
}

/** Above the map: draw, choose a zone without drawing, undo, close; while a zone is drawn, how to end it. */
export function Toolbar({
  area,
  here,
  trace,
  drawable,
  undoable,
  go,
  onDraw,
  onZone,
  onUndo,
  onGiveUp,
  onClose,
}: ToolbarProps) {
  const zones = readZones(area.zone ?? null);
  return (
    <header className="z-3 flex flex-wrap items-center gap-2 border-b border-ardoise-200 bg-blanc px-3 py-2">
      {trace ? (
        <>
          <output className="min-w-0 basis-full text-small sm:flex-1 sm:basis-0">
            Posez les coins de la zone. Entrée ou un clic sur le premier la ferme.
          </output>
          <Button size="sm" variant="quiet" onClick={() => trace.undo()}>
            Effacer le dernier coin
          </Button>
          <Button size="sm" variant="secondary" onClick={onGiveUp}>
            Abandonner
          </Button>
        </>
      ) : (
        <>
          <Button
            size="sm"
            variant="secondary"
            disabled={!drawable || zones.length >= ZONES_MAX}
            onClick={onDraw}
            icon={<Pencil aria-hidden="true" className="size-4" />}
          >
            {zones.length > 0 ? 'Autre zone' : 'Dessiner'}
          </Button>
          <Disclosure
            className="relative"
            summaryClass="inline-flex min-h-9 cursor-pointer items-center rounded-control border border-bordure bg-blanc px-3 py-1.5 text-small font-medium transition hover:border-ardoise-700 hover:bg-ardoise-100"
            panelClass="absolute top-full -left-24 z-30 mt-2 max-h-[70dvh] w-76 overflow-y-auto rounded-card border border-ardoise-200 bg-blanc p-4 shadow-popover sm:left-0"
            summary="Zone"
          >
            <Limits area={area} go={go} label={here.label} />
            <h3 className="mt-4 mb-2 font-text text-body font-bold tracking-normal">Sans dessiner</h3>
            <ZoneForm here={here} onZone={onZone} />
          </Disclosure>
          {undoable && (
            <IconButton
              label="Annuler le dernier changement de zone"
              icon={<Undo2 aria-hidden="true" className="size-5" />}
              onClick={onUndo}
            />
          )}
          <span className="flex-1" />
          <IconButton
            label="Fermer la carte"
            data-close-map
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onClose}
          />
        </>
      )}
    </header>
  );
}
