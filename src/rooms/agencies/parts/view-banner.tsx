import { useState } from 'react';
import { callApi } from '#browser/api.ts';
import { failureOf } from '#browser/checked-form.ts';
import { formatTime } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { endViewCall, type View } from '../view.ts';

/** Said at the foot of every page of a space that an administrator looks at, however far it is scrolled. */
export default function ViewBanner({ view: { agencyId, name, until } }: { view: View }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const end = formatTime(new Date(until));
  const leave = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await callApi(endViewCall, {}, { quiet: true });
      // A whole load: nothing of what was made for the agency stays in this tab.
      window.location.assign(paths.adminAgency({ id: agencyId }));
    } catch (caught) {
      const { status } = failureOf(caught);
      setFailure(
        status === 401
          ? `Votre accès d’administration n’est plus valable dans cet onglet. La consultation se ferme d’elle-même à ${end}.`
          : `Le serveur ne répond pas\u00a0: réessayez. La consultation se ferme d’elle-même à ${end}.`,
      );
      setBusy(false);
    }
  };
  return (
    <aside
      aria-label="Consultation en lecture seule"
      className="on-dark sticky bottom-0 z-40 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-small lg:px-8"
    >
      <div className="min-w-0">
        <p>
          Vous consultez l’espace «&nbsp;<strong className="wrap-anywhere">{name}</strong>&nbsp;» en lecture
          seule, jusqu’à {end}.
        </p>
        {failure !== null && (
          <p role="alert" className="mt-1 font-bold">
            {failure}
          </p>
        )}
      </div>
      <Button size="sm" variant="secondary" busy={busy} onClick={() => void leave()}>
        Quitter la consultation
      </Button>
    </aside>
  );
}
