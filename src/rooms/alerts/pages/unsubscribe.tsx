import { data } from 'react-router';
import { Refusal } from '../../../contract/errors.ts';
import { formatCount, formatDate } from '../../../contract/fmt.ts';
import { textOf } from '../../../contract/form-text.ts';
import { type Services, services } from '../../../platform/context.server.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  alertToStop,
  changeFrequency,
  pauseAlert,
  resumeAll,
  resumeStopped,
  type Stoppable,
  stopAlert,
  stopAll,
} from '../consent/rules.server.ts';
import { PAUSES } from '../contract.ts';
import type { Pair } from '../pair/contract.ts';
import { leavePairByToken, pairOf } from '../pair/rules.server.ts';
import { AlertSummary } from '../parts/alert-summary.tsx';
import { ListingFromMail } from '../parts/listing-from-mail.tsx';
import { Ask, Choice, ElseWhere, Frame, NoLink } from '../parts/stop-link.tsx';
import { TuningFromMail } from '../parts/tuning.tsx';
import { type Frequency, frequencies, frequency } from '../rhythm/contract.ts';
import { TUNING_WORD, tunedWords } from '../tuning/contract.ts';
import { tighten, tuningOf, untighten } from '../tuning/rules.server.ts';
import { rejectReason } from '../verdicts/contract.ts';
import { judgeListing, listingToJudge } from '../verdicts/rules.server.ts';
import type { Route } from './+types/unsubscribe.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Arrêter une alerte – Vigie' },
  { name: 'robots', content: 'noindex' },
];

// The address holds a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Only looks: programs that follow the links of mails stop nothing (security.md, threat 23). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token') ?? '';
  const signedIn = actor.kind === 'user';
  try {
    const found = await alertToStop({ db, env }, token);
    const listing = found && (await listingToJudge(db, found.alert.id, words.get('annonce')));
    const pair = found && (await pairOf(db, found.alert.id));
    const tightens = found !== null && words.has(TUNING_WORD);
    const tuning = tightens ? await tuningOf(db, found.alert) : null;
    return data({ valid: true as const, token, found, listing, pair, tightens, tuning, signedIn });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(
      { valid: false as const, asked: token !== '', signedIn },
      { status: token ? error.spec.status : 200 },
    );
  }
}

/** Works without JavaScript (interface.md, fine points 17). */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, env, actor } = services(context);
  const form = await request.formData();
  const token = textOf(form, 'token');
  const open = { db, env };
  try {
    switch (textOf(form, 'intent')) {
      case 'resume':
        await resumeStopped(open, token);
        return data({ done: 'resumed' as const });
      case 'pause':
        await pauseAlert(open, token, textOf(form, 'days') === '30' ? 30 : 7);
        return data({ done: 'paused' as const });
      case 'stop-all':
        return data({ done: 'all-stopped' as const, ...(await stopAll(open, token)) });
      case 'resume-all':
        await resumeAll(open, token, textOf(form, 'at'));
        return data({ done: 'all-resumed' as const });
      case 'frequency': {
        const wished = frequency.safeParse(textOf(form, 'frequency'));
        if (wished.success) await changeFrequency(open, token, wished.data);
        return data({ done: 'changed' as const, before: textOf(form, 'before') });
      }
      case 'leave-pair':
        await leavePairByToken(open, token);
        return data({ done: 'left' as const });
      case 'tighten':
      case 'untighten':
        return data(await tune(open, token, form));
      case 'keep':
      case 'reject':
      case 'unreject': {
        const intent = textOf(form, 'intent');
        const rejects = intent === 'reject';
        const reason = rejectReason.safeParse(textOf(form, 'reason'));
        await judgeListing(open, actor, Number(textOf(form, 'alert')), {
          listing: Number(textOf(form, 'listing')),
          verdict: rejects ? 'reject' : intent === 'keep' ? 'keep' : 'none',
          token,
          ...(rejects && reason.success ? { reason: reason.data } : {}),
        });
        return data({
          done: rejects
            ? ('rejected' as const)
            : intent === 'keep'
              ? ('kept' as const)
              : ('unrejected' as const),
        });
      }
      default:
        await stopAlert(open, token);
        return data({ done: 'stopped' as const });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(
      { done: 'refused' as const, message: error.message },
      { status: token ? error.spec.status : 200 },
    );
  }
}

