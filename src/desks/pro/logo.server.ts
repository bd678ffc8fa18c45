import { fail } from '#contract/errors.ts';
import type { UploadedFile } from '#platform/api.server.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { storeLogo } from '#rooms/agencies/logo.server.ts';
import type { AgencyLogo } from '#rooms/agencies/logo.ts';
import { photoSizes, photoSlots } from '#rooms/listings/photos.ts';
import { inTurn, lookAtPicture, makePicture, UnusablePicture } from '#rooms/listings/pixels.server.ts';
import { LOGO_BYTES_MAX, LOGO_SIDE, LOGO_STRETCH_MAX, logoErrors } from './logo.ts';

const ACCEPTED = new Set(['png', 'jpg', 'webp']);
/** Enough for the widest place that shows one, on the finest screen. */
const [SLOT] = photoSlots;

/**
 * Gives the agency the logo of this file, made again from its pixels like any picture of a stranger. Throws LOGO_MISSING,
 * LOGO_TOO_HEAVY, LOGO_SVG, LOGO_REFUSED, LOGO_SIDES.
 */
export async function setLogo(
  services: Pick<Services, 'db' | 'storage'>,
  agencyId: AgencyId,
  file: UploadedFile | undefined,
): Promise<AgencyLogo> {
  if (!file || file.bytes.length === 0) throw fail(logoErrors.LOGO_MISSING);
  const { bytes } = file;
  if (bytes.length > LOGO_BYTES_MAX) throw fail(logoErrors.LOGO_TOO_HEAVY);
  if (isMarkup(bytes)) throw fail(logoErrors.LOGO_SVG);
  const { ending, width, height } = await orRefused(() => lookAtPicture(bytes));
  if (!ACCEPTED.has(ending)) throw fail(logoErrors.LOGO_REFUSED, { format: ending });
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < LOGO_SIDE.least || long > LOGO_SIDE.most || long > short * LOGO_STRETCH_MAX)
    throw fail(logoErrors.LOGO_SIDES, { width, height });
  const { files } = await orRefused(() => inTurn(() => makePicture(bytes)));
  const made = photoSizes(width).find(({ slot }) => slot === SLOT)!;
  return storeLogo(services, agencyId, {
    bytes: files.get(SLOT)!,
    width: made.width,
    height: Math.round((made.width * height) / width),
  });
}

/** SVG, or anything else that is written rather than drawn: it begins with a tag. */
function isMarkup(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 200)));
}

async function orRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusablePicture) throw fail(logoErrors.LOGO_REFUSED, { reason: error.message });
    throw error;
  }
}
