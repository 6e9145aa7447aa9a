import type {
  InvoiceRecipient,
  SpaCreatePaymentRequestBody,
  SpaPaymentRequest,
} from '../../contract/payment-requests.ts';
import type { Api } from '../data/api.ts';

/** Calls for payment requests; each sends an email to the recipient. */
export const paymentRequestCalls = (api: Api) => ({
  createPaymentRequest: (body: SpaCreatePaymentRequestBody, idempotencyKey: string) =>
    api.post<SpaPaymentRequest>('payment-requests', body, { idempotencyKey }),
  cancelPaymentRequest: (id: string) => api.post<SpaPaymentRequest>(`${pathOf(id)}/cancel`, {}),
  remindRecipient: (id: string) => api.post<SpaPaymentRequest>(`${pathOf(id)}/remind`, {}),
  /** The newest of those whose name or email contains the text. */
  invoiceRecipients: (search: string) =>
    api.get<InvoiceRecipient[]>(`invoice-recipients${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`),
});

function pathOf(id: string): string {
  return `payment-requests/${encodeURIComponent(id)}`;
}

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof paymentRequestCalls> {}
}
