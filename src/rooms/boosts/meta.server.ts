import { clock } from '#platform/clock.server.ts';
import type { Env } from '#platform/env.server.ts';
import type { DayFigures } from './boosts.sql.server.ts';
import type { CallToAction, Network, Objective } from './contract.ts';
import { Graph } from './meta-graph.server.ts';
import {
  type Ad,
  type Campaign,
  type Known,
  NetworkTrouble,
  type Published,
  type Publisher,
} from './network.server.ts';

const CATALOGUE = 'Vigie';
/** Ads of one campaign are ten at most. */
const LISTED = 100;

/** What Meta optimises for. No tracker of it is on our pages: a visit is a click, and leads are counted by us. */
const goals: Readonly<Record<Objective, { objective: string; goal: string }>> = {
  views: { objective: 'OUTCOME_AWARENESS', goal: 'REACH' },
  leads: { objective: 'OUTCOME_TRAFFIC', goal: 'LINK_CLICKS' },
};

const buttons: Readonly<Record<CallToAction, string>> = {
  see: 'LEARN_MORE',
  contact: 'CONTACT_US',
  visit: 'REQUEST_TIME',
};

const positions: Readonly<Record<Network, Record<string, readonly string[]>>> = {
  facebook: { facebook_positions: ['feed', 'story'] },
  instagram: { instagram_positions: ['stream', 'story'] },
};

interface Node {
  readonly id: string;
  readonly name?: string;
}

interface StatusNode extends Node {
  readonly effective_status?: string;
}

interface AdNode extends StatusNode {
  readonly ad_review_feedback?: { readonly global?: Readonly<Record<string, string>> };
}

/**
 * The Marketing API of Meta, for Facebook and Instagram. A campaign is addressed by its number once that is known; until
 * then everything is found again by its name before it is made. Nothing runs before everything is there: a crash between
 * two calls is taken up where it happened.
 */
export class MetaPublisher implements Publisher {
  readonly #graph: Graph;
  /** `act_…`. */
  readonly #account: string;
  readonly #payor: string;

  constructor({
    url,
    token,
    account,
    payor,
  }: { url: string; token: string; account: string; payor: string }) {
    this.#graph = new Graph(url, token);
    this.#account = account.startsWith('act_') ? account : `act_${account}`;
    this.#payor = payor;
  }

