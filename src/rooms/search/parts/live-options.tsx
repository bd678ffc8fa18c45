import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '#browser/api.ts';
import { LiveData } from '#browser/live-data.tsx';
import { areaWordsOf } from '#rooms/criteria/area-words.ts';
import { countOptionsCall, type OptionCounts } from '../contract.ts';

interface LiveOptionsProps {
  query: string;
  onCounts: (counts: OptionCounts) => void;
}

/** Counts each option of the form while it is being filled. */
export default function LiveOptions(props: LiveOptionsProps) {
  return (
    <LiveData>
      <Options {...props} />
    </LiveData>
  );
}

function Options({ query, onCounts }: LiveOptionsProps) {
  // The form does not say where the page looks: its address does.
  const where = areaWordsOf(useSearchParams()[0]);
  const { data } = useQuery({
    queryKey: ['listings', 'options', query, where],
    queryFn: async ({ signal }) => {
      const words = { ...Object.fromEntries(new URLSearchParams(query)), ...where };
      return (await callApi(countOptionsCall, { query: words }, { signal })).data.options;
    },
  });
  useEffect(() => {
    if (data) onCounts(data);
  }, [data, onCounts]);
  return null;
}
