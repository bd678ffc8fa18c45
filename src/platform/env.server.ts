import { createECDH, createHmac, createPrivateKey, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { isPrivateHost } from '#contract/private-host.ts';
import type { S3Settings } from './storage-s3.server.ts';

/** `Vigie <alertes@vigie.example>`, or the address alone: what every mail says it comes from. */
const SENDER = /^(?:[^<>@"\r\n]{1,80}<[^\s<>@,;:"]+@[\w.-]+>|[^\s<>@,;:"]+@[\w.-]+)$/;

/** Plan IGN v2 of the Géoplateforme: no key, Licence Ouverte 2.0, images of 256 pixels in the grid that all web maps have. */
const PLAN_IGN =
  'https://data.geopf.fr/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2&STYLE=normal&TILEMATRIXSET=PM&FORMAT=image/png&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}';

/** Every setting of the product (interface.md « Settings »), read once, wrong ones listed together. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce
    .number({ error: 'un numéro de port, par exemple 3000' })
    .int()
    .min(0)
    .max(65_535)
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ error: 'une adresse, par exemple https://vigie.example' }).optional(),
  VIGIE_ROLE: z.enum(['all', 'web', 'worker'], { error: 'all, web ou worker' }).default('all'),
  VIGIE_DATA: z.string().default('.data'),
  VIGIE_DEMO: z
    .enum(['0', '1'], { error: '1, ou 0 pour une base sans annonces de démonstration' })
    .default('1'),
  VIGIE_ALERTS_IN_MEMORY_FROM: z.coerce
    .number({ error: 'un nombre de lignes d’alertes, par exemple 20000' })
    .int('un nombre entier de lignes d’alertes, par exemple 20000')
    .min(1, 'au moins 1 ligne d’alertes, par exemple 20000')
    .default(20_000),
  VIGIE_SEARCH_IN_MEMORY_FROM: z.coerce
    .number({ error: 'un nombre d’annonces, par exemple 20000' })
    .int('un nombre entier d’annonces, par exemple 20000')
    .min(1, 'au moins 1 annonce, par exemple 20000')
    .default(20_000),
  DATABASE_URL: z
    .string()
    .regex(
      /^postgres(ql)?:\/\//,
      'une adresse PostgreSQL, par exemple postgres://vigie:secret@127.0.0.1:5432/vigie',
    )
    .optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(
      /^postgres(ql)?:\/\//,
      'une adresse PostgreSQL, par exemple postgres://vigie:secret@127.0.0.1:5433/vigie',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'une adresse SMTP, par exemple smtp://user:secret@mail.example:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'un nom et une adresse, par exemple Vigie <alertes@vigie.example>')
    .default('Vigie <alertes@vigie.localhost>'),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .min(32, 'au moins 32 caractères, par exemple la sortie de : openssl rand -hex 32')
    .optional(),
  MAIL_REPLY_TO: z
    .string()
    .regex(
      /^(?:direct|[a-z0-9._-]{1,30}@[\w.-]+)$/i,
      'une adresse dont la partie +… est libre, par exemple reponse@reponses.vigie.example, ou direct',
    )
    .optional(),
  MAIL_DOMAIN_RATE: z.coerce
    .number({ error: 'un nombre de courriels par minute et par domaine, par exemple 600' })
    .int('un nombre entier de courriels par minute et par domaine, par exemple 600')
    .min(1, 'au moins 1 courriel par minute et par domaine, par exemple 600')
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, 'un nom court, par exemple vigie2026')
    .optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .refine((pem) => dkimKeyOf(pem) !== null, {
      error: 'une clé RSA d’au moins 1024 bits en PEM, par exemple la sortie de : openssl genrsa 2048',
    })
    .optional(),
  SESSION_SECRET: z
    .string()
    .min(32, 'au moins 32 caractères, par exemple la sortie de : openssl rand -hex 32')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(32, 'au moins 32 caractères, par exemple la sortie de : openssl rand -hex 32')
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((list) => list.split(',').every((range) => isRange(range.trim())), {
      error: 'des adresses ou des plages séparées par des virgules, par exemple 127.0.0.1,10.0.0.0/8',
    })
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z
    .url({ error: 'une adresse, par exemple https://accounts.google.com' })
    .default('https://accounts.google.com'),
  META_ACCESS_TOKEN: z.string().optional(),
  META_AD_ACCOUNT: z
    .string()
    .regex(/^(?:act_)?\d{1,20}$/, 'le numéro d’un compte publicitaire, par exemple act_1234567890')
    .optional(),
  META_API_URL: z
    .url({ protocol: /^https?$/, error: 'une adresse, par exemple https://graph.facebook.com/v25.0' })
    .default('https://graph.facebook.com/v25.0'),
  MAP_STYLE_URL: z
    .url({
      protocol: /^https?$/,
      error:
        'l’adresse d’un style MapLibre, par exemple https://data.geopf.fr/annexes/ressources/vectorTiles/styles/PLAN.IGN/standard.json',
    })
    .optional(),
  DVF_URL: z
    .url({
      protocol: /^https?$/,
      error: 'l’adresse d’un dossier de geo-dvf, par exemple https://files.data.gouv.fr/geo-dvf/latest/csv',
    })
    .default('https://files.data.gouv.fr/geo-dvf/latest/csv'),
  MAP_TILES: z
    .enum(['ign', 'builtin'], { error: 'ign, ou builtin pour une carte sans rues, sans serveur de tuiles' })
    .optional(),
  MAP_TILES_URL: z
    .string()
    .refine(isTileAddress, {
      error:
        'l’adresse d’images de 256 pixels avec {z}, {x} et {y}, par exemple https://tuiles.vigie.example/plan/{z}/{x}/{y}.png',
    })
    .default(PLAN_IGN),
  MAP_TILES_SECONDS: z.coerce
    .number({ error: 'un nombre de secondes, par exemple 4' })
    .int('un nombre entier de secondes, par exemple 4')
    .min(1, 'au moins une seconde, par exemple 4')
    .max(60, 'au plus 60 secondes, par exemple 4')
    .default(4),
  MAP_CACHE_MB: z.coerce
    .number({ error: 'un nombre de mégaoctets, par exemple 512' })
    .int('un nombre entier de mégaoctets, par exemple 512')
    .min(64, 'au moins 64 mégaoctets, par exemple 512')
    .default(512),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w{8,}$/, 'une clé secrète ou restreinte, par exemple sk_live_51H…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{8,}$/, 'le secret d’une destination d’événements, par exemple whsec_5f3a…')
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'une adresse, par exemple https://api.stripe.com' })
    .default('https://api.stripe.com'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'une adresse, par exemple https://s3.gra.io.cloud.ovh.net' })
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  ANALYTICS_URL: z
    .url({ protocol: /^https?$/, error: 'une adresse, par exemple https://mesure.vigie.example/evenements' })
    .optional(),
  CONTACT_EMAIL: z.email({ error: 'une adresse e-mail, par exemple contact@vigie.example' }).optional(),
  PUBLISHER: z.string().optional(),
  PUBLICATION_DIRECTOR: z.string().optional(),
  HOSTING_PROVIDER: z.string().optional(),
  MEDIATOR: z.string().optional(),
  ADMIN_USERS: z
    .string()
    .refine((list) => administratorsOf(list) !== null, {
      error:
        'des noms et des empreintes séparés par des points-virgules, par exemple claire:$argon2id$v=19$…\u00a0; chaque empreinte est la sortie de\u00a0: npm run vigie -- admin hash NOM',
    })
    .optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  PUSH_HOSTS: z.string().default(''),
  WEBHOOK_HOSTS: z.string().default(''),
  FEED_PHOTO_HOSTS: z.string().default(''),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace ou silent',
    })
    .default('info'),
});

/** An address by http with the three numbers of a tile; fetch follows none that holds a password. */
function isTileAddress(address: string): boolean {
  const numbered = ['{z}', '{x}', '{y}'].every((number) => address.includes(number));
  if (!numbered || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** `claire:$argon2id$…;paul:$argon2id$…` to the hash of each name; null when one of them is none. */
function administratorsOf(list: string): ReadonlyMap<string, string> | null {
  const pairs = list
    .split(';')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) =>
      /^([\w.-]{1,40}):(\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]{16,}\$[\w+/]{32,})$/.exec(pair),
    );
  const names = pairs.map((pair) => pair?.[1]);
  if (pairs.includes(null) || new Set(names).size < names.length) return null;
  return new Map(pairs.map((pair) => [pair![1]!, pair![2]!]));
}

type Raw = z.output<typeof schema>;

export interface Env extends Raw {
  readonly production: boolean;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Origin of the links in mails and canonicals, without a trailing slash. */
  readonly publicUrl: string;
  readonly secret: string;
  /** Whom people write to: CONTACT_EMAIL, or the address that mails come from. */
  readonly contactAddress: string;
  /** Who publishes the site, and who hosts it, line by line, as the legal notice and invoices say them; empty: not said. */
  readonly publisher: readonly string[];
  readonly host: readonly string[];
  /** Where the mails of a demonstration may be read; null when they are really sent, or may be read by nobody. */
  readonly mailboxPath: string | null;
  /** ANALYTICS_URL, or null: none given, or a site of this machine or a private network (specification 9). */
  readonly measurementUrl: string | null;
  readonly photoHosts: readonly string[];
  /**
   * Where replies to leads come back to (`name+token@domain`): MAIL_REPLY_TO, or `reponse` at the domain of MAIL_FROM. Null
   * when nobody could hand them to us: replies then go straight to the other side.
   */
  readonly replyBox: string | null;
  /** Hosts that may be private and by http although they are told of leads: test servers. */
  readonly webhookHosts: readonly string[];
  /** What signs mails (RFC 6376), in the name of the domain of MAIL_FROM; null: nothing does. */
  readonly dkim: { readonly selector: string; readonly privateKey: string } | null;
  /** Password hash (argon2id) of each administrator, by name: ADMIN_USERS. Null: not set. */
  readonly administrators: ReadonlyMap<string, string> | null;
  /** What signs notifications (RFC 8292), base64url: VAPID_*, or made of the secret. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string };
  /** Hosts that notifications go to although they are no push service of a browser: test servers. */
  readonly pushHosts: readonly string[];
  /** Who takes the money of orders; null: the embedded payment of demonstrations, and in production nobody. */
  readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly apiUrl: string;
  } | null;
  /**
   * What maps show where MAP_STYLE_URL does not say: streets of MAP_TILES_URL through our own origin, or what the product
   * holds. Production shows streets unless told otherwise.
   */
  readonly mapTiles: 'ign' | 'builtin';
  /** Where files live when it is not the data folder; the four S3_* settings go together. */
  readonly bucket: S3Settings | null;
}

export class WrongSettings extends Error {}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Reads the settings. Throws `WrongSettings`, whose message lists every wrong one with an example.
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `  ${issue.path.join('.')} : ${issue.message}`);
  if (given.NODE_ENV === 'production') {
    if (!given.SESSION_SECRET)
      wrong.push(
        '  SESSION_SECRET : obligatoire en production, par exemple la sortie de : openssl rand -hex 32',
      );
    if (!given.PUBLIC_URL)
      wrong.push('  PUBLIC_URL : obligatoire en production, par exemple https://vigie.example');
    if (!given.DATABASE_URL)
      wrong.push(
        '  DATABASE_URL : obligatoire en production, par exemple postgres://vigie:secret@127.0.0.1:5432/vigie',
      );
    if (!given.SMTP_URL)
      wrong.push(
        '  SMTP_URL : obligatoire en production, sans quoi aucun courriel ne part ; par exemple smtp://user:secret@mail.example:587',
      );
  } else if (given.HOST && !LOOPBACK.has(given.HOST)) {
    wrong.push(
      '  HOST : une adresse hors de cette machine exige NODE_ENV=production (les comptes de démonstration seraient exposés) ; par exemple 127.0.0.1',
    );
  }
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'];
  if (s3.some((name) => given[name]))
    for (const name of s3.filter((one) => !given[one]))
      wrong.push(`  ${name} : obligatoire avec les autres S3_*, par exemple S3_BUCKET=photos`);
  if (Boolean(given.STRIPE_SECRET_KEY) !== Boolean(given.STRIPE_WEBHOOK_SECRET)) {
    const missing = given.STRIPE_SECRET_KEY ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY';
    const example = given.STRIPE_SECRET_KEY ? 'whsec_5f3a…' : 'sk_live_51H…';
    wrong.push(`  ${missing} : obligatoire avec l’autre STRIPE_*, par exemple ${example}`);
  }
  if (Boolean(given.DKIM_SELECTOR) !== Boolean(given.DKIM_PRIVATE_KEY)) {
    const missing = given.DKIM_SELECTOR ? 'DKIM_PRIVATE_KEY' : 'DKIM_SELECTOR';
    wrong.push(`  ${missing} : obligatoire avec l’autre DKIM_*, par exemple DKIM_SELECTOR=vigie2026`);
  }
  if (Boolean(given.META_ACCESS_TOKEN) !== Boolean(given.META_AD_ACCOUNT)) {
    const [missing, example] = given.META_AD_ACCOUNT
      ? ['META_ACCESS_TOKEN', 'le jeton d’un utilisateur système']
      : ['META_AD_ACCOUNT', 'META_AD_ACCOUNT=act_1234567890'];
    wrong.push(`  ${missing} : obligatoire avec l’autre META_*, par exemple ${example}`);
  }
  const { MAIL_REPLY_TO = 'direct', MAIL_WEBHOOK_SECRET, SMTP_URL } = given;
  if (SMTP_URL && MAIL_REPLY_TO !== 'direct' && !MAIL_WEBHOOK_SECRET)
    wrong.push(
      '  MAIL_WEBHOOK_SECRET : obligatoire avec MAIL_REPLY_TO, sans quoi les réponses seraient perdues ; par exemple la sortie de : openssl rand -hex 32',
    );
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = given;
  if (
    (VAPID_PUBLIC_KEY ?? VAPID_PRIVATE_KEY) &&
    vapidKeys(VAPID_PRIVATE_KEY ?? '')?.publicKey !== VAPID_PUBLIC_KEY
  )
    wrong.push(
      '  VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY : les deux clés d’une même paire, par exemple la sortie de : npx web-push generate-vapid-keys',
    );
  if (wrong.length > 0 || !parsed.success) {
    throw new WrongSettings(`Réglages à corriger :\n${wrong.join('\n')}`);
  }
  const raw = parsed.data;
  const dataDir = path.resolve(raw.VIGIE_DATA);
  const publicUrl = (raw.PUBLIC_URL ?? `http://localhost:${raw.PORT}`).replace(/\/+$/, '');
  const secret = raw.SESSION_SECRET ?? localSecret(dataDir);
  return {
    ...raw,
    production: raw.NODE_ENV === 'production',
    dataDir,
    publicUrl,
    secret,
    mailboxPath: raw.NODE_ENV === 'production' || raw.SMTP_URL ? null : '/dev/mails',
    contactAddress: raw.CONTACT_EMAIL ?? /<([^>]+)>/.exec(raw.MAIL_FROM)?.[1] ?? raw.MAIL_FROM,
    publisher: linesOf(raw.PUBLISHER),
    host: linesOf(raw.HOSTING_PROVIDER),
    replyBox: replyBoxOf(raw),
    measurementUrl: isPrivateHost(new URL(publicUrl).hostname) ? null : (raw.ANALYTICS_URL ?? null),
    photoHosts: listed(raw.FEED_PHOTO_HOSTS),
    webhookHosts: listed(raw.WEBHOOK_HOSTS),
    administrators: raw.ADMIN_USERS === undefined ? null : administratorsOf(raw.ADMIN_USERS),
    vapid: vapidOf(raw, secret),
    pushHosts: listed(raw.PUSH_HOSTS),
    dkim: dkimOf(raw),
    stripe: stripeOf(raw),
    mapTiles: mapTilesOf(raw),
    bucket: bucketOf(raw),
  };
}

