import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TwoFaBody } from '../../api/contract/account.ts';
import type { RefundRequest } from '../../api/contract/refund-request.ts';
import type {
  RefundForm,
  RefundFormQuery,
  RefundLinkSent,
  RefundTokenBody,
  RefundTokenSent,
  SpaCreateRefundBody,
  SpaRefundRow,
} from '../../api/contract/refunds.ts';
import type { SpaInvoice } from '../../api/contract/spa-invoices.ts';
import { call } from '../data/http-client.ts';
import { ask, here, type ListPage } from '../data/profile-call.ts';

/** The calls of refunds (spec §7). Each throws ApiError when refused. */

/** How much shall go back; nothing named is all of what was paid in the invoice's own coins. */
export type WantedAmount = Pick<RefundFormQuery, 'gate_id' | 'amount' | 'excess'>;

/** What can go back, and what the wanted amount means. */
export function useRefundForm(invoiceId: string, wanted: WantedAmount) {
  const query = new URLSearchParams({ invoice_id: invoiceId });
  if (wanted.gate_id !== undefined) query.set('gate_id', wanted.gate_id);
  if (wanted.amount !== undefined) query.set('amount', wanted.amount);
  if (wanted.excess) query.set('excess', 'true');
  return useQuery({
    queryKey: ['balances', 'refund-form', query.toString()],
    queryFn: () => ask<RefundForm>(`/refunds/create?${query}`),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The refunds of an invoice with what may be done about each; asked anew with each of its versions. */
export function useRefunds({ id, version, refunds }: SpaInvoice) {
  const ids = refunds.map((refund) => refund.id).join(',');
  return useQuery({
    queryKey: ['refunds', 'getList', { invoice: id, version, ids }],
    queryFn: async () =>
      (await call<ListPage<SpaRefundRow>>(here(`/refunds?ids=${ids}&page=1&per_page=100`))).json.data,
    placeholderData: keepPreviousData,
    enabled: ids !== '',
  });
}

export function sendRefundCode(body: RefundTokenBody): Promise<RefundTokenSent> {
  return ask('/refunds/create-token', { method: 'POST', body });
}

export async function createRefund(body: SpaCreateRefundBody, idempotencyKey: string): Promise<void> {
  await ask('/refunds', { method: 'POST', body, idempotencyKey });
}

export async function approveRefund(id: string, factor: TwoFaBody): Promise<void> {
  await ask(`/refunds/${encodeURIComponent(id)}/approve`, { method: 'POST', body: factor });
}

export async function cancelRefund(id: string): Promise<void> {
  await ask(`/refunds/${encodeURIComponent(id)}/cancel`, { method: 'POST', body: {} });
}

export function rejectRefund(invoiceId: string, note: string): Promise<RefundRequest> {
  const body = note === '' ? {} : { note };
  return ask(`/invoices/${encodeURIComponent(invoiceId)}/reject-refund`, { method: 'POST', body });
}

export function mailRefundLink(invoiceId: string): Promise<RefundLinkSent> {
  return ask(`/invoices/${encodeURIComponent(invoiceId)}/refund-link`, { method: 'POST', body: {} });
}
