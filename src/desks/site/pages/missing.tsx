import { data } from 'react-router';

/** Every address that is no page. Being one of ours, it still knows who reads: the header is theirs. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function Missing() {
  return null;
}
