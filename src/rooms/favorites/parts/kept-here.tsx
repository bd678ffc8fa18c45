import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { openedMarks } from './marks.tsx';

/** On any page of somebody who is signed in: what this browser kept for them joins their account. Shows nothing. */
export default function KeptHere() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const send = async () => {
      const store = await openedMarks();
      if ((await store.merge()) > 0) await revalidate();
    };
    void send().catch(() => {});
  }, [revalidate]);
  return null;
}
