import { Link } from 'react-router';
import { formatCount } from '../../../contract/fmt.ts';
import { Card } from '../../../ui/card.tsx';

export interface Preview {
  readonly yes: number;
  readonly maybe: number;
  /** Expected a week; null when nobody knows yet. */
  readonly weekly: number | null;
  readonly examples: readonly { readonly path: string; readonly name: string; readonly price: string }[];
}

const MANY_A_WEEK = 50;

/** What the alert would find today. No place yet: what to do first. */
export function AlertPreview({ preview }: { preview: Preview | null }) {
  return (
    <Card as="section" className="space-y-4">
      <h2 className="text-body font-bold">En ligne aujourd’hui</h2>
      {preview === null ? (
        <p className="text-ardoise-600">Choisissez un lieu pour voir ce que l’alerte trouverait.</p>
      ) : (
        <>
          <p aria-live="polite">
            <span className="title figures block text-h2">
              {formatCount(preview.yes, 'annonce', 'annonces')}
            </span>
            {preview.maybe > 0 && (
              <span className="text-ardoise-600">
                + {formatCount(preview.maybe, 'peut-être', 'peut-être')}
              </span>
            )}
          </p>
          {preview.yes + preview.maybe === 0 && (
            <p className="text-ardoise-600">Rien pour l’instant. Vous serez le premier prévenu.</p>
          )}
          {preview.weekly !== null && preview.weekly > 0 && (
            <p className="text-small text-ardoise-600">
              Environ {formatCount(preview.weekly, 'nouvelle annonce', 'nouvelles annonces')} par semaine
              {preview.weekly > MANY_A_WEEK
                ? '. C’est beaucoup : un critère de plus, ou un courriel par jour.'
                : '.'}
            </p>
          )}
          {preview.examples.length > 0 && (
            <ul className="divide-y divide-ardoise-200 border-t border-ardoise-200">
              {preview.examples.map(({ path, name, price }) => (
                <li key={path}>
                  <Link to={path} className="group block py-3 text-small no-underline">
                    <span className="figures block font-bold text-encre">{price}</span>
                    <span className="text-ardoise-700 group-hover:underline">{name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}
