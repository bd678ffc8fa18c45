import { type MouseEventHandler, type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import type * as z from 'zod/mini';
import { usePost } from '#browser/post-form.tsx';
import { Button } from '#ui/button.tsx';
import type { FoundAgency } from '../agency-search.ts';
import type { agencyRegistrationSchema } from '../registration.ts';
import { FoundLine } from './found-agency.tsx';
import type { RegistrationRefused } from './registration-fields.tsx';
import { useWays } from './use-ways.tsx';

/** The agencies to choose from, if any, and how a form sends what it asks: as one of them, or as a new one. */
export function useSimilarAgencies(refused: RegistrationRefused | undefined) {
  const post = usePost();
  const busy = useNavigation().state !== 'idle';
  const chosen = useRef('');
  const sent = useRef('');
  const seen = useRef('');
  const alike = refused?.alike;
  useEffect(() => {
    if (alike) seen.current = sent.current;
  }, [alike]);
  return {
    alike,
    busy,
    /** That one is theirs; null: none of them is. */
    choose: (ownerReference: string | null) => {
      chosen.current = ownerReference ?? '';
    },
    send: (
      values: Pick<z.input<typeof agencyRegistrationSchema>, 'name' | 'ownerReference' | 'town'> & {
        siren?: string | null | undefined;
      },
    ) => {
      // With another name or another town there may be others.
      sent.current = JSON.stringify([values.name, values.town, values.siren]);
      const ownerReference = chosen.current || values.ownerReference || '';
      const isNew = seen.current === sent.current;
      return post({ ...values, ownerReference, isNew });
    },
  };
}

/**
 * What the second press of a double one does not do: between the two, what stands under the pointer may have become another
 * button.
 */
function onlyOnce(press: MouseEventHandler<HTMLButtonElement>): MouseEventHandler<HTMLButtonElement> {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else press(event);
  };
}

interface AlikeAgenciesProps {
  agencies: readonly FoundAgency[];
  busy: boolean;
  choose: (ownerReference: string) => void;
}

function whatToDo(agencies: readonly FoundAgency[]): string {
  const [only, ...others] = agencies;
  if (only && others.length === 0)
    return only.registered
      ? 'Elle est déjà sur Vigie, et a son espace\u00a0: connectez-vous plutôt que d’en créer une seconde.'
      : 'Elle est déjà sur Vigie. Prenez-la en main plutôt que d’en créer une seconde.';
  return 'Elles sont déjà sur Vigie. Si l’une est la vôtre, prenez-la en main plutôt que d’en créer une seconde.';
}

function AlikeAgencies({ agencies, busy, choose }: AlikeAgenciesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (agencies.length > 0) title.current?.focus();
  }, [agencies]);
  const { login } = useWays();
  return (
    <section
      aria-labelledby="deja-connues"
      className="mt-2 mb-4 rounded-card border border-phare-700/30 bg-phare-100 px-4 py-4 sm:px-5"
    >
      <h2 id="deja-connues" ref={title} tabIndex={-1} className="text-h4">
        {agencies.length === 1 ? 'Est-ce cette agence ?' : 'Est-ce l’une de ces agences ?'}
      </h2>
      <p className="mt-1">{whatToDo(agencies)}</p>
      <ul className="mt-3 grid gap-2">
        {agencies.map((agency) => (
          <li key={agency.ownerReference} className="rounded-control bg-blanc px-4 py-3">
            <FoundLine {...agency} login={login}>
              {!agency.registered && (
                <Button
                  variant="secondary"
                  busy={busy}
                  onClick={onlyOnce(({ currentTarget }) => {
                    choose(agency.ownerReference);
                    currentTarget.form?.requestSubmit();
                  })}
                >
                  C’est mon agence<span className="sr-only">, {agency.name}</span>
                </Button>
              )}
            </FoundLine>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RegistrationSubmitProps {
  alike: readonly FoundAgency[] | undefined;
  busy: boolean;
  /** That one is theirs; null: none of them is. */
  choose: (ownerReference: string | null) => void;
  children: ReactNode;
}

/** How both forms are sent: before a new agency is made, those that it may already be, each one press away. */
export function RegistrationSubmit({ alike, busy, choose, children }: RegistrationSubmitProps) {
  return (
    <>
      {alike && <AlikeAgencies agencies={alike} busy={busy} choose={choose} />}
      <Button
        type="submit"
        size="lg"
        wide
        busy={busy}
        className="mt-2"
        onClick={onlyOnce(() => choose(null))}
      >
        {children}
      </Button>
    </>
  );
}
