import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { Unread } from '#browser/admin-session.ts';
import type { Crumb } from '#contract/breadcrumb.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

interface AdminPageProps {
  title: string;
  lead?: ReactNode;
  /** From the dashboard to the page above; the page itself is not said. */
  crumbs?: readonly Crumb[];
  /** Beside the title: « Exporter », « Nouveau code promo ». */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of administrators: title, actions, and as much width as a table wants. */
export function AdminPage({ title, lead, crumbs, actions, children }: AdminPageProps) {
  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 py-6 lg:px-8">
      {crumbs && <Breadcrumb crumbs={[...crumbs, { label: title }]} />}
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-h2">{title}</h1>
          {lead && <p className="mt-1 max-w-[72ch] text-ardoise-600">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="mt-6">{children}</div>
    </div>
  );
}

/** What stands while the data of a page comes, and for good in a browser without JavaScript. */
export function AdminFallback({ title }: { title: string }) {
  return (
    <AdminPage title={title}>
      <noscript>
        <Notice tone="error">L’administration a besoin de JavaScript.</Notice>
      </noscript>
      <div aria-busy="true" className="space-y-3">
        <span className="sr-only">Chargement…</span>
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </AdminPage>
  );
}

/** In place of data that could not be read: why, and the way to try again. Nobody was signed out. */
export function AdminUnread({ title, unread: { failure } }: { title: string; unread: Unread }) {
  const { revalidate, state } = useRevalidator();
  return (
    <AdminPage title={title}>
      <Notice
        tone="error"
        live
        actions={
          <Button size="sm" busy={state === 'loading'} onClick={() => void revalidate()}>
            Réessayer
          </Button>
        }
      >
        {failure}
      </Notice>
    </AdminPage>
  );
}

/** Whether the data of a page could not be read. */
export function isUnread(data: unknown): data is Unread {
  return typeof data === 'object' && data !== null && 'failure' in data;
}
