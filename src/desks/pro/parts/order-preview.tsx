import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addressOf, callApi } from '#browser/api.ts';
import {
  type CreativeFormat,
  captionCall,
  creativeCall,
  creativeFormats,
  type Network,
  networks,
  TEXT_MAX,
} from '#rooms/boosts/contract.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Segmented } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import type { Boostable } from '../ordering/boostable.ts';
import type { DraftBoost } from '../ordering/cart.ts';
import { AdButton, AdFrame, AdHead, PUBLISHER } from './ad-frame.tsx';

const SETTLE_MS = 600;

/** What of a boost its advertisements show. */
type Advertised = Pick<DraftBoost, 'id' | 'listingIds' | 'title' | 'text' | 'callToAction'>;

interface PreviewProps {
  draft: Advertised;
  /** Of the formula. */
  shownOn: readonly Network[];
  known: ReadonlyMap<number, Pick<Boostable, 'title'>>;
  /** Level of its title in the page. */
  heading: 'h3' | 'h4';
}

/** The advertisement as each network shows it: the picture that is composed for it, the words, the mentions of the law. */
export default function OrderPreview({ draft, shownOn, known, heading: Heading }: PreviewProps) {
  const [wantedNetwork, setNetwork] = useState<Network | null>(null);
  const [wantedListing, setListing] = useState<number | null>(null);
  const network =
    wantedNetwork && shownOn.includes(wantedNetwork) ? wantedNetwork : (shownOn[0] ?? 'facebook');
  const listingId =
    wantedListing !== null && draft.listingIds.includes(wantedListing) ? wantedListing : draft.listingIds[0];
  const caption = useCaption(listingId, draft.text);
  if (listingId === undefined) return null;
  const title = known.get(listingId)?.title ?? `annonce ${listingId}`;
  const frame = { draft, listingId, title, caption, network };
  return (
    <section aria-labelledby={`${draft.id}-apercu`} className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading id={`${draft.id}-apercu`} className="font-bold">
          Aperçu
        </Heading>
        {shownOn.length > 1 && (
          <Segmented
            key={shownOn.join()}
            legend="Réseau de l’aperçu"
            name={`${draft.id}-reseau`}
            choices={shownOn.map((value) => ({ value, label: networks[value] }))}
            defaultValue={network}
            onValue={(value) => setNetwork(value as Network)}
          />
        )}
      </div>
      {draft.listingIds.length > 1 && (
        <div className="mt-3 max-w-96">
          <Field label="Annonce montrée" reserve={false}>
            {(control) => (
              <Select
                {...control}
                value={String(listingId)}
                options={draft.listingIds.map((id) => ({
                  value: String(id),
                  label: known.get(id)?.title ?? `Annonce ${id}`,
                }))}
                onChange={(event) => setListing(Number(event.currentTarget.value))}
              />
            )}
          </Field>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-start gap-6">
        <FeedFrame {...frame} />
        <StoryFrame {...frame} />
      </div>
      <p className="mt-3 text-small text-ardoise-600">
        {PUBLISHER} La disposition exacte est celle du réseau, et change d’un appareil à l’autre.
      </p>
      {caption && (
        <details className="mt-3">
          <summary className="inline-flex min-h-11 items-center font-medium text-phare-700 underline underline-offset-4">
            Le texte entier, avec ses mentions légales
          </summary>
          <p className="max-w-measure rounded-card bg-ardoise-100 p-4 text-small whitespace-pre-line">
            {caption}
          </p>
        </details>
      )}
    </section>
  );
}

interface FrameProps {
  draft: Advertised;
  listingId: number;
  title: string;
  caption: string | null;
  network: Network;
}

/** A post among others: on Facebook the words come first, on Instagram the picture does. */
function FeedFrame({ draft, listingId, title, caption, network }: FrameProps) {
  const words = (
    // The room around stands outside: a line that is cut would show in it.
    <div className="px-3 py-2">
      <p className="line-clamp-4 text-small whitespace-pre-line">{caption ?? draft.text}</p>
    </div>
  );
  const button = (
    <div className="flex items-center justify-between gap-3 bg-ardoise-100 px-3 py-2">
      <p className="min-w-0 text-small font-bold wrap-anywhere">{draft.title}</p>
      <AdButton action={draft.callToAction} />
    </div>
  );
  return (
    <AdFrame
      name={`${networks[network]}, ${creativeFormats.feed.label.toLowerCase()}`}
      className="w-full max-w-80"
    >
      <AdHead />
      {network === 'facebook' && words}
      <Picture key={`${listingId}-feed`} listingId={listingId} format="feed" title={title} />
      {button}
      {network === 'instagram' && words}
    </AdFrame>
  );
}

/** The whole screen of a phone. */
function StoryFrame({ draft, listingId, title, network }: FrameProps) {
  return (
    <AdFrame
      name={`${networks[network]}, ${creativeFormats.story.label.toLowerCase()}`}
      className="w-full max-w-52"
    >
      <AdHead />
      <Picture key={`${listingId}-story`} listingId={listingId} format="story" title={title} />
      <div className="grid justify-items-center gap-1 bg-ardoise-100 px-3 py-2 text-center">
        <p className="text-small font-bold wrap-anywhere">{draft.title}</p>
        <AdButton action={draft.callToAction} />
      </div>
    </AdFrame>
  );
}

/** The very picture that the network receives. */
function Picture({ listingId, format, title }: { listingId: number; format: CreativeFormat; title: string }) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const { width, height } = creativeFormats[format];
  const address = addressOf(creativeCall, { query: { listing: String(listingId), format } });
  return (
    <div className="bg-ardoise-100" style={{ aspectRatio: `${width} / ${height}` }}>
      {failed ? (
        <div className="grid h-full content-center justify-items-center gap-2 p-3 text-center text-small text-ardoise-700">
          <ImageOff aria-hidden="true" className="size-8 text-ardoise-500" />
          L’image n’a pas pu être dessinée.
          <Button
            variant="quiet"
            onClick={() => {
              setFailed(false);
              setTries(tries + 1);
            }}
          >
            Réessayer
          </Button>
        </div>
      ) : (
        <img
          key={tries}
          src={tries === 0 ? address : `${address}&essai=${tries}`}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          alt={`Publicité de l’annonce «\u00a0${title}\u00a0»\u00a0: le bien, son prix, ses classes d’énergie et le nom de l’agence, avec «\u00a0Annonce sponsorisée\u00a0».`}
          onError={() => setFailed(true)}
          className="block size-full"
        />
      )}
    </div>
  );
}

/** What is written with the picture, mentions of the law included; null until it is known. */
function useCaption(listingId: number | undefined, text: string): string | null {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    queryKey: ['boosts', 'caption', listingId ?? null, settled],
    queryFn: async ({ signal }) => {
      const query = { listing: String(listingId), text: settled };
      return (await callApi(captionCall, { query }, { signal })).data.caption;
    },
    enabled: listingId !== undefined && settled.trim() !== '' && settled.length <= TEXT_MAX,
    placeholderData: keepPreviousData,
  });
  return data ?? null;
}
