import { type RawBuilder, sql } from 'kysely';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { asAdministratorName, asAgencyId, asOwnerReference } from '#platform/auth.server.ts';
import { answerExclusion } from '#rooms/agencies/exclusion.server.ts';
import { reportDone } from '#rooms/boosts/by-hand.server.ts';
import { addCoupon } from '#rooms/coupons/coupons.server.ts';
import { workOnPhotos } from '#rooms/listings/photos.server.ts';
import { usualSettings } from '#rooms/notifications/contract.ts';
import { paySession } from '#rooms/payments/embedded.server.ts';
import { receiveEvent } from '#rooms/payments/events.server.ts';
import { mailedToken } from './agencies.ts';
import type { TestApp } from './app.ts';
import { givePhotos, paidBoost } from './boosts.ts';
import { ordered } from './buyers.ts';
import { feedDoctor } from './feed-doctor.ts';
import { plain } from './pictures.ts';
import { lawfulFacts, lawfulSpace } from './portfolio.ts';

/** In everything that only its agency may read; and in what anybody may read of it: its name and its reference. */
export const MARK = 'zorbec';
export const PUBLIC_MARK = 'vitrivel';
/** Of the shortest columns. */
const SHORT = 15;
/** Views of one of its listings: as no other figure. */
export const VIEWS = 7_654_321;

type Db = TestApp['db'];

/** Tables that no agency writes in: what individuals keep of its listings, and what the product works out of them. */
const NOT_ITS_OWN =
  /^(alert_|favorite$|hidden_listing$|viewed_listing$|property_|rent_verdict$|lead_attempt$|listing_touch$|agency_asked$)/;
/** Tables that hold something of an agency for a moment only, or by the hand of an operator. */
const SELDOM = new Set([
  'agency_check',
  'agency_digest',
  'agency_link',
  'agency_note',
  'feed_former_photo',
  'feed_photo',
  'feed_staged',
  'lead_consent',
  'listing_exception',
  'listing_review',
  'listing_scam',
  'listing_suspension',
  'report_appeal',
  'report_attachment',
]);
/** Columns of words that a list closes, of what was computed, and of what is searched for as it stands. */
const NOT_PLANTED = new RegExp(
  `^(?:${[
    'agency\\.(?:owner_reference|name|city|postal_code|siren|siret|card_activities|website|fee_schedule_url|mediator_url)',
    'agency_logo\\.key|agency_account\\.password_hash|agency_registration\\.(?:outcome|siren|password_hash)',
    'boost\\.(?:reference|status|objective|place_code|call_to_action|publisher|network_state|ended_because)',
    'boost_event\\.(?:from_status|to_status)|boost_listing\\.dropped_because',
    'contact_message\\.reference|feed_agency\\.status|feed_former\\.technical_id',
    'feed_import\\.(?:format|status|archive_key)|feed_line\\.kind|feed_(?:former_)?sender\\.format',
    'agency_notification\\.(?:event|path|mail)',
    'lead\\.(?:source|status|request|civility|phone|disqualified_because|mail_key)',
    'lead_address\\.(?:token|side)|lead_delivery\\.(?:event|message_id|status|payload)',
    'lead_event\\.(?:kind|from_status|to_status|mail_key)|lead_webhook\\.url',
    'listing\\.(?:source|technical_id|status|property_type|place_code|city_code|department_code|postal_code|fee_schedule_url)',
    'listing\\.(?:exposures|heating|kitchen|energy_status|energy_class|climate_class|address_display|condition|annuity_ages)',
    'listing\\.(?:lease|tenant_fee_zone|energy_exemption|mandate_type|contact_status|delivery|progress|units|translations)',
    'listing\\.(?:visit_url|video_url|completion_guarantee|energy_version)',
    'listing_availability\\.status|listing_photo\\.(?:source|kind|status|storage_key|placeholder|avif)',
    'coupon_use\\.order_reference|invoice\\.(?:number|series)|payment_order\\.(?:reference|status|provider)',
    'payment_refund\\.status',
    'listing_verdict\\.(?:hold|wanted)|report\\.(?:reason|status|submission|reference|url|kind|measure|ground|statement|decided_by)',
    '[a-z_]+\\.(?:[a-z_]+)#',
  ].join('|')})$`,
);
/** Columns whose values open or name something: searched for as they stand. */
const SECRETS = [
  'agency_account.password_hash',
  'feed_import.archive_key',
  'lead_address.token',
  'lead_delivery.message_id',
  'listing_photo.source',
  'listing_photo.storage_key',
  'lead.phone',
] as const;

