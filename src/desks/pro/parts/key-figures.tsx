import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { deltaWords, minutesWords } from '#rooms/statistics/contract.ts';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import type { Dashboard } from '../contract.ts';

/** Views, requests, answers, listings and boosts: the last 7 and 30 days beside those before. */
export function KeyFigures({ agency, listings, leads, statistics, boosts }: Dashboard) {
  const { views, answers } = statistics;
  return (
    <section aria-label="En chiffres" className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
      <Figure label="Vues, 7 jours" value={formatNumber(views.week)}>
        <p>{deltaWords(views.week, views.weekBefore, '7 jours')}</p>
        <Month value={formatNumber(views.month)}>
          {deltaWords(views.month, views.monthBefore, '30 jours')}
        </Month>
      </Figure>
      <Figure label="Prospects, 7 jours" value={formatNumber(leads.week)}>
        <p>{deltaWords(leads.week, leads.weekBefore, '7 jours')}</p>
        <Month value={formatNumber(leads.month)}>
          {deltaWords(leads.month, leads.monthBefore, '30 jours')}
        </Month>
      </Figure>
      <Figure
        label="Première réponse, médiane 30 jours"
        value={answers.month === null ? '–' : minutesWords(answers.month)}
      >
        <p>
          {answers.month === null
            ? 'Dite à partir de trois réponses.'
            : answers.monthBefore === null
              ? 'Trop peu de réponses les 30 jours d’avant pour comparer'
              : `${minutesWords(answers.monthBefore)} les 30 jours d’avant`}
        </p>
        {answers.week !== null && <Month value={minutesWords(answers.week)} days={7} />}
      </Figure>
      <Figure label="Annonces en ligne" value={formatNumber(listings.online)}>
        <p>
          {listings.held === 0
            ? 'Aucune n’est retenue'
            : `${formatCount(listings.held, 'retenue', 'retenues')} hors ligne, voir plus haut`}
        </p>
        {listings.aside > 0 && (
          <p>{`${formatNumber(listings.aside)} en brouillon ou ${listings.aside > 1 ? 'suspendues' : 'suspendue'}`}</p>
        )}
      </Figure>
      <Figure label="Boosts actifs" value={formatNumber(boosts.running)} last>
        {boosts.running > 0 ? (
          <TextLink to={paths.ownedBoosts(agency)}>Voir mes boosts</TextLink>
        ) : listings.online > 0 ? (
          <TextLink to={paths.ownedBoost(agency)}>Booster une annonce</TextLink>
        ) : (
          <p>Un boost montre des annonces en ligne</p>
        )}
      </Figure>
    </section>
  );
}

function Month({ value, days = 30, children }: { value: string; days?: number; children?: ReactNode }) {
  return (
    <p className="border-t border-ardoise-100 pt-1.5">
      <strong className="font-bold text-encre">{value}</strong> en {days} jours
      {children && <span className="block">{children}</span>}
    </p>
  );
}

interface FigureProps {
  label: string;
  value: string;
  /** Alone on its line where two stand side by side. */
  last?: boolean;
  children: ReactNode;
}

function Figure({ label, value, last = false, children }: FigureProps) {
  return (
    <Card className={`flex flex-col gap-1 p-4 ${last ? 'max-lg:col-span-2' : ''}`} padding="none">
      <p className="text-small text-ardoise-600">{label}</p>
      <p className="figures title text-h1">{value}</p>
      <div className="figures space-y-1.5 text-small text-ardoise-600">{children}</div>
    </Card>
  );
}
