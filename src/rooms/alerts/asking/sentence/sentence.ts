// Sentence: a search said in one French sentence, read by rules that never guess.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { shownText } from '#contract/fields.ts';
import { transactions } from '#rooms/criteria/contract.ts';
import { SENTENCE_MAX } from './tokens.ts';

export { SENTENCE_MAX } from './tokens.ts';

/** Characters `start` to `end` (not included) of the sentence. */
const span = { start: z.int(), end: z.int(), text: z.string() };
const place = z.object({ code: z.string(), slug: z.string(), label: z.string(), detail: z.string() });

const sentenceSchema = z.object({
  /** Null when the sentence does not say it. */
  transaction: z.nullable(z.enum(transactions)),
  places: z.array(place),
  /** What was understood, as words of an address: `transaction`, `lieux`, then the criteria. */
  search: z.string(),
  /** What was understood, in the order of the sentence, each with what it asks for in French. */
  understood: z.array(z.object({ ...span, means: z.array(z.string()) })),
  /** Names that several places bear, none much bigger than the others: people choose. */
  ambiguous: z.array(z.object({ ...span, places: z.array(place) })),
  /** What was not understood: shown, never guessed. */
  unread: z.array(z.object(span)),
});
export type Sentence = z.output<typeof sentenceSchema>;

export const parseSentenceCall = defineCall({
  method: 'POST',
  path: '/alerts/parse',
  access: 'all',
  summary: 'Critères dits par une phrase en français, et ce qui n’en a pas été compris',
  body: z.object({
    sentence: z
      .string()
      .check(
        shownText,
        z.minLength(1, 'Écrivez ce que vous cherchez'),
        z.maxLength(SENTENCE_MAX, `Au plus ${SENTENCE_MAX} caractères`),
      ),
  }),
  answer: sentenceSchema,
});
