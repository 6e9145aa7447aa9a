import type { TwoFaBody } from '../../contract/account.ts';
import type { RefundRequest } from '../../contract/refund-request.ts';
import type {
  RefundForm,
  RefundFormQuery,
  RefundLinkSent,
  RefundTokenBody,
  RefundTokenSent,
  SpaCreateRefundBody,
} from '../../contract/refunds.ts';
import type { Api } from '../data/api.ts';

/** How much to refund; nothing named is all that was paid in the invoice's own coins. */
export type RefundAmount = Pick<RefundFormQuery, 'gate_id' | 'amount' | 'value' | 'excess'>;

/** Calls for refunds and for payers' refund requests. */
export const refundCalls = (api: Api) => ({
  /** The refundable amounts, and a quote for the requested one. */
  refundForm: (invoiceId: string, amount: RefundAmount) =>
    api.get<RefundForm>(`refunds/create?${queryOf(invoiceId, amount)}`),
  sendRefundCode: (body: RefundTokenBody) => api.post<RefundTokenSent>('refunds/create-token', body),
  createRefund: (body: SpaCreateRefundBody, idempotencyKey: string) => api.post('refunds', body, { idempotencyKey }),
  approveRefund: (id: string, factor: TwoFaBody) => api.post(`refunds/${encodeURIComponent(id)}/approve`, factor),
  cancelRefund: (id: string) => api.post(`refunds/${encodeURIComponent(id)}/cancel`, {}),
  rejectRefund: (invoiceId: string, note: string) =>
    api.post<RefundRequest>(`invoices/${encodeURIComponent(invoiceId)}/reject-refund`, note === '' ? {} : { note }),
  mailRefundLink: (invoiceId: string) =>
    api.post<RefundLinkSent>(`invoices/${encodeURIComponent(invoiceId)}/refund-link`, {}),
});

function queryOf(invoiceId: string, { gate_id, amount, value, excess }: RefundAmount): URLSearchParams {
  return new URLSearchParams({
    invoice_id: invoiceId,
    ...(gate_id === undefined ? {} : { gate_id }),
    ...(amount === undefined ? {} : { amount }),
    ...(value === undefined ? {} : { value }),
    ...(excess ? { excess: 'true' } : {}),
  });
}

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof refundCalls> {}
}
