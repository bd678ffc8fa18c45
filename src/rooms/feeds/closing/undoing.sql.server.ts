import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { FormerListing } from '#rooms/listings/restoring.ts';
import type { KnownPicture } from '../importing.sql.server.ts';
import type { Sender } from '../rows/rows.ts';

// Worked out by the database from the rest of the row, or written by properties.
const DERIVED = ['cell', 'cell2', 'cell3', 'price_per_m2', 'search_words', 'leads', 'home', 'market_since'];

/** Keeps how the listings of these identifiers stand, before an import writes them. */
export async function insertFormers(
  tx: Tx,
  given: { importId: number; agencyId: number; technicalIds: readonly string[] },
): Promise<void> {
  const { importId, agencyId, technicalIds } = given;
  await sql`
    insert into feed_former (import_id, agency_id, technical_id, listing_id, listing, verdict, photos, prices,
      availability, confirmed_at)
    select ${importId}, ${agencyId}, wanted.technical_id, listing.id, to_jsonb(listing) - ${DERIVED}::text[],
      (select to_jsonb(verdict) from listing_verdict verdict where verdict.listing_id = listing.id),
      coalesce((select jsonb_agg(to_jsonb(photo) order by position) from listing_photo photo
                where photo.listing_id = listing.id), '[]'),
      coalesce((select jsonb_agg(jsonb_build_object('at', at, 'price', price) order by at) from listing_price
                where listing_id = listing.id), '[]'),
      coalesce((select jsonb_agg(jsonb_build_object('at', at, 'status', status) order by at) from listing_availability
                where listing_id = listing.id), '[]'),
      (select at from listing_confirmation where listing_id = listing.id)
    from unnest(${technicalIds}::text[]) as wanted(technical_id)
    left join listing on listing.agency_id = ${agencyId} and listing.technical_id = wanted.technical_id
    on conflict (agency_id, technical_id, import_id) do nothing
  `.execute(tx);
}

/** Keeps what the names of pictures meant, of those that are about to mean something else. */
export async function insertFormerPictures(
  db: Queryable,
  importId: number,
  agencyId: number,
  pictures: readonly KnownPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await sql`
    insert into feed_former_photo (import_id, agency_id, name, mark, storage_key)
    select ${importId}, ${agencyId}, next.name, photo.mark, photo.storage_key
    from unnest(${pictures.map(({ name }) => name)}::text[], ${pictures.map(({ mark }) => mark)}::text[]) as next(name, mark)
    left join feed_photo photo on photo.agency_id = ${agencyId} and photo.name = next.name
    where photo.mark is distinct from next.mark
    on conflict (agency_id, name, import_id) do nothing
  `.execute(db);
}

/** Keeps the account that the agency's files came from, before an import brings another one. */
export async function insertFormerSender(
  tx: Tx,
  importId: number,
  agencyId: number,
  { format, account }: Sender,
): Promise<void> {
  await sql`
    insert into feed_former_sender (import_id, agency_id, format, sender)
    select ${importId}, ${agencyId}, ${format}, known.sender
    from (select) as one
    left join feed_sender known on known.agency_id = ${agencyId} and known.format = ${format}
    where known.sender is distinct from ${account}
    on conflict (agency_id, format, import_id) do nothing
  `.execute(tx);
}

/**
 * Takes the next listings to give back: how each stood before the first import of the agency from this one on. What
 * was kept of them goes if the transaction commits.
 */
export async function takeFormers(
  tx: Tx,
  given: { importId: number; agencyId: number; limit: number },
): Promise<FormerListing[]> {
  const { importId, agencyId, limit } = given;
  const { rows } = await sql<FormerListing>`
    with taken as (
      delete from feed_former
      where agency_id = ${agencyId} and import_id >= ${importId} and technical_id in (
        select distinct technical_id from feed_former
        where agency_id = ${agencyId} and import_id >= ${importId} order by technical_id limit ${limit})
      returning *)
    select distinct on (technical_id) technical_id, listing, verdict, photos, prices, availability, confirmed_at
    from taken order by technical_id, import_id
  `.execute(tx);
  return rows;
}

