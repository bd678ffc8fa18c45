import type { ComponentProps } from 'react';
import { formatCount, formatDate } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Frequency, frequencies } from '../asking/rhythm.ts';
import { PAUSES, type Stoppable } from '../contract.ts';
import type { Pair } from '../owner/pair.ts';
import { AlertSummary } from './alert-summary.tsx';
import { FavoritesStop } from './favorites-stop.tsx';
import { ListingFromMail } from './listing-from-mail.tsx';
import { Ask, Choice, Frame, NoLink, OtherWaysToStop } from './stop-link.tsx';
import { TuningFromMail } from './tuning.tsx';

type Done =
  | { done: 'stopped' | 'resumed' | 'paused' | 'all-resumed' | 'left' | 'untuned' }
  | { done: 'rejected' | 'kept' | 'unrejected' }
  | { done: 'favorites-stopped' | 'favorites-resumed' }
  | { done: 'all-stopped'; at: string }
  | { done: 'changed'; before: string }
  | ({ done: 'tightened' } & NonNullable<ComponentProps<typeof TuningFromMail>['done']>);

interface UnsubscribeViewProps {
  read:
    | { valid: false; asked: boolean; signedIn: boolean }
    | { valid: true; token: string; favorites: { wanted: boolean }; signedIn: boolean }
    | {
        valid: true;
        token: string;
        /** Null once it is deleted. */
        found: Stoppable | null;
        /** That the mail told of, where its link names one. */
        listing: ComponentProps<typeof ListingFromMail>['listing'] | null;
        pair: Pair;
        /** The link tightens the alert, by this. */
        tightens: boolean;
        tuning: ComponentProps<typeof TuningFromMail>['tuning'];
        signedIn: boolean;
      };
  /** Outcome of the button that was pressed, if any. */
  answer: Done | { done: 'refused'; message: string } | undefined;
}

/** The whole of the page that the links of a mail open: stop, pause, less often, one listing, one criterion. */
export function UnsubscribeView({ read, answer }: UnsubscribeViewProps) {
  if (!read.valid) return <NoLink asked={read.asked} signedIn={read.signedIn} />;
  if ('favorites' in read)
    return <FavoritesStop token={read.token} wanted={read.favorites.wanted} done={answer?.done} />;
  const { found, token, listing, pair, tightens, tuning, signedIn } = read;
  if (answer?.done === 'refused') {
    return (
      <Frame title="Rien n’a changé">
        <Notice tone="error" live>
          {answer.message}
        </Notice>
        <OtherWaysToStop signedIn={signedIn} />
      </Frame>
    );
  }
  if (!found) {
    return (
      <Frame title="Cette alerte n’existe plus">
        <p>Elle a été supprimée : plus aucun courriel ne part pour elle.</p>
        <OtherWaysToStop signedIn={signedIn} />
      </Frame>
    );
  }
  if (listing) return <ListingFromMail alert={found.alert} {...{ token, listing }} done={answer?.done} />;
  if (tightens) {
    const tightened = answer?.done === 'tightened' ? answer : null;
    return <TuningFromMail alert={found.alert} {...{ token, tuning }} done={tightened} />;
  }
  if (answer?.done === 'all-stopped') return <AllStopped {...{ found, token }} at={answer.at} />;
  return found.alert.status === 'stopped' ? (
    <Stopped {...{ found, token }} done={answer?.done} />
  ) : (
    <Running
      {...{ found, token, pair }}
      done={answer?.done}
      before={answer?.done === 'changed' ? answer.before : null}
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
  done: Done['done'] | undefined;
  /** The rhythm that was just left. */
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
