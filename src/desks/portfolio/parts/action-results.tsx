import { X } from 'lucide-react';
import type { AnswerOf } from '#contract/call.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { IconButton } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ActionName, actTogetherCall } from '../contract.ts';

export interface ActionResults {
  readonly action: ActionName;
  readonly results: AnswerOf<typeof actTogetherCall>['results'];
}

const done: Record<ActionName, readonly [one: string, many: string]> = {
  confirm: ['annonce confirmée pour quatorze jours', 'annonces confirmées pour quatorze jours'],
  publish: ['annonce mise en ligne', 'annonces mises en ligne'],
  pause: ['annonce mise en pause', 'annonces mises en pause'],
};

/** What became of each listing: those done in a line, each refused one with all that it lacks. */
export function Results({
  action,
  results,
  ownerReference,
  onClose,
}: ActionResults & { ownerReference: string; onClose: () => void }) {
  const good = results.filter((result) => result.done && result.status !== 'pending');
  const read = results.filter(({ status }) => status === 'pending');
  const bad = results.filter((result) => !result.done);
  return (
    <div className="relative">
      <Notice
        tone={bad.length > 0 ? 'warning' : 'success'}
        live
        title={titleOf(action, good.length, bad.length)}
      >
        {read.length > 0 && (
          <p>
            {formatCount(read.length, 'annonce sera relue', 'annonces seront relues')} par une personne avant
            de paraître{'\u00a0'}: {read.map(({ reference }) => reference).join(', ')}.
          </p>
        )}
        {bad.length > 0 && (
          <ul className="mt-1 max-h-80 space-y-3 overflow-y-auto">
            {bad.map(({ id, reference, message, findings }) => (
              <li key={id}>
                <p className="font-bold">
                  {reference ? (
                    <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: id })}>
                      {reference}
                    </TextLink>
                  ) : (
                    (reference ?? `Annonce ${id}`)
                  )}
                </p>
                <p>{message}</p>
                <ul className="list-disc pl-5 text-small marker:text-ardoise-500">
                  {findings
                    .filter(({ severity }) => severity !== 'warning')
                    .map(({ code, rule, message: words, remedy }) => (
                      <li key={`${rule} ${code}`}>
                        {words} {remedy}
                      </li>
                    ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <div className="absolute top-1 right-1">
        <IconButton label="Fermer" icon={<X aria-hidden="true" className="size-5" />} onClick={onClose} />
      </div>
    </div>
  );
}

function titleOf(action: ActionName, good: number, bad: number): string {
  const [one, many] = done[action];
  const first = good > 0 ? formatCount(good, one, many) : '';
  const second = bad > 0 ? formatCount(bad, 'annonce inchangée', 'annonces inchangées') : '';
  return [first, second].filter(Boolean).join(', ') || 'Relecture demandée';
}
