import type { Mode } from '../../domain/assets/assets.ts';
import { bool, bytes, defineTable, filled, minor, orNull, serial, small, text, time, uuid } from '../core/table.ts';

const amounts = {
  debitsPending: minor(),
  debitsPosted: minor(),
  creditsPending: minor(),
  creditsPosted: minor(),
};

export const accountsTable = defineTable('account', {
  id: filled(serial()),
  owner: text(),
  mode: text<Mode>(),
  asset: text(),
  kind: text(),
  stripe: filled(small()),
  mayGoNegative: bool(),
  debitsPending: filled(amounts.debitsPending),
  debitsPosted: filled(amounts.debitsPosted),
  creditsPending: filled(amounts.creditsPending),
  creditsPosted: filled(amounts.creditsPosted),
  frozenAt: orNull(time()),
  invoiceId: filled(orNull(uuid())),
  isOpen: filled(orNull(bool())),
  isOpenDeposit: filled(bool()),
  owes: filled(bool()),
  writtenOff: filled(bool()),
});

/** The written-off part of the debt that each cause left: see `domain/money/written-off.ts`. */
export const writtenOffTable = defineTable('written_off', {
  owner: text(),
  mode: text<Mode>(),
  asset: text(),
  cause: text(),
  openMinor: minor(),
  recoveredMinor: filled(minor()),
  givenMinor: filled(minor()),
});

/** How far each account was found correct, for the trial balance. */
export const accountChecksTable = defineTable('account_check', {
  accountId: serial(),
  through: serial(),
  ...amounts,
});

export const accountFreezesTable = defineTable('account_freeze', {
  cause: text(),
  accountId: serial(),
  since: filled(time()),
});

/** One row; `since` is null while the books are in order. */
export const booksFreezeTable = defineTable('books_freeze', { single: filled(bool()), since: orNull(time()) });

/** One row, if the whole ledger was found correct. */
export const ledgerChecksTable = defineTable('ledger_check', { single: filled(bool()), fullAt: time() });

export const transfersTable = defineTable('transfer', {
  id: filled(serial()),
  key: text(),
  kind: text(),
  state: text<'posted' | 'pending' | 'post_pending' | 'void_pending'>(),
  resolves: orNull(serial()),
  digest: bytes(),
  invoiceId: orNull(uuid()),
  entity: orNull(text()),
  note: orNull(text()),
  createdAt: filled(time()),
});

export const entriesTable = defineTable('entry', {
  transferId: serial(),
  accountId: serial(),
  asset: text(),
  layer: text<'pending' | 'posted'>(),
  amount: minor(),
  line: small(),
});