function replyBoxOf({ MAIL_REPLY_TO: given, MAIL_FROM, MAIL_WEBHOOK_SECRET, SMTP_URL }: Raw): string | null {
  if (given === 'direct' || (!given && SMTP_URL && !MAIL_WEBHOOK_SECRET)) return null;
  return (given ?? `reponse@${/@([\w.-]+)>?\s*$/.exec(MAIL_FROM)?.[1] ?? 'vigie.localhost'}`).toLowerCase();
}

/** « Vigie SAS ; 1 rue du Port, 34000 Montpellier » to its lines. */
function linesOf(setting = ''): string[] {
  return setting
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean);
}

function listed(words: string): string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

/** Without a pair of one's own, notifications are signed by one that is the secret's: it lasts as long as it does. */
function vapidOf({ VAPID_PRIVATE_KEY: given }: Raw, secret: string): Env['vapid'] {
  for (let attempt = 0; ; attempt += 1) {
    const made = createHmac('sha256', secret).update(`vapid ${attempt}`).digest('base64url');
    // All but one number in four thousand million are keys.
    const keys = vapidKeys(given ?? made);
    if (keys) return keys;
  }
}

/** The pair of a private key of P-256 in base64url; null when it is none. */
function vapidKeys(privateKey: string): Env['vapid'] | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  const pair = createECDH('prime256v1');
  try {
    if (bytes.length !== 32) return null;
    pair.setPrivateKey(bytes);
    return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  } catch {
    return null;
  }
}

function dkimOf({ DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: given }: Raw): Env['dkim'] {
  const privateKey = given === undefined ? null : dkimKeyOf(given);
  return selector && privateKey ? { selector, privateKey } : null;
}

/** The key of DKIM as PEM, its line breaks real or written `\n`; null when it is no RSA key that receivers accept. */
function dkimKeyOf(given: string): string | null {
  const pem = given.replaceAll('\\n', '\n');
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024 ? pem : null;
  } catch {
    return null;
  }
}

function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL,
}: Raw) {
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: STRIPE_API_URL } : null;
}

function mapTilesOf({ MAP_STYLE_URL, MAP_TILES, NODE_ENV }: Raw): Env['mapTiles'] {
  if (MAP_STYLE_URL) return 'builtin';
  return MAP_TILES ?? (NODE_ENV === 'production' ? 'ign' : 'builtin');
}

function bucketOf({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret }: Raw) {
  return endpoint && bucket && key && secret ? { endpoint, bucket, key, secret } : null;
}

/** Outside production a secret is made once and kept in the data folder, so that links survive a restart. */
function localSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('hex');
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
      return secret;
    } catch {
      return readFileSync(file, 'utf8');
    }
  }
}
