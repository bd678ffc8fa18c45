import type { UserId } from '#platform/auth.server.ts';
import type { Db } from '#platform/db.server.ts';
import { addFavorite, hide, removeFavorite, showAgain } from './favorites.server.ts';
import { MARK_FIELD, REASON_FIELD } from './mark-form.ts';
import { hideReasonSchema } from './marks.ts';

/** Whether a form of a listing's page asks something of one's marks. */
export const hasMarkForm = (form: FormData): boolean => form.has(MARK_FIELD) || form.has(REASON_FIELD);

/**
 * Does what the form asks; a word that is none changes nothing. Throws what `addFavorite`, `hide` and their opposites
 * throw.
 */
export async function applyMarkForm(db: Db, userId: UserId, listing: string, form: FormData): Promise<void> {
  const reason = hideReasonSchema.safeParse(form.get(REASON_FIELD));
  if (reason.success) {
    await hide(db, userId, listing, reason.data);
    return;
  }
  const asked = form.get(MARK_FIELD);
  if (asked === 'garder') await addFavorite(db, userId, listing);
  else if (asked === 'oublier') await removeFavorite(db, userId, listing);
  else if (asked === 'masquer') await hide(db, userId, listing);
  else if (asked === 'montrer') await showAgain(db, userId, listing);
}
