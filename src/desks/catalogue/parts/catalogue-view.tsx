import { Clock, ExternalLink, Languages, MapPin, MessageCircleReply, Phone, Rss, Star } from 'lucide-react';
import { Form } from 'react-router';
import { formatCount, formatPrice, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { callLink, formatPhone } from '#contract/phone.ts';
import { AgencyLogo } from '#rooms/agencies/parts/agency-logo.tsx';
import { ContactForm } from '#rooms/leads/parts/contact-form.tsx';
import { CONTACT_SECTION, WriteButton } from '#rooms/leads/parts/contact-links.tsx';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { ListingCard } from '#rooms/listings/parts/listing-card.tsx';
import { webAddress } from '#rooms/listings/price-lines.ts';
import { shownTown, townLine } from '#rooms/places/contract.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ChipLink, RemovableChip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Select } from '#ui/select.tsx';
import {
  type Catalogue,
  type CatalogueWords,
  catalogueOrders,
  cataloguePath,
  crumbsOf,
  feedPath,
} from '../contract.ts';
import { AgencyIdentity } from './agency-identity.tsx';

const EAGER = 2;

/** The public page of an agency: who it is, what it shows, how to reach it, and what the law makes it say. */
export function CatalogueView({
  catalogue,
  closed,
  now,
}: {
  catalogue: Catalogue;
  /** What stands in place of the contact form while administrators keep it closed. */
  closed: string | null;
  now: string;
}) {
  const { agency, words, listings, found, pages, online, answers } = catalogue;
  const total = online.achat + online.location;
  const { ownerReference } = agency;
  return (
    <div className="page py-6 lg:py-8">
      <Breadcrumb crumbs={crumbsOf(agency)} />
      <Head catalogue={catalogue} total={total} />
      <section aria-labelledby="annonces" className="mt-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="annonces" className="text-h2">
            {total === 0 ? 'Annonces' : formatCount(found, 'annonce', 'annonces')}
          </h2>
          {total > 0 && (
            <nav aria-label="Marché" className="flex flex-wrap gap-2">
              <ChipLink to={cataloguePath(ownerReference)} selected={words.market === null}>
                Toutes ({total})
              </ChipLink>
              {online.achat > 0 && (
                <ChipLink
                  to={cataloguePath(ownerReference, { market: 'achat' })}
                  selected={words.market === 'achat'}
                >
                  À vendre ({online.achat})
                </ChipLink>
              )}
              {online.location > 0 && (
                <ChipLink
                  to={cataloguePath(ownerReference, { market: 'location' })}
                  selected={words.market === 'location'}
                >
                  À louer ({online.location})
                </ChipLink>
              )}
            </nav>
          )}
        </div>
        {total > 0 && <Filters catalogue={catalogue} />}
        {listings.length > 0 ? (
          <>
            <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
              {listings.map((listing, rank) => (
                <li key={listing.id}>
                  <ListingCard
                    listing={listing}
                    now={now}
                    shape="tile"
                    eager={rank < EAGER}
                    to={paths.agencyOwnedListing({ ownerReference, propertyId: listing.id })}
                  />
                </li>
              ))}
            </ul>
            <div className="mt-8">
              <Pagination
                page={words.page}
                pages={pages}
                hrefFor={(page) => cataloguePath(ownerReference, { ...words, page })}
              />
            </div>
          </>
        ) : total > 0 ? (
          <EmptyState
            title="Aucune annonce de l’agence ne répond à ces critères"
            heading="h3"
            actions={<TextLink to={cataloguePath(ownerReference)}>Toutes ses annonces</TextLink>}
          />
        ) : (
          <EmptyState title="Aucune annonce en ligne pour l’instant" heading="h3">
            {agency.phone
              ? `L’agence répond au ${formatPhone(agency.phone)}.`
              : 'Les prochaines paraîtront ici.'}
          </EmptyState>
        )}
      </section>
      {agency.presentation && (
        <section aria-labelledby="presentation" className="mt-16">
          <h2 id="presentation" className="text-h2">
            Présentation
          </h2>
          <p className="mt-4 max-w-measure whitespace-pre-line wrap-anywhere">{agency.presentation}</p>
        </section>
      )}
      <section
        id={CONTACT_SECTION}
        tabIndex={-1}
        aria-labelledby="contact"
        data-print="none"
        className="mt-16 max-w-[46rem] scroll-mt-24 outline-none"
      >
        <Card>
          <ContactForm
            key={ownerReference}
            listing={null}
            agency={agency}
            person={null}
            answers={answers}
            closed={closed}
            next={
              <ButtonLink variant="beam" to={paths.newAlert()}>
                Créer une alerte
              </ButtonLink>
            }
          />
        </Card>
      </section>
      <div className="mt-16 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <AgencyIdentity agency={agency} />
        <section aria-labelledby="programmes">
          <h2 id="programmes" className="text-h4">
            Pour les logiciels
          </h2>
          <p className="mt-2 text-small text-ardoise-600">
            Les annonces en ligne de l’agence, telles que chacun les lit ici, au format JSON Feed.
          </p>
          <a
            href={feedPath(ownerReference)}
            className="mt-2 inline-flex min-h-11 items-center gap-2 font-medium text-phare-700 underline"
          >
            <Rss aria-hidden="true" className="size-4.5" />
            Flux des annonces
          </a>
        </section>
      </div>
    </div>
  );
}

function Head({ catalogue: { agency, answers }, total }: { catalogue: Catalogue; total: number }) {
  const town = townLine(agency);
  const where = [agency.address, town].filter(Boolean).join(', ');
  const website = webAddress(agency.website);
  return (
    <header className="mt-4 grid gap-x-12 gap-y-6 border-b border-ardoise-200 pb-8 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <AgencyLogo agency={agency} size="lg" />
          <div className="min-w-0 flex-[1_1_16rem]">
            <p className="text-small text-ardoise-600">
              Agence immobilière{agency.city && ` à ${shownTown(agency).city}`}
            </p>
            <h1 className="mt-1 text-h1 wrap-anywhere">{agency.name}</h1>
          </div>
        </div>
        <ul className="mt-4 space-y-2 text-ardoise-700">
          {where && (
            <li className="flex gap-2">
              <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ardoise-500" />
              {where}
            </li>
          )}
          {agency.openingHours && (
            <li className="flex gap-2">
              <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ardoise-500" />
              <span className="whitespace-pre-line wrap-anywhere">{agency.openingHours}</span>
            </li>
          )}
          {agency.languages && (
            <li className="flex gap-2">
              <Languages aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ardoise-500" />
              <span className="wrap-anywhere">
                Langues parlées{NBSP}: {agency.languages}
              </span>
            </li>
          )}
          {agency.specialties && (
            <li className="flex gap-2">
              <Star aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ardoise-500" />
              <span className="wrap-anywhere">
                Spécialités{NBSP}: {agency.specialties}
              </span>
            </li>
          )}
          {total > 0 && answers && (
            <li className="flex gap-2">
              <MessageCircleReply aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ardoise-500" />
              Répond d’habitude {answers}
            </li>
          )}
        </ul>
      </div>
      <div className="flex flex-wrap content-start gap-3 max-sm:flex-col lg:flex-col">
        <WriteButton />
        {agency.phone && (
          <a href={callLink(agency.phone)} className={buttonClass({ variant: 'secondary' })}>
            <Phone aria-hidden="true" className="size-5" />
            Appeler le {formatPhone(agency.phone)}
          </a>
        )}
        {website && (
          <a
            href={website}
            rel="noopener nofollow ugc"
            target="_blank"
            className={buttonClass({ variant: 'secondary' })}
          >
            <ExternalLink aria-hidden="true" className="size-5" />
            {new URL(website).host}
            <span className="sr-only"> (nouvelle fenêtre)</span>
          </a>
        )}
      </div>
    </header>
  );
}

/** A GET form: the address carries what was chosen, with or without JavaScript. */
function Filters({ catalogue: { agency, words, types, cities } }: { catalogue: Catalogue }) {
  const { ownerReference } = agency;
  const without = (left: Partial<CatalogueWords>) =>
    cataloguePath(ownerReference, { ...words, page: 1, ...left });
  const city = cities.find(({ slug }) => slug === words.city)?.name ?? words.city;
  const narrowed = words.type || words.city || words.most;
  return (
    <>
      <Form
        action={paths.agencyCatalogue({ ownerReference })}
        key={cataloguePath(ownerReference, words)}
        className="mt-4 grid items-end gap-x-4 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
      >
        {words.market && <input type="hidden" name="transaction" value={words.market} />}
        <Field label="Type">
          {(control) => (
            <Select
              {...control}
              name="type"
              defaultValue={words.type ? propertyTypes[words.type].word : ''}
              options={[
                { value: '', label: 'Tous les types' },
                ...types.map(({ type, count }) => ({
                  value: propertyTypes[type].word,
                  label: `${propertyTypes[type].label} (${count})`,
                })),
              ]}
            />
          )}
        </Field>
        <Field label="Commune">
          {(control) => (
            <Select
              {...control}
              name="lieu"
              defaultValue={words.city ?? ''}
              options={[
                { value: '', label: 'Toutes les communes' },
                ...cities.map(({ slug, name, count }) => ({ value: slug, label: `${name} (${count})` })),
              ]}
            />
          )}
        </Field>
        <NumberField
          label={words.market === 'location' ? 'Loyer maximum' : 'Prix maximum'}
          name="prixMax"
          unit="€"
          defaultValue={words.most}
        />
        <Field label="Ordre">
          {(control) => (
            <Select
              {...control}
              name="tri"
              defaultValue={words.order}
              options={Object.entries(catalogueOrders).map(([value, label]) => ({ value, label }))}
            />
          )}
        </Field>
        <div className="pb-6">
          <Button type="submit" variant="secondary">
            Filtrer
          </Button>
        </div>
      </Form>
      {narrowed && (
        <div className="flex flex-wrap gap-2">
          {words.type && (
            <RemovableChip label={propertyTypes[words.type].label} withoutHref={without({ type: null })} />
          )}
          {city && <RemovableChip label={city} withoutHref={without({ city: null })} />}
          {words.most && (
            <RemovableChip
              label={`Jusqu’à ${formatPrice(words.most * 100)}`}
              withoutHref={without({ most: null })}
            />
          )}
        </div>
      )}
    </>
  );
}
