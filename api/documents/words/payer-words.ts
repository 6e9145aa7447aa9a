/** The words of invoices and receipts in one language. `{name}` and `{rate}` are put in as text. */
export interface PayerWords {
  readonly invoice: string;
  readonly receipt: string;
  readonly seller: string;
  readonly number: string;
  readonly reference: string;
  readonly issued: string;
  readonly paidOn: string;
  readonly customer: string;
  readonly order: string;
  readonly item: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  readonly subtotal: string;
  readonly tax: string;
  readonly taxIncluded: string;
  readonly serviceFee: string;
  readonly networkFee: string;
  readonly conversionFee: string;
  readonly total: string;
  readonly payment: string;
  readonly received: string;
  readonly excess: string;
  readonly rate: string;
  readonly network: string;
  readonly transaction: string;
  readonly refund: string;
  readonly refundTransaction: string;
  readonly sandbox: string;
  readonly verify: string;
  readonly verifyText: string;
  readonly documentId: string;
  /** With `{page}`. */
  readonly page: string;
}
