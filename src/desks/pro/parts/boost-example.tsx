import { addressOf } from '#browser/api.ts';
import {
  type CreativeFormat,
  creativeFormats,
  exampleCall,
  type Network,
  networks,
} from '#rooms/boosts/contract.ts';
import type { BoostOffer, ExampleWords } from '../ordering/boost-offer.ts';
import { AdButton, AdFrame, AdHead, PUBLISHER } from './ad-frame.tsx';

interface ExampleProps extends Pick<BoostOffer, 'defaults'> {
  example: ExampleWords;
}

/** The example among other posts: on Facebook the words come first, on Instagram the picture does. */
export function FeedExample({
  defaults,
  example,
  network,
  eager = false,
}: ExampleProps & { network: Network; eager?: boolean }) {
  const words = (
    <div className="px-3 py-2">
      <p className="line-clamp-3 text-small whitespace-pre-line">{example.caption}</p>
    </div>
  );
  return (
    <AdFrame name={`Exemple sur ${networks[network]}, dans le fil`} className="mx-auto w-full max-w-96">
      <AdHead />
      {network === 'facebook' && words}
      <ExamplePicture format="feed" title={example.title} eager={eager} />
      <div className="flex items-center justify-between gap-3 bg-ardoise-100 px-3 py-2">
        <p className="min-w-0 text-small font-bold wrap-anywhere">{defaults.title}</p>
        <AdButton action={defaults.callToAction} />
      </div>
      {network === 'instagram' && words}
    </AdFrame>
  );
}

/** The other shapes of the same example, and what is written with it. */
export function MoreExamples({ defaults, example }: ExampleProps) {
  return (
    <section aria-labelledby="titre-exemples" className="mt-12 border-y border-ardoise-200 bg-blanc lg:mt-16">
      <div className="page grid items-start gap-x-12 gap-y-10 py-12 lg:grid-cols-12 lg:py-16">
        <div className="lg:col-span-4">
          <h2 id="titre-exemples" className="text-h2">
            Ce que l’on verra
          </h2>
          <p className="mt-3 text-ardoise-700">
            Ces images sont dessinées à l’instant, avec une annonce en ligne de {example.agency}. La vôtre
            reprend sa photo, son prix, ses classes d’énergie et le nom de votre agence.
          </p>
          <p className="mt-3 text-ardoise-700">{PUBLISHER}</p>
          <p className="mt-3 text-ardoise-700">
            La disposition autour de l’image est celle du réseau, et change d’un appareil à l’autre.
          </p>
          <details className="mt-4">
            <summary className="inline-flex min-h-11 items-center font-medium text-phare-700 underline underline-offset-4">
              Le texte entier, avec ses mentions légales
            </summary>
            <p className="max-w-measure rounded-card bg-ardoise-100 p-4 text-small whitespace-pre-line">
              {example.caption}
            </p>
          </details>
        </div>
        <div className="flex flex-wrap items-start justify-center gap-8 lg:col-span-8 lg:justify-end">
          <FeedExample defaults={defaults} example={example} network="instagram" />
          <AdFrame name="Exemple sur Instagram, en story" className="w-full max-w-64">
            <AdHead />
            <ExamplePicture format="story" title={example.title} />
            <div className="grid justify-items-center gap-1 bg-ardoise-100 px-3 py-2 text-center">
              <p className="text-small font-bold wrap-anywhere">{defaults.title}</p>
              <AdButton action={defaults.callToAction} />
            </div>
          </AdFrame>
        </div>
      </div>
    </section>
  );
}

function ExamplePicture({
  format,
  title,
  eager = false,
}: {
  format: CreativeFormat;
  title: string;
  eager?: boolean;
}) {
  const { width, height } = creativeFormats[format];
  return (
    <img
      src={addressOf(exampleCall, { query: { format } })}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      {...(eager ? { fetchPriority: 'high' as const } : {})}
      decoding="async"
      alt={`Exemple de publicité de l’annonce «\u00a0${title}\u00a0»\u00a0: une vue du bien, son prix, ses classes d’énergie et le nom de l’agence, avec «\u00a0Exemple d’annonce sponsorisée\u00a0».`}
      className="block h-auto w-full bg-ardoise-100"
    />
  );
}