  async run(campaign: Campaign): Promise<Published> {
    const found = campaign.externalId ?? (await this.#find(campaign.reference))?.id;
    const id = found ?? (await this.#makeCampaign(campaign));
    const known = await this.#knownSet(id);
    const there = (known === null ? [] : await this.#ads(known)).filter((ad) => !isAway(ad));
    const wanted = new Map(campaign.ads.map((ad) => [adName(campaign, ad), ad]));
    // What may no longer be shown leaves before anything else is asked, which may be refused: listings that left, and
    // advertisements of which a word or a picture has changed.
    for (const { id: ad, name = '' } of there)
      if (isAdOf(campaign, name) && !wanted.has(name)) await this.#graph.post(ad, { status: 'ARCHIVED' });
    for (const { name = '' } of there) wanted.delete(name);
    const lacking = [...wanted.values()];
    const catalogue = lacking.length + campaign.dropped.length > 0 ? await this.#catalogue() : '';
    for (const listingId of campaign.dropped)
      await this.#items(catalogue, 'DELETE', { home_listing_id: String(listingId) });
    const set = await this.#adSet(id, campaign, known);
    const speaker = lacking.length > 0 ? await this.#speaker(campaign.networks) : {};
    for (const ad of lacking) await this.#makeAd(campaign, ad, { set, speaker, catalogue });
    await this.#graph.post(id, { status: 'ACTIVE' });
    return {
      externalId: id,
      url: this.#urlOf(id),
      ...reviewOf(await this.#ads(set), campaign.from > clock.now()),
    };
  }

  pause(known: Known): Promise<void> {
    return this.#give(known, 'PAUSED');
  }

  stop(known: Known): Promise<void> {
    // Archived, its figures can still be read.
    return this.#give(known, 'ARCHIVED');
  }

  /** Gives the campaign a status. One that a person has put away shows nothing, and takes no other status. */
  async #give({ reference, externalId }: Known, status: 'PAUSED' | 'ARCHIVED'): Promise<void> {
    const found =
      externalId === null
        ? await this.#find(reference)
        : await this.#graph.get<StatusNode>(externalId, { fields: 'id,effective_status' });
    if (found && !isAway(found)) await this.#graph.post(found.id, { status });
  }

  async figures(externalId: string, from: string, until: string): Promise<DayFigures[]> {
    const { data } = await this.#graph.get<{ data: Readonly<Record<string, string>>[] }>(
      `${externalId}/insights`,
      {
        fields: 'impressions,reach,inline_link_clicks,spend',
        time_increment: '1',
        time_range: JSON.stringify({ since: from, until }),
        limit: String(LISTED),
      },
    );
    return data.map((day) => ({
      day: day.date_start ?? '',
      impressions: Number(day.impressions ?? 0),
      reach: Number(day.reach ?? 0),
      clicks: Number(day.inline_link_clicks ?? 0),
      spend: Math.round(Number(day.spend ?? 0) * 100),
    }));
  }

  /** The campaign of this reference; null when there is none. One that was archived is found too. */
  async #find(reference: string): Promise<StatusNode | null> {
    const { data } = await this.#graph.get<{ data: StatusNode[] }>(`${this.#account}/campaigns`, {
      fields: 'id,name,effective_status',
      filtering: JSON.stringify([{ field: 'name', operator: 'EQUAL', value: campaignName(reference) }]),
      effective_status: JSON.stringify(['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES']),
      limit: '2',
    });
    return data.find(({ name }) => name === campaignName(reference)) ?? null;
  }

  async #makeCampaign({ reference, objective }: Campaign): Promise<string> {
    const { id } = await this.#graph.post<Node>(`${this.#account}/campaigns`, {
      name: campaignName(reference),
      objective: goals[objective].objective,
      buying_type: 'AUCTION',
      // A home: Meta refuses any choice of age, gender or postcode, and so do we.
      special_ad_categories: ['HOUSING'],
      special_ad_category_country: ['FR'],
      is_adset_budget_sharing_enabled: false,
      // Until everything is there.
      status: 'PAUSED',
    });
    return id;
  }

  /** The only ad set of a campaign; null before it is made. */
  async #knownSet(campaignId: string): Promise<string | null> {
    const { data } = await this.#graph.get<{ data: Node[] }>(`${campaignId}/adsets`, {
      fields: 'id,name',
      limit: '2',
    });
    return data[0]?.id ?? null;
  }

  /** The known ad set, its end as it is today, or a new one. */
  async #adSet(campaignId: string, campaign: Campaign, known: string | null): Promise<string> {
    if (known !== null) {
      // One that is over is about to be stopped: no end may be moved to the past.
      if (campaign.until > clock.now())
        await this.#graph.post(known, { end_time: campaign.until.toISOString() });
      return known;
    }
    const { reference, objective, budget, from, until, centre, radiusKm, networks, agency } = campaign;
    const { id } = await this.#graph.post<Node>(`${this.#account}/adsets`, {
      name: campaignName(reference),
      campaign_id: campaignId,
      // Cents, as Meta counts euros.
      lifetime_budget: budget,
      start_time: from.toISOString(),
      end_time: until.toISOString(),
      billing_event: 'IMPRESSIONS',
      optimization_goal: goals[objective].goal,
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      targeting: {
        geo_locations: {
          custom_locations: [
            { latitude: centre.lat, longitude: centre.lng, radius: radiusKm, distance_unit: 'kilometer' },
          ],
          location_types: ['home', 'recent'],
        },
        publisher_platforms: networks,
        ...Object.assign({}, ...networks.map((network) => positions[network])),
        // Meta wants a word on it: the audience is the place that was bought, and is not widened.
        targeting_automation: { advantage_audience: 0 },
      },
      // Who it is for and who pays it, which the network shows in Europe (DSA, article 26).
      dsa_beneficiary: agency,
      dsa_payor: this.#payor,
      status: 'ACTIVE',
    });
    return id;
  }

  async #ads(set: string): Promise<AdNode[]> {
    const { data } = await this.#graph.get<{ data: AdNode[] }>(`${set}/ads`, {
      fields: 'id,name,effective_status,ad_review_feedback',
      limit: String(LISTED),
    });
    return data;
  }

  async #makeAd(
    campaign: Campaign,
    ad: Ad,
    { set, speaker, catalogue }: { set: string; speaker: object; catalogue: string },
  ): Promise<void> {
    const { caption, feed, story, home } = await ad.make();
    await this.#items(catalogue, 'UPDATE', home);
    const [feedHash, storyHash] = [await this.#image(feed), await this.#image(story)];
    const name = adName(campaign, ad);
    // With its creative in one call: an ad that is there is whole.
    await this.#graph.post(`${this.#account}/ads`, {
      name,
      adset_id: set,
      status: 'ACTIVE',
      creative: {
        name,
        ...speaker,
        asset_feed_spec: {
          ad_formats: ['SINGLE_IMAGE'],
          bodies: [{ text: caption }],
          titles: [{ text: campaign.title }],
          link_urls: [{ website_url: ad.link }],
          call_to_action_types: [buttons[campaign.callToAction]],
          images: [
            { hash: feedHash, adlabels: [{ name: 'feed' }] },
            { hash: storyHash, adlabels: [{ name: 'story' }] },
          ],
          asset_customization_rules: [
            { customization_spec: placement(campaign.networks, 'feed'), image_label: { name: 'feed' } },
            { customization_spec: placement(campaign.networks, 'story'), image_label: { name: 'story' } },
          ],
        },
      },
    });
  }

  /** Writes a row of the catalogue, new or known, or takes it out. */
  async #items(catalogue: string, method: 'UPDATE' | 'DELETE', data: object): Promise<void> {
    await this.#graph.post(`${catalogue}/items_batch`, {
      item_type: 'HOME_LISTING',
      allow_upsert: true,
      requests: [{ method, data }],
    });
  }

  /** The same bytes have the same hash: sent twice, they are there once. */
  async #image(bytes: Buffer): Promise<string> {
    const { images } = await this.#graph.post<{ images: Readonly<Record<string, { hash: string }>> }>(
      `${this.#account}/adimages`,
      { bytes: bytes.toString('base64') },
    );
    const [image] = Object.values(images);
    if (!image) throw new NetworkTrouble('Meta n’a pas gardé l’image.', false);
    return image.hash;
  }

  /**
   * Who speaks on the networks, as a creative says it: the page, and on Instagram the account of the page there. A page that
   * has none speaks there as itself.
   */
  async #speaker(networks: readonly Network[]): Promise<object> {
    const page = await this.#page();
    if (!networks.includes('instagram')) return { object_story_spec: { page_id: page } };
    const { instagram_business_account: account } = await this.#graph.get<{
      instagram_business_account?: Node;
    }>(page, { fields: 'instagram_business_account' });
    return account
      ? { object_story_spec: { page_id: page, instagram_user_id: account.id } }
      : { object_story_spec: { page_id: page }, use_page_actor_override: true };
  }

  /** The page that the account advertises for. */
  async #page(): Promise<string> {
    const { data } = await this.#graph.get<{ data: Node[] }>(`${this.#account}/promote_pages`, {
      fields: 'id,name',
      limit: '1',
    });
    const [page] = data;
    if (!page)
      throw new NetworkTrouble('Meta\u00a0: le compte publicitaire n’a pas de page à promouvoir.', true);
    return page.id;
  }

  /** The catalogue of homes, made the first time. */
  async #catalogue(): Promise<string> {
    const { business } = await this.#graph.get<{ business?: Node }>(this.#account, { fields: 'business' });
    if (!business)
      throw new NetworkTrouble('Meta\u00a0: le compte publicitaire n’appartient à aucune entreprise.', true);
    const { data } = await this.#graph.get<{ data: Node[] }>(`${business.id}/owned_product_catalogs`, {
      fields: 'id,name',
      limit: String(LISTED),
    });
    const known = data.find(({ name }) => name === CATALOGUE);
    if (known) return known.id;
    const { id } = await this.#graph.post<Node>(`${business.id}/owned_product_catalogs`, {
      name: CATALOGUE,
      vertical: 'home_listings',
    });
    return id;
  }

  #urlOf(campaignId: string): string {
    const words = new URLSearchParams({
      act: this.#account.slice('act_'.length),
      selected_campaign_ids: campaignId,
    });
    return `https://adsmanager.facebook.com/adsmanager/manage/campaigns?${words}`;
  }
}