/** Asks what the rejections suggested, or takes it back. */
async function tune(open: Pick<Services, 'db' | 'env'>, token: string, form: FormData) {
  const [word, value] = [textOf(form, 'word'), Number(textOf(form, 'value'))];
  const tuned = tunedWords.find((one) => one === word);
  if (!tuned || !Number.isSafeInteger(value)) return { done: 'untuned' as const };
  if (textOf(form, 'intent') === 'tighten') {
    const done = await tighten(open, token, { word: tuned, value });
    return done ? { done: 'tightened' as const, word, value, ...done } : { done: 'untuned' as const };
  }
  const before = /^\d{1,9}$/.test(textOf(form, 'before')) ? Number(textOf(form, 'before')) : null;
  await untighten(open, token, { word: tuned, value, before });
  return { done: 'untuned' as const };
}

type Done = Exclude<NonNullable<Route.ComponentProps['actionData']>, { done: 'refused' }>;

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.valid) return <NoLink asked={loaderData.asked} signedIn={loaderData.signedIn} />;
  const { found, token, listing, pair, tightens, tuning, signedIn } = loaderData;
  if (actionData?.done === 'refused') {
    return (
      <Frame title="Rien n’a changé">
        <Notice tone="error" live>
          {actionData.message}
        </Notice>
        <ElseWhere signedIn={signedIn} />
      </Frame>
    );
  }
  if (!found) {
    return (
      <Frame title="Cette alerte n’existe plus">
        <p>Elle a été supprimée : plus aucun courriel ne part pour elle.</p>
        <ElseWhere signedIn={signedIn} />
      </Frame>
    );
  }
  if (listing) return <ListingFromMail alert={found.alert} {...{ token, listing }} done={actionData?.done} />;
  if (tightens) {
    const tightened = actionData?.done === 'tightened' ? actionData : null;
    return <TuningFromMail alert={found.alert} {...{ token, tuning }} done={tightened} />;
  }
  if (actionData?.done === 'all-stopped') return <AllStopped {...{ found, token }} at={actionData.at} />;
  return found.alert.status === 'stopped' ? (
    <Stopped {...{ found, token }} done={actionData?.done} />
  ) : (
    <Running
      {...{ found, token, pair }}
      done={actionData?.done}
      before={actionData?.done === 'changed' ? actionData.before : null}
    />
  );
}

interface Given {
  found: Stoppable;
  token: string;
}

/** What is told less often than this. */
const rarer: Readonly<Record<Frequency, readonly Frequency[]>> = {
  immediate: ['daily', 'weekly'],
  daily: ['weekly'],
  weekly: [],
};

