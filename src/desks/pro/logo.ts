// Logo: what an agency may send to be known by.
// Logos are kept by agencies.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { agencyLogoSchema } from '#rooms/agencies/logo.ts';

export const LOGO_BYTES_MAX = 2_000_000;
/** Of each side, in pixels. */
export const LOGO_SIDE = { least: 64, most: 6_000 } as const;
/** The long side, in times the short one. */
export const LOGO_STRETCH_MAX = 6;

export const logoErrors = defineErrors({
  LOGO_MISSING: [400, 'Choisissez le fichier de votre logo.'],
  LOGO_SVG: [
    422,
    'Un logo SVG n’est pas accepté, car un tel fichier peut contenir un programme. Exportez-le en PNG, en JPEG ou en WebP.',
  ],
  LOGO_REFUSED: [422, 'Ce logo ne peut être lu. Envoyez un fichier PNG, JPEG ou WebP.'],
  LOGO_TOO_HEAVY: [413, 'Un logo pèse au plus 2 Mo. Enregistrez-le en plus petit, puis recommencez.'],
  LOGO_SIDES: [
    422,
    'Les côtés du logo comptent de 64 à 6 000 pixels, et le plus long fait au plus six fois l’autre. Recadrez-le, puis recommencez.',
  ],
});

export const setLogoCall = defineCall({
  method: 'POST',
  path: '/agence/profile/logo',
  access: 'agency',
  // What is a little too heavy is told so in the words of a logo.
  upload: 4 * LOGO_BYTES_MAX,
  summary: 'Donne un logo à l’agence, à la place du précédent : un fichier PNG, JPEG ou WebP de 2 Mo au plus',
  answer: z.object({ logo: agencyLogoSchema }),
  errors: [sharedErrors.PAYLOAD_TOO_LARGE, ...Object.values(logoErrors)],
});

export const dropLogoCall = defineCall({
  method: 'DELETE',
  path: '/agence/profile/logo',
  access: 'agency',
  summary: 'Retire le logo de l’agence ; ses initiales le remplacent',
});