/** Every table with rows of agencies, and which of them are one agency's: read from the keys of the database. */
export async function tablesOf(db: Db): Promise<Map<string, (agencyId: number) => RawBuilder<unknown>>> {
  const { rows: keys } = await sql<{ child: string; key: string; parent: string; id: string }>`
    select conrelid::regclass::text as child, own.attname as key, confrelid::regclass::text as parent, other.attname as id
    from pg_constraint
    join pg_attribute own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute other on other.attrelid = confrelid and other.attnum = confkey[1]
    where contype = 'f' order by own.attname = 'agency_id' desc, own.attname
  `.execute(db);
  const owned = new Map<string, (agencyId: number) => RawBuilder<unknown>>([
    ['agency', (agencyId) => sql`id = ${agencyId}`],
  ]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { child, key, parent, id } of keys) {
      const above = owned.get(parent);
      if (!above || owned.has(child)) continue;
      owned.set(
        child,
        (agencyId) =>
          sql`${sql.ref(key)} in (select ${sql.ref(id)} from ${sql.table(parent)} where ${above(agencyId)})`,
      );
      grew = true;
    }
  }
  return owned;
}

/** What is kept of an agency, table by table: two are alike when nothing of it changed. */
export async function fingerprint(db: Db, agencyId: number): Promise<Record<string, string>> {
  const parts = [...(await tablesOf(db))].map(
    ([table, of]) => sql`
      select ${sql.lit(table)} as name, count(*) || ' ' || coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as said
      from ${sql.table(table)} row where ${of(agencyId)}`,
  );
  const { rows } = await sql<{ name: string; said: string }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, said }) => [name, said]));
}

/** Words in every column of texts of one row at least of each table; answers what is still without any. */
async function plant(db: Db, agencyId: number): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and (data_type in ('text', 'jsonb') or udt_name = '_text')
  `.execute(db);
  const empty: string[] = [];
  for (const [table, of] of await tablesOf(db)) {
    if (NOT_ITS_OWN.test(table) || SELDOM.has(table)) continue;
    // One after the other: the first says what is wrong.
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${of(agencyId)}
    `.execute(db);
    if (!rows[0]?.count) empty.push(table);
    for (const { column, type } of columns.filter((one) => one.table === table)) {
      if (type !== 'text' || NOT_PLANTED.test(`${table}.${column}`)) continue;
      const word = column === 'email' ? `${MARK}.${table}@essai.test` : `${MARK} ${column}`.slice(0, SHORT);
      // A key tells its rows apart, and the listing on line keeps what people read of it.
      await sql`
        update ${sql.table(table)} row set ${sql.ref(column)} = ${word} where ctid = (
          select ctid from ${sql.table(table)} one where ${of(agencyId)}
          order by ${table === 'listing' ? sql`one.status = 'draft' desc, one.id` : sql`one.ctid`} limit 1)
      `.execute(db);
    }
  }
  return empty;
}

async function secretsOf(db: Db, agencyId: number): Promise<string[]> {
  const owned = await tablesOf(db);
  const found = await Promise.all(
    SECRETS.map(async (name) => {
      const [table = '', column = ''] = name.split('.');
      const { rows } = await sql<{ value: string }>`
        select distinct ${sql.ref(column)} as value from ${sql.table(table)}
        where ${owned.get(table)!(agencyId)} and ${sql.ref(column)} is not null
      `.execute(db);
      return rows.map(({ value }) => value);
    }),
  );
  return found.flat();
}

