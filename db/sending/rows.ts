import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { OutgoingStatus } from '../../domain/state/payout-status.ts';
import {
  big,
  bool,
  defineTable,
  filled,
  integer,
  minor,
  orNull,
  text,
  texts,
  time,
  uuid,
  wide,
} from '../core/table.ts';

const chain = { mode: text<Mode>(), network: text<Network>() };

/** Signed transactions of the gateway. */
export type OutgoingKind = 'payout' | 'sweep' | 'gas' | 'setting' | 'cancellation';

export const outgoingTable = defineTable('outgoing_transaction', {
  id: uuid(),
  ...chain,
  txid: text(),
  raw: text(),
  spends: texts(),
  feeMinor: minor(),
  paidFeeMinor: orNull(minor()),
  status: text<OutgoingStatus>(),
  replaces: orNull(uuid()),
  blockHeight: orNull(wide()),
  signedAt: time(),
  sentAt: orNull(time()),
  updatedAt: filled(time()),
  blockHash: orNull(text()),
  kind: filled(text<OutgoingKind>()),
  overtakenHeight: orNull(wide()),
  overtakenHash: orNull(text()),
  referenceHeight: orNull(wide()),
  refusals: filled(integer()),
  refusalWords: orNull(text()),
  sendAfter: orNull(time()),
});

/** The payouts that a transaction pays. */
export const outgoingLinesTable = defineTable('outgoing_line', {
  transactionId: uuid(),
  payoutId: uuid(),
  output: text(),
  live: filled(bool()),
});

/** The inputs that a transaction reserves. */
export const outgoingSpendsTable = defineTable('outgoing_spend', {
  ...chain,
  spend: text(),
  transactionId: uuid(),
  taken: filled(bool()),
});

export const outgoingChangeTable = defineTable('outgoing_change', {
  transactionId: uuid(),
  output: text(),
  addressKey: text(),
  derivationIndex: wide(),
  amountMinor: minor(),
  reserved: filled(bool()),
});

/** Transfers between the gateway's own accounts. */
export const outgoingInternalTable = defineTable('outgoing_internal', {
  transactionId: uuid(),
  ...chain,
  gateId: text<CryptoGateId>(),
  fromKey: text(),
  toKey: text(),
  amountMinor: minor(),
});

/** The next nonces of signing accounts. */
export const sendingAccountsTable = defineTable('sending_account', {
  ...chain,
  address: text(),
  nextNonce: filled(big()),
});

export const accountSettingsTable = defineTable('account_setting', {
  ...chain,
  setting: text<'require_destination_tag'>(),
  status: text<'requested' | 'signed' | 'set' | 'failed'>(),
  words: orNull(text()),
  requestedBy: text(),
  requestedAt: filled(time()),
  updatedAt: filled(time()),
  transactionId: orNull(uuid()),
});

/** How far deposits were collected. */
export const depositCursorsTable = defineTable('deposit_cursor', { ...chain, height: wide() });

export const depositHoldingsTable = defineTable('deposit_holding', {
  ...chain,
  addressKey: text(),
  gateId: text<CryptoGateId>(),
  derivationIndex: wide(),
  state: filled(text()),
  amountMinor: orNull(minor()),
  words: orNull(text()),
  dueAt: filled(time()),
  refusals: filled(integer()),
});
