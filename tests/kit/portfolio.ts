import { sql } from 'kysely';
import { type TypedFactName, typedFactNames } from '#desks/portfolio/facts.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { joined } from './agencies.ts';
import type { TestApp } from './app.ts';
import { lawfulAgency, lawfulSale } from './law.ts';

/** An agency that is signed in and of which nothing keeps listings off line. */
export async function lawfulSpace(site: TestApp, name: string, email: string) {
  const space = await joined(site, name, email);
  await makeLawful(site, space.agency.id);
  return space;
}

/** From now on nothing that the agency leaves unsaid keeps its listings off line. */
export async function makeLawful({ db }: Pick<TestApp, 'db'>, agencyId: number): Promise<void> {
  const model = await lawfulAgency(db, `modele-${agencyId}`);
  await sql`
    update agency set (siren, rcs_city, card_number, card_office, card_activities, card_until, guarantor_name,
        guarantor_address, insurance, mediator_name, mediator_url, fee_schedule_url, vat_number, legal_form, capital)
      = (select siren, rcs_city, card_number, card_office, card_activities, card_until, guarantor_name,
          guarantor_address, insurance, mediator_name, mediator_url, fee_schedule_url, vat_number, legal_form, capital
        from agency model where model.id = ${model.id})
    where id = ${agencyId}
  `.execute(db);
  await sql`delete from agency where id = ${model.id}`.execute(db);
}

/** What an agency would type of a flat for sale that the law lets be published. */
export function lawfulFacts(said: Partial<ListingDraft> = {}): Partial<Record<TypedFactName, unknown>> {
  return factsOf(lawfulSale('typed', said));
}

/** What is typed of a draft: everything that it says. */
export function factsOf(draft: ListingDraft): Partial<Record<TypedFactName, unknown>> {
  return Object.fromEntries(
    typedFactNames.flatMap((name) => (draft[name] === null ? [] : [[name, draft[name]]])),
  );
}