/** An agency that used everything, marked in all that it wrote, received and was told. */
export async function markedTenant(site: TestApp) {
  const space = await lawfulSpace(site, 'Agence Vitrivel', `${MARK}@essai.test`);
  const { cookie, agency } = space;
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', address: string, body?: object) => {
    const { status, json } = await site.call(method, `/api${address}`, { cookie, ...(body ? { body } : {}) });
    if (status !== 200) throw new Error(`${method} ${address}: ${status} ${json.message}`);
    return json.data;
  };

  // Its software sends two files: one is on line, one waits to be applied.
  const doctor = feedDoctor(site, cookie);
  const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];
  const rows = generatePortfolio({ seed: 5, agency: agency.ownerReference, count: 4, places });
  const applied = await doctor.send(
    rows.map((row, index) => (index === 3 ? { ...row, price: 0, reference: `${MARK} A` } : row)),
  );
  await doctor.apply(applied);
  const dearer = rows.map((row) => ({ ...row, title: `${MARK} titre`, reference: `${MARK} F` }));
  await doctor.apply(await doctor.send(dearer));
  const compared = await doctor.send(dearer.map((row) => ({ ...row, title: `${MARK} prochain` })));

  // One listing is on line, typed; another one is a draft, with a picture.
  const start = { transaction: 1, propertyType: 'apartment', placeCode: '30189', price: 25_000_000 };
  const typed = async () => {
    const { id, version } = await ask('POST', '/agence/listings', start);
    await ask('PUT', `/agence/listings/${id}`, { version, facts: lawfulFacts() });
    return id as number;
  };
  const [online, draft] = [await typed(), await typed()];
  await ask('POST', `/agence/listings/${online}/publish`);
  const form = new FormData();
  const picture = await plain(640, 480).jpeg().toBuffer();
  form.append('photos', new Blob([new Uint8Array(picture)]), 'photo.jpg');
  const upload = new Response(form);
  await site.app.inject({
    method: 'POST',
    url: `/api/agence/listings/${draft}/photos`,
    headers: { 'content-type': upload.headers.get('content-type') ?? '', cookie },
    payload: Buffer.from(await upload.arrayBuffer()),
  });
  await workOnPhotos(site.services, new AbortController().signal);
  await ask('POST', `/agence/listings/${online}/confirm`);
  const bought = await buyBoost(site, agency, online);

  // It is written to, answers, notes, is reported, asks for help, and has its software told.
  await sql`insert into feed_sender (agency_id, format, sender) values (${agency.id}, 'apimo', 's')`.execute(
    site.db,
  );
  const { secret } = await ask('PUT', '/agence/webhook', { url: `https://${MARK}.exemple.fr/vigie` });
  const person = {
    firstName: 'Sidonie',
    lastName: 'Secretan',
    email: 'sidonie@essai.test',
    phone: '06 39 98 76 54',
    message: 'Peut-on le visiter samedi ?',
  };
  const written = await site.call('POST', `/api/listings/${online}/leads`, { body: person });
  if (written.status !== 200) throw new Error(`${written.status} ${written.json.message}`);
  const { id: lead } = (await ask('GET', '/agence/leads')).leads[0];
  await ask('POST', `/agence/leads/${lead}/take`).catch(() => null);
  const { version } = await ask('PATCH', `/agence/leads/${lead}`, { read: true });
  const noted = await ask('PATCH', `/agence/leads/${lead}`, { version, note: 'Note', assignedTo: 'Julie' });
  await ask('POST', `/agence/leads/${lead}/answers`, {
    version: noted.version,
    text: 'Avec plaisir, samedi.',
  });
  await sql`
    insert into lead_letter (event_id, message_id, elsewhere, original, files)
    select max(id), 'm', 'e', 'o', array[${`${MARK}.pdf`}] from lead_event where lead_id = ${lead}
  `.execute(site.db);
  await sql`insert into lead_address (token, lead_id, side) values (${'a'.repeat(26)}, ${lead}, 'agency')
    on conflict do nothing`.execute(site.db);
  await sql`
    update lead_delivery set status = 'failed', reason = 'r', payload = ${JSON.stringify({ [MARK]: 1 })} where lead_id = ${lead}
  `.execute(site.db);
  const reported = {
    reason: 'price',
    explanation: 'Le prix affiché n’est pas le bon prix.',
    goodFaith: true,
  };
  await site.call('POST', `/api/listings/${online}/reports`, {
    body: { ...reported, ...person, name: 'Sidonie' },
  });
  await ask('POST', '/agence/support', {
    name: 'Julie',
    email: agency.email,
    company: 'Agence',
    phone: '',
    subject: 'Flux',
    message: 'Bonjour, un flux manque.',
  });
  await ask('PUT', '/agence/notification-settings', { ...usualSettings, quiet: { from: 3, until: 4 } });
  await ask('PUT', '/agence/weekly-report', { wanted: false });
  await site.call('POST', '/api/agence/exclusion', { body: { ownerReference: agency.ownerReference } });
  while (await answerExclusion(site.services));
  const exclusion = await mailedToken(site, agency.email);
  await sql`
    insert into listing_day (listing_id, day, agency_id, views) values (${online}, current_date, ${agency.id}, ${VIEWS})
    on conflict (listing_id, day) do update set views = ${VIEWS}
  `.execute(site.db);
  await sql`
    insert into agency_registration (email, name, agency_id, created_at)
    values (${`${MARK}.claim@essai.test`}, 'x', ${agency.id}, now())
  `.execute(site.db);
  await sql`
    insert into agency_logo (key, agency_id, width, height, at) values (md5(${MARK}), ${agency.id}, 64, 64, now())
  `.execute(site.db);
  await sql`
    insert into feed_former_sender (import_id, agency_id, format) values (${applied}, ${agency.id}, 'poliris')
  `.execute(site.db);
  await sql`
    insert into feed_completion (agency_id, technical_id, facts, changed_at)
    values (${agency.id}, 'x', ${JSON.stringify({ [MARK]: 1 })}, now())
  `.execute(site.db);

  await sql`
    insert into listing_confirmed_value (listing_id, value_key, confirmed, reason, by_whom, at)
    values (${online}, 'price=1', true, 'r', 'x', now())
  `.execute(site.db);

  const { id: boost } = await paidBoost(site.db, agency.id, [online]);
  await reportDone(site.db, boost, { url: null });
  await sql`
    insert into boost_day (boost_id, day, impressions, reach, clicks, spend, updated_at)
    values (${boost}, current_date, 2, 1, 1, 1, now())
  `.execute(site.db);

  const empty = await plant(site.db, agency.id);
  await sql`update agency_account set email = ${agency.email} where agency_id = ${agency.id}`.execute(
    site.db,
  );
  const { photos } = await ask('GET', `/agence/listings/${draft}`);
  const { notifications } = await ask('GET', '/agence/notifications');
  return {
    ...space,
    /** Tables of its own that hold nothing of it. */
    empty,
    secrets: [...(await secretsOf(site.db, agency.id)), secret as string, space.token],
    online,
    draft,
    lead: lead as number,
    boost,
    applied,
    compared,
    exclusion,
    photo: photos[0].key as string,
    notification: notifications[0].id as number,
    ...bought,
  };
}

