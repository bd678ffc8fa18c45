import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keptEmail } from '#contract/email.ts';
import { textOf } from '#contract/form-text.ts';
import type { ContactFaults } from '../contact.ts';
import { agencyRequests, type ContactRequest, contactRequests } from '../requests.ts';
import type { Failed, Sent } from './contact-outcome.tsx';

const civilities = ['Mme', 'M.'] as const;
const none: ContactFaults = { fields: {}, missing: null };
/** In the order of the form. */
const order = ['message', 'firstName', 'lastName', 'email', 'phone'];

// What checks and sends the form weighs more than the form: it comes when somebody touches it.
const tools = async () => {
  const [contact, { callApi }, { ApiError, fieldIssues }] = await Promise.all([
    import('../contact.ts'),
    import('#browser/api.ts'),
    import('#browser/read-error.ts'),
  ]);
  return { ...contact, callApi, ApiError, fieldIssues };
};

/** What the form says, as it was typed. */
function readForm<Wish extends ContactRequest>(
  form: HTMLFormElement,
  openedAt: number,
  wishes: readonly Wish[],
) {
  const words = new FormData(form);
  const said = (name: string) => textOf(words, name);
  const civility = said('civility');
  const request = said('request');
  return {
    firstName: said('firstName'),
    lastName: said('lastName'),
    email: said('email'),
    phone: said('phone'),
    message: said('message'),
    civility: civilities.find((known) => known === civility) ?? null,
    optInVigieAlerts: words.has('optInVigieAlerts'),
    optInPartnerOffers: words.has('optInPartnerOffers'),
    request: wishes.find((known) => known === request),
    website: said('website'),
    elapsed: Date.now() - openedAt,
  };
}

/** The advertisement that led to the page, as its address says. */
function boostIn(search: string): { boost?: string } {
  const boost = new URLSearchParams(search).get('boost');
  return boost ? { boost } : {};
}

/** What is wrong in the form: said of a field once it was left, then as one types; of all of them once it was refused. */
function useFaults() {
  const summary = useRef<HTMLDivElement>(null);
  const left = useRef(new Set<string>());
  const [faults, setFaults] = useState<ContactFaults>(none);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);

  return {
    faults,
    refusals,
    summary,
    /** `read` gives what is typed; null when the form is gone. */
    async recheck(name: string, leaving: boolean, read: () => object | null) {
      if (!order.includes(name) || (!leaving && !left.current.has(name))) return;
      left.current.add(name);
      const { checkContact } = await tools();
      const typed = read();
      if (!typed) return;
      const found = checkContact(typed) ?? none;
      const shown = Object.entries(found.fields).filter(([field]) => left.current.has(field));
      setFaults({ fields: Object.fromEntries(shown), missing: found.missing });
    },
    showAll(found: ContactFaults) {
      for (const field of order) left.current.add(field);
      setFaults(found);
      setRefusals((count) => count + 1);
    },
    clear: () => setFaults(none),
  };
}

/** A form that writes to an agency, about a listing or none: checked, sent once, and what came of it. */
export function useContact(
  listing: { readonly id: number } | null,
  ownerReference: string,
  wishes: readonly ContactRequest[],
) {
  const form = useRef<HTMLFormElement>(null);
  const openedAt = useRef(0);
  const sending = useRef(false);
  const { faults, refusals, summary, recheck, showAll, clear } = useFaults();
  const [failed, setFailed] = useState<Failed | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);

  const check = useEffectEvent((name: string, leaving: boolean) =>
    recheck(name, leaving, () => form.current && readForm(form.current, openedAt.current, wishes)),
  );
  useEffect(() => {
    const box = form.current;
    openedAt.current = Date.now();
    if (!box) return undefined;
    const nameOf = ({ target }: Event) => (target as HTMLInputElement).name;
    const watch = {
      focusin: () => void tools().catch(() => {}),
      focusout: (event: Event) => void check(nameOf(event), true).catch(() => {}),
      input: (event: Event) => void check(nameOf(event), false).catch(() => {}),
    };
    for (const [kind, heard] of Object.entries(watch)) box.addEventListener(kind, heard);
    return () => {
      for (const [kind, heard] of Object.entries(watch)) box.removeEventListener(kind, heard);
    };
  }, []);

  function refuse(found: ContactFaults) {
    showAll(found);
    setFailed(null);
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending.current || !form.current) return;
    sending.current = true;
    // What failed before stays said until the answer: without it the button would leave the pointer of a double press.
    setBusy(true);
    try {
      const { checkContact, faultsOf, callApi, ApiError, fieldIssues, ...calls } = await tools();
      const read = <Wish extends ContactRequest>(offered: readonly Wish[]) =>
        readForm(form.current!, openedAt.current, offered);
      const { email } = read(wishes);
      const found = checkContact(read(wishes));
      if (found) return refuse(found);
      clear();
      try {
        const { data } = listing
          ? await callApi(
              calls.sendLeadCall,
              {
                params: { id: String(listing.id) },
                body: { ...read(contactRequests), ...boostIn(location.search) },
              },
              { quiet: true },
            )
          : await callApi(
              calls.sendAgencyLeadCall,
              { params: { ownerReference }, body: read(agencyRequests) },
              { quiet: true },
            );
        setSent({ ...data, email: keptEmail(email) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const issues = fieldIssues(error);
        if (issues.length > 0) return refuse(faultsOf(issues));
        setFailed({ status: error.status, message: error.message, details: error.details });
      }
    } catch {
      // The page's own script could not be fetched: no network either.
      setFailed({ status: null, message: '', details: undefined });
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    form,
    send,
    busy,
    faults,
    /** Fields that are wrong, in the order of the form. */
    wrong: order.filter((name) => faults.fields[name]),
    /** Whether it was sent and refused: its faults are told above it, where the focus goes. */
    refused: refusals > 0,
    summary,
    failed,
    sent,
  };
}
