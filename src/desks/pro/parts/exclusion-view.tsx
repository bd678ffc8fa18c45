import { data, useNavigation } from 'react-router';
import { callApi } from '#browser/api.ts';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { PostForm } from '#browser/post-form.tsx';
import { formatCount, formatDate } from '#contract/fmt.ts';
import { textOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { agencyExclusionCall } from '#rooms/agencies/exclusion.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { agencyExclusionConfirmCall } from '../agency-profile.ts';

interface Excluded {
  readonly agency: string;
  readonly on: string;
  readonly removed: number;
}
type Done = { done: 'asked' } | ({ done: 'excluded' } & Excluded) | { done: 'refused'; failure: string };

/** What the page's `clientAction` answers. */
export async function excludeAgency(request: Request) {
  const form = await request.formData();
  try {
    if (textOf(form, 'token')) {
      const body = { token: textOf(form, 'token') };
      const { data: excluded } = await callApi(agencyExclusionConfirmCall, { body });
      return { done: 'excluded', ...excluded } satisfies Done;
    }
    await callApi(agencyExclusionCall, { body: { ownerReference: textOf(form, 'agency') } });
    return { done: 'asked' } satisfies Done;
  } catch (error) {
    const { failure, fields = {} } = refusedBy(failureOf(error));
    // With this status no loader is asked again: without a network that would replace the page.
    return data<Done>(
      { done: 'refused', failure: failure ?? Object.values(fields)[0] ?? '' },
      { status: 422 },
    );
  }
}

interface ExclusionViewProps {
  /** Of the mailed link; null without one. */
  token: string | null;
  /** What that link would do, and did. Null: it is no longer valid. */
  link: { agency: string; listings: number; done: Omit<Excluded, 'agency'> | null } | null;
  /** The agency that the visitor names. */
  asked: { name: string; ownerReference: string } | null;
  answer: Done | undefined;
}

/** The whole of the page where an agency chooses not to be shown any more. */
export function ExclusionView({ token, link, asked, answer }: ExclusionViewProps) {
  const busy = useNavigation().state !== 'idle';
  const refused = answer?.done === 'refused' ? answer.failure : undefined;
  if (answer?.done === 'excluded') return <ExcludedFrame {...answer} />;
  if (link?.done) return <ExcludedFrame agency={link.agency} {...link.done} />;
  if (link && token)
    return (
      <AccountFrame
        title="Ne plus diffuser vos annonces ?"
        lead={
          <>
            {link.listings > 0
              ? `${formatCount(link.listings, 'annonce', 'annonces')} de ${link.agency} ${link.listings > 1 ? 'quitteront' : 'quittera'} la ligne aussitôt.`
              : `Aucune annonce de ${link.agency} n’est en ligne.`}{' '}
            Les flux de votre logiciel seront refusés jusqu’à ce que vous reveniez.
          </>
        }
        needsScript
        failure={refused}
      >
        <PostForm className="mt-8 flex flex-wrap gap-3">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg" variant="destructive" busy={busy}>
            Ne plus diffuser
          </Button>
          <ButtonLink to={paths.agencyHome()} size="lg" variant="secondary">
            Continuer d’être diffusé
          </ButtonLink>
        </PostForm>
      </AccountFrame>
    );
  if (token !== null)
    return (
      <SearchFirst
        title="Ce lien n’est plus valable"
        lead="Il a été remplacé, ou votre choix a été levé depuis."
      />
    );
  if (!asked)
    return (
      <SearchFirst
        title="Ne plus diffuser mes annonces"
        lead="Trouvez d’abord votre agence : un lien part alors à l’adresse que nous lui connaissons."
      />
    );
  if (answer?.done === 'asked')
    return (
      <AccountFrame title="Vérifiez la boîte de l’agence">
        <p className="mt-6 text-lead" aria-live="polite">
          Si une adresse est connue pour <strong>{asked.name}</strong>, un lien y part. Rien n’est retiré
          avant qu’il soit confirmé.
        </p>
        <p className="mt-3 text-ardoise-600">
          Rien reçu&nbsp;? Regardez dans les indésirables. Sans adresse connue, notre équipe joint l’agence –
          ou <TextLink to={paths.agencyContact()}>écrivez-nous</TextLink>.
        </p>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={`Ne plus diffuser ${asked.name} ?`}
      lead="Un lien part à l’adresse que nous connaissons à cette agence, et à nulle autre. Elle seule peut choisir de ne plus être diffusée."
      needsScript
      failure={refused}
    >
      <div className="mt-6">
        <Notice>
          Ce choix retire toutes ses annonces et refuse ses flux. L’agence revient quand elle le demande.
        </Notice>
      </div>
      <PostForm className="mt-8 flex flex-wrap gap-3">
        <input type="hidden" name="agency" value={asked.ownerReference} />
        <Button type="submit" size="lg" busy={busy}>
          Envoyer le lien à l’agence
        </Button>
        <ButtonLink to={paths.agencySearch()} size="lg" variant="secondary">
          Retour
        </ButtonLink>
      </PostForm>
    </AccountFrame>
  );
}

function SearchFirst({ title, lead }: { title: string; lead: string }) {
  return (
    <AccountFrame title={title} lead={lead}>
      <div className="mt-8">
        <ButtonLink to={paths.agencySearch()}>Rechercher mon agence</ButtonLink>
      </div>
    </AccountFrame>
  );
}

function ExcludedFrame({ agency, on, removed }: Excluded) {
  return (
    <AccountFrame
      title="Vos annonces ne sont plus diffusées"
      lead={`${agency}, depuis le ${formatDate(new Date(`${on}T12:00:00Z`))}.`}
    >
      <ul className="mt-6 list-disc space-y-2 pl-5" aria-live="polite">
        <li>
          {removed > 0
            ? `${formatCount(removed, 'annonce a quitté', 'annonces ont quitté')} la ligne.`
            : 'Aucune annonce n’était en ligne.'}
        </li>
        <li>Les flux de votre logiciel sont refusés.</li>
        <li>Pour revenir, écrivez-nous de l’adresse de l’agence&nbsp;: vos annonces reviennent aussitôt.</li>
      </ul>
      <div className="mt-8">
        <ButtonLink to={paths.agencyHome()} variant="secondary">
          Espace agence
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
