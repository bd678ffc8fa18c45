import type { RefObject } from 'react';

/** What a suggestion must carry; GET /places answers more. */
export interface PlaceSuggestion {
  slug: string;
  /** What the field shows once chosen: « Montpellier », « Lyon 7e ». */
  label: string;
  /** What tells namesakes apart: « 34000 · Hérault ». */
  detail: string;
}

export interface PlaceComboboxProps {
  label: string;
  /** Field that carries what was typed: without JavaScript the server resolves it. */
  name: string;
  /** Hidden field that carries the slug of the chosen place. */
  slugName: string;
  suggest: (query: string, signal: AbortSignal) => Promise<readonly PlaceSuggestion[]>;
  defaultText?: string;
  defaultSlug?: string;
  onPlace?: (place: PlaceSuggestion | null) => void;
  hint?: string;
  error?: string | null;
  placeholder?: string;
  hiddenLabel?: boolean;
  reserve?: boolean;
  /** Taller, for the search of the home page. */
  large?: boolean;
  /**
   * What Enter does with nothing highlighted: `send` the form with what was typed, at once, or `take` the first suggestion, as
   * soon as it comes, and send nothing. Without it, Enter closes the list.
   */
  enter?: 'send' | 'take';
  /** Waits until the reader comes to it: a field that most never open. */
  patient?: boolean;
}

/** The live field takes over the text, focus and caret of the plain one. */
export interface LiveComboboxProps extends PlaceComboboxProps {
  plainInput: RefObject<HTMLInputElement | null>;
  /** Enter was pressed there, to take the first suggestion. */
  taking: RefObject<boolean>;
}
