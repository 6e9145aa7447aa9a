/** How a bank writes its reports, statements and notifications. */
export interface Dialect {
  readonly version: '02' | '04' | '08';
  /** `report`: only camt.052, and no notifications. */
  readonly sends: 'statement' | 'report';
  readonly amount: 'plain' | 'padded' | 'plus' | 'short';
  readonly number: 'count' | 'padded' | 'year' | 'moment' | 'none';
  readonly opening: 'OPBD' | 'PRCD';
  /** Where payments have their own amount. */
  readonly amountIn: 'nowhere' | 'Amt' | 'AmtDtls';
  /** How what the payer wrote is passed on. */
  readonly words: 'plain' | 'cut' | 'tags' | 'dashes' | 'entry';
  /** All credits of a day are one entry. */
  readonly isCollective: boolean;
  /** A line of 0.00 in each statement. */
  readonly hasEmptyLine: boolean;
  /** Another account in each file. */
  readonly hasOtherAccount: boolean;
  readonly pages: 1 | 2;
  readonly account: 'IBAN' | 'national';
}

const STANDARD: Dialect = {
  version: '08',
  sends: 'statement',
  amount: 'plain',
  number: 'count',
  opening: 'OPBD',
  amountIn: 'nowhere',
  words: 'plain',
  isCollective: false,
  hasEmptyLine: false,
  hasOtherAccount: false,
  pages: 1,
  account: 'IBAN',
};

/** Those of the corpus in `domain/bank/corpus`, which names what each is taken from. */
export const DIALECTS = {
  standard: STANDARD,
  sparkasse: { ...STANDARD, sends: 'report', opening: 'PRCD', words: 'cut', hasEmptyLine: true },
  volksbank: { ...STANDARD, version: '02', sends: 'report', opening: 'PRCD', amountIn: 'AmtDtls', words: 'tags' },
  'deutsche-bank': { ...STANDARD, amountIn: 'Amt', words: 'dashes', isCollective: true },
  ing: { ...STANDARD, version: '02', number: 'year', hasEmptyLine: true },
  'abn-amro': {
    ...STANDARD,
    version: '02',
    amount: 'padded',
    number: 'padded',
    opening: 'PRCD',
    amountIn: 'AmtDtls',
    isCollective: true,
  },
  rabobank: { ...STANDARD, version: '02' },
  'bnp-paribas': { ...STANDARD, hasOtherAccount: true },
  unicredit: { ...STANDARD, pages: 2 },
  raiffeisen: { ...STANDARD, amount: 'plus', number: 'year', opening: 'PRCD', words: 'dashes' },
  seb: { ...STANDARD, version: '02', amountIn: 'AmtDtls' },
  'sparebank-1': { ...STANDARD, version: '02', number: 'moment', account: 'national' },
  wise: { ...STANDARD, amount: 'short', number: 'none', words: 'entry' },
  postfinance: { ...STANDARD, version: '04', amountIn: 'Amt' },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

export const DIALECT_NAMES = Object.keys(DIALECTS) as DialectName[];