/** Names of pictures mean again what they meant before this import. */
export async function rewindPictures(tx: Tx, importId: number, agencyId: number): Promise<void> {
  const first = sql`
    select distinct on (name) name, mark, storage_key from feed_former_photo
    where agency_id = ${agencyId} and import_id >= ${importId} order by name, import_id`;
  await sql`
    delete from feed_photo using (${first}) as former
    where feed_photo.agency_id = ${agencyId} and feed_photo.name = former.name and former.mark is null
  `.execute(tx);
  await sql`
    insert into feed_photo (agency_id, name, mark, storage_key)
    select ${agencyId}, name, mark, storage_key from (${first}) as former where mark is not null
    on conflict (agency_id, name) do update set mark = excluded.mark, storage_key = excluded.storage_key
  `.execute(tx);
  await sql`delete from feed_former_photo where agency_id = ${agencyId} and import_id >= ${importId}`.execute(
    tx,
  );
}

/** The agency's files come again from the account that they came from before this import. */
export async function rewindSenders(tx: Tx, importId: number, agencyId: number): Promise<void> {
  const first = sql`
    select distinct on (format) format, sender from feed_former_sender
    where agency_id = ${agencyId} and import_id >= ${importId} order by format, import_id`;
  await sql`
    delete from feed_sender using (${first}) as former
    where feed_sender.agency_id = ${agencyId} and feed_sender.format = former.format
  `.execute(tx);
  await sql`
    insert into feed_sender (agency_id, format, sender)
    select ${agencyId}, format, sender from (${first}) as former where sender is not null
  `.execute(tx);
  await sql`delete from feed_former_sender where agency_id = ${agencyId} and import_id >= ${importId}`.execute(
    tx,
  );
}

/**
 * Asks for what was before an applied import: false when it is not one of this agency, when something newer of it cannot
 * be undone, or while another work of the agency is under way.
 */
export async function orderUndoing(tx: Tx, importId: number, agencyId: number): Promise<boolean> {
  const { numUpdatedOrDeletedRows } = await sql`
    update feed_agency set status = 'undoing'
    where import_id = ${importId} and agency_id = ${agencyId} and status = 'done' and undoable
      and not exists (select from feed_agency other where other.agency_id = ${agencyId} and (
        other.status in ('ordered', 'staging', 'applying', 'undoing')
        or (other.import_id > ${importId} and other.status = 'done' and not other.undoable)))
  `
    .execute(tx)
    .then(({ numAffectedRows }) => ({ numUpdatedOrDeletedRows: numAffectedRows ?? 0n }));
  return numUpdatedOrDeletedRows > 0n;
}

export async function selectUndoing(db: Queryable): Promise<{ importId: number; agencyId: number }[]> {
  const { rows } = await sql<{ importId: number; agencyId: number }>`
    select import_id, agency_id from feed_agency where status = 'undoing' order by import_id, agency_id
  `.execute(db);
  return rows;
}

/** This import and those that came after it are undone. */
export async function markUndone(tx: Tx, importId: number, agencyId: number): Promise<void> {
  await sql`
    update feed_agency set status = 'undone', undoable = false
    where agency_id = ${agencyId} and import_id >= ${importId} and status in ('undoing', 'done')
  `.execute(tx);
}

/** Forgets how listings stood before imports that are neither recent nor among the last ones of their agency. */
export async function forgetFormers(db: Queryable, before: Date, kept: number): Promise<number> {
  const { rows } = await sql<{ importId: number; agencyId: number }>`
    update feed_agency set undoable = false
    from (
      select import_id, agency_id, received_at,
        row_number() over (partition by agency_id order by import_id desc) as rank
      from feed_agency join feed_import on feed_import.id = import_id
      where undoable) as old
    where feed_agency.import_id = old.import_id and feed_agency.agency_id = old.agency_id
      and feed_agency.status not in ('staging', 'applying', 'undoing')
      and (old.received_at < ${before} or old.rank > ${kept})
    returning feed_agency.import_id, feed_agency.agency_id
  `.execute(db);
  const pairs = sql`unnest(${rows.map(({ importId }) => importId)}::bigint[], ${rows.map(({ agencyId }) => agencyId)}::bigint[])
    as old(import_id, agency_id)`;
  await sql`
    delete from feed_former using ${pairs}
    where feed_former.import_id = old.import_id and feed_former.agency_id = old.agency_id
  `.execute(db);
  await sql`
    delete from feed_former_photo using ${pairs}
    where feed_former_photo.import_id = old.import_id and feed_former_photo.agency_id = old.agency_id
  `.execute(db);
  await sql`
    delete from feed_former_sender using ${pairs}
    where feed_former_sender.import_id = old.import_id and feed_former_sender.agency_id = old.agency_id
  `.execute(db);
  return rows.length;
}
