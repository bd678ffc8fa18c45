import { useState } from 'react';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Tick } from '#ui/tick.tsx';
import { Time } from '#ui/time.tsx';
import { type AsideAddress, asideWords } from '../sent-mails.ts';

const CONSEQUENCE =
  'Le prochain courriel partira. Ceux qui n’étaient pas partis ne sont pas renvoyés. Si l’adresse refuse encore, elle sera mise de côté de nouveau.';
const HINT = 'Gardé au journal, avec votre nom. N’y écrivez pas l’adresse\u00a0: le journal ne s’efface pas.';

/** Asks why, then writes again to these addresses. */
function Restore({ emails, children }: { emails: readonly string[]; children: string }) {
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="secondary">
          {children}
          {emails.length === 1 && <span className="sr-only"> {emails[0]}</span>}
        </Button>
      }
      title={
        emails.length > 1
          ? 'Écrire de nouveau à ces adresses\u00a0?'
          : 'Écrire de nouveau à cette adresse\u00a0?'
      }
      objects={emails}
      consequence={CONSEQUENCE}
      reasonHint={HINT}
      yes="Remettre en service"
      words={{ emails }}
    />
  );
}

/** An address typed by hand: the one of a person who was erased is kept in no list, and refuses all the same. */
export function RestoreTyped() {
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="secondary">
          Une autre adresse…
        </Button>
      }
      title="Écrire de nouveau à une adresse&nbsp;?"
      objects={[]}
      consequence={`L’adresse d’une personne effacée n’est dans aucune liste et continue de refuser. ${CONSEQUENCE}`}
      reasonHint={HINT}
      yes="Remettre en service"
      words={{}}
    >
      <Field label="Adresse" reserve={false} className="mb-3">
        {(control) => <TextInput {...control} type="email" name="email" autoComplete="off" />}
      </Field>
    </DecisionDialog>
  );
}

/** Addresses that nothing is sent to: why, since when, and the way to write to them again. */
export function AsideAddresses({ addresses }: { addresses: readonly AsideAddress[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ticked = addresses.filter(({ email }) => chosen.has(email)).map(({ email }) => email);
  const choose = (email: string, on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (on) after.add(email);
      else after.delete(email);
      return after;
    });
  return (
    <>
      <Table
        density="pro"
        caption="Adresses mises de côté, la dernière d’abord"
        rows={addresses}
        rowKey={({ email }) => email}
        empty="Aucune adresse mise de côté ne répond à ces filtres."
        columns={columnsOf(chosen, choose)}
      />
      {ticked.length > 0 && (
        <section
          aria-label="Décider des adresses choisies"
          className="sticky bottom-0 z-30 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-ardoise-200 bg-blanc px-4 py-3 shadow-popover"
        >
          <p className="font-bold">{formatCount(ticked.length, 'adresse choisie', 'adresses choisies')}</p>
          <Restore
            emails={ticked}
          >{`Remettre en service ${formatCount(ticked.length, 'adresse', 'adresses')}…`}</Restore>
          <Button variant="quiet" size="sm" onClick={() => setChosen(new Set())}>
            Ne rien choisir
          </Button>
        </section>
      )}
    </>
  );
}

function columnsOf(
  chosen: ReadonlySet<string>,
  choose: (email: string, on: boolean) => void,
): readonly Column<AsideAddress>[] {
  return [
    {
      key: 'choice',
      header: <span className="sr-only">Choisir</span>,
      cell: ({ email }) => (
        <Tick
          label={`Choisir ${email}`}
          checked={chosen.has(email)}
          onTick={(on) => choose(email, on)}
          className="-my-2"
        />
      ),
    },
    {
      key: 'email',
      header: 'Adresse',
      rowHeader: true,
      cell: ({ email }) => (
        <TextLink
          to={`${paths.adminMails()}?${new URLSearchParams({ personne: email })}`}
          className="wrap-anywhere"
        >
          {email}
        </TextLink>
      ),
    },
    { key: 'why', header: 'Pourquoi', cell: ({ reason }) => (reason === null ? '–' : asideWords[reason]) },
    { key: 'since', header: 'Depuis le', cell: ({ since }) => <Time at={since} /> },
    {
      key: 'bounce',
      header: 'Dernier retour',
      wide: true,
      cell: ({ lastBounceAt }) => (lastBounceAt === null ? '–' : <Time at={lastBounceAt} />),
    },
    {
      key: 'act',
      header: 'Décider',
      cell: ({ email }) => <Restore emails={[email]}>Remettre en service…</Restore>,
    },
  ];
}
