import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TwoFaBody } from '../../api/contract/account.ts';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../api/contract/payment-methods.ts';
import type {
  Payout,
  PayoutForm,
  PayoutPolicy,
  PayoutTokenBody,
  PayoutTokenSent,
  SpaCreatePayoutBody,
  SpaPayout,
} from '../../api/contract/payouts.ts';
import { call } from '../data/http-client.ts';
import { ask, here, type ListPage } from '../data/profile-call.ts';
import { askForToken } from './payout-token.ts';

/** The calls of this room (spec §7). Each throws ApiError when refused. */

export function usePayoutForm() {
  return useQuery({ queryKey: ['balances', 'payout-form'], queryFn: () => ask<PayoutForm>('/payouts/create') });
}

export function sendPayoutCode(body: PayoutTokenBody): Promise<PayoutTokenSent> {
  return askForToken('/payouts/create-token', body);
}

export function createPayout(body: SpaCreatePayoutBody, idempotencyKey: string): Promise<Payout> {
  return ask('/payouts', { method: 'POST', body, idempotencyKey });
}

export function cancelPayout(id: string): Promise<SpaPayout> {
  return ask(`/payouts/${encodeURIComponent(id)}/cancel`, { method: 'POST', body: {} });
}

export function approvePayout(id: string, factor: TwoFaBody): Promise<SpaPayout> {
  return ask(`/payouts/${encodeURIComponent(id)}/approve`, { method: 'POST', body: factor });
}

const METHODS = 'payment-methods';
const METHOD = 'payment-method';

export function useMethods(filter: { readonly automatic?: boolean } = {}) {
  const only = filter.automatic === undefined ? '' : `&automatic=${filter.automatic}`;
  const path = `/payment-methods?operation=payout&page=1&per_page=100${only}`;
  return useQuery({
    queryKey: [METHODS, filter],
    queryFn: async () => (await call<ListPage<PaymentMethod>>(here(path))).json.data,
  });
}

export function useMethod(id: string | null) {
  return useQuery({
    queryKey: [METHOD, id],
    queryFn: () => ask<PaymentMethod>(`/payment-methods/${encodeURIComponent(id ?? '')}`, { isPage: true }),
    enabled: id !== null,
  });
}

export function createMethod(body: CreateMethodBody): Promise<PaymentMethod> {
  return ask('/payment-methods', { method: 'POST', body });
}

export function updateMethod(id: string, body: UpdateMethodBody): Promise<PaymentMethod> {
  return ask(`/payment-methods/${id}`, { method: 'PUT', body });
}

export function switchMethod(id: string, act: 'activate' | 'pause', body: object = {}): Promise<PaymentMethod> {
  return ask(`/payment-methods/${id}/${act}`, { method: 'POST', body });
}

export async function deleteMethod(id: string, body: TwoFaBody): Promise<void> {
  await call(here(`/payment-methods/${id}`), { method: 'DELETE', body });
}

/** Shows a method as it was answered, and asks for the lists anew; one that was deleted is not asked for again. */
export function useMethodRefresh(): (changed?: PaymentMethod) => Promise<void> {
  const queries = useQueryClient();
  return async (changed) => {
    if (changed) queries.setQueryData([METHOD, changed.id], changed);
    await queries.invalidateQueries({ queryKey: [METHODS] });
  };
}

export function usePolicy() {
  return useQuery({ queryKey: ['payout-policy'], queryFn: () => ask<PayoutPolicy>('/payouts/policy') });
}

export function savePolicy(body: PayoutPolicy & TwoFaBody): Promise<PayoutPolicy> {
  return ask('/payouts/policy', { method: 'PUT', body });
}
