import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.server.ts';
import { auditActions } from '#rooms/administrators/contract.ts';
import { wordAgencies } from '#rooms/agencies/search-words.server.ts';
import { repairTally } from '#rooms/listings/tally.server.ts';
import { reportReasons } from '#rooms/reports/contract.ts';
import { DAY, layMails, layPeople, laySales, type Size, within } from './grown-people.ts';
import { marketOf } from './market.ts';

/** Places drawn from the market; listings and agencies stand in them by turns. */
const SPOTS = 20_000;
/**
 * A service that has grown for two years: agencies from one listing to some ten thousand, their imports, what is reported,
 * suspected and suspended, what administrators did, mails, leads, coupons and boosts. Drawn by PostgreSQL, in places drawn
 * from the market.
 */
export async function layService(db: Db, seed: number, size: Size): Promise<void> {
  const { place } = await marketOf(db, seed);
  const spots = Array.from({ length: SPOTS }, (_, n) => {
    const { code, name, cityName, cityCode, departmentCode, postalCodes, lat, lng } = place();
    const [postal] = postalCodes;
    return {
      rank: n,
      code,
      town: cityName ?? name,
      city: cityCode ?? code,
      department: departmentCode,
      postal,
      lat,
      lng,
    };
  });
  const { rows: indexes } = await sql<{ name: string; text: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
    where indrelid = 'listing'::regclass and not indisunique
  `.execute(db);
  await sql`drop index ${sql.raw(indexes.map(({ name }) => name).join(', '))}`.execute(db);
  await db.transaction().execute(async (tx) => {
    // Neither counted nor noted row by row: both are done once, at the end.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`select setseed(${(seed % 1000) / 1000}::float8)`.execute(tx);
    await sql`
      create temporary table spot on commit drop as select * from jsonb_to_recordset(${JSON.stringify(spots)}::jsonb)
        as spot(rank int, code text, town text, city text, department text, postal text, lat float8, lng float8)
    `.execute(tx);
    await layAgencies(tx, size);
    await layListings(tx, size);
    await layCases(tx, size);
    await layReports(tx, size);
    await layMails(tx, size);
    await layPeople(tx, size);
    await laySales(tx, size);
  });
  await db.connection().execute(async (one) => {
    await sql`set maintenance_work_mem = '512MB'`.execute(one);
    for (const { text } of indexes) await sql.raw(text).execute(one);
    await sql`set maintenance_work_mem = default`.execute(one);
  });
  await sql`analyze`.execute(db);
  await wordAgencies(db);
  await repairTally(db);
  await sql`vacuum analyze`.execute(db);
}

async function layAgencies(tx: Tx, { agencies }: Size): Promise<void> {
  await sql`
    insert into agency (owner_reference, name, siren, card_number, card_until, email, phone, postal_code, city, created_at,
      guarantor_name, mediator_name, suspended_on, suspension_reason, excluded_on, feed_id)
    select 'agence-' || n, (array['Agence', 'Cabinet', 'Immobilière', 'Habitat', 'Foncière', 'Transaction', 'Logis'])[1 + n % 7]
      || ' ' || (array['de la Gare', 'du Marché', 'des Halles', 'du Port', 'Bellevue', 'des Lilas', 'Saint-Jean', 'du Parc',
        'Centrale', 'du Canal', 'Martin', 'Lefèvre'])[1 + n / 7 % 12] || ' ' || spot.town,
      case when n % 20 <> 7 then lpad(n::text, 9, '3') end, case when n % 25 <> 8 then 'CPI 7501 2024 000 ' || lpad(n::text, 6, '0') end,
      current_date + 400, 'contact@agence-' || n || '.test', '+33100000000', spot.postal, spot.town, ${within(730)},
      'Galian', 'Médiation', case when n % 100 = 3 then current_date - n % 300 end,
      case when n % 100 = 3 then 'Carte professionnelle expirée.' end, case when n % 60 = 5 then current_date - n % 300 end,
      case when n % 5 <> 0 then 'flux-' || n end
    from generate_series(1, ${agencies}::int) n join spot on spot.rank = n
  `.execute(tx);
  await sql`
    insert into agency_account (agency_id, email, terms_agreed_at, created_at)
    select id, 'espace@agence-' || id || '.test', created_at, created_at + ${DAY} from agency where id % 10 < 6
  `.execute(tx);
  await sql`
    insert into agency_check (agency_id, kind, outcome, stated, reason, by_whom, at)
    select agency_id, kind, case when agency_id % 400 = 9 then 'refused' else 'verified' end, stated,
      case when agency_id % 400 = 9 then 'Numéro inconnu du registre.' end, 'claire', now()
    from agency_stated where kind in ('siren', 'card') and stated is not null and agency_id % 20 > 1
  `.execute(tx);
  await sql`
    insert into agency_registration (email, name, siren, agency_id, created_at, proven_at, settled_at, outcome)
    select 'demande-' || n || '@exemple.test', 'Agence ' || n, lpad(n::text, 9, '3'), n,
      at, at, case when n % 10 > 0 then at + ${DAY} end, case when n % 10 > 2 then 'opened' when n % 10 > 0 then 'refused' end
    from (select n, ${within(700)} as at from generate_series(1, ${agencies / 2}::int) n) asked
  `.execute(tx);
  await sql`
    insert into agency_exclusion (token_hash, agency_id, email, created_at, confirmed_at, removed)
    select sha256(id::text::bytea), id, email, created_at, created_at + ${DAY}, 12 from agency where excluded_on is not null and id % 3 > 0
  `.execute(tx);
  await sql`
    insert into feed_import (format, file_name, sha256, received_at, status)
    select 'poliris', 'agence-' || agency.id || '.zip', sha256((agency.id || '.' || turn)::bytea),
      now() - (11 - turn) * ${DAY}, case when turn = 10 and agency.id % 50 = 3 then 'held' else 'done' end
    from generate_series(1, 10) turn, agency where feed_id is not null order by turn, agency.id
  `.execute(tx);
  await sql`
    insert into feed_agency (import_id, agency_id, status)
    select id, split_part(split_part(file_name, '-', 2), '.', 1)::bigint, status from feed_import
  `.execute(tx);
}

async function layListings(tx: Tx, { agencies, listings }: Size): Promise<void> {
  await sql`
    insert into listing (agency_id, source, technical_id, reference, status, transaction, is_new, property_type, title,
      description, place_code, city_code, department_code, postal_code, lat, lng, price, surface, rooms, bedrooms,
      energy_status, energy_class, climate_class, content_hash, photos_hash, photo_count, first_seen_at, published_at, updated_at)
    select 1 + floor(${agencies} * c * c)::int, 'poliris', n::text, 'R' || n,
      (array['online', 'under_offer', 'sold', 'withdrawn', 'refused', 'pending', 'suspended', 'expired'])
        [1 + width_bucket(d, array[0.84, 0.87, 0.91, 0.95, 0.97, 0.98, 0.985])],
      case when a < 0.4 then 2 else 1 end, a > 0.95, case when b < 0.65 then 'apartment' else 'house' end,
      case when b < 0.65 then 'Appartement ' else 'Maison ' end || greatest(1, round(size / 22)) || ' pièces ' || spot.town,
      'Séjour au sud, à deux pas du tramway.', spot.code, spot.city, spot.department, coalesce(spot.postal, '00000'),
      round((spot.lat + (c - 0.5) * 0.06)::numeric, 4), round((spot.lng + (b - 0.5) * 0.08)::numeric, 4),
      (case when a < 0.4 then size * (9 + 20 * e) else size * (1500 + 8000 * e) end)::bigint * 100, size,
      greatest(1, round(size / 22)), greatest(0, round(size / 22) - 1), 'rated', chr(65 + floor(e * 7)::int),
      chr(65 + floor(b * 7)::int), '\\x00', '\\x00', 1, at, at, at
    from (
      select n, random() as a, random() as b, random() as c, random() as d, random() as e,
        round((15 + 130 * random() * random())::numeric, 1) as size, ${within(120, 'random() ^ 1.3')} as at
      from generate_series(1, ${listings}::int) n) drawn
    join spot on spot.rank = drawn.n % ${SPOTS}
  `.execute(tx);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, status, storage_key, width, height)
    select id, 1, 'photo-' || id || '.jpg', 'file', 'ready', 'photos/' || id, 1600, 1200 from listing where id % 4 = 0
  `.execute(tx);
  await sql`
    insert into listing_verdict (listing_id, hold, score, findings, wanted, checked_at)
    select id, case status when 'refused' then 'block' when 'pending' then 'review' end, 100 - id % 40,
      case when status = 'refused' then ${finding('R04', 'block')}::jsonb
        when status = 'pending' and id % 2 = 0 then ${finding('R26', 'review')}::jsonb
        when id % 10 = 0 then ${finding('R12', 'warning')}::jsonb else '[]' end, 'online', now()
    from listing
  `.execute(tx);
}

const finding = (rule: string, severity: string) =>
  JSON.stringify([
    { rule, code: rule, severity, message: 'Une mention manque.', remedy: 'Ajoutez-la dans votre logiciel.' },
  ]);

/** What the scam shield found, what is suspended, and what administrators did. */
async function layCases(tx: Tx, { listings, entries }: Size): Promise<void> {
  await sql`
    insert into listing_scam (listing_id, score, signals, waits, version, text_hash, price, found_at, decided, decided_by,
      decided_at, reason)
    select id, score, ${JSON.stringify([{ code: 'no_visit', weight: 45, excerpt: 'pas de visite', explanation: 'Visite impossible.' }])}::jsonb,
      score >= 60, 1, '\\x00', price, at, case when done then (case when id % 3 = 0 then 'scam' else 'clear' end) end,
      case when done then 'claire' end, case when done then at + ${DAY} end, case when done then 'Relue et vérifiée.' end
    from (
      select id, price, case when status in ('pending', 'refused', 'suspended') then 60 else 30 end as score,
        random() < 0.2 as done, ${within(300)} as at
      from listing where id % 50 = 7) suspected order by at
  `.execute(tx);
  await sql`
    insert into listing_suspension (listing_id, reference, ground, source, reason, by_whom, since, paused)
    select id, 'SUS-' || id, 'scam', 'program', 'Paiement demandé avant la visite.', 'claire', ${within(90)}, false
    from listing where status = 'suspended' and id % 2 = 0
  `.execute(tx);
  const actions = Object.keys(auditActions).filter((action) => action !== 'service.switch');
  await sql`
    insert into admin_audit (at, administrator, action, subject, subject_id, label, before, after, reason)
    select now() - (${entries} - n) * interval '2 minutes',
      case when n % 500 = 0 then 'commande' when n % 5 < 3 then 'claire' else 'paul' end, action,
      case action when 'boost.configuration' then 'configuration' else split_part(action, '.', 1) end,
      (1 + floor(random() * ${listings} / 10))::bigint::text, 'Objet ' || n, '{"statut": "En ligne"}', '{"statut": "Suspendue"}',
      'Relu à la demande de l’agence.'
    from (
      select n, case when n % 20000 = 1 then 'service.switch'
        else (${actions}::text[])[1 + floor(${actions.length} * random() ^ 3)::int] end as action
      from generate_series(1, ${entries}::int) n) done order by n
  `.execute(tx);
}

async function layReports(tx: Tx, { listings, reports }: Size): Promise<void> {
  await sql`
    insert into report (reference, listing_id, agency_id, url, listing_reference, listing_updated_at, listing_hash, listing_shown, reason,
      explanation, name, email, good_faith, status, priority, receipt, created_at, kind, taken_by, taken_at, measure, ground,
      statement, decided_by, decided_at, contested)
    select 'SIG-' || n, listing.id, listing.agency_id, 'https://vigie.test/annonce/' || listing.id, listing.reference, at, '\\x00',
      jsonb_build_object('title', listing.title), (${Object.keys(reportReasons)}::text[])[1 + floor(12 * random() ^ 2)::int],
      'Ce bien n’est plus à vendre.', 'Camille', case when by = 'person' then 'p' || floor(30000 * random() ^ 2) || '@exemple.test' end,
      case when by = 'person' then true end, drawn.status, 1 + floor(3 * random())::int, true, at, by,
      case when drawn.status = 'in_progress' then 'claire' end, case when drawn.status = 'in_progress' then at end,
      case when decided then (case when drawn.status = 'founded' then 'suspension' else 'none' end) end,
      case when drawn.status = 'founded' then 'scam' end, case when decided then 'Les pièces le montrent.' end,
      case when decided then 'claire' end, case when decided then at + (1 + n % 5) * ${DAY} end, decided and n % 300 = 0
    from (
      select n, state as status, state not in ('new', 'in_progress') as decided,
        case when random() < 0.1 then 'rule' else 'person' end as by, 1 + floor(random() * ${listings})::int as listing,
        case when state in ('new', 'in_progress') then ${within(60)} else ${within(700)} end as at
      from (
        select n, (array['new', 'in_progress', 'founded', 'unfounded', 'duplicate'])
          [1 + width_bucket(random(), array[0.07, 0.08, 0.48, 0.9])] as state
        from generate_series(1, ${reports}::int) n) numbered) drawn
    join listing on listing.id = drawn.listing order by at
  `.execute(tx);
  await sql`
    insert into report_appeal (report_id, side, body, at)
    select id, 'agency', 'Nous avons le mandat.', decided_at + ${DAY} from report where contested
  `.execute(tx);
  await sql`
    insert into report_attachment (report_id, key, kind, bytes, digest, at)
    select id, 'reports/' || id, 'picture', 200000, sha256(id::text::bytea), created_at from report where id % 5 = 0
  `.execute(tx);
}
