import { Notice } from '#ui/notice.tsx';
import type { ListingView } from '../reading.ts';

/** What to do, in the order of what protects most. */
const advice = [
  'Ne versez rien et n’envoyez aucune pièce d’identité avant d’avoir visité.',
  'Visitez, ou faites visiter par une personne de confiance\u00a0: les clés se remettent en main propre.',
  'Appelez l’agence au numéro de cette page\u00a0; ne la quittez pas pour une messagerie privée.',
  'Si quelque chose vous inquiète, signalez l’annonce, au bas de cette page\u00a0: une personne la relira.',
];

/** Which signals of a scam a listing shows, while nobody has read it, and what to do (domain.md F13). */
export default function ScamWarning({ doubts }: Pick<ListingView, 'doubts'>) {
  return (
    <Notice tone="warning" title="Soyez prudent avec cette annonce">
      <p>
        Notre programme y a relevé ce qu’on lit souvent dans les arnaques, sans que ce soit une preuve&nbsp;:
      </p>
      <ul className="mt-1 list-disc pl-5">
        {doubts.map(({ explanation, excerpt }) => (
          <li key={explanation} className="wrap-anywhere">
            {explanation}
            {excerpt !== null && (
              <>
                {' '}
                <q>{excerpt}</q>
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 font-bold">Que faire</p>
      <ul className="mt-1 list-disc pl-5">
        {advice.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
