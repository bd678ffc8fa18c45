import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

const bar = 'relative flex gap-6 overflow-x-auto border-b border-ardoise-200 [scrollbar-width:none]';
const tab =
  'flex min-h-11 shrink-0 items-center gap-2 border-b-3 pt-1 font-medium whitespace-nowrap transition focus-visible:-outline-offset-3';
const selectedTab = 'border-encre text-encre';
const otherTab = 'border-transparent text-ardoise-600 hover:text-encre';

interface TabLinksProps {
  label: string;
  tabs: readonly { label: ReactNode; to: string; current: boolean }[];
}

/** Tabs that are addresses: the open one can be shared, and Back returns to it. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className={bar}>
      {tabs.map((each) => (
        <Link
          key={each.to}
          to={each.to}
          preventScrollReset
          aria-current={each.current ? 'page' : undefined}
          className={`${tab} ${each.current ? selectedTab : otherTab}`}
        >
          {each.label}
        </Link>
      ))}
    </nav>
  );
}

interface TabsProps {
  label: string;
  tabs: readonly { value: string; label: ReactNode; panel: ReactNode }[];
  defaultValue?: string;
}

/** Tabs inside one page, where an address would say too much. */
export function Tabs({ label, tabs, defaultValue }: TabsProps) {
  return (
    <Radix.Root defaultValue={defaultValue ?? tabs[0]?.value ?? ''}>
      <Radix.List aria-label={label} className={bar}>
        {tabs.map((each) => (
          <Radix.Trigger
            key={each.value}
            value={each.value}
            className={`${tab} ${otherTab} data-[state=active]:border-encre data-[state=active]:text-encre`}
          >
            {each.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((each) => (
        <Radix.Content key={each.value} value={each.value} className="rounded-control pt-4">
          {each.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
