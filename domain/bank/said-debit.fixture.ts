import type { StatementEntry } from './messages.ts';

/** A debit of seven euro that nobody knows, as a statement says it. */
export const saidDebit: StatementEntry = {
  amountMinor: 700n,
  direction: 'debit',
  day: '2026-11-24',
  code: 'PMNT/ICDT/ESCT',
  isReversal: false,
  bankReference: null,
  endToEndId: null,
  creditorReference: null,
  remittance: 'words',
  partyName: null,
  partyIban: null,
  returnCode: null,
  returnWords: null,
};
