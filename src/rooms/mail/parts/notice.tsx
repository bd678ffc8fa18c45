import type { ReactElement, ReactNode } from 'react';
import { Section, Text } from 'react-email';
import { MailButton, MailFrame, text } from './mail-frame.tsx';

export interface Mail {
  readonly subject: string;
  readonly element: ReactElement;
}

interface NoticeProps {
  origin: string;
  preview: string;
  /** Why the reader receives it. */
  why: ReactNode;
  children: ReactNode;
}

/** A mail that says one thing, and below it why it came. */
export function MailNotice({ origin, preview, why, children }: NoticeProps) {
  return (
    <MailFrame origin={origin} preview={preview} footer={<Text style={text.small}>{why}</Text>}>
      {children}
    </MailFrame>
  );
}

/** The button of such a mail, on a line of its own. */
export function MailAction({ link, label }: { link: string; label: string }) {
  return (
    <Section style={{ padding: '8px 0 16px' }}>
      <MailButton href={link}>{label}</MailButton>
    </Section>
  );
}
