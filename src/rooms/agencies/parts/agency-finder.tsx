import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatCount } from '#contract/fmt.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { FOUND_MAX, QUERY_MAX, QUERY_MIN, type SoughtAgencies, type Understood } from '../agency-search.ts';
import { FoundCard } from './found-agency.tsx';
import { useWays } from './use-ways.tsx';

/** Finds an agency, by a form that needs no script; `children` stand where nothing is looked for yet. */
export function AgencyFinder({
  asked,
  agencies,
  more,
  understood,
  isSirenRight,
  children,
}: SoughtAgencies & { children: ReactNode }) {
  const busy = useNavigation().state !== 'idle';
  const { search, create } = useWays();
  return (
    <>
      <Form method="get" action={search} className="mt-8 flex flex-wrap items-end gap-3">
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
          {agencies.length === 0 ? (
            <Nothing asked={asked} understood={understood} isSirenRight={isSirenRight} />
          ) : (
            <>
              <div aria-live="polite">
                <h2 id="resultats" className="text-h4">
                  {more ? 'Plus de ' : ''}
                  {formatCount(agencies.length, 'agence trouvée', 'agences trouvées')}
                </h2>
                {understood && <p className="mt-1 text-ardoise-600">{readAs(understood)}</p>}
              </div>
              <ul className="mt-4 grid gap-3">
                {agencies.map((agency) => (
                  <FoundCard key={agency.ownerReference} {...agency} />
                ))}
              </ul>
              {more && (
                <p className="mt-4 text-ardoise-600">
                  Les {FOUND_MAX} premières sont là. Un nom plus complet, ou le SIREN, trouve la vôtre.
                </p>
              )}
              <p className="mt-8">
                La vôtre n’y est pas&nbsp;? <TextLink to={create}>Créer le compte de l’agence</TextLink>
              </p>
            </>
          )}
        </section>
      )}
    </>
  );
}

/** What was understood of what was typed. */
function readAs({ by, said, exact }: Understood): string {
  if (by === 'siren') return `SIREN ${sirenShown(said)}`;
  if (by === 'postalCode')
    return said.length === 5 ? `Code postal ${said}` : `Codes postaux qui commencent par ${said}`;
  if (by === 'town') return exact ? `Ville\u00a0: ${said}` : `Nous avons compris\u00a0: ${said}`;
  if (!exact) return `Aucune ne s’écrit tout à fait «\u00a0${said}\u00a0»\u00a0: voici les plus proches.`;
  return `${by === 'name' ? 'Nom' : 'Nom et ville'}\u00a0: ${said}`;
}

function sirenShown(siren: string): string {
  return siren.replaceAll(/(\d{3})(?=\d)/g, '$1\u00a0');
}

function Nothing({
  asked,
  understood,
  isSirenRight,
}: Pick<SoughtAgencies, 'asked' | 'understood' | 'isSirenRight'>) {
  const { create } = useWays();
  const { title, words, offer = true } = whyNothing(asked, understood, isSirenRight);
  return (
    <>
      <h2 id="resultats" className="text-h4" aria-live="polite">
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
          <ButtonLink to={create}>Créer le compte de l’agence</ButtonLink>
        </Card>
      )}
    </>
  );
}

/** Why no agency answers, and what to try next. */
function whyNothing(
  asked: string,
  understood: Understood | null,
  isSirenRight: boolean,
): { title: string; words: string; offer?: boolean } {
  const figures = asked.replaceAll(/[\s.]/g, '');
  if (!understood)
    return {
      title: 'Encore une lettre ou deux',
      words: `Donnez au moins ${QUERY_MIN} lettres du nom ou de la ville.`,
      offer: false,
    };
  if (understood.by === 'siren')
    return {
      title: `Aucune agence trouvée sous le SIREN ${sirenShown(understood.said)}`,
      words: isSirenRight
        ? 'Toutes n’ont pas encore indiqué le leur\u00a0: cherchez aussi par son nom ou sa ville.'
        : 'La clé de ce SIREN est fausse\u00a0: un de ses chiffres est sans doute à corriger.',
      offer: isSirenRight,
    };
  if (/^\d{6,}$/.test(figures))
    return {
      title: 'Aucune agence trouvée sous ce numéro',
      words: `Un SIREN compte 9 chiffres, un SIRET 14\u00a0: il y en a ${figures.length} ici.`,
      offer: false,
    };
  if (understood.by === 'postalCode')
    return {
      title: `Aucune agence trouvée au ${understood.said}`,
      words: 'Cherchez par le nom de sa ville, ou par le sien.',
    };
  return {
    title: `Aucune agence trouvée pour «\u00a0${understood.said}\u00a0»`,
    words:
      'Ni par son nom ni par sa ville, même à deux lettres près. Essayez un seul mot de son nom, ou son SIREN.',
  };
}
