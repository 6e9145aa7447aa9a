/** The content of a bank's messages that the gateway reads. Amounts are EUR cents, days ISO dates. */
export const BANK_FILE_KINDS = [
  'pain.001',
  'camt.055',
  'pain.002',
  'camt.052',
  'camt.053',
  'camt.054',
  'camt.029',
] as const;
export type BankFileKind = (typeof BANK_FILE_KINDS)[number];

/** Messages with movements: a report during the day, a statement, and a notification. */
export type AccountMessageKind = Extract<BankFileKind, 'camt.052' | 'camt.053' | 'camt.054'>;

/** The bank's answer to a file of payments (pain.002). */
export interface StatusReport {
  readonly messageId: string;
  readonly originalMessageId: string;
  /** Of the whole file; null where only parts of it are reported. */
  readonly group: ReportedStatus | null;
  readonly parts: readonly ReportedPart[];
}

export interface ReportedPart {
  readonly paymentInformationId: string;
  readonly status: ReportedStatus | null;
  readonly payments: readonly ReportedPayment[];
}

/** Named by one of the two IDs, or both. */
export interface ReportedPayment extends ReportedStatus {
  readonly endToEndId: string | null;
  readonly instructionId: string | null;
  /** The account holder's name after a close match. */
  readonly payeeName: string | null;
  readonly bankReference: string | null;
}

export interface ReportedStatus {
  /** A code of ISO 20022, such as ACSC or RJCT. */
  readonly code: string;
  readonly reasonCode: string | null;
  /** The bank's own words. */
  readonly words: string | null;
}

/** The bank's answer to a recall (camt.029). */
export interface RecallAnswer {
  readonly messageId: string;
  readonly payments: readonly {
    readonly endToEndId: string;
    readonly outcome: 'canceled' | 'refused' | 'pending';
    readonly reasonCode: string | null;
    readonly words: string | null;
  }[];
}

/** The head of a statement (camt.053), a report during the day (camt.052) or a notification (camt.054). */
export interface StatementHead {
  readonly statementId: string;
  /** Of the account, in the format of banks; where the bank names it otherwise, what the bank writes. */
  readonly iban: string;
  readonly currency: string | null;
  /** Digits without leading zeros. It proves no order: banks restart it, jump, or write the time. */
  readonly sequence: string | null;
  /** The payment that it refers to, as the bank writes it: both ends with a slash between them. */
  readonly period: string | null;
  /** When the bank wrote it. */
  readonly createdAt: string | null;
  /** One page of a statement; null: all of it. */
  readonly page: { readonly number: number; readonly isLast: boolean } | null;
  /** It is a statement, whose balances prove its place; false: a notification. */
  readonly hasBalances: boolean;
  /** Statements only; of a page, where it has one. */
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
  readonly closingDay: string | null;
}

/** One movement on the account; an entry with several transactions is several of them. */
export interface StatementEntry {
  /** More than zero. */
  readonly amountMinor: bigint;
  readonly direction: 'credit' | 'debit';
  readonly day: string;
  /** From when it bears interest, where the bank says it. */
  readonly valueDay?: string | null | undefined;
  /** The bank's reference of the movement, the same in notification and statement; null where it gives none. */
  readonly bankReference: string | null;
  /** Domain, family and sub-family of the transaction, such as PMNT/ICDT/ESCT. */
  readonly code: string;
  /** The bank's own code of the transaction. */
  readonly ownCode?: string | null | undefined;
  readonly isReversal: boolean;
  readonly endToEndId: string | null;
  readonly creditorReference: string | null;
  /** The payer's text; empty if the bank has none. */
  readonly remittance: string;
  /** The bank's text about the movement. */
  readonly bankWords?: string | null | undefined;
  /** The sender or recipient. */
  readonly partyName: string | null;
  readonly partyIban: string | null;
  readonly returnCode: string | null;
  readonly returnWords: string | null;
  /** The bank's charge for a movement, booked together with it. */
  readonly isCharge?: boolean | undefined;
  /** Left out: it is an entry of its own. */
  readonly within?: WithinEntry | undefined;
}

/**
 * The entry of a file that a movement is, or is a part of: its parts and its sum are alternatives. Its movements, with
 * their directions, add up to its amount.
 */
export interface WithinEntry {
  /** Unique among the entries of all files. */
  readonly entry: string;
  /** The bank's reference of the entry, while that of a movement may be of one transaction in it. */
  readonly reference: string | null;
  readonly amountMinor: bigint;
  readonly direction: 'credit' | 'debit';
  /** How many movements were read of it. */
  readonly movements: number;
  /** The bank gives its transactions one by one; false: only their sum, also where they do not add up to it. */
  readonly isDetailed: boolean;
  /** How many transactions the bank says are in it. */
  readonly transactions: number | null;
  /** The part of our file that it is about (`PmtInfId`). */
  readonly paymentInformationId: string | null;
}
