import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import type { ServiceSwitch } from '#rooms/administrators/contract.ts';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { SERVICE_WORDS_MAX, switchedRooms } from '#rooms/administrators/switches.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-input.tsx';

/** What can be closed for a while: how it stands, since when, and what visitors read. */
export function ServiceSwitches({ switches }: { switches: readonly ServiceSwitch[] }) {
  return (
    <ul className="divide-y divide-ardoise-200 rounded-card border border-ardoise-200 bg-blanc">
      {switches.map((one) => (
        <li key={one.room} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4">
          <div className="min-w-0 flex-[1_1_24rem]">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-bold">{switchedRooms[one.room].name}</span>
              {one.closed ? <Badge tone="red">Fermé</Badge> : <Badge tone="green">Ouvert</Badge>}
            </p>
            <p className="mt-1 max-w-[68ch] text-ardoise-600">{switchedRooms[one.room].stops}</p>
            {one.closed && (
              <p className="mt-2 max-w-[68ch] whitespace-pre-line wrap-anywhere">
                {switchedRooms[one.room].readers} lisent{NBSP}: «{NBSP}
                {one.words}
                {NBSP}»
              </p>
            )}
            <History one={one} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Close one={one} />
            {one.closed && <Open one={one} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function History({ one: { closed, since, by, reason } }: { one: ServiceSwitch }) {
  if (since === null) return null;
  const at = new Date(since);
  return (
    <p className="mt-2 max-w-[68ch] text-small text-ardoise-600">
      {closed ? 'Fermé' : 'Rouvert'} le {formatDate(at)} à {formatTime(at)} par {by}
      {NBSP}: {reason}
    </p>
  );
}

function Close({ one: { room, closed, words } }: { one: ServiceSwitch }) {
  const { name, stops, readers, words: proposed } = switchedRooms[room];
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="secondary">
          {closed ? 'Changer les mots…' : 'Fermer…'}
          <span className="sr-only"> {name}</span>
        </Button>
      }
      title={closed ? `Changer ce que l’on lit\u00a0: ${name}\u00a0?` : `Fermer\u00a0: ${name}\u00a0?`}
      objects={[name]}
      consequence={<p>{stops}</p>}
      reasonHint="Pour l’autre administrateur et le journal. Les visiteurs ne le lisent pas."
      yes={closed ? 'Changer les mots' : 'Fermer'}
      destructive={!closed}
      words={{ act: 'switch', room, closed: true }}
    >
      <Field
        label="Ce que l’on lit pendant ce temps"
        hint={`${readers}. ${SERVICE_WORDS_MAX} caractères au plus. Dites ce qui marche encore et quand revenir.`}
        className="mb-3"
        reserve={false}
      >
        {(control) => (
          <TextArea
            {...control}
            name="words"
            rows={4}
            maxLength={SERVICE_WORDS_MAX}
            defaultValue={words ?? proposed}
          />
        )}
      </Field>
    </DecisionDialog>
  );
}

function Open({ one: { room } }: { one: ServiceSwitch }) {
  const { name } = switchedRooms[room];
  return (
    <DecisionDialog
      trigger={
        <Button size="sm">
          Rouvrir…<span className="sr-only"> {name}</span>
        </Button>
      }
      title={`Rouvrir\u00a0: ${name}\u00a0?`}
      objects={[name]}
      consequence={<p>Tout le monde s’en sert de nouveau aussitôt, et ce qui attendait reprend seul.</p>}
      reasonHint="Pour l’autre administrateur et le journal."
      yes="Rouvrir"
      words={{ act: 'switch', room, closed: false }}
    />
  );
}
