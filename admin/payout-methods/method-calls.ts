import { useQueryClient } from '@tanstack/react-query';
import { useGetOne } from 'react-admin';
import type { TwoFaBody } from '../../contract/account.ts';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../contract/payment-methods.ts';
import type { Api } from '../data/api.ts';

const METHODS = 'payment-methods';
const pathOf = (id: string) => `${METHODS}/${encodeURIComponent(id)}`;

/** Calls for methods of payouts and of withdrawals. */
export const methodCalls = (api: Api) => ({
  createMethod: (body: CreateMethodBody) => api.post<PaymentMethod>(METHODS, body),
  updateMethod: (id: string, body: UpdateMethodBody) => api.put<PaymentMethod>(pathOf(id), body),
  switchMethod: (id: string, act: 'activate' | 'pause', factor: TwoFaBody) =>
    api.post<PaymentMethod>(`${pathOf(id)}/${act}`, factor),
  deleteMethod: (id: string, factor: TwoFaBody) => api.delete(pathOf(id), factor),
});

/** One method; none while there is no id yet. */
export function useMethod(id: string | null) {
  return useGetOne<PaymentMethod>(METHODS, { id: id ?? '' }, { enabled: id !== null });
}

/** Shows a method as it was answered, and reads the lists again; a deleted one is not read again. */
export function useMethodRefresh(): (changed?: PaymentMethod) => Promise<void> {
  const queries = useQueryClient();
  return async (changed) => {
    if (changed) queries.setQueryData([METHODS, 'getOne', { id: changed.id }], changed);
    await queries.invalidateQueries({ predicate: ({ queryKey: [name, how] }) => name === METHODS && how !== 'getOne' });
  };
}

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof methodCalls> {}
}
