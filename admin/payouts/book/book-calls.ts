import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BookAddressBody, BookedAddress } from '../../../api/contract/payouts.ts';
import type { GateId } from '../../../domain/assets.ts';
import { call } from '../../data/http-client.ts';
import { ask, here, type ListPage } from '../../data/profile-call.ts';

/** The calls of the address book. Each throws ApiError when refused. */

export interface BookQuery {
  readonly search: string;
  readonly gateId?: GateId | undefined;
  readonly page: number;
  readonly perPage: number;
}

const BOOK = 'address-book';

export function useBook({ search, gateId, page, perPage }: BookQuery) {
  const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
  if (search !== '') query.set('search', search);
  if (gateId !== undefined) query.set('gate_id', gateId);
  return useQuery({
    queryKey: [BOOK, query.toString()],
    queryFn: async () => (await call<ListPage<BookedAddress>>(here(`/address-book?${query}`))).json,
    placeholderData: keepPreviousData,
  });
}

export function bookAddress(body: BookAddressBody, idempotencyKey: string): Promise<BookedAddress> {
  return ask('/address-book', { method: 'POST', body, idempotencyKey });
}

export function renameAddress(id: string, label: string | null): Promise<BookedAddress> {
  return ask(`/address-book/${encodeURIComponent(id)}`, { method: 'PUT', body: { label } });
}

export async function forgetAddress(id: string): Promise<void> {
  await call(here(`/address-book/${encodeURIComponent(id)}`), { method: 'DELETE' });
}

/** Asks for the book anew, wherever it is shown. */
export function useBookRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [BOOK] });
}
