import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { later } from './leftovers.ts';

export const META_TOKEN = 'jeton-de-test';
export const META_ACCOUNT = 'act_42';
const PAGE = '7';

type Body = Record<string, unknown>;

interface Campaign {
  readonly id: string;
  readonly name: string;
  status: string;
  readonly body: Body;
}
interface AdSet {
  readonly id: string;
  readonly campaign: string;
  body: Body;
}
interface GraphAd {
  readonly id: string;
  readonly name: string;
  readonly set: string;
  status: string;
  readonly body: Body;
}

/** What targeting may say of a home, and nothing else: Meta refuses age, gender, postcodes and exclusions. */
const TARGETING = [
  'geo_locations',
  'publisher_platforms',
  'facebook_positions',
  'instagram_positions',
  'targeting_automation',
];
const GEO = ['custom_locations', 'location_types'];
const ROW = [
  'home_listing_id',
  'group_id',
  'name',
  'availability',
  'listing_type',
  'description',
  'url',
  'price',
  'currency',
  'min_price',
  'images',
  'address',
  'property_type',
  'area_size',
  'area_unit',
  'num_rooms',
  'num_beds',
  'num_baths',
  'furnish_type',
  'heating_type',
  'energy_rating_eu',
  'co_2_emission_rating_eu',
  'days_on_market',
  'agent_name',
  'agent_company',
  'agent_phone',
  'additional_fees_description',
];
const ROW_REQUIRED = ROW.filter(
  (name) => !/^(?:min_price|num_|furnish|heating|energy_rating|co_2|agent_phone|additional)/.test(name),
);

interface Failure {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/** What Meta answers to a request that it does not carry out. */
class Refused extends Error {
  readonly subcode: number | undefined;

