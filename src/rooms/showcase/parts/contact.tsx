import { isBuilt } from '../../../contract/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { User } from '../../accounts/contract.ts';
import { ContactForm } from '../../leads/parts/contact-form.tsx';
import { CONTACT_SECTION } from '../../leads/parts/contact-links.tsx';
import type { ListingView } from '../../listings/reading/contract.ts';
import { alertLike } from '../contract.ts';

/** The form of the agency, in the page. */
export function Contact({
  listing,
  person,
  answers,
}: {
  listing: ListingView;
  person: User | null;
  answers: string | null;
}) {
  const { agency } = listing;
  return (
    <section id={CONTACT_SECTION} aria-labelledby="contact" data-print="none">
      <Card>
        <h2 id="contact" tabIndex={-1} className="text-h2 outline-none!">
          Écrire à {agency.name}
        </h2>
        <p className="mt-1 mb-5 text-ardoise-600">
          À propos de la référence {listing.reference}. Elle vous répond directement.
        </p>
        <ContactForm
          key={listing.id}
          listing={listing}
          agency={agency}
          person={person}
          answers={answers}
          next={
            isBuilt('newAlert') && (
              <ButtonLink variant="beam" to={alertLike(listing)}>
                Créer une alerte semblable
              </ButtonLink>
            )
          }
        />
      </Card>
    </section>
  );
}
