import { Refusal } from '#contract/errors.ts';
import { formatPrice } from '#contract/fmt.ts';
import { services } from '#platform/context.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { shownSession } from '../embedded.server.ts';
import type { Route } from './+types/embedded-payment.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Paiement de démonstration – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, env, local } = services(context);
  const unknown = () => new Response(null, { status: 404 });
  if (env.production || !local) throw unknown();
  const session = await shownSession(db, params.session).catch((error: unknown) => {
    throw error instanceof Refusal ? unknown() : error;
  });
  const { id, orderReference, amount, status, open, successUrl, cancelUrl } = session;
  const back = new URL(status === 'paid' ? successUrl : cancelUrl);
  return {
    id,
    orderReference,
    amount,
    status,
    open,
    // By the name that this browser uses: its session is of that name.
    backTo: `${back.pathname}${back.search}`,
    refused: new URL(request.url).searchParams.has('refus'),
  };
}

const gestures = [
  { gesture: 'payer', label: 'Payer', variant: 'primary' },
  { gesture: 'payer-deux-fois', label: 'Payer deux fois', variant: 'secondary' },
  { gesture: 'refuser', label: 'Carte refusée', variant: 'secondary' },
  { gesture: 'abandonner', label: 'Abandonner', variant: 'quiet' },
] as const;

/** Stands for the page of a provider of payments, in demonstrations. Works without a script, as theirs would not be ours to run. */
export default function EmbeddedPayment({ loaderData }: Route.ComponentProps) {
  const { id, orderReference, amount, status, open, backTo, refused } = loaderData;
  return (
    <div className="page py-12">
      <div className="mx-auto max-w-measure">
        <h1 className="title text-h1">Paiement de démonstration</h1>
        <p className="mt-4 text-ardoise-600">
          Cette page remplace celle du prestataire de paiement. Aucune carte n’est demandée et aucun argent ne
          bouge&nbsp;: choisissez ce qui doit se passer.
        </p>
        {refused && (
          <div className="mt-6">
            <Notice tone="error" title="Carte refusée" live>
              Rien n’est payé. Essayez de nouveau, ou abandonnez.
            </Notice>
          </div>
        )}
        <div className="mt-6">
          <Card>
            <dl className="grid grid-cols-2 gap-2">
              <dt className="text-ardoise-600">Commande</dt>
              <dd className="text-right font-medium">{orderReference}</dd>
              <dt className="text-ardoise-600">Total TTC</dt>
              <dd className="text-right text-h3 font-bold">{formatPrice(amount)}</dd>
            </dl>
            {open ? (
              <div className="mt-6 flex flex-wrap gap-3">
                {gestures.map(({ gesture, label, variant }) => (
                  // Outside the API nothing reads a form as browsers usually encode it.
                  <form
                    key={gesture}
                    method="post"
                    encType="text/plain"
                    action={`/dev/paiement/${id}/${gesture}`}
                  >
                    <Button type="submit" variant={variant}>
                      {label}
                    </Button>
                  </form>
                ))}
              </div>
            ) : (
              <div className="mt-6">
                <p>
                  {status === 'paid'
                    ? 'Cette commande est payée.'
                    : 'Cette page de paiement est fermée\u00a0: rien n’a été payé.'}
                </p>
                <div className="mt-4">
                  <ButtonLink to={backTo} reloadDocument>
                    Revenir sur Vigie
                  </ButtonLink>
                </div>
              </div>
            )}
          </Card>
        </div>
      </div>
    </div>
  );
}
