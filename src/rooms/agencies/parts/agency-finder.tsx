import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { FOUND_MAX, QUERY_MAX, type SoughtAgencies } from '../agency-search.ts';
import type { Ways } from '../destination.ts';
import { FoundCard } from './found-agency.tsx';

/** Finds an agency on the way to somewhere, by a form that needs no script; `children` stand where nothing is looked for yet. */
export function AgencyFinder({
  asked,
  agencies,
  more,
  title,
  words,
  offer,
  ways,
  children,
}: SoughtAgencies & { ways: Ways; children: ReactNode }) {
  const busy = useNavigation().state !== 'idle';
  const before = useRef(asked);
  useEffect(() => {
    // Another answer is read from its title; the field that asked for it is drawn anew.
    if (before.current !== asked) document.getElementById('resultats')?.focus();
    before.current = asked;
  }, [asked]);
  return (
    <>
      <Form method="get" action={ways.search} className="mt-8 flex flex-wrap items-end gap-3">
        <Field
          label="Nom, ville, code postal ou SIREN"
          hint="Une ou deux fautes de frappe n’empêchent rien."
          reserve={false}
          className="min-w-56 flex-1"
        >
          {(control) => (
            <TextInput
              {...control}
              key={asked}
              type="search"
              name="q"
              defaultValue={asked}
              maxLength={QUERY_MAX}
              autoComplete="organization"
            />
          )}
        </Field>
        <Button type="submit" busy={busy} icon={<Search aria-hidden="true" className="size-5" />}>
          Rechercher
        </Button>
      </Form>
      {asked === '' ? (
        children
      ) : (
        <section aria-labelledby="resultats" className="mt-10">
          <h2 id="resultats" tabIndex={-1} className="text-h4">
            {title}
          </h2>
          <p className="mt-1 max-w-measure text-ardoise-600">{words}</p>
          {offer && (
            <Card className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-bold">Elle n’est pas encore sur Vigie&nbsp;?</p>
                <p className="text-small text-ardoise-600">
                  Deux minutes suffisent pour l’inscrire. La diffusion est gratuite.
                </p>
              </div>
              <ButtonLink to={ways.create}>Créer le compte de l’agence</ButtonLink>
            </Card>
          )}
          {agencies.length > 0 && (
            <>
              <ul className="mt-4 grid gap-3">
                {agencies.map((agency) => (
                  <FoundCard key={agency.ownerReference} agency={agency} ways={ways} />
                ))}
              </ul>
              {more && (
                <p className="mt-4 text-ardoise-600">
                  Les {FOUND_MAX} premières sont là. Un nom plus complet, ou le SIREN, trouve la vôtre.
                </p>
              )}
              <p className="mt-8">
                La vôtre n’y est pas&nbsp;? <TextLink to={ways.create}>Créer le compte de l’agence</TextLink>
              </p>
            </>
          )}
        </section>
      )}
    </>
  );
}
