import { data } from 'react-router';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { textOf } from '#contract/form-text.ts';
import { answerLeadCall } from '../answers.ts';
import { type Disqualification, type LeadStatus, leadErrors } from '../contract.ts';
import { editLeadCall, type LeadChange, takeLeadCall } from '../inbox.ts';
import { redeliverLeadCall } from '../webhook.ts';
import { saveDraft } from './lead-drafts.tsx';

/** What may be done of a lead in its page. */
type LeadIntent = 'read' | 'move' | 'note' | 'assign' | 'remind' | 'answer' | 'take' | 'redeliver';

interface LeadOutcome {
  readonly done?: LeadIntent;
  readonly failure?: string;
}

/** The page’s `clientAction`: one call for what a form says. */
export async function leadAction(request: Request) {
  const form = await request.formData();
  const intent = textOf(form, 'intent') as LeadIntent;
  try {
    await act(intent, form);
    if (intent === 'answer' || intent === 'note') saveDraft(`${intent} ${textOf(form, 'id')}`, '');
    return { done: intent } satisfies LeadOutcome as LeadOutcome;
  } catch (caught) {
    if (!(caught instanceof ApiError)) throw caught;
    const silent = caught.status === null;
    // The page is about to show the lead as it is now: what is said beside the button may go with it.
    if (caught.code === leadErrors.LEAD_CHANGED.code)
      toast({ title: 'Rien n’a changé', description: caught.message, variant: 'destructive' });
    const failure = silent
      ? 'Le serveur ne répond pas. Ce que vous avez tapé est gardé\u00a0: réessayez.'
      : caught.message;
    // Without a network, asking the page again would put an error in its place; after a refusal it is read anew.
    return data({ failure } satisfies LeadOutcome as LeadOutcome, silent ? { status: 503 } : {});
  }
}

async function act(intent: LeadIntent, form: FormData): Promise<void> {
  const params = { id: textOf(form, 'id') };
  const version = Number(textOf(form, 'version'));
  const edit = (change: LeadChange, options = {}) =>
    callApi(editLeadCall, { params, body: { version, ...change } }, options);
  switch (intent) {
    case 'read':
      await callApi(editLeadCall, { params, body: { read: true } }, { quiet: true });
      return;
    case 'take':
      await callApi(takeLeadCall, { params });
      return;
    case 'redeliver':
      await callApi(redeliverLeadCall, { params });
      return;
    case 'answer':
      await callApi(answerLeadCall, { params, body: { version, text: textOf(form, 'text') } });
      return;
    case 'note':
      await edit({ note: textOf(form, 'text') });
      return;
    case 'assign':
      await edit({ assignedTo: textOf(form, 'assignedTo').trim() || null });
      return;
    case 'remind':
      await edit({ remindOn: textOf(form, 'remindOn') || null });
      return;
    case 'move': {
      const because = textOf(form, 'because') as Disqualification | '';
      const reason = textOf(form, 'reason');
      await edit({
        status: textOf(form, 'to') as LeadStatus,
        ...(because === '' ? {} : { because }),
        ...(reason === '' ? {} : { reason }),
      });
    }
  }
}
