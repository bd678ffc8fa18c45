/**
 * Statistics: what agencies are told of their listings: views, requests, favourites, alerts, answers. Counts, never people.
 * Owns the tables listing_day and weekly_report_stop.
 */
import * as z from 'zod/mini';
import { formatNumber, NBSP } from '#contract/fmt.ts';

/** Days are those of Paris; the last one is today, unfinished. */
export const DAYS_SHOWN = 30;
/** Counts are forgotten after so many months. */
export const KEPT_MONTHS = 25;

/** A count of the last 7 and 30 days, and of as many days before. */
const spans = {
  week: z.int(),
  weekBefore: z.int(),
  month: z.int(),
  monthBefore: z.int(),
};

/** Median minutes to a first answer; null under `ANSWERS_LEAST` answers. */
const answerTime = z.nullable(z.int());
export const ANSWERS_LEAST = 3;

/** Listings named among the most looked at. */
export const TOP_SHOWN = 5;

export const figuresSchema = z.object({
  /** Last day counted, `YYYY-MM-DD`. */
  today: z.string(),
  /** `days`: the last `DAYS_SHOWN`, the oldest first. */
  views: z.object({ ...spans, days: z.array(z.int()) }),
  /** Of the views, those that a mail of an alert led to. */
  fromMails: z.object(spans),
  /** Times that an alert told somebody of a listing, up to yesterday. */
  told: z.object(spans),
  favorites: z.object({
    /** Times that somebody keeps a listing of the agency. */
    now: z.int(),
    /** Of these, kept in the last 30 days. */
    month: z.int(),
  }),
  /** On line, the most looked at in the last 30 days first. */
  top: z.array(
    z.object({
      id: z.int(),
      reference: z.string(),
      title: z.string(),
      views: z.int(),
      /** In the same days. */
      leads: z.int(),
    }),
  ),
  /** Of requests received in the last 7 and 30 days and answered since. */
  answers: z.object({ week: answerTime, weekBefore: answerTime, month: answerTime, monthBefore: answerTime }),
});
export type Figures = z.output<typeof figuresSchema>;

/** « +12 par rapport aux 7 jours d’avant », « Autant que les 7 jours d’avant ». */
export function deltaWords(now: number, before: number, span: string): string {
  if (now === before) return `Autant que les ${span} d’avant`;
  const sign = now > before ? '+' : '−';
  return `${sign}${formatNumber(Math.abs(now - before))} par rapport aux ${span} d’avant`;
}

/** « 35 min », « 1 h 24 », « 3 jours ». */
export function minutesWords(minutes: number): string {
  if (minutes < 60) return `${minutes}${NBSP}min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)}${NBSP}jours`;
  const rest = minutes % 60;
  return hours < 10 && rest > 0
    ? `${hours}${NBSP}h${NBSP}${String(rest).padStart(2, '0')}`
    : `${hours}${NBSP}h`;
}

/** How views are counted, in words for agencies. */
export const METHOD = `Une vue est une page d’annonce lue par une personne\u00a0: la même ne compte qu’une fois par jour et par annonce. Robots, préchargements et agences connectées ne comptent pas. Aucun traceur n’est posé, aucune adresse n’est gardée\u00a0: les empreintes qui évitent de compter deux fois restent en mémoire et disparaissent à minuit.`;
