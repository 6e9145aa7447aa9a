/** A made-up file in the dialect of a bank. */
export interface CorpusFile {
  /** Files that belong together, without `.xml`. */
  readonly files: readonly string[];
  readonly bank: string;
  /** Where the form is described; facts were taken, no text. */
  readonly source: string;
  readonly special: string;
  /** From the opening to the closing balance; null for a notification. */
  readonly balances: readonly [opens: string, closes: string] | null;
  /** Amount, creditor reference or `-`, name or `-`; `charge` for what the bank took. */
  readonly bookings: readonly string[];
}

const DK = 'German Banking Industry Committee, DFÜ agreement, annex 3 (formats); FinTS exports as hbci4java reads them';
const OCA = 'https://github.com/OCA/bank-statement-import';

export const CORPUS: readonly CorpusFile[] = [
  {
    files: ['sparkasse-sfirm'],
    bank: 'Sparkasse (SFIRM, export of the online bank)',
    source: DK,
    special:
      'A camt.052 of a whole day is the statement. A reference is cut over two lines, a fee has only the German code, a line of 0.00 says that the account was closed for the month, and an entry is only announced.',
    balances: ['1000.00', '1024.50'],
    bookings: ['+25.00 RF18539007547034 Eva Muster', '-0.50 - -'],
  },
  {
    files: ['volksbank-fints'],
    bank: 'Volksbank (FinTS)',
    source: 'https://github.com/securo-finance/securo/pull/416',
    special:
      'Only camt.052, in version 02: the status is text, names are without Pty, amounts are in AmtDtls, and tags are glued to the reference.',
    balances: ['1024.50', '1044.50'],
    bookings: ['+20.00 RF18539007547034 Udo Beispiel'],
  },
  {
    files: ['deutsche-bank'],
    bank: 'Deutsche Bank',
    source: DK,
    special:
      'A collective entry with one bank reference for all of its payments, which have none of their own; the only page is called the last with 1 for true.',
    balances: ['0.00', '300.00'],
    bookings: ['+100.00 RF18539007547034 Anna Alt', '+199.00 RF712348231 Ben Breit', '+1.00 - Ben Breit'],
  },
  {
    files: ['ing'],
    bank: 'ING',
    source: `${OCA}/issues/61, ${OCA}/pull/39`,
    special:
      'Version 02. The number carries the year. Several balances beside the two of the day. A fee has only the text of its entry, and a line of 0.00 is a message.',
    balances: ['12.00', '9.50'],
    bookings: ['+5.00 RF18539007547034 J. Jansen', '-7.50 - -'],
  },
  {
    files: ['abn-amro'],
    bank: 'ABN AMRO',
    source: `${OCA}/issues/157`,
    special:
      'Version 02. Leading zeros in amounts and in the number, the balance of the day before instead of an opening one, and a batch whose payments have their amounts in AmtDtls only.',
    balances: ['149.87', '579.43'],
    bookings: ['+329.56 RF18539007547034 P. Pietersen', '+100.00 - K. de Vries'],
  },
  {
    files: ['rabobank'],
    bank: 'Rabobank',
    source: `${OCA}/pull/51`,
    special:
      'Version 02. Only codes of its own, details without any amount, and the ID of a part of our file padded with spaces.',
    balances: ['500.00', '453.00'],
    bookings: ['-50.00 - -', '+3.00 RF18539007547034 Q. Quist'],
  },
  {
    files: ['bnp-paribas'],
    bank: 'BNP Paribas',
    source: `https://github.com/MicrosoftDocs/dynamics365smb-docs/issues/486, ${OCA}/pull/976`,
    special:
      'Several accounts in one file, of which one is ours; a legal number only; entries that are a payment and its charges.',
    balances: ['2000.00', '483.90'],
    bookings: ['-1500.00 - Fournisseur SA', '-26.00 charge', '+10.00 RF18539007547034 Chloé Client', '-0.10 charge'],
  },
  {
    files: ['unicredit-page-2', 'unicredit-page-1'],
    bank: 'UniCredit',
    source: 'Common Global Implementation, bank-to-customer statements (MsgPgntn)',
    special:
      'A statement in two files with one message ID. Each has the balances of the whole. The second page came first.',
    balances: ['10.00', '60.00'],
    bookings: ['+20.00 RF18539007547034 Mario Rossi', '+30.00 RF18539007547034 Carla Bianchi'],
  },
  {
    files: ['raiffeisen'],
    bank: 'Raiffeisen (Austria)',
    source: 'STUZZA, Austrian rules for camt.053 (psa.at)',
    special:
      'A namespace prefix, amounts with a plus, leading zeros or a bare point, dashes in the reference, and a reversal that is written 1.',
    balances: ['100.00', '107.00'],
    bookings: ['+15.00 RF18539007547034 Resi Huber', '-8.00 - Resi Huber'],
  },
  {
    files: ['seb'],
    bank: 'SEB',
    source: 'SEB Estonia, implementation guide for camt.052, camt.053 and camt.054, 1.03',
    special: 'Version 02. Fees with tax are COMI, and the number of a payment order is in the ID of the instruction.',
    balances: ['40.00', '37.60'],
    bookings: ['-2.40 - -'],
  },
  {
    files: ['nordea'],
    bank: 'Nordea',
    source: 'Nordea, Corporate Access Account Reporting, camt.053.001.02 extended, 1.4',
    special:
      'Version 02. Our payments are booked as one sum although we asked for single entries, and are named by the IDs of their instructions.',
    balances: ['100.00', '70.00'],
    bookings: ['-10.00 - -', '-20.00 - -'],
  },
  {
    files: ['sparebank-1'],
    bank: 'SpareBank 1',
    source: 'Bits AS, Norwegian implementation guides for ISO 20022 (camt.053)',
    special:
      'Version 02. The account is named by its national number, the number of the statement is a moment, and the payer has no IBAN.',
    balances: ['1.00', '12.00'],
    bookings: ['+11.00 RF18539007547034 Kari Nordmann'],
  },
  {
    files: ['wise'],
    bank: 'Wise, Revolut',
    source: `${OCA}/pull/1006`,
    special: 'No number, amounts without or with one decimal, and all words of a payment in the text of its entry.',
    balances: ['0.00', '41.50'],
    bookings: ['+40.00 RF18539007547034 Olga Payer', '+1.50 - -'],
  },
  {
    files: ['postfinance'],
    bank: 'PostFinance',
    source: 'https://github.com/OCA/l10n-switzerland/pull/410, https://github.com/genkgo/camt/issues/46',
    special:
      'Version 04. Whole numbers, a reference of the entry and another of its payment, and charges that are not part of the amount.',
    balances: ['1000.00', '1600.00'],
    bookings: ['+600.00 RF18539007547034 D001'],
  },
  {
    files: ['ubs-notification'],
    bank: 'UBS',
    source: 'https://github.com/genkgo/camt/issues/46',
    special: 'A camt.054 of version 04 with the payments of a collective entry.',
    balances: null,
    bookings: ['+30.00 RF18539007547034 Urs Meier', '+40.00 RF18539007547034 Vreni Frei'],
  },
];

