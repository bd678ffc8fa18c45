// Sentences of the search of an agency: made on the server, so that browsers load none of them.
import { formatCount } from '#contract/fmt.ts';
import { QUERY_MIN, type SearchAnswer, type SoughtAgencies, type Understood } from './agency-search.ts';
import { isSiren } from './contract.ts';

/** What is said of the agencies that were found, or why there is none; `understood` is how what was `asked` was read. */
export function answerTo(
  { asked, agencies, more }: Pick<SoughtAgencies, 'asked' | 'agencies' | 'more'>,
  understood: Understood | null,
): SearchAnswer {
  if (!understood || agencies.length === 0) return whyNothing(asked, understood);
  const count = formatCount(agencies.length, 'agence trouvée', 'agences trouvées');
  return { title: more ? `Plus de ${count}` : count, words: readAs(understood), offer: false };
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

/** Why no agency answers, and what to try next. */
function whyNothing(asked: string, understood: Understood | null): SearchAnswer {
  const figures = asked.replaceAll(/[\s.]/g, '');
  if (!understood)
    return {
      title: 'Encore une lettre ou deux',
      words: `Donnez au moins ${QUERY_MIN} lettres du nom ou de la ville.`,
      offer: false,
    };
  if (understood.by === 'siren') {
    const isSirenRight = isSiren(understood.said);
    return {
      title: `Aucune agence trouvée sous le SIREN ${sirenShown(understood.said)}`,
      words: isSirenRight
        ? 'Toutes n’ont pas encore indiqué le leur\u00a0: cherchez aussi par son nom ou sa ville.'
        : 'La clé de ce SIREN est fausse\u00a0: un de ses chiffres est sans doute à corriger.',
      offer: isSirenRight,
    };
  }
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
      offer: true,
    };
  return {
    title: `Aucune agence trouvée pour «\u00a0${understood.said}\u00a0»`,
    words:
      'Ni par son nom ni par sa ville, même à deux lettres près. Essayez un seul mot de son nom, ou son SIREN.',
    offer: true,
  };
}

function sirenShown(siren: string): string {
  return siren.replaceAll(/(\d{3})(?=\d)/g, '$1\u00a0');
}
