import { CircleCheck, Scale } from 'lucide-react';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import type { Completeness, Lack } from '../contract.ts';

/** How far the identity that the law asks for has come, and what still keeps listings off line. */
export function LegalProgress({
  lacks,
  completeness,
}: {
  lacks: readonly Lack[];
  completeness: Completeness;
}) {
  const blocking = lacks.filter(({ severity }) => severity === 'block');
  const { done, owed } = completeness;
  return (
    <Card>
      <Progress
        label="Ce que la loi demande à votre agence"
        value={done}
        max={owed}
        detail={done === owed ? 'Tout y est.' : 'Les champs marqués plus bas restent à compléter.'}
      />
      {blocking.length > 0 ? (
        <div className="mt-3 flex gap-3">
          <Scale aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-rouge-700" />
          <div>
            <p className="font-bold">Vos annonces restent hors ligne</p>
            <ul className="mt-1 list-disc space-y-1 pl-5 text-ardoise-700 marker:text-ardoise-300">
              {blocking.map(({ field, message, remedy }) => (
                <li key={field}>
                  {message} {remedy}
                </li>
              ))}
            </ul>
          </div>
        </div>
      ) : (
        <p className="mt-3 flex gap-3 text-ardoise-700">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-vert-700" />
          Rien, dans l’identité de l’agence, ne retient vos annonces.
        </p>
      )}
    </Card>
  );
}
