import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { PayFromExchange } from '../../../contract/exchanges.ts';
import type { FindPaymentBody, PaymentVerdict } from '../../../contract/payment-verdict.ts';
import type { AskForRefundBody, LinkOffer } from '../../../contract/refunds.ts';
import type { RefundMessage, RefundMessageBody, SignedRefundBody } from '../../../contract/signed-refund.ts';
import type {
  PageCode,
  SentTransaction,
  SignedTransactionBody,
  WalletPayment,
  WalletTransaction,
  WalletTransactionBody,
} from '../../../contract/wallet-payment.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import type { Locale } from '../i18n/locale.ts';
import { isInvoice } from '../is-invoice.ts';

/** An answer other than the invoice: `status` 0 when there was no answer at all. */
export class ClientError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** The payer's calls (api.md, "/customer"). Most answer the invoice as it is now; all throw ClientError. */
export interface InvoiceClient {
  read(): Promise<CustomerInvoice>;
  /** Chooses a coin at the amount that the page shows, and nothing if that is too little by now. */
  choose(gateId: CryptoGateId, amount?: string): Promise<CustomerInvoice>;
  /** The payer says "I have paid". */
  pay(): Promise<CustomerInvoice>;
  /** Where money shall go back to, by the link that was mailed; an empty memo is no destination tag. */
  askRefund(ask: AskForRefundBody): Promise<CustomerInvoice>;
  /** The present offer behind that link. */
  refundOffer(token: string): Promise<LinkOffer>;
  /** Has the link for a refund mailed again; the answer does not say whether there was one to send. */
  mailRefundLink(): Promise<CustomerInvoice>;
  /** How to pay the chosen coin from an exchange. */
  exchanges(): Promise<PayFromExchange>;
  /** The payment that a wallet in this browser has to send now. */
  walletPayment(): Promise<WalletPayment>;
  /** A payment for a TRON wallet to sign. */
  tronTransaction(ask: WalletTransactionBody): Promise<WalletTransaction>;
  /** Hands over what it signed. */
  sendSigned(signed: SignedTransactionBody): Promise<SentTransaction>;
  /** The code of this page, for another device. */
  pageCode(): Promise<PageCode>;
  /** Finds a payment that does not show. */
  findPayment(ask: FindPaymentBody): Promise<PaymentVerdict>;
  /** The message by whose signature the account that paid requests a refund; an empty memo is no destination tag. */
  refundMessage(ask: RefundMessageBody): Promise<RefundMessage>;
  /** Requests the refund with that signature. */
  signRefund(ask: SignedRefundBody): Promise<CustomerInvoice>;
  /** Where the mail about the outcome goes. */
  enterEmail(email: string): Promise<CustomerInvoice>;
  /** Mails to the payer are written in this language. */
  speak(language: Locale): Promise<CustomerInvoice>;
}

const TIMEOUT_MS = 15_000;

export function createClient(invoiceId: string, fetcher: typeof fetch = (...args) => fetch(...args)): InvoiceClient {
  const base = `/customer/invoices/${encodeURIComponent(invoiceId)}`;
  return {
    read: () => call(fetcher, base, { method: 'GET' }),
    choose: (gateId, amount) =>
      call(fetcher, `${base}/currency`, { method: 'POST', ...json({ gate_id: gateId, amount }) }),
    pay: () => call(fetcher, `${base}/pay`, { method: 'PUT' }),
    askRefund: (ask) => call(fetcher, `${base}/refund-request`, { method: 'POST', ...json(withoutBlank(ask)) }),
    refundOffer: (token) =>
      callApi(fetcher, `${base}/refund-offer`, { method: 'POST', ...json({ token }) }, isLinkOffer),
    mailRefundLink: () => call(fetcher, `${base}/refund-link`, { method: 'POST' }),
    exchanges: () => callApi(fetcher, `${base}/exchanges`, { method: 'GET' }, isPayFromExchange),
    walletPayment: () => callApi(fetcher, `${base}/wallet-payment`, { method: 'GET' }, isWalletPayment),
    tronTransaction: (ask) =>
      callApi(fetcher, `${base}/tron-transaction`, { method: 'POST', ...json(ask) }, isWalletTransaction),
    sendSigned: (signed) =>
      callApi(fetcher, `${base}/tron-transaction/signed`, { method: 'POST', ...json(signed) }, isSentTransaction),
    pageCode: () => callApi(fetcher, `${base}/page-code`, { method: 'GET' }, isPageCode),
    findPayment: (ask) => callApi(fetcher, `${base}/find-payment`, { method: 'POST', ...json(ask) }, isVerdict),
    refundMessage: (ask) =>
      callApi(fetcher, `${base}/refund-message`, { method: 'POST', ...json(withoutBlank(ask)) }, isRefundMessage),
    signRefund: (ask) => call(fetcher, `${base}/signed-refund-request`, { method: 'POST', ...json(withoutBlank(ask)) }),
    enterEmail: (email) => call(fetcher, `${base}/email`, { method: 'PUT', ...json({ email }) }),
    speak: (language) => call(fetcher, `${base}/language`, { method: 'PUT', ...json({ language }) }),
  };
}

/** The options of `fetch` for a call with a JSON body. */
export function json(body: object) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A field that was left empty is not sent. */
function withoutBlank(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

const isRefundMessage = (data: unknown): data is RefundMessage =>
  typeof data === 'object' && data !== null && 'message' in data && 'valid_until' in data;

const isLinkOffer = (data: unknown): data is LinkOffer =>
  typeof data === 'object' && data !== null && 'coins' in data && Array.isArray(data.coins);

const isVerdict = (data: unknown): data is PaymentVerdict =>
  typeof data === 'object' && data !== null && 'code' in data && 'title' in data;

const isPayFromExchange = (data: unknown): data is PayFromExchange =>
  typeof data === 'object' && data !== null && 'exchanges' in data && Array.isArray(data.exchanges);

const isWalletPayment = (data: unknown): data is WalletPayment =>
  typeof data === 'object' && data !== null && 'minor' in data && 'address' in data;

const isWalletTransaction = (data: unknown): data is WalletTransaction =>
  typeof data === 'object' && data !== null && 'transaction' in data && 'order' in data;

const isSentTransaction = (data: unknown): data is SentTransaction =>
  typeof data === 'object' && data !== null && 'txid' in data;

const isPageCode = (data: unknown): data is PageCode => typeof data === 'object' && data !== null && 'modules' in data;

function call(fetcher: typeof fetch, url: string, init: RequestInit): Promise<CustomerInvoice> {
  return callApi(fetcher, url, init, isInvoice);
}

/**
 * One call of the API, whose answer carries what `isExpected` knows under `data`.
 * @throws ClientError
 */
export async function callApi<T>(
  fetcher: typeof fetch,
  url: string,
  init: RequestInit,
  isExpected: (data: unknown) => data is T,
): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetcher(url, { ...init, cache: 'no-store', signal }).catch(() => {
    throw new ClientError(0, 'no_answer');
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ClientError(response.status, codeOf(body));
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  if (!isExpected(data)) throw new ClientError(response.status, 'not_expected');
  return data;
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'unknown';
}
