import { editsBetween } from '#rooms/places/suggestions.server.ts';
import type { Token } from './tokens.ts';
import { correctable, grammarWords } from './vocabulary.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 5;
/** From this length on, two letters may be wrong. */
const LONG = 9;

/** The token with the key of the only word that it may be a misspelling of; itself when there is none, or several. */
export function spellingOf(token: Token): Token {
  if (token.kind !== 'word' || token.key.length < SHORTEST || grammarWords.has(token.key)) return token;
  const near = [...correctable]
    .filter((word) => word[0] === token.key[0] && Math.abs(word.length - token.key.length) <= 2)
    .map((word) => ({ word, edits: editsBetween(token.key, word) }))
    .filter(({ word, edits }) => edits <= (Math.min(word.length, token.key.length) >= LONG ? 2 : 1))
    .toSorted((a, b) => a.edits - b.edits);
  const [best, second] = near;
  return best && second?.edits !== best.edits ? { ...token, key: best.word } : token;
}
