import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { type InvoiceStore, type MissingView, stateOf } from './store.ts';

/** The invoice at one moment, for the server: nothing follows, and nobody acts on what it draws. */
export function createStillStore(initial: CustomerInvoice | MissingView): InvoiceStore {
  const state = stateOf(initial);
  const nothing = () => Promise.resolve();
  const refused = () => Promise.reject(new Error('Nothing is asked while the page is drawn.'));
  return {
    getState: () => state,
    subscribe: () => () => undefined,
    now: () => (state.view === null ? 0 : Date.parse(state.view.server_time)),
    refresh: nothing,
    choose: nothing,
    pay: nothing,
    askRefund: nothing,
    refundOffer: refused,
    exchanges: refused,
    walletPayment: refused,
    tronTransaction: refused,
    sendSigned: refused,
    pageCode: refused,
    findPayment: refused,
    mailRefundLink: nothing,
    refundMessage: refused,
    signRefund: nothing,
    enterEmail: nothing,
    speak: nothing,
    start: () => () => undefined,
  };
}
