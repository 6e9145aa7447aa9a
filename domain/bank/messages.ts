/** What the gateway reads out of a bank's messages. Amounts are EUR cents, days ISO dates. */
export const BANK_FILE_KINDS = ['pain.001', 'camt.055', 'pain.002', 'camt.053', 'camt.054', 'camt.029'] as const;
export type BankFileKind = (typeof BANK_FILE_KINDS)[number];

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

export interface ReportedPayment extends ReportedStatus {
  readonly endToEndId: string;
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

/** The head of a statement (camt.053) or a notification (camt.054). */
export interface StatementHead {
  readonly statementId: string;
  readonly iban: string;
  readonly currency: string | null;
  /** Statements only: counts up by one. */
  readonly sequence: number | null;
  /** Statements only. */
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
  /** The bank's reference of the movement, the same in notification and statement; null where it gives none. */
  readonly bankReference: string | null;
  /** Domain, family and sub-family of the transaction, such as PMNT/ICDT/ESCT. */
  readonly code: string;
  readonly isReversal: boolean;
  readonly endToEndId: string | null;
  readonly creditorReference: string | null;
  readonly remittance: string;
  /** Who sent or received it. */
  readonly partyName: string | null;
  readonly partyIban: string | null;
  readonly returnCode: string | null;
  readonly returnWords: string | null;
}
