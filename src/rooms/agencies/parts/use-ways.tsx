import { useLocation } from 'react-router';
import { destinationAt, type Ways, waysTo } from '../destination.ts';

/** The ways from this page to what the agency was about to do. */
export function useWays(): Ways {
  return waysTo(destinationAt(useLocation()));
}
