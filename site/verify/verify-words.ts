/** The texts of `/verify` in one language: the page, the verdicts, and the names of documents' facts. */
export interface VerifyWords {
  readonly title: string;
  readonly description: string;
  readonly lead: string;
  readonly file: string;
  /** That a file can be dropped, too. */
  readonly fileHint: string;
  readonly code: string;
  readonly submit: string;
  readonly noScript: string;
  readonly whatIsChecked: string;
  readonly howItWorks: string;
  readonly checking: string;
  readonly nothingChosen: string;
  readonly tooLarge: string;
  readonly insecure: string;
  readonly failed: string;
  readonly genuine: string;
  /** Of a document of the sandbox. */
  readonly genuineTest: string;
  readonly genuineFile: string;
  readonly genuineCode: string;
  readonly changed: string;
  readonly changedText: string;
  readonly unknown: string;
  readonly unknownText: string;
  /** By the name of a fact. */
  readonly facts: Readonly<Record<FactName, string>>;
  /** By the value of `kind` and `mode`. */
  readonly values: Readonly<Record<FactValue, string>>;
}

/** Facts that documents may state, in no order. */
export type FactName =
  | 'kind'
  | 'id'
  | 'mode'
  | 'seller'
  | 'company'
  | 'reference'
  | 'currency'
  | 'price'
  | 'taxes'
  | 'total'
  | 'gate_id'
  | 'amount'
  | 'net_amount'
  | 'amount_paid'
  | 'amount_refunded'
  | 'paid_at'
  | 'completed_at'
  | 'from'
  | 'to'
  | 'opening'
  | 'received'
  | 'sent'
  | 'closing'
  | 'movements'
  | 'lines_sha256'
  | 'account_name'
  | 'iban'
  | 'bank_reference'
  | 'address'
  | 'destination_tag'
  | 'txid'
  | 'share_percent'
  | 'carried'
  | 'shares'
  | 'taken_back'
  | 'paid';

export type FactValue =
  | 'statement'
  | 'invoice'
  | 'receipt'
  | 'withdrawal'
  | 'payout'
  | 'partner_statement'
  | 'sandbox'
  | 'production';
