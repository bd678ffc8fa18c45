/**
 * Attachments: pictures and PDF that support a report (domain.md 3.6). Only administrators read them.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';

export const ATTACHMENTS_MAX = 3;
export const ATTACHMENT_BYTES_MAX = 8_000_000;
/** A form stays open for a while after its report has left, not for ever. */
export const ATTACH_MINUTES = 60;
/** Of the field of files, so that a phone offers its camera too. */
export const ATTACHMENT_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf';

export const attachmentKinds = { picture: 'Image', pdf: 'PDF' } as const;
export type AttachmentKind = keyof typeof attachmentKinds;
const attachmentKindNames = Object.keys(attachmentKinds) as [AttachmentKind, ...AttachmentKind[]];

/** The ending of its file: a picture is made again as WebP. */
export const attachmentEndings = { picture: 'webp', pdf: 'pdf' } as const satisfies Record<
  AttachmentKind,
  string
>;

export const attachmentSchema = z.object({
  id: z.int(),
  kind: z.enum(attachmentKindNames),
  bytes: z.int(),
  /** ISO. */
  at: z.string(),
});
export type Attachment = z.output<typeof attachmentSchema>;

/** As a browser saves it. */
export function attachmentFileName(reference: string, rank: number, kind: AttachmentKind): string {
  return `${reference}-piece-${rank}.${attachmentEndings[kind]}`;
}

export const attachmentErrors = defineErrors({
  ATTACHMENT_KEY: [
    403,
    'Ce signalement ne prend plus de pièces jointes. Envoyez-les en réponse à l’accusé de réception.',
  ],
  ATTACHMENT_MISSING: [400, 'Choisissez un fichier à joindre.'],
  ATTACHMENT_REFUSED: [
    422,
    'Ce fichier ne peut être lu. Joignez une image JPEG, PNG, WebP, AVIF ou GIF, ou un PDF.',
  ],
  ATTACHMENT_TOO_HEAVY: [413, 'Une pièce pèse au plus 8 Mo. Enregistrez-la en plus petit, puis recommencez.'],
  ATTACHMENT_TOO_MANY: [409, 'Un signalement prend trois pièces au plus. Envoyez les autres par courriel.'],
});

export const attachCall = defineCall({
  method: 'POST',
  path: '/reports/:reference/attachments',
  access: 'token',
  tier: 'sensitive',
  // What is a little too heavy is told so in the words of an attachment.
  upload: 2 * ATTACHMENT_BYTES_MAX,
  summary: 'Joint à un signalement qui vient de partir une image ou un PDF de 8 Mo au plus, trois en tout',
  params: z.object({ reference: z.string() }),
  /** `attachKey` of the report. */
  query: z.object({ cle: z.string() }),
  answer: z.object({ attachments: z.int() }),
  errors: [sharedErrors.PAYLOAD_TOO_LARGE, ...Object.values(attachmentErrors)],
});

export const attachmentCall = defineCall({
  method: 'GET',
  path: '/admin/reports/:id/attachments/:attachment',
  access: 'admin',
  summary: 'Une pièce jointe à un signalement, à enregistrer',
  params: z.object({ id: z.string(), attachment: z.string() }),
  // Never shown in a page of ours: a PDF is a stranger's program.
  file: 'application/octet-stream',
  errors: [sharedErrors.NOT_FOUND],
});
