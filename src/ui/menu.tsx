import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

interface MenuProps {
  /** A button with a name of its own. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}

/** Actions on one thing. Arrow keys, Home, End and the first letter move inside. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-52 animate-pop-in rounded-card border border-ardoise-200 bg-blanc p-1.5 shadow-popover outline-none"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  /** A link when given; an action otherwise. */
  to?: string;
  onSelect?: () => void;
  destructive?: boolean;
  disabled?: boolean;
}

export function MenuItem({
  children,
  icon,
  to,
  onSelect,
  destructive = false,
  disabled = false,
}: MenuItemProps) {
  const className = `flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-ardoise-500 ${
    destructive ? 'text-rouge-700 data-highlighted:bg-rouge-100' : 'data-highlighted:bg-ardoise-100'
  }`;
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  return (
    <DropdownMenu.Item
      asChild={to !== undefined}
      disabled={disabled}
      className={className}
      {...(onSelect ? { onSelect } : {})}
    >
      {to === undefined ? content : <Link to={to}>{content}</Link>}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1.5 my-1.5 h-px bg-ardoise-200" />;
}
