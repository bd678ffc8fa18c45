import { ThumbsDown, ThumbsUp, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { formatAgo, formatShortDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { areaLabels } from '#rooms/criteria/area-words.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { unknownText } from '#rooms/criteria/wording.ts';
import { FavoriteButton } from '#rooms/favorites/parts/mark-buttons.tsx';
import { ListingCard } from '#rooms/listings/parts/listing-card.tsx';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { mainFacts, whereabouts } from '#rooms/listings/reading.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { stretched } from '#ui/link.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { AlertView } from '../contract.ts';
import { type RejectReason, rejectReasons } from '../matching/verdicts.ts';
import { partnerText } from '../owner/pair.ts';
import type { MatchedListing, ResultView } from '../owner/results.ts';
import { WhyButton } from './why-button.tsx';

export type VerdictChoice = 'keep' | 'reject' | 'none';

interface FoundCardProps {
  alert: AlertView;
  found: MatchedListing;
  view: ResultView;
  /** Shown at an earlier visit: its picture steps back. */
  seen: boolean;
  now: string;
  eager: boolean;
  onSay: (verdict: VerdictChoice, reason: RejectReason | null) => void;
}

/** A listing that an alert found: as everywhere, with why it is there and what to make of it. */
export function FoundCard(props: FoundCardProps) {
  const { found, seen, now, eager } = props;
  if (!found.available) return <GoneCard {...props} />;
  return (
    <div className={seen ? '[&_img]:opacity-55 [&_img]:grayscale-[35%]' : ''}>
      <ListingCard
        listing={found.listing}
        now={now}
        eager={eager}
        actions={<FavoriteButton listingId={found.listing.id} />}
        note={
          <>
            <Reasons {...props} />
            <Verdicts {...props} />
          </>
        }
      />
    </div>
  );
}

/** No longer on line: said so, with the price that it had, and no way to mistake it for an offer. */
function GoneCard(props: FoundCardProps) {
  const { found } = props;
  const { listing, withdrawnAt } = found;
  return (
    <Card
      as="article"
      clickable
      padding="none"
      className="grid grid-cols-[6rem_minmax(0,1fr)] overflow-hidden bg-craie sm:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <ListingPhoto
        photo={listing.photo}
        propertyType={listing.propertyType}
        photoCount={listing.photoCount}
        alt=""
        sizes="(min-width: 40rem) 10rem, 6rem"
        fit="fill"
        className="h-full grayscale [&_img]:opacity-55"
      />
      <div className="flex flex-col gap-1 p-4">
        <p>
          <Badge>
            {withdrawnAt ? `Partie le ${formatShortDate(new Date(withdrawnAt))}` : 'Plus en ligne'}
          </Badge>
        </p>
        <h3 className="mt-1 font-text text-body font-medium tracking-normal">
          <Link to={paths.listing({ propertyId: listing.id })} className={`rounded-chip ${stretched}`}>
            {mainFacts(listing).join(' · ')}
            <span className="sr-only">, {whereabouts(listing)}</span>
          </Link>
        </h3>
        <p className="text-ardoise-600">{whereabouts(listing)}</p>
        <p className="text-small text-ardoise-600">Dernier prix : {priceSentence(priceLines(listing))}</p>
        <div className="text-small text-ardoise-600">
          <Verdicts {...props} />
        </div>
      </div>
    </Card>
  );
}

const occasions = {
  appeared: 'Trouvée',
  returned: 'De retour en ligne',
  priceFell: 'Prix en baisse',
} as const;

const labels: ReadonlyMap<string, string> = new Map([
  ...(criteriaTable as readonly Criterion[]).map(({ word, label }) => [word, label] as const),
  ...Object.entries(areaLabels),
  ['places', 'lieu'],
  ['transaction', 'projet'],
]);

function Reasons({ found, view, now }: FoundCardProps) {
  const failed = found.failed.flatMap((word) => labels.get(word)?.toLowerCase() ?? []);
  return (
    <>
      {view === 'found' && (
        <p>
          {occasions[found.occasion]} {formatAgo(new Date(found.foundAt), new Date(now))}
        </p>
      )}
      {found.unknown.length > 0 && <p>{unknownText(found.unknown)}</p>}
      {found.failed.length > 0 && (
        <p>
          Ne correspond plus à vos critères
          {failed.length > 0 && ` : ${failed.join(', ')}`}
        </p>
      )}
      {found.other && (
        <p className={found.other.verdict === 'keep' ? 'font-medium text-vert-700' : ''}>
          {partnerText(found.other)}
        </p>
      )}
      {found.verdict === 'reject' && (
        <p className="font-medium text-encre">
          Écartée{found.reason && ` : ${rejectReasons[found.reason].toLowerCase()}`}
        </p>
      )}
    </>
  );
}

function Verdicts({ alert, found, onSay }: FoundCardProps) {
  const kept = found.verdict === 'keep';
  return (
    <div className="relative z-1 -ml-3 flex flex-wrap items-center gap-x-1 pt-1">
      {found.verdict === 'reject' ? (
        <Button
          variant="quiet"
          size="sm"
          icon={<Undo2 aria-hidden="true" className="size-4" />}
          onClick={() => onSay('none', null)}
        >
          Ne plus écarter
        </Button>
      ) : (
        <>
          <Button
            variant="quiet"
            size="sm"
            aria-pressed={kept}
            icon={<ThumbsUp aria-hidden="true" className={`size-4 ${kept ? 'fill-phare-700' : ''}`} />}
            onClick={() => onSay(kept ? 'none' : 'keep', null)}
          >
            {kept ? 'Retenue' : 'Retenir'}
          </Button>
          <Menu
            align="start"
            trigger={
              <Button variant="quiet" size="sm" icon={<ThumbsDown aria-hidden="true" className="size-4" />}>
                Écarter
              </Button>
            }
          >
            {Object.entries(rejectReasons).map(([reason, label]) => (
              <MenuItem key={reason} onSelect={() => onSay('reject', reason as RejectReason)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      <WhyButton alert={alert} listing={found.listing} />
    </div>
  );
}
