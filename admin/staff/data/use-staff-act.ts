import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useNotifyError } from '../../components/use-notify-error.ts';
import { type StaffProvider, useStaffProvider } from './staff-provider.ts';

export interface StaffActOptions<Result> {
  /** The result replaces the data cached under this key: a refetch would be recorded as another access. */
  readonly into?: QueryKey;
  /** The collection whose list is read again. */
  readonly list?: string;
  /** The notification of success. */
  readonly done?: string | ((result: Result) => string);
  readonly onDone?: (result: Result) => unknown;
}

/** The counts of open tasks in the navigation: refetched after each action. */
export const OVERVIEW: QueryKey = ['overview'];

/** Does one act of staff, from a form or dialog that shows what it throws. @throws ApiError */
export function useStaffSend() {
  const provider = useStaffProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  return async <Result>(
    act: (provider: StaffProvider) => Promise<Result>,
    { into, list, done, onDone }: StaffActOptions<Result> = {},
  ): Promise<void> => {
    const result = await act(provider);
    if (into) queries.setQueryData(into, result);
    await queries.invalidateQueries({ queryKey: OVERVIEW });
    if (list) await queries.invalidateQueries({ queryKey: [list, 'getList'] });
    if (done !== undefined) notify(typeof done === 'string' ? done : done(result), { type: 'success' });
    await onDone?.(result);
  };
}

/** One act behind a button: `mutate` does it, `isPending` disables the button, a refusal is notified. */
export function useStaffAct<Result>(
  act: (provider: StaffProvider) => Promise<Result>,
  options: StaffActOptions<Result> = {},
) {
  const send = useStaffSend();
  const notifyError = useNotifyError();
  return useMutation({ mutationFn: () => send(act, options), onError: notifyError });
}