function campaignName(reference: string): string {
  return `Vigie ${reference}`;
}

function adName(campaign: Known, { listingId, version }: Pick<Ad, 'listingId' | 'version'>): string {
  return `${campaignName(campaign.reference)} annonce ${listingId} ${version}`;
}

/** Whether it is one of ours, in any version: what a person added to the campaign is left alone. */
function isAdOf({ reference }: Known, name: string): boolean {
  return name.startsWith(`${campaignName(reference)} annonce `);
}

function placement(networks: readonly Network[], kind: 'feed' | 'story') {
  return {
    publisher_platforms: networks,
    ...(networks.includes('facebook') ? { facebook_positions: [kind] } : {}),
    ...(networks.includes('instagram')
      ? { instagram_positions: [kind === 'feed' ? 'stream' : 'story'] }
      : {}),
  };
}

function isAway({ effective_status: status }: StatusNode): boolean {
  return status === 'ARCHIVED' || status === 'DELETED';
}

/**
 * Accepted once one ad is shown, or is to be on a first day to come; refused when none may be; waited for in any other state,
 * among which are those that Meta has not invented yet.
 */
function reviewOf(
  ads: readonly AdNode[],
  isToCome: boolean,
): Pick<Published, 'review' | 'reason' | 'refusals'> {
  const there = ads.filter((ad) => !isAway(ad));
  const shown = there.some(
    ({ effective_status: status }) => status === 'ACTIVE' || (isToCome && status === 'PREAPPROVED'),
  );
  const refusals = there
    .filter(({ effective_status: status }) => status === 'DISAPPROVED')
    .map(({ id, ad_review_feedback: said }) => ({
      id,
      reason: Object.values(said?.global ?? {})[0] ?? null,
    }));
  if (shown) return { review: 'accepted', reason: null, refusals };
  if (refusals.length === 0 || refusals.length < there.length)
    return { review: 'waiting', reason: null, refusals };
  return {
    review: 'refused',
    reason: refusals.find(({ reason }) => reason !== null)?.reason ?? null,
    refusals,
  };
}

/** Who speaks with Meta as the settings say; null without them: a person publishes. */
export function metaPublisher(
  env: Pick<Env, 'META_ACCESS_TOKEN' | 'META_AD_ACCOUNT' | 'META_API_URL' | 'PUBLISHER'>,
): Publisher | null {
  const { META_ACCESS_TOKEN: token, META_AD_ACCOUNT: account, META_API_URL: url, PUBLISHER } = env;
  return token && account ? new MetaPublisher({ url, token, account, payor: PUBLISHER ?? 'Vigie' }) : null;
}
