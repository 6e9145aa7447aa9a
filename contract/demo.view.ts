import { qrModules } from '../domain/web/qr-code.ts';
import type { CustomerInvoice } from './customer-invoice.ts';

/** A visitor's texts for a demo invoice, cleaned. */
export interface DemoWords {
  readonly merchantName: string;
  readonly description: string | null;
}

const QR_TEXT = 'DEMO: DO NOT PAY';

/** Shown instead of an address: no wallet and no exchange of any network takes it. */
export function demoAddress(invoiceId: string): string {
  return `DEMO-DO-NOT-PAY-${invoiceId.replaceAll('-', '').slice(-8).toUpperCase()}`;
}

/**
 * The payer's view of a demo invoice: with the visitor's words, and with nothing that a wallet could pay or that would
 * make it look like the invoice of a real shop. Its own address stays on the simulated chain.
 */
export function asDemo(view: CustomerInvoice, { merchantName, description }: DemoWords): CustomerInvoice {
  const modules = qrModules(QR_TEXT);
  const qr = { payload: QR_TEXT, address_only: QR_TEXT, payload_modules: modules, address_only_modules: modules };
  return {
    ...view,
    demo: true,
    description,
    merchant: {
      name: merchantName,
      logo_url: null,
      support_email: null,
      address: null,
      phone: null,
      domain: null,
      website: null,
    },
    address: view.address === null ? null : demoAddress(view.id),
    qr: view.address === null ? null : qr,
    payment_uri: null,
    wallet_link: null,
    success_url: null,
    cancel_url: null,
    refund_offer: null,
    refund_link_available: false,
    refund_by_signature: false,
    payer_email: null,
    card_available: false,
    help_available: false,
  };
}

/** The body of an event as a shop would get it, with the same words and without the same things. */
export function asDemoEvent(body: string, checkoutUrl: string, { description }: DemoWords): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> };
  const { id, address } = event.data;
  const data = {
    ...event.data,
    description,
    address: address === null ? null : demoAddress(String(id)),
    payment_uri: null,
    checkout_url: checkoutUrl,
  };
  return JSON.stringify({ ...event, data });
}
