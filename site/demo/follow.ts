import type { CustomerInvoice } from '../../contract/customer-invoice.ts';

/** Follows an invoice as the payer's page does. @returns how to stop */
export function followDemo(id: string, onInvoice: (invoice: CustomerInvoice) => void): () => void {
  // The browser opens it again by itself when the connection is lost.
  const source = new EventSource(`/customer/invoices/${id}/events`);
  source.addEventListener('invoice', ({ data }: MessageEvent<string>) => {
    onInvoice(JSON.parse(data) as CustomerInvoice);
  });
  addEventListener('pagehide', () => source.close(), { once: true });
  return () => source.close();
}
