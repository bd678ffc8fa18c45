import { useEffect } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { paths } from '#contract/paths.ts';

/** Fetches the login page in advance, whole: it must open without a network. */
export function LoginAtHand() {
  useEffect(() => {
    // Its form is not among the scripts that the page names.
    import('./login-form.tsx').catch(() => {});
  }, []);
  return <PrefetchPageLinks page={paths.login()} />;
}
