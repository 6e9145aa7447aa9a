import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { isStaleAfter, type LiveEntity } from '../data/live-queries.ts';
import { type TidegateProvider, useProvider } from '../data/use-provider.ts';
import { useNotifyError } from './use-notify-error.ts';
import { useReadAgain } from './use-read-again.ts';

export interface ActOptions<Result> {
  /** The object acted on: its cached data is refetched whatever the answer. */
  readonly of?: readonly [entity: LiveEntity, id: string];
  /** Further queries to refetch, by the first element of their keys. */
  readonly stale?: readonly string[];
  /** The notification of success. */
  readonly done?: string | ((result: Result) => string);
  readonly onDone?: (result: Result) => void;
}

/**
 * One action of the data provider behind a button: `mutate` does it, `isPending` disables the button. Nothing is shown
 * as done before the server has said so (no optimistic updates: it is money).
 */
export function useAct<Result, Values = void>(
  act: (provider: TidegateProvider, values: Values) => Promise<Result>,
  { of, stale = [], done, onDone }: ActOptions<Result> = {},
) {
  const provider = useProvider();
  const queries = useQueryClient();
  const readAgain = useReadAgain();
  const notify = useNotify();
  const notifyError = useNotifyError();
  return useMutation<Result, unknown, Values>({
    async mutationFn(values) {
      try {
        return await act(provider, values);
      } finally {
        // Refused or not, what is shown may be old by now.
        if (of) await queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, ...of) });
        await readAgain(...stale);
      }
    },
    onSuccess(result) {
      if (done !== undefined) notify(typeof done === 'string' ? done : done(result), { type: 'success' });
      onDone?.(result);
    },
    onError: notifyError,
  });
}
