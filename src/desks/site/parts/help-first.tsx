import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';

interface Question {
  readonly asks: string;
  readonly answers: ReactNode;
}

/** The three most asked questions, answered before one has to write. */
const questions: readonly Question[] = [
  {
    asks: 'Je ne veux plus recevoir une alerte',
    answers: (
      <>
        Chaque e-mail a son lien de désinscription, qui arrête l’alerte en un clic. Avec un compte, vous la
        mettez aussi en pause depuis <TextLink to={paths.dashboard()}>Mes alertes</TextLink>.
      </>
    ),
  },
  {
    asks: 'J’ai une question sur une annonce, ou je veux la visiter',
    answers: (
      <>
        Écrivez à l’agence depuis la page de l’annonce&nbsp;: elle seule connaît le bien. Une annonce est
        fausse, discriminatoire ou le bien n’existe plus&nbsp;?{' '}
        <TextLink to={`${paths.terms()}#signaler`}>Signalez-la</TextLink>.
      </>
    ),
  },
  {
    asks: 'Je n’arrive plus à me connecter',
    answers: (
      <>
        Demandez <TextLink to={paths.forgotPassword()}>un nouveau mot de passe</TextLink>&nbsp;: le lien
        arrive à l’adresse du compte et vaut une heure. Regardez aussi dans les indésirables.
      </>
    ),
  },
];

export function HelpFirst() {
  return (
    <section aria-labelledby="aide">
      <h2 id="aide" className="text-h4">
        Peut-être avons-nous déjà la réponse
      </h2>
      <ul className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
        {questions.map(({ asks, answers }) => (
          <li key={asks} className="py-4">
            <h3 className="font-text text-body font-bold tracking-normal">{asks}</h3>
            <p className="mt-1 text-ardoise-700">{answers}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-ardoise-700">
        Vous êtes une agence&nbsp;? <TextLink to={paths.agencyContact()}>Contact Commercial</TextLink>
      </p>
    </section>
  );
}
