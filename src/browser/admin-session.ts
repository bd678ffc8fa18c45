import { redirect } from 'react-router';
import type { Call } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { loginPathFor } from '#contract/paths.ts';
import { adminHeader, adminName, keepAdmin, leaveAdmin, notifyAdmin } from './admin-credentials.ts';
import { callApi } from './api.ts';
import { failureOf, type Refused, refuse, refusedBy } from './checked-form.ts';
import type { Failure } from './read-error.ts';

/** The call that verifies who is signed in (specification 7); only its address: its schemas stay with the dashboard. */
const WHO_ADMINISTERS = { method: 'GET', path: '/admin/dashboard/registrations' } as const;
/** How long a verified header is believed by this tab. */
const VERIFIED_MS = 60_000;

let verified: { readonly header: string; readonly until: number } | null = null;

/**
 * Signs in: keeps the credentials in the storage of the tab (specification 4) once the server has accepted them. Answers
 * null, or why not. Throws where the browser keeps nothing.
 */
export async function enterAdmin(name: string, password: string): Promise<Failure | null> {
  verified = null;
  keepAdmin(name, password);
  try {
    await verifyAdmin();
    notifyAdmin();
    return null;
  } catch (caught) {
    leaveAdmin();
    return failureOf(caught);
  }
}

async function verifyAdmin(): Promise<void> {
  const header = adminHeader() ?? '';
  if (verified?.header === header && Date.now() < verified.until) return;
  await callApi(WHO_ADMINISTERS as unknown as Call, { query: { days: 1 } }, { quiet: true });
  verified = { header, until: Date.now() + VERIFIED_MS };
}

/** The login of administrators, with the way back to the page that was asked. */
function loginFor(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(loginPathFor('admin', pathname + search));
}

/** What a page of administrators shows instead of its data. */
export interface Unread {
  readonly failure: string;
}

/**
 * Reads the data of a page of administrators, in its `clientLoader`. Without credentials, or with wrong ones, throws the
 * way to the login; what does not exist throws the 404 of pages; any other failure is answered as a sentence, and ends no
 * session (specification 8).
 */
export async function readAsAdmin<Data>(request: Request, read: () => Promise<Data>): Promise<Data | Unread> {
  if (adminName() === null) throw loginFor(request);
  try {
    const [data] = await Promise.all([read(), verifyAdmin()]);
    return data;
  } catch (caught) {
    const failure = failureOf(caught);
    if (failure.status === 401) {
      leaveAdmin();
      throw loginFor(request);
    }
    if (failure.code === sharedErrors.NOT_FOUND.code) throw new Response(null, { status: 404 });
    if (failure.status === null)
      return { failure: 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.' };
    return { failure: refusedBy(failure).failure ?? failure.message };
  }
}

/**
 * Does what a page of administrators asks, in its `clientAction`: what `write` answers, or the refusal as forms show it.
 * Throws the way to the login when the credentials are no longer right.
 */
export async function writeAsAdmin<Done>(
  request: Request,
  write: () => Promise<Done>,
): Promise<Done | ReturnType<typeof refuse>> {
  try {
    return await write();
  } catch (caught) {
    const failure = failureOf(caught);
    if (failure.status === 401) {
      leaveAdmin();
      throw loginFor(request);
    }
    return refuse(refusedBy(failure));
  }
}

export function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && ('failure' in answer || 'fields' in answer);
}

/** The words of a refusal, whatever field they are about, for a form of one field or none; null when nothing was refused. */
export function refusalIn(answer: unknown): string | null {
  return isRefused(answer) ? (answer.failure ?? Object.values(answer.fields ?? {}).join(' ')) : null;
}

/** Saves the file that a call of administrators answers: a link could not carry the credentials. */
export async function saveAsAdmin(address: string, fileName: string): Promise<Failure | null> {
  const response = await fetch(address, { headers: { authorization: adminHeader() ?? '' } }).catch(
    () => null,
  );
  if (!response?.ok)
    return {
      message: response
        ? 'Ce fichier n’a pas pu être préparé. Rechargez la page et recommencez.'
        : 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.',
      code: '',
      status: response?.status ?? null,
    };
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
  return null;
}
