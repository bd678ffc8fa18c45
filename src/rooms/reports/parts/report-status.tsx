import { Badge } from '#ui/badge.tsx';
import { type ReportStatus, reportStatuses } from '../contract.ts';

const tones = {
  new: 'violet',
  in_progress: 'amber',
  founded: 'green',
  unfounded: 'grey',
  duplicate: 'grey',
} as const satisfies Record<ReportStatus, string>;

/** Where a report stands, in a word; what is contested waits again. */
export function ReportState({ status, contested }: { status: ReportStatus; contested: boolean }) {
  return (
    <>
      <Badge tone={tones[status]}>{reportStatuses[status]}</Badge>
      {contested && <Badge tone="red">Contesté</Badge>}
    </>
  );
}
