import type { ReactNode } from 'react';
import { formatCount, formatNumber, NBSP } from '#contract/fmt.ts';
import { Badge } from '#ui/badge.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import type { Dashboard, TodoLine } from '../contract.ts';
import { todos } from '../todo.ts';

/** What needs a hand, always in the same order: a line without anything stays in its place and says when one was last done. */
export function TodoList({ todo, at }: Pick<Dashboard, 'todo' | 'at'>) {
  const total = todo.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="a-traiter">
      <h2 id="a-traiter" className="text-h4">
        À traiter
      </h2>
      <p className="text-ardoise-600">
        {total === 0
          ? 'Rien n’attend.'
          : `${formatCount(total, 'chose attend', 'choses attendent')} quelqu’un.`}
      </p>
      <ul className="mt-3 divide-y divide-ardoise-200 rounded-card border border-ardoise-200 bg-blanc">
        {todo.map((line) => (
          <li
            key={line.kind}
            className="grid grid-cols-[3.25rem_minmax(0,1fr)] items-baseline gap-x-3 px-3 py-2 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]"
          >
            <span
              aria-hidden="true"
              className={`figures text-right text-h4 ${line.count === 0 ? 'text-ardoise-500' : ''}`}
            >
              {formatNumber(line.count)}
            </span>
            <span className="min-w-0">
              <What line={line} />
              {line.urgent > 0 && (
                <>
                  {' '}
                  <Badge tone="red">{formatCount(line.urgent, 'urgent', 'urgents')}</Badge>
                </>
              )}
            </span>
            <span className="text-ardoise-600 max-sm:col-start-2">
              <Since line={line} at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function What({ line: { kind, count } }: { line: TodoLine }) {
  const { one, many, to } = todos[kind];
  return (
    <TextLink to={to} className="font-medium">
      <span className="sr-only">{formatNumber(count)} </span>
      {count < 2 ? one : many}
    </TextLink>
  );
}

function Since({ line: { count, since, last }, at }: { line: TodoLine; at: string }): ReactNode {
  if (count > 0)
    return since ? (
      <>
        le plus ancien{NBSP}: <Time at={since} format="ago" now={at} />
      </>
    ) : null;
  if (!last) return 'Rien à traiter';
  return (
    <>
      Rien à traiter{NBSP}; dernière fois le <Time at={last.at} />, par {last.by}
    </>
  );
}
