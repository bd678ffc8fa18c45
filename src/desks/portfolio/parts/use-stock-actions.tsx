import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { type ActionName, actTogetherCall, confirmValuesCall } from '../contract.ts';
import type { ActionResults } from './action-results.tsx';

interface Acting {
  readonly action: ActionName | 'values';
  readonly ids: readonly number[];
}

/** What the agency does with listings of its table, and what came of it; `onUndone` takes those that it did not change. */
export function useStockActions(onUndone: (ids: readonly number[]) => void) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<Acting | null>(null);
  const [results, setResults] = useState<ActionResults | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function run(acting: Acting, work: () => Promise<unknown>) {
    setBusy(acting);
    setTrouble(null);
    setResults(null);
    try {
      await work();
      await revalidate();
    } catch (error) {
      setTrouble(readError(error).message);
    } finally {
      setBusy(null);
    }
  }

  return {
    busy,
    results,
    trouble,
    closeResults: () => setResults(null),
    act: (action: ActionName, ids: readonly number[]) =>
      run({ action, ids }, async () => {
        const { data } = await callApi(actTogetherCall, { body: { action, ids: [...ids] } });
        setResults({ action, results: data.results });
        onUndone(data.results.filter(({ done }) => !done).map(({ id }) => id));
      }),
    confirmValues: (id: number, keys: readonly string[]) =>
      run({ action: 'values', ids: [id] }, () =>
        callApi(confirmValuesCall, { params: { id: String(id) }, body: { keys: [...keys] } }),
      ),
  };
}
export type StockActions = ReturnType<typeof useStockActions>;
