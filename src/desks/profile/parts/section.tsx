import type { ReactNode } from 'react';
import { ProfileSection } from '#rooms/accounts/parts/profile-section.tsx';
import { profileSections, type SectionId } from '../contract.ts';

/** A part of the profile of an individual. */
export function Section({ id, lead, children }: { id: SectionId; lead?: ReactNode; children: ReactNode }) {
  const title = profileSections.find((section) => section.id === id)?.title ?? '';
  return (
    <ProfileSection id={id} title={title} lead={lead}>
      {children}
    </ProfileSection>
  );
}
