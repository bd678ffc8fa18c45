import type { ComponentProps } from 'react';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { rejectReasons } from '../matching/verdicts.ts';
import { AlertSummary } from './alert-summary.tsx';
import { Ask, Frame } from './stop-link.tsx';

interface Given {
  alert: ComponentProps<typeof AlertSummary>['alert'] & { id: number };
  /** Of the link. */
  token: string;
  listing: { id: number; name: string; rejected: boolean; kept: boolean };
  /** What was just done, if anything. */
  done: string | undefined;
}

/** A listing of a mail, kept or rejected from its links. */
export function ListingFromMail({ alert, token, listing, done }: Given) {
  const said = { alert: String(alert.id), listing: String(listing.id) };
  if (listing.rejected) {
    return (
      <Frame title="Annonce écartée">
        <Notice tone="success" live={done === 'rejected'}>
          Cette alerte ne vous en parlera plus, même si l’annonce revient ou baisse de prix.
        </Notice>
        <p className="font-bold">{listing.name}</p>
        <Ask token={token} intent="unreject" fields={said}>
          <Button type="submit" variant="secondary">
            Annuler
          </Button>
        </Ask>
      </Frame>
    );
  }
  if (listing.kept) {
    return (
      <Frame title="Annonce retenue">
        <Notice tone="success" live={done === 'kept'}>
          Elle attend dans les résultats de l’alerte, avec celles que vous avez retenues.
        </Notice>
        <p>
          <TextLink to={paths.listing({ propertyId: listing.id })} className="font-bold">
            {listing.name}
          </TextLink>
        </p>
        <Ask token={token} intent="unreject" fields={said}>
          <Button type="submit" variant="secondary">
            Annuler
          </Button>
        </Ask>
      </Frame>
    );
  }
  return (
    <Frame title="Retenir ou écarter cette annonce ?">
      {done === 'unrejected' && (
        <Notice tone="success" live>
          C’est annulé : l’annonce est avec les autres.
        </Notice>
      )}
      <p>
        <TextLink to={paths.listing({ propertyId: listing.id })} className="font-bold">
          {listing.name}
        </TextLink>
      </p>
      <AlertSummary alert={alert} />
      <Ask token={token} intent="keep" fields={said}>
        <Button type="submit">Retenir cette annonce</Button>
      </Ask>
      <Ask
        id="ecarter"
        token={token}
        intent="reject"
        fields={said}
        className="space-y-4 border-t border-ardoise-200 pt-5"
      >
        <RadioGroup
          legend="Ou l’écarter : pourquoi ? (facultatif)"
          name="reason"
          choices={Object.entries(rejectReasons).map(([value, label]) => ({ value, label }))}
        />
        <Button type="submit" variant="secondary">
          Ne plus me la montrer
        </Button>
      </Ask>
    </Frame>
  );
}
