import { ChevronDown } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { buttonClass } from '#ui/button.tsx';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { type PriceSource, type Prices, SALES_MIN, SALES_NORMAL } from '../contract.ts';
import { comparable } from '../estimate.ts';
import { csvPath, dayWords, type PricePage } from '../price-page.ts';
import { publication } from '../published.ts';
import { questionsOf } from '../questions.ts';
import { Section } from './section.tsx';

/** How the figures are made, what is left out, and how to check. */
export function Method({ page }: { page: PricePage }) {
  const { place, prices } = page;
  const figured = [prices.apartment, prices.house].some(
    ({ figure, published }) => figure !== null || published !== null,
  );
  return (
    <Section
      id="methode"
      title="La méthode, en entier"
      lead={
        <p>
          Assez pour refaire le calcul. Les ventes une à une ne sont jamais publiées ici&nbsp;: la loi protège
          ceux qui ont vendu et acheté.
        </p>
      }
      aside={
        figured && (
          <a href={csvPath(place.slug)} download className={buttonClass({ variant: 'secondary' })}>
            Télécharger les chiffres (CSV)
          </a>
        )
      }
    >
      <MethodText release={prices.release} />
      <Sources sources={prices.sources} />
    </Section>
  );
}

export function MethodText({ release }: { release: Prices['release'] }) {
  return (
    <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      <Item name="Ce qui est compté">
        Les actes de vente d’un seul appartement ou d’une seule maison, dépendances comprises. Le prix de
        l’acte est divisé par la surface bâtie connue de l’administration fiscale, 9&nbsp;m² au moins.
      </Item>
      <Item name="Ce qui est laissé de côté">
        Le neuf vendu sur plan, les enchères, échanges et expropriations, les actes de plusieurs logements ou
        avec un local commercial, ceux qui s’étendent sur deux communes.
      </Item>
      <Item name="Le chiffre">
        La médiane&nbsp;: autant de ventes au-dessus qu’au-dessous. Maisons et appartements ne sont jamais
        mélangés. Tous les prix au mètre carré sont arrondis à l’euro.
      </Item>
      <Item name="La période">
        Douze mois finissant au dernier jour connu{release && <> ({dayWords(release.to)})</>}. S’il y a moins
        de {SALES_MIN} ventes&nbsp;: deux ans, puis cinq, puis la médiane publiée de la commune, puis un
        territoire plus large, et c’est écrit.
      </Item>
      <Item name="La fiabilité">
        Très bonne à partir de 100 ventes en douze mois, bonne à partir de {SALES_NORMAL}, moyenne, faible ou
        très faible ensuite. Jamais un chiffre sous {SALES_MIN} ventes.
      </Item>
      <Item name="Ce que le prix comprend">
        Ni frais de notaire, ni mobilier. Les honoraires d’agence n’y sont que si le vendeur les devait.
        L’état du bien n’est pas connu.
      </Item>
      <Item name="Les médianes publiées">
        Où nos ventes manquent ou sont moins de {SALES_MIN}, la page donne la médiane publiée sur data.gouv.fr
        («&nbsp;{publication.name}&nbsp;»), {publication.words}&nbsp;: un seul logement par acte, ventes sur
        plan et aux enchères comprises, {SALES_MIN} ventes au moins. Cinq ans en un chiffre, sans quartiles ni
        évolution. Une médiane ne s’additionne pas&nbsp;: un département ou une ville d’arrondissements n’a
        qu’une moyenne des siennes, ou leur étendue, et c’est écrit.
      </Item>
      <Item name="L’intervalle d’un bien">
        Les {comparable.most} ventes les moins différentes de votre bien, au plus, en trois ans. Un dixième de
        surface, une pièce, un kilomètre entre communes, un an comptent chacun pour un écart&nbsp;; il n’en
        faut pas plus de {comparable.difference} en tout. L’intervalle laisse une vente sur dix à chaque bout.
        Sous {SALES_MIN} ventes&nbsp;: données insuffisantes. Là où nous n’avons que des agrégats, c’est la
        moitié centrale des prix du lieu&nbsp;; là où il n’y a qu’une médiane publiée, rien n’est situé.
      </Item>
    </dl>
  );
}

function Item({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-bold">{name}</dt>
      <dd className="mt-1 text-ardoise-700">{children}</dd>
    </div>
  );
}

function Sources({ sources }: { sources: readonly PriceSource[] }) {
  if (sources.length === 0) return null;
  return (
    <ul className="mt-8 space-y-1 border-t border-ardoise-200 pt-4 text-small text-ardoise-600">
      {sources.map(({ name, attribution }) => (
        <li key={name}>{attribution}.</li>
      ))}
      <li>
        Calculs de Vigie&nbsp;; l’administration ne les approuve ni ne les garantit. Texte de la{' '}
        <OutsideLink href="https://www.etalab.gouv.fr/licence-ouverte-open-licence/">
          Licence Ouverte
        </OutsideLink>{' '}
        · <TextLink to={paths.sources()}>toutes nos sources</TextLink>
      </li>
    </ul>
  );
}

/** Answers that open without a script; search engines read the same ones. */
export function Questions({ page }: { page: PricePage }) {
  return (
    <Section title="Questions fréquentes">
      <div className="divide-y divide-ardoise-200 border-y border-ardoise-200">
        {questionsOf(page).map(({ question, answer }, rank) => (
          <details key={question} className="group" open={rank === 0}>
            <summary className="flex min-h-13 items-center justify-between gap-4 rounded-chip py-3 font-medium">
              {question}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-ardoise-500 transition group-open:rotate-180"
              />
            </summary>
            <p className="max-w-measure pb-4 text-ardoise-700">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
