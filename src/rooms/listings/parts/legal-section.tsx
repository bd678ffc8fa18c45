import { OutsideLink } from '#ui/link.tsx';
import { type LegalFacts, legalBlock, type Mention, type MentionKind } from '../mentions.ts';

/** Which sentences stand together, and under what name, in the order of the law's block. */
const groups: readonly { title: string; kinds: readonly MentionKind[] }[] = [
  { title: 'Le bien', kinds: ['property'] },
  {
    title: 'Prix et honoraires',
    kinds: [
      'price',
      'annuity',
      'vat',
      'net',
      'fees',
      'charges',
      'rentControl',
      'deposit',
      'tenantFees',
      'schedule',
    ],
  },
  { title: 'Vente sur plan', kinds: ['newBuild'] },
  { title: 'Copropriété', kinds: ['coOwnership'] },
  {
    title: 'Énergie et climat',
    kinds: ['energyClasses', 'excessiveEnergy', 'energyCost', 'energyAudit'],
  },
  { title: 'Risques', kinds: ['risks'] },
  { title: 'Qui publie', kinds: ['advertiser', 'agency'] },
];

/** The complete legal block (domain.md 3.12), in sentences one can read, the price larger than the rest. */
export function LegalSection({ listing }: { listing: LegalFacts }) {
  const mentions = legalBlock(listing);
  const price = listing.transaction === 2 ? 'Loyer et honoraires' : 'Prix et honoraires';
  return (
    <dl className="divide-y divide-ardoise-200 border-y border-ardoise-200">
      {groups.map(({ title, kinds }) => {
        const said = mentions.filter(({ kind }) => kinds.includes(kind));
        if (said.length === 0) return null;
        return (
          <div key={title} className="gap-x-6 py-3 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="mb-1 font-medium">{kinds.includes('price') ? price : title}</dt>
            <dd className="figures max-w-measure space-y-1">
              {said.map((mention) => (
                <Sentence key={mention.text} mention={mention} />
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Sentence({ mention: { kind, text, amount, link } }: { mention: Mention }) {
  if (amount !== undefined) {
    return (
      <p>
        <strong data-mention="price" className="text-h4 font-bold">
          {amount}
        </strong>
        {text.slice(amount.length)}.
      </p>
    );
  }
  return (
    <p data-mention={kind} className={kind === 'excessiveEnergy' ? 'font-bold' : ''}>
      <Linked text={text} link={link} />.
    </p>
  );
}

/** A text whose last words may be a link. */
export function Linked({ text, link }: Pick<Mention, 'text'> & { link: Mention['link'] | undefined }) {
  if (!link || !text.endsWith(link.words)) return text;
  return (
    <>
      {text.slice(0, -link.words.length)}
      <OutsideLink href={link.href}>{link.words}</OutsideLink>
    </>
  );
}
