import { useSender } from '#browser/post-form.tsx';
import { LeadBadge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { disqualifications, type LeadStatus, LONGEST_NOTE, leadStatuses } from '../contract.ts';
import type { OpenLead } from '../inbox.ts';
import type { leadAction } from './lead-acts.tsx';

/** The statuses that may follow, and no other; putting aside and taking up again ask why. */
export function Moves({ lead }: { lead: OpenLead }) {
  const sender = useSender<typeof leadAction>();
  const busy = sender.state !== 'idle';
  const hidden = (
    <>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={lead.id} />
      <input type="hidden" name="version" value={lead.version} />
    </>
  );
  const aside = lead.status === 'disqualified';
  if (lead.moves.length === 0) return null;
  return (
    <div className="mt-4" data-statuses>
      <p className="mb-2 text-small font-bold text-ardoise-700" id="passer-a">
        {aside ? 'Ce n’est pas fini' : 'Passer à'}
      </p>
      <ul aria-labelledby="passer-a" className="flex flex-wrap items-start gap-2">
        {lead.moves.map((to) => (
          <li key={to}>
            {to === 'disqualified' || aside ? (
              <details className="group max-w-96">
                <summary className={buttonClass({ variant: 'secondary', size: 'sm' })}>
                  {aside ? 'Reprendre' : <StatusWord status={to} />}…
                </summary>
                <sender.Form className="mt-2 space-y-3 rounded-card border border-ardoise-200 bg-blanc p-3">
                  {hidden}
                  <input type="hidden" name="to" value={to} />
                  {aside ? (
                    <Field label="Pourquoi la reprendre" hint="Gardé dans l’historique." reserve={false}>
                      {(control) => (
                        <TextInput {...control} name="reason" required maxLength={LONGEST_NOTE} />
                      )}
                    </Field>
                  ) : (
                    <Field label="Motif" hint="La personne ne le lit pas." reserve={false}>
                      {(control) => (
                        <Select
                          {...control}
                          name="because"
                          required
                          defaultValue=""
                          options={[
                            { value: '', label: 'Choisir un motif', disabled: true },
                            ...Object.entries(disqualifications).map(([value, label]) => ({ value, label })),
                          ]}
                        />
                      )}
                    </Field>
                  )}
                  <Button type="submit" size="sm" busy={busy}>
                    {aside ? 'Reprendre la demande' : 'Disqualifier'}
                  </Button>
                </sender.Form>
              </details>
            ) : (
              <sender.Form>
                {hidden}
                <Button type="submit" name="to" value={to} variant="secondary" size="sm" busy={busy}>
                  <StatusWord status={to} />
                </Button>
              </sender.Form>
            )}
          </li>
        ))}
      </ul>
      {sender.data?.failure && (
        <p role="alert" className="mt-2 text-small font-medium text-rouge-700">
          {sender.data.failure}
        </p>
      )}
    </div>
  );
}

function StatusWord({ status }: { status: LeadStatus }) {
  return <LeadBadge status={status} label={leadStatuses[status]} />;
}

/** Who answers, and when to come back to it. */
export function FollowUp({ lead, assignees }: { lead: OpenLead; assignees: readonly string[] }) {
  const sender = useSender<typeof leadAction>();
  const failure = sender.data?.failure;
  const busy = sender.state !== 'idle';
  const hidden = (
    <>
      <input type="hidden" name="id" value={lead.id} />
      <input type="hidden" name="version" value={lead.version} />
    </>
  );
  return (
    <section aria-labelledby="suivi">
      <h3 id="suivi" className="mb-2 font-text text-small font-bold tracking-normal text-ardoise-700">
        Suivi
      </h3>
      <div className="space-y-3 rounded-card border border-ardoise-200 bg-blanc p-3">
        <sender.Form className="flex items-end gap-2">
          {hidden}
          <Field label="Suivie par" reserve={false} className="min-w-0 flex-1">
            {(control) => (
              <TextInput
                {...control}
                key={lead.assignedTo ?? ''}
                name="assignedTo"
                defaultValue={lead.assignedTo ?? ''}
                list="equipe"
                autoComplete="off"
                maxLength={60}
              />
            )}
          </Field>
          <datalist id="equipe">
            {assignees.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
          <Button type="submit" name="intent" value="assign" variant="secondary" busy={busy}>
            <span className="sr-only">Enregistrer qui suit</span>
            <span aria-hidden="true">OK</span>
          </Button>
        </sender.Form>
        <sender.Form className="flex items-end gap-2">
          {hidden}
          <Field label="À rappeler le" reserve={false} className="min-w-0 flex-1">
            {(control) => (
              <TextInput
                {...control}
                key={lead.remindOn ?? ''}
                type="date"
                name="remindOn"
                defaultValue={lead.remindOn ?? ''}
              />
            )}
          </Field>
          <Button type="submit" name="intent" value="remind" variant="secondary" busy={busy}>
            <span className="sr-only">Enregistrer le rappel</span>
            <span aria-hidden="true">OK</span>
          </Button>
        </sender.Form>
        {failure && (
          <p role="alert" className="text-small font-medium text-rouge-700">
            {failure}
          </p>
        )}
      </div>
    </section>
  );
}
