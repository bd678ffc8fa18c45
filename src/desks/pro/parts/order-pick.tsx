import { Plus } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { Boostable } from '../ordering/boostable.ts';
import { ListingPicker } from './order-listings.tsx';
import { reachField } from './order-preflight.tsx';

interface PickProps {
  listings: readonly Boostable[];
  found: number;
}

/** Of an empty cart: which listings are to be shown. */
export function FirstBoost({
  onAdd,
  ...props
}: PickProps & { onAdd: (chosen: readonly Boostable[]) => string | null }) {
  return (
    <div className="mt-6">
      <Card as="section" aria-labelledby="premier-boost">
        <h2 id="premier-boost" className="text-h4">
          Quelles annonces montrer&nbsp;?
        </h2>
        <p className="mt-1 mb-4 text-ardoise-600">
          Celles qui sont en ligne. Choisies ensemble, elles se partagent un seul budget.
        </p>
        <Pick
          {...props}
          label="Préparer ce boost"
          onDone={(chosen) => {
            const id = onAdd(chosen);
            if (id !== null) requestAnimationFrame(() => reachField(`${id}-titre-du-boost`));
          }}
        />
      </Card>
    </div>
  );
}

export function AnotherBoost({
  onAdd,
  ...props
}: PickProps & { onAdd: (chosen: readonly Boostable[]) => void }) {
  const [picking, setPicking] = useState(false);
  if (!picking)
    return (
      <Button
        id="ajouter-un-boost"
        variant="secondary"
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => {
          flushSync(() => setPicking(true));
          reachField('autre-boost');
        }}
      >
        Ajouter un autre boost
      </Button>
    );
  return (
    <Card as="section" aria-labelledby="autre-boost">
      <h2 id="autre-boost" tabIndex={-1} className="mb-3 text-h4">
        Un autre boost
      </h2>
      <Pick
        {...props}
        label="Ajouter ce boost"
        onDone={(chosen) => {
          setPicking(false);
          onAdd(chosen);
        }}
        onCancel={() => {
          flushSync(() => setPicking(false));
          reachField('ajouter-un-boost');
        }}
      />
    </Card>
  );
}

interface PickerProps extends PickProps {
  label: string;
  onDone: (chosen: readonly Boostable[]) => void;
  onCancel?: () => void;
}

function Pick({ listings, found, label, onDone, onCancel }: PickerProps) {
  const [chosen, setChosen] = useState<readonly Boostable[]>([]);
  return (
    <>
      <ListingPicker
        legend="Annonces à montrer"
        first={listings}
        found={found}
        chosen={chosen.map(({ id }) => id)}
        onToggle={(listing, on) =>
          setChosen(on ? [...chosen, listing] : chosen.filter(({ id }) => id !== listing.id))
        }
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button disabled={chosen.length === 0} onClick={() => onDone(chosen)}>
          {label}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Annuler
          </Button>
        )}
        <span aria-live="polite" className="text-small text-ardoise-600">
          {chosen.length > 0 && formatCount(chosen.length, 'annonce choisie', 'annonces choisies')}
        </span>
      </div>
    </>
  );
}
