/** The words of documents for merchants, in the language of the back office. */
export const BACK_OFFICE_WORDS = {
  company: 'Company',
  number: 'Number',
  completed: 'Completed',
  amount: 'Amount',
  serviceFee: 'Service fee',
  networkFee: 'Network fee',
  received: 'Received by recipient',
  sandbox: 'Test document: no real money was moved.',
  verify: 'Verify this document',
  verifyText: 'Scan the code or open the page below with this file to check that nothing was changed.',
  documentId: 'Document',
  page: (page: number) => `Page ${page}`,
  details: {
    account_name: 'Account holder',
    address: 'Address',
    bank_reference: 'Bank reference',
    destination_tag: 'Destination tag',
    iban: 'IBAN',
    reference: 'Reference',
    txid: 'Transaction',
  },
  statement: {
    title: 'Balance statement',
    asset: 'Asset',
    period: 'Period',
    begin: 'the beginning',
    timeZone: 'Time zone',
    created: 'Created',
    opening: 'Opening balance',
    receivedIn: 'Received',
    sent: 'Sent',
    closing: 'Closing balance',
    movements: 'Movements',
    none: 'Nothing changed this balance in this period.',
    time: 'Time',
    what: 'What',
    reference: 'Reference',
    amount: 'Amount',
    balance: 'Balance',
    value: 'Value',
  },
} as const;

/** The label of a movement's kind; a kind without a label is shown by its name. */
export function movementWord(kind: string): string {
  return MOVEMENTS.get(kind) ?? kind.replaceAll('_', ' ');
}

const MOVEMENTS: ReadonlyMap<string, string> = new Map([
  ['settle', 'Payment settled'],
  ['unsettle', 'Settlement reversed'],
  ['cover', 'Refunded money reversed'],
  ['uncover', 'Refunded money credited again'],
  ['payout', 'Payout'],
  ['payout_returned', 'Payout returned'],
  ['mass_payout', 'Mass payout'],
  ['refund', 'Refund'],
  ['withdrawal', 'Withdrawal'],
  ['withdrawal_charged', 'Withdrawal'],
  ['conversion', 'Conversion'],
  ['conversion_reversed', 'Conversion reversed'],
  ['debt', 'Debt paid'],
  ['debt_written_off', 'Debt written off'],
  ['debt_recovered', 'Written-off debt paid'],
  ['chain_ended', 'Balance of a replaced test chain'],
]);