function Running({
  found,
  token,
  pair,
  done,
  before,
}: Given & {
  pair: Pair;
  done: Done['done'] | undefined /** The rhythm that was just left. */;
  before: string | null;
}) {
  const { alert, address, others } = found;
  const paused = alert.status === 'paused';
  const title = paused
    ? 'Alerte en pause'
    : done === 'resumed' || done === 'all-resumed'
      ? done === 'all-resumed'
        ? 'Vos alertes ont repris'
        : 'L’alerte veille de nouveau'
      : done === 'changed'
        ? 'Moins de courriels'
        : 'Arrêter cette alerte ?';
  return (
    <Frame title={title}>
      {paused ? (
        <Notice tone="success" live={done === 'paused'}>
          {alert.pausedUntil ? (
            <>
              Aucun courriel avant le <strong>{formatDate(new Date(alert.pausedUntil))}</strong>. L’alerte
              reprend ensuite d’elle-même.
            </>
          ) : (
            'Aucun courriel ne part avant que vous ne la repreniez.'
          )}
        </Notice>
      ) : (
        (done === 'resumed' || done === 'all-resumed') && (
          <Notice tone="success" live>
            Vous recevrez les annonces qui paraissent à partir de maintenant.
          </Notice>
        )
      )}
      {before !== null && (
        <Notice tone="success" live>
          C’est noté. Ce qui attend arrive avec le prochain courriel.
        </Notice>
      )}
      <AlertSummary alert={alert} />
      {before !== null && before !== alert.frequency && (
        <Ask token={token} intent="frequency" fields={{ frequency: before, before: alert.frequency }}>
          <Button type="submit" variant="secondary">
            Annuler et revenir au rythme d’avant
          </Button>
        </Ask>
      )}
      <Address address={address} />
      {paused ? (
        <Ask token={token} intent="resume">
          <Button type="submit" variant="secondary">
            Annuler et reprendre l’alerte
          </Button>
        </Ask>
      ) : (
        alert.status === 'active' && (
          <>
            {rarer[alert.frequency].length > 0 && (
              <Choice
                id="moins-souvent"
                title="Moins souvent, plutôt ?"
                text="Tout ce qui paraît, en un seul courriel de temps en temps."
              >
                {rarer[alert.frequency].map((less) => (
                  <Ask
                    key={less}
                    token={token}
                    intent="frequency"
                    fields={{ frequency: less, before: alert.frequency }}
                  >
                    <Button type="submit" variant="secondary">
                      {frequencies[less]}
                    </Button>
                  </Ask>
                ))}
              </Choice>
            )}
            <Choice
              id="pause"
              title="Faire une pause ?"
              text="L’alerte reprend ensuite d’elle-même. Rien n’est perdu de vos critères."
            >
              {PAUSES.map((days) => (
                <Ask key={days} token={token} intent="pause" fields={{ days: String(days) }}>
                  <Button type="submit" variant="secondary">
                    Pause de {days} jours
                  </Button>
                </Ask>
              ))}
            </Choice>
          </>
        )
      )}
      {done === 'left' && (
        <Notice tone="success" live>
          Vous cherchez seul désormais. Votre alerte continue.
        </Notice>
      )}
      {pair && pair.state !== 'invited' && (
        <Choice title={`À deux, avec ${pair.name}`} text="Chacun voit ce que l’autre retient et écarte.">
          <Ask token={token} intent="leave-pair">
            <Button type="submit" variant="secondary">
              Ne plus chercher à deux
            </Button>
          </Ask>
        </Choice>
      )}
      <Choice title="Arrêter" text="En un clic, et réversible depuis cette page.">
        <Ask token={token} intent="stop">
          <Button type="submit" variant={done === 'resumed' ? 'secondary' : 'destructive'}>
            Arrêter cette alerte
          </Button>
        </Ask>
        <StopAll token={token} others={others} />
      </Choice>
    </Frame>
  );
}

function Stopped({
  found: { alert, address, others },
  token,
  done,
}: Given & { done: Done['done'] | undefined }) {
  return (
    <Frame title="Alerte arrêtée">
      <Notice tone="success" live>
        {done === 'all-resumed'
          ? 'Vos autres alertes ont repris. Celle-ci était déjà arrêtée.'
          : 'Vous ne recevrez plus de courriel pour cette alerte.'}
      </Notice>
      <AlertSummary alert={alert} />
      <Address address={address} />
      <div className="flex flex-wrap gap-3">
        <Ask token={token} intent="resume">
          <Button type="submit" variant="secondary">
            Annuler et reprendre l’alerte
          </Button>
        </Ask>
      </div>
      {others > 0 && (
        <Choice
          title={`${formatCount(others, 'autre alerte', 'autres alertes')} à cette adresse`}
          text="Rien ne change pour elles. Vous pouvez les arrêter d’ici, toutes ensemble."
        >
          <StopAll token={token} others={others} />
        </Choice>
      )}
    </Frame>
  );
}

function AllStopped({ found: { address }, token, at }: Given & { at: string }) {
  return (
    <Frame title="Toutes vos alertes sont arrêtées">
      <Notice tone="success" live>
        Plus aucune alerte n’écrit à {address}.
      </Notice>
      <p>
        Les courriels de votre compte, s’il y en a un, ne sont pas concernés : mot de passe, confirmation
        d’adresse.
      </p>
      <Ask token={token} intent="resume-all" fields={{ at }}>
        <Button type="submit" variant="secondary">
          Annuler et reprendre mes alertes
        </Button>
      </Ask>
    </Frame>
  );
}

function Address({ address }: { address: string }) {
  return (
    <p className="text-small text-ardoise-600">
      Les courriels vont à <strong className="text-encre">{address}</strong>.
    </p>
  );
}

function StopAll({ token, others }: { token: string; others: number }) {
  if (others === 0) return null;
  return (
    <Ask token={token} intent="stop-all">
      <Button type="submit" variant="secondary">
        Arrêter toutes mes alertes
      </Button>
    </Ask>
  );
}
