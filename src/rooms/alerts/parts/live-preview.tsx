import { useQuery } from '@tanstack/react-query';
import { callApi } from '#browser/api.ts';
import { LiveData } from '#browser/live-data.tsx';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { type Preview, previewCall } from '../asking/preview.ts';
import type { Frequency } from '../asking/rhythm.ts';
import { AlertPreview } from './alert-preview.tsx';

interface LivePreviewProps {
  criteria: Criteria;
  frequency: Frequency;
  /** What was said when the page came. */
  before: Preview | null;
}

/** The preview, asked again while the form is being filled. */
export default function LivePreview(props: LivePreviewProps) {
  return (
    <LiveData>
      <Asked {...props} />
    </LiveData>
  );
}

function Asked({ criteria, frequency, before }: LivePreviewProps) {
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: ['alerts', 'preview', JSON.stringify(criteria)],
    // What was asked before is cancelled: only the last question is answered.
    queryFn: async ({ signal }) => (await callApi(previewCall, { body: { criteria } }, { signal })).data,
    placeholderData: (previous) => previous ?? before ?? undefined,
  });
  return (
    <AlertPreview
      preview={data ?? before}
      frequency={frequency}
      state={isError ? 'failed' : isPlaceholderData ? 'asking' : 'said'}
    />
  );
}