/** It boosts a listing with a code of its own, pays, and some of it is given back. */
async function buyBoost(
  site: TestApp,
  agency: { readonly id: number; readonly ownerReference: string },
  listingId: number,
): Promise<{ coupon: string; order: string; invoice: string }> {
  const { db, services } = site;
  await givePhotos(db, listingId);
  await sql`update agency set address = coalesce(address, '1 rue'), postal_code = coalesce(postal_code, '30000'),
    city = coalesce(city, 'Nîmes') where id = ${agency.id}`.execute(db);
  const coupon = await addCoupon(
    db,
    {
      code: 'CADEAU10',
      label: 'Un code',
      kind: 'percent',
      value: 1_000,
      ceiling: null,
      minimumNet: null,
      formulas: null,
      agencies: [agency.ownerReference],
      firstOrder: false,
      usesMax: null,
      usesPerAgency: null,
      startsAt: null,
      endsAt: null,
      stackable: false,
    },
    asAdministratorName('essai'),
  );
  const buyer = {
    agencyId: asAgencyId(agency.id),
    ownerReference: asOwnerReference(agency.ownerReference),
    listingId,
  };
  const { order, url } = await ordered(site, buyer, { coupons: [coupon] });
  for (const event of await paySession(services, url?.split('/').at(-1) ?? '', 1))
    await receiveEvent(services, event);
  await sql`
    insert into payment_refund (order_id, boost_id, payment_id, amount, reason, key, status, created_at)
    select id, boost_id, payment_id, 1, 'r', 'k', 'done', now()
    from payment_order join payment_line on order_id = id where reference = ${order}
  `.execute(db);
  const { rows } = await sql<{
    number: string;
  }>`select number from invoice where agency_id = ${agency.id}`.execute(db);
  return { coupon, order, invoice: rows[0]!.number };
}
export type Tenant = Awaited<ReturnType<typeof markedTenant>>;