  constructor(message: string, subcode?: number) {
    super(message);
    this.subcode = subcode;
  }
}

/**
 * The Graph API of Meta on this machine, as much of it as campaigns need: it keeps what it is given, refuses what Meta
 * would, and notes each thing that a request should not have said in `faults`.
 */
export async function metaServer() {
  const campaigns = new Map<string, Campaign>();
  const sets = new Map<string, AdSet>();
  const ads = new Map<string, GraphAd>();
  const images = new Set<string>();
  const rows = new Map<string, Body>();
  const insights: Record<string, string>[] = [];
  const calls: string[] = [];
  const faults: string[] = [];
  const control = {
    /** Answers of the next calls, before it serves again. */
    failures: [] as Failure[],
    /** The call of this rank among those that write is done, and its answer lost; 0: none. */
    loseAnswer: 0,
    /** No end of an ad set may be moved. */
    endRefused: false,
    effectiveStatus: 'ACTIVE',
    feedback: null as string | null,
    /** Account of the page there; null: it has none. */
    instagram: null as string | null,
    catalogues: [] as { id: string; name: string }[],
  };
  let made = 100;
  let writes = 0;
  const newId = () => String((made += 1));
  const fault = (text: string) => void faults.push(text);
  const only = (what: string, given: object, allowed: readonly string[]) => {
    for (const key of Object.keys(given)) if (!allowed.includes(key)) fault(`${what} : ${key}`);
  };
  const named = (values: Iterable<{ name: string }>, name: unknown) =>
    [...values].some((one) => one.name === name);

  function checkCampaign(body: Body): void {
    if (JSON.stringify(body.special_ad_categories) !== '["HOUSING"]') fault('campagne sans HOUSING');
    if (JSON.stringify(body.special_ad_category_country) !== '["FR"]') fault('campagne sans pays');
    if (body.status !== 'PAUSED') fault('campagne lancée avant d’être entière');
    if (named(campaigns.values(), body.name)) fault(`campagne en double : ${String(body.name)}`);
  }

  function checkSet(body: Body): void {
    const budget = body.lifetime_budget;
    if (!Number.isSafeInteger(budget) || (budget as number) < 1_000) fault(`budget : ${String(budget)}`);
    const targeting = body.targeting as { geo_locations: Body } & Body;
    only('ciblage', targeting, TARGETING);
    only('lieux', targeting.geo_locations, GEO);
    const { advantage_audience: widened } = (targeting.targeting_automation ?? {}) as Body;
    if (widened !== 0 && widened !== 1) throw new Refused('Dites si l’audience s’élargit.', 1_870_227);
    if (widened !== 0) fault('audience élargie');
    const [place, ...others] = targeting.geo_locations.custom_locations as Body[];
    if (others.length > 0) fault('plusieurs lieux');
    only('lieu', place ?? {}, ['latitude', 'longitude', 'radius', 'distance_unit']);
    const radius = Number(place?.radius);
    if (!(radius >= 25 && radius <= 80) || place?.distance_unit !== 'kilometer') fault(`rayon ${radius}`);
    if (Date.parse(String(body.end_time)) <= Date.parse(String(body.start_time))) fault('fin avant le début');
    if (!body.dsa_beneficiary || !body.dsa_payor) fault('ni bénéficiaire ni payeur');
    if ([...sets.values()].some(({ campaign }) => campaign === body.campaign_id)) fault('ensemble en double');
  }

  function checkRow(data: Body): void {
    only('ligne du catalogue', data, ROW);
    for (const name of ROW_REQUIRED) if (data[name] === undefined) fault(`ligne sans ${name}`);
    if (!/^\d+\.\d{2} EUR$/.test(String(data.price))) fault(`prix : ${String(data.price)}`);
    if (!['for_sale', 'for_rent', 'sale_pending', 'off_market'].includes(String(data.availability)))
      fault('disponibilité');
    const address = data.address as Body;
    for (const name of ['city', 'region', 'country', 'postal_code', 'neighborhoods'])
      if (!address[name]) fault(`adresse sans ${name}`);
    if (!/[?&]boost=/.test(String(data.url))) fault('ligne sans lien signé');
  }

  function checkAd(body: Body): void {
    const shown = [...ads.values()].filter(({ status }) => status !== 'ARCHIVED');
    if (named(shown, body.name)) fault(`publicité en double : ${String(body.name)}`);
    const spec = (body.creative as Body).asset_feed_spec as Record<string, Body[]>;
    for (const { hash } of spec.images ?? []) if (!images.has(String(hash))) fault('image inconnue');
    if ((spec.images ?? []).length !== 2) fault('deux images attendues');
    const [caption] = spec.bodies ?? [];
    if (!String(caption?.text).includes('Annonce sponsorisée')) fault('publicité qui ne le dit pas');
    const [link] = spec.link_urls ?? [];
    if (!/\/annonce\/\d+\?boost=/.test(String(link?.website_url))) fault('lien sans boost');
    const { object_story_spec: speaker, use_page_actor_override: asPage } = body.creative as {
      object_story_spec: Body;
      use_page_actor_override?: boolean;
    };
    if (speaker.page_id !== PAGE) fault('publicité sans page');
    const { publisher_platforms: shownOn } = sets.get(String(body.adset_id))!.body.targeting as Body;
    if (!(shownOn as string[]).includes('instagram')) return;
    const known = control.instagram !== null && speaker.instagram_user_id === control.instagram;
    if (!known && asPage !== true) throw new Refused('Il manque un compte Instagram.', 1_772_103);
  }

  async function write(path: string, body: Body): Promise<Body> {
    const [first = '', edge] = path.split('/');
    if (edge === 'campaigns') {
      checkCampaign(body);
      const id = newId();
      campaigns.set(id, { id, name: String(body.name), status: String(body.status), body });
      return { id };
    }
    if (edge === 'adsets') {
      checkSet(body);
      const id = newId();
      sets.set(id, { id, campaign: String(body.campaign_id), body });
      return { id };
    }
    if (edge === 'adimages') {
      const bytes = Buffer.from(String(body.bytes), 'base64');
      const { width, height, format } = await sharp(bytes).metadata();
      if (format !== 'jpeg' || width !== 1080 || ![1080, 1920].includes(height))
        fault(`image ${width} ${height}`);
      const hash = createHash('md5').update(bytes).digest('hex');
      images.add(hash);
      return { images: { bytes: { hash } } };
    }
    if (edge === 'ads') {
      checkAd(body);
      const id = newId();
      ads.set(id, { id, name: String(body.name), set: String(body.adset_id), status: 'ACTIVE', body });
      return { id };
    }
    if (edge === 'owned_product_catalogs') {
      if (body.vertical !== 'home_listings') fault('catalogue d’autre chose');
      if (control.catalogues.length > 0) fault('catalogue en double');
      const catalogue = { id: newId(), name: String(body.name) };
      control.catalogues.push(catalogue);
      return { id: catalogue.id };
    }
    if (edge === 'items_batch') {
      if (body.item_type !== 'HOME_LISTING') fault('autre chose qu’un logement');
      for (const { method, data } of body.requests as { method: string; data: Body }[]) {
        if (method === 'DELETE') rows.delete(String(data.home_listing_id));
        else {
          checkRow(data);
          rows.set(String(data.home_listing_id), data);
        }
      }
      return { handles: ['1'] };
    }
    const campaign = campaigns.get(first);
    const set = sets.get(first);
    const ad = ads.get(first);
    if (campaign?.status === 'ARCHIVED') throw new Refused('Cette campagne est archivée.');
    else if (campaign) campaign.status = String(body.status);
    else if (set && control.endRefused) throw new Refused('Cette fin n’est pas acceptée.');
    else if (set) set.body = { ...set.body, ...body };
    else if (ad) ad.status = String(body.status);
    else fault(`écriture inconnue : ${path}`);
    return { success: true };
  }

  function read(path: string, query: URLSearchParams): Body {
    const [first = '', edge] = path.split('/');
    if (edge === 'campaigns') {
      const [filter] = JSON.parse(query.get('filtering') ?? '[]') as { value?: string }[];
      const found = [...campaigns.values()].filter(({ name }) => name === filter?.value);
      return { data: found.map(({ id, name, status }) => ({ id, name, effective_status: status })) };
    }
    const campaign = campaigns.get(first);
    if (campaign && edge === undefined) {
      const { id, name, status } = campaign;
      return { id, name, effective_status: status };
    }
    // A number that is not known, of whatever it may be.
    if (
      /^\d+$/.test(first) &&
      (edge === undefined || edge === 'adsets' || edge === 'insights') &&
      !campaign
    ) {
      if (first !== PAGE) throw new Refused('Cet objet n’existe pas.', 33);
      return control.instagram
        ? { id: PAGE, instagram_business_account: { id: control.instagram } }
        : { id: PAGE };
    }
    if (edge === 'adsets')
      return {
        data: [...sets.values()].filter(({ campaign }) => campaign === first).map(({ id }) => ({ id })),
      };
    if (edge === 'ads')
      return {
        data: [...ads.values()]
          .filter(({ set }) => set === first)
          .map(({ id, name, status }) => ({
            id,
            name,
            effective_status: status === 'ACTIVE' ? control.effectiveStatus : status,
            ...(control.feedback ? { ad_review_feedback: { global: { AD: control.feedback } } } : {}),
          })),
      };
    if (edge === 'promote_pages') return { data: [{ id: PAGE, name: 'Vigie' }] };
    if (edge === 'owned_product_catalogs') return { data: control.catalogues };
    if (edge === 'insights') {
      const { since, until } = JSON.parse(query.get('time_range') ?? '{}') as Record<string, string>;
      return { data: insights.filter(({ date_start: day }) => day! >= since! && day! <= until!) };
    }
    if (edge === undefined && first === META_ACCOUNT) return { business: { id: '9', name: 'Vigie' } };
    fault(`lecture inconnue : ${path}`);
    return { data: [] };
  }

  async function serve(request: IncomingMessage): Promise<{ status: number; body: Body } | null> {
    const url = new URL(request.url ?? '/', 'http://meta.test');
    const path = url.pathname.slice(1);
    calls.push(`${request.method} ${path}`);
    if (url.search.includes(META_TOKEN)) fault('jeton dans l’adresse');
    const failure = control.failures.shift();
    if (failure) {
      const { status, code, message } = failure;
      return { status, body: { error: { code, message: 'refused', error_user_msg: message } } };
    }
    if (request.headers.authorization !== `Bearer ${META_TOKEN}`)
      return { status: 401, body: { error: { code: 190, message: 'Invalid OAuth access token.' } } };
    let answer: Body;
    try {
      if (request.method === 'GET') return { status: 200, body: read(path, url.searchParams) };
      const chunks = await request.toArray();
      answer = await write(path, JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as Body);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { message, subcode } = error;
      return {
        status: 400,
        body: { error: { code: 100, error_subcode: subcode, message: 'refused', error_user_msg: message } },
      };
    }
    writes += 1;
    return writes === control.loseAnswer ? null : { status: 200, body: answer };
  }

  const server = createServer((request, response) => {
    serve(request)
      .then((answer) => {
        if (!answer) return void request.socket.destroy();
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        return void response.end(JSON.stringify(answer.body));
      })
      .catch((error: unknown) => {
        fault(String(error));
        response.writeHead(500).end('{}');
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An idle connection stays open: one that is closed just as it is used again is a failure of nobody’s.
  server.keepAliveTimeout = 0;
  later(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    settings: {
      META_ACCESS_TOKEN: META_TOKEN,
      META_AD_ACCOUNT: META_ACCOUNT,
      META_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    campaigns,
    sets,
    ads,
    rows,
    images,
    insights,
    calls,
    faults,
    control,
    /** Forgets everything; catalogues stay. */
    clear() {
      for (const one of [campaigns, sets, ads, rows]) one.clear();
      images.clear();
      for (const list of [insights, calls, faults, control.failures]) list.length = 0;
      Object.assign(control, {
        loseAnswer: 0,
        endRefused: false,
        effectiveStatus: 'ACTIVE',
        feedback: null,
        instagram: null,
      });
      writes = 0;
    },
  };
}
