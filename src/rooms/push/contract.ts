/**
 * Push: carries short messages to the devices that people asked to be told on, once each. It decides nothing else.
 * Owns the tables push_device, push_outbox.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';

/** Devices of one account. */
export const DEVICES_MAX = 10;

/** Woken when messages are waiting. */
export const PUSH_CHANNEL = 'push_waiting';

/** What a device shows (public/service-worker.js reads it). */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The page of this site that a press opens. */
  readonly path: string;
  /** What it is: shown once, even when it comes twice. */
  readonly tag: string;
}

export const pushErrors = defineErrors({
  PUSH_SERVICE_UNKNOWN: [
    422,
    'Le service de notifications de ce navigateur n’est pas de ceux que Vigie connaît.',
  ],
  PUSH_DEVICES_LIMIT: [409, `Vous avez déjà ${DEVICES_MAX} appareils. Retirez-en un pour ajouter celui-ci.`],
});

const devicesSchema = z.object({
  /** The key that a browser subscribes with (RFC 8292), base64url. */
  publicKey: z.string(),
  devices: z.array(
    z.object({
      id: z.int(),
      /** « Firefox sur Android ». */
      name: z.string(),
      /** SHA-256 of its endpoint, base64url: a browser knows itself, and nobody can write to it. */
      mark: z.string(),
      createdAt: z.string(),
      sentAt: z.nullable(z.string()),
    }),
  ),
});
export type Devices = z.output<typeof devicesSchema>;

const base64url = (bytes: number) =>
  z.string().check(z.regex(/^[\w-]+=*$/), z.maxLength(Math.ceil((bytes * 4) / 3) + 2));

export const devicesCall = defineCall({
  method: 'GET',
  path: '/push/devices',
  access: 'user',
  summary: 'Les appareils prévenus par une notification, et la clé qui en ajoute un',
  answer: devicesSchema,
});

export const addDeviceCall = defineCall({
  method: 'POST',
  path: '/push/devices',
  access: 'user',
  tier: 'write',
  summary: 'Prévenir aussi cet appareil (PushSubscription) ; la redire ne change rien',
  body: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  answer: devicesSchema,
  errors: [pushErrors.PUSH_SERVICE_UNKNOWN, pushErrors.PUSH_DEVICES_LIMIT],
});

export const removeDeviceCall = defineCall({
  method: 'DELETE',
  path: '/push/devices/:id',
  access: 'user',
  tier: 'write',
  summary: 'Ne plus prévenir un appareil',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  answer: devicesSchema,
});
