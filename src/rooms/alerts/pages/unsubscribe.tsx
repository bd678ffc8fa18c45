import { data } from 'react-router';
import { later } from '#browser/later.tsx';
import { Refusal } from '#contract/errors.ts';
import { textOf } from '#contract/form-text.ts';
import { type Services, services } from '#platform/context.server.ts';
import { chooseByToken, favoriteMailsOfToken } from '#rooms/favorites/departures.server.ts';
import { FAVORITES_WORD } from '#rooms/favorites/departures.ts';
import { frequency } from '../asking/rhythm.ts';
import { tighten, tuningOf, untighten } from '../asking/tuning.server.ts';
import { TUNING_WORD, tunedWords } from '../asking/tuning.ts';
import { judgeListing, listingToJudge } from '../matching/verdicts.server.ts';
import { rejectReason } from '../matching/verdicts.ts';
import {
  alertToStop,
  changeFrequency,
  pauseAlert,
  resumeAll,
  resumeStopped,
  stopAlert,
  stopAll,
} from '../owner/consent.server.ts';
import { leavePairByToken, pairOf } from '../owner/pair.server.ts';
import type { Route } from './+types/unsubscribe.ts';

const UnsubscribeView = later(() => import('../parts/unsubscribe-view.tsx'), 'UnsubscribeView');

export const meta: Route.MetaFunction = () => [
  { title: 'Arrêter une alerte – Vigie' },
  { name: 'robots', content: 'noindex' },
];

// The address holds a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

/** Only looks: programs that follow the links of mails stop nothing (security.md, threat 23). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token') ?? '';
  const signedIn = actor.kind === 'user';
  const ofFavorites = words.get(FAVORITES_WORD);
  if (ofFavorites !== null) return favoritesStop({ db, env }, ofFavorites, signedIn);
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

/** The same of the mails that tell what became of favourites. */
async function favoritesStop(open: Pick<Services, 'db' | 'env'>, token: string, signedIn: boolean) {
  try {
    const favorites = await favoriteMailsOfToken(open, token);
    return data({ valid: true as const, token, favorites, signedIn });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ valid: false as const, asked: true, signedIn }, { status: error.spec.status });
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
      case 'stop-favorites':
        await chooseByToken(open, token, false);
        return data({ done: 'favorites-stopped' as const });
      case 'resume-favorites':
        await chooseByToken(open, token, true);
        return data({ done: 'favorites-resumed' as const });
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

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <UnsubscribeView read={loaderData} answer={actionData} />;
}
