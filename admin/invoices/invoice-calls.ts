import type { SpaBalance } from '../../contract/balances.ts';
import type { Network } from '../../contract/basics.ts';
import type { EmulatedPayment, EmulatePaymentBody } from '../../contract/sandbox.ts';
import type { ShopInvoice, SpaCreateInvoiceBody } from '../../contract/spa-invoices.ts';
import type { Api } from '../data/api.ts';

/** Calls for invoices, including those that simulate payments in a sandbox. */
export const invoiceCalls = (api: Api) => ({
  balances: () => api.get<SpaBalance[]>('balances'),
  createInvoice: (body: SpaCreateInvoiceBody, idempotencyKey: string) =>
    api.post<ShopInvoice>('invoices', body, { idempotencyKey }),
  completeInvoice: (id: string) => api.post(`invoices/${encodeURIComponent(id)}/done`, {}),
  cancelInvoice: (id: string) => api.post(`invoices/${encodeURIComponent(id)}/cancel`, {}),
  redeliver: (deliveryId: string) => api.post(`webhooks/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, {}),
  emulatePayment: (id: string, body: EmulatePaymentBody) =>
    api.post<EmulatedPayment>(`invoices/${encodeURIComponent(id)}/payments`, body),
  makeBlocks: (network: Network, count: number) => api.post(`/spa/sandbox/networks/${network}/blocks`, { count }),
  setFees: (network: Network, percent: number) => api.post(`/spa/sandbox/networks/${network}/fees`, { percent }),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof invoiceCalls> {}
}
