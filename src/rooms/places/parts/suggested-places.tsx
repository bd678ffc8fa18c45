import { Link } from 'react-router';

interface SuggestedPlacesProps {
  readonly suggestions: readonly {
    readonly label: string;
    /** Its department, or how many listings it has. */
    readonly detail: string;
    readonly path: string;
  }[];
}

/** Places that a text may mean, each with the page that was asked for. */
export function SuggestedPlaces({ suggestions }: SuggestedPlacesProps) {
  return (
    <ul className="mt-3 divide-y divide-ardoise-200 border-y border-ardoise-200">
      {suggestions.map(({ label, detail, path }) => (
        <li key={path}>
          <Link
            to={path}
            className="flex min-h-12 flex-wrap items-center gap-x-3 py-2 font-medium text-phare-700 transition hover:text-phare-600"
          >
            {label} <span className="text-small font-regular text-ardoise-600">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
