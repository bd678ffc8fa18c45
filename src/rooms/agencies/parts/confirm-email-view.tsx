import { data, redirect, useNavigation } from 'react-router';
import { callApi } from '#browser/api.ts';
import { failureOf, type Refused, refusedBy } from '#browser/checked-form.ts';
import { PostForm } from '#browser/post-form.tsx';
import type { AnswerOf } from '#contract/call.ts';
import { textOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { sendNewPassword } from '#rooms/accounts/parts/forgotten-password.tsx';
import { NewPassword } from '#rooms/accounts/parts/new-password.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { destinationAt, type Ways, waysTo } from '../destination.ts';
import { agencyConfirmCall, agencyConfirmWithPasswordCall, agencyRefuseClaimCall } from '../registration.ts';
import { agencyIn, welcomeAgency } from '../store.client.ts';
import { useWays } from './use-ways.tsx';

type Done =
  | { done: 'waiting' | 'approved' | 'contact' | 'already' | 'declined' }
  | { done: 'refused'; failure: string };

/** What the page's `clientAction` answers. */
export async function answerMailedLink(request: Request) {
  const ways = waysTo(destinationAt(new URL(request.url)));
  if (!/form/.test(request.headers.get('content-type') ?? ''))
    return sendNewPassword(
      request,
      (body) => callApi(agencyConfirmWithPasswordCall, { body }),
      ({ data: answer }) => ended(agencyConfirmWithPasswordCall, answer, ways),
    );
  const form = await request.formData();
  const token = textOf(form, 'token');
  try {
    if (textOf(form, 'intent') === 'decline') {
      await callApi(agencyRefuseClaimCall, { body: { token } });
      return { done: 'declined' } satisfies Done;
    }
    const { data: answer } = await callApi(agencyConfirmCall, { query: { token } });
    return ended(agencyConfirmCall, answer, ways);
  } catch (error) {
    const { failure, fields = {} } = refusedBy(failureOf(error));
    // With this status no loader is asked again: without a network that would replace the page.
    return data<Done>(
      { done: 'refused', failure: failure ?? Object.values(fields)[0] ?? '' },
      { status: 422 },
    );
  }
}

/** Where a confirmed address leads: into the space that it opened, or to what the page says of the rest. */
function ended(
  call: typeof agencyConfirmCall | typeof agencyConfirmWithPasswordCall,
  answer: AnswerOf<typeof agencyConfirmCall>,
  ways: Ways,
) {
  if (answer.state !== 'confirmed') return { done: answer.state } satisfies Done;
  const agency = agencyIn(call, answer);
  welcomeAgency(agency);
  return redirect(ways.arrival(agency));
}

const ends = {
  waiting: {
    title: 'Votre adresse est confirmée',
    lead: 'Cette agence était déjà connue sous une autre adresse : c’est à elle d’accepter. Vous recevrez sa réponse par courriel.',
  },
  approved: {
    title: 'L’espace est confié',
    lead: 'Un courriel vient de l’apprendre à qui l’a demandé.',
  },
  contact: {
    title: 'Cette adresse est confirmée',
    lead: 'Les demandes adressées à votre agence y arrivent désormais.',
  },
  declined: {
    title: 'La demande est refusée',
    lead: 'Rien n’a changé pour votre agence, et un courriel l’a dit à qui demandait.',
  },
  already: { title: 'Ce lien a déjà servi', lead: 'Votre espace vous attend : connectez-vous.' },
} as const;

/** What a link that still waits asks for. */
const asked = {
  claim: { title: 'Est-ce bien votre agence ?', button: 'Confier l’espace à cette adresse' },
  contact: { title: 'Confirmer l’adresse des prospects', button: 'Confirmer cette adresse' },
  space: { title: 'Confirmer l’adresse de l’agence', button: 'Confirmer mon adresse' },
} as const;

interface ConfirmEmailViewProps {
  token: string;
  /** Of the mailed link. */
  state: 'waiting' | 'used' | 'invalid';
  /** Who asks for the space of an agency, asked of that agency. */
  claim: { email: string; agency: string } | null;
  /** Agency whose leads are to go to the address of the link. */
  contactOf: string | null;
  /** Another browser registered: the password is chosen here. */
  choose: boolean;
  answer: Done | Refused | undefined;
}

/** The whole of the page that the link mailed to an agency opens. */
export function ConfirmEmailView(props: ConfirmEmailViewProps) {
  const { token, state, claim, contactOf, choose } = props;
  const busy = useNavigation().state !== 'idle';
  const ways = useWays();
  const answer = props.answer && 'done' in props.answer ? props.answer : undefined;
  const done = answer && answer.done !== 'refused' ? answer.done : null;
  const end = done ?? (state === 'used' ? 'already' : null);
  if (end) {
    return (
      <AccountFrame {...ends[end]}>
        <div className="mt-8">
          {end === 'already' || end === 'contact' ? (
            <ButtonLink to={ways.login}>Se connecter</ButtonLink>
          ) : (
            <ButtonLink to={paths.agencyHome()} variant="secondary">
              Espace agence
            </ButtonLink>
          )}
        </div>
      </AccountFrame>
    );
  }
  if (state === 'invalid') {
    return (
      <AccountFrame
        title={token ? 'Ce lien n’est plus valable' : 'Confirmer l’adresse de l’agence'}
        lead="Un lien sert une seule fois, dans la journée qui suit la demande."
      >
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.agencySignupDone()}>Recevoir un nouveau lien</ButtonLink>
          <ButtonLink to={ways.login} variant="secondary">
            Se connecter
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  if (choose)
    return (
      <NewPassword
        title={asked.space.title}
        lead="Choisissez le mot de passe de l’espace : celui qui a pu être donné à l’inscription ne vaudra pas."
        button={asked.space.button}
        refused={props.answer && !('done' in props.answer) ? props.answer : undefined}
      />
    );
  const words = asked[claim ? 'claim' : contactOf === null ? 'space' : 'contact'];
  return (
    <AccountFrame
      title={words.title}
      lead={
        claim ? (
          <>
            <strong className="wrap-anywhere">{claim.email}</strong> demande à gérer l’espace de{' '}
            <strong>{claim.agency}</strong>&nbsp;: ses annonces, ses prospects, son profil. Acceptez seulement
            si vous connaissez cette adresse.
          </>
        ) : contactOf === null ? (
          'Un clic, et l’espace de votre agence s’ouvre.'
        ) : (
          <>
            Les demandes adressées à <strong>{contactOf}</strong> arriveront à cette adresse.
          </>
        )
      }
      needsScript
    >
      {answer?.done === 'refused' && (
        <div className="mt-6">
          <Notice tone="error" live>
            {answer.failure}
          </Notice>
        </div>
      )}
      <PostForm className="mt-8 flex flex-wrap gap-3">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" busy={busy}>
          {words.button}
        </Button>
        {claim && (
          <Button type="submit" size="lg" variant="secondary" name="intent" value="decline" disabled={busy}>
            Refuser
          </Button>
        )}
      </PostForm>
    </AccountFrame>
  );
}
