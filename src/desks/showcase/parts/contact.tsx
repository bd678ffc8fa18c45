import type { User } from '#rooms/accounts/contract.ts';
import { ContactForm } from '#rooms/leads/parts/contact-form.tsx';
import { CONTACT_SECTION } from '#rooms/leads/parts/contact-links.tsx';
import { alertLike } from '#rooms/listings/heading.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

/** The form of the agency, in the page. */
export function Contact({
  listing,
  person,
  answers,
  closed,
}: {
  listing: ListingView;
  person: User | null;
  answers: string | null;
  /** What stands in place of the form while it is closed. */
  closed: string | null;
}) {
  const { agency } = listing;
  return (
    // Focusable: a link that leads here takes the keyboard along before any script is there.
    <section
      id={CONTACT_SECTION}
      tabIndex={-1}
      aria-labelledby="contact"
      data-print="none"
      className="outline-none"
    >
      <Card>
        <ContactForm
          key={listing.id}
          listing={listing}
          agency={agency}
          person={person}
          answers={answers}
          closed={closed}
          next={
            <ButtonLink variant="beam" to={alertLike(listing)}>
              Créer une alerte semblable
            </ButtonLink>
          }
        />
      </Card>
    </section>
  );
}