/** Inputs that once failed, of the same kinds. */
export const CASES: readonly Omit<CorpusFile, 'bank' | 'source'>[] = [
  {
    files: ['R-leading-zeros'],
    special: 'leading zeros, and the balance of the day before',
    balances: ['0.00', '25.00'],
    bookings: ['+25.00 RF18539007547034 Eva Muster'],
  },
  {
    files: ['T-amount-in-AmtDtls'],
    special: 'amounts in AmtDtls only',
    balances: ['0.00', '10.00'],
    bookings: ['+4.00 RF18539007547034 -', '+6.00 - -'],
  },
  {
    files: ['U-charges'],
    special: 'charges within a collective entry',
    balances: ['0.00', '10.00'],
    bookings: ['+4.10 - -', '-0.10 charge', '+6.00 - -'],
  },
  {
    files: ['E-two-accounts'],
    special: 'a second account in the file',
    balances: ['0.00', '25.00'],
    bookings: ['+25.00 RF18539007547034 Eva Muster'],
  },
  {
    files: ['F-zero-line'],
    special: 'a line of 0.00',
    balances: ['0.00', '25.00'],
    bookings: ['+25.00 RF18539007547034 Eva Muster'],
  },
  {
    files: ['B3-number-is-a-timestamp'],
    special: 'a number that is a moment',
    balances: ['0.00', '10.00'],
    bookings: ['+10.00 - Eva Muster'],
  },
];
