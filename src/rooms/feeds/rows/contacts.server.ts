import { type Contact, contactWords, readTexts, withoutContacts } from '#rooms/listings/contacts-in-texts.ts';
import { propertyTypes, type Translations, translationLanguages } from '#rooms/listings/contract.ts';
import type { ColumnKey } from '../columns.ts';
import type { RowFields } from './fields.server.ts';
import { readPhoto } from './mapping.server.ts';
import type { LocatedValue, UnplacedDraft } from './rows.ts';

/** Where a text comes from, of those that a column holds. */
const columns = {
  title: 'title',
  description: 'description',
  quarter: 'quarter',
  procedureDetail: 'procedureDetail',
  contactName: 'contactName',
} as const satisfies Partial<Record<keyof typeof readTexts, ColumnKey>>;

/**
 * A listing without the phone numbers, e-mail addresses and links that its texts and the captions of its photos held
 * (domain.md 3.1): each is told with its column. A title that was nothing else is composed.
 */
export function withoutContactsIn(row: RowFields, draft: UnplacedDraft): UnplacedDraft {
  const clean = (text: string, where: ColumnKey | LocatedValue | null): string => {
    const said = withoutContacts(text);
    if (!said) return text;
    row.warn('contact', where, messageOf(said.removed));
    return said.text;
  };
  const texts = (Object.keys(readTexts) as (keyof typeof readTexts)[]).flatMap((name) => {
    const text = draft[name];
    const left =
      text === null ? null : clean(text, name in columns ? columns[name as keyof typeof columns] : null);
    return left === text ? [] : [[name, left || null] as const];
  });
  const changed = Object.fromEntries(texts) as Partial<Record<keyof typeof readTexts, string | null>>;
  // What a photo is called is found again in its row, under the first of those that are the same.
  const captions = new Map(
    row.record
      .photos()
      .toReversed()
      .map(({ given, captionTold }) => [readPhoto(given)?.source, captionTold]),
  );
  return {
    ...draft,
    ...changed,
    title:
      changed.title === null
        ? `${propertyTypes[draft.propertyType].label} ${draft.city}`
        : (changed.title ?? draft.title),
    description: changed.description === null ? '' : (changed.description ?? draft.description),
    translations: draft.translations && translated(draft.translations, (text) => clean(text, null)),
    photos: draft.photos.map((photo) =>
      photo.caption === null
        ? photo
        : { ...photo, caption: clean(photo.caption, captions.get(photo.source) ?? null) || null },
    ),
  };
}

function translated(told: Translations, clean: (text: string) => string): Translations {
  return Object.fromEntries(
    translationLanguages.flatMap((language) => {
      const words = told[language];
      return words ? [[language, { title: clean(words.title), description: clean(words.description) }]] : [];
    }),
  );
}

function messageOf(removed: readonly Contact[]): string {
  const kinds = [...new Set(removed.map(({ kind }) => contactWords[kind]))];
  const written = removed.map((one) => `« ${one.written} »`);
  return `Retiré de ce qui est montré : ${kinds.join(', ')} (${written.join(', ')}). Vos coordonnées sont déjà à côté de chaque annonce : n’en envoyez pas dans les textes.`;
}
