import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../browser/api.ts';
import { LiveData } from '../../../browser/live-data.tsx';
import { formatPrice, formatRent } from '../../../contract/fmt.ts';
import { paths } from '../../../contract/paths.ts';
import { RENTAL } from '../../listings/contract.ts';
import { listingName } from '../../listings/reading/contract.ts';
import { searchListingsCall } from '../../search/contract.ts';
import { AlertPreview } from './alert-preview.tsx';

const EXAMPLES = 3;

/** The preview, asked again while the form is being filled. */
export default function LivePreview({ query }: { query: string }) {
  return (
    <LiveData>
      <Asked query={query} />
    </LiveData>
  );
}

function Asked({ query }: { query: string }) {
  const { data } = useQuery({
    queryKey: ['alerts', 'preview', query],
    queryFn: async ({ signal }) => {
      const words = Object.fromEntries(new URLSearchParams(query));
      return (await callApi(searchListingsCall, { query: words }, { signal })).data;
    },
    placeholderData: (previous) => previous,
  });
  if (!data) return <AlertPreview preview={null} />;
  const examples = data.listings.slice(0, EXAMPLES).map((found) => ({
    path: paths.listing({ propertyId: found.id }),
    name: listingName(found),
    price: found.transaction === RENTAL ? formatRent(found.price) : formatPrice(found.price),
  }));
  return <AlertPreview preview={{ ...data.count, weekly: null, examples }} />;
}
