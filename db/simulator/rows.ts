import type { Mode, Network } from '../../domain/assets/assets.ts';
import {
  bool,
  defineTable,
  filled,
  integer,
  json,
  orNull,
  serial,
  text,
  texts,
  time,
  uuid,
  wide,
} from '../core/table.ts';

const chain = { mode: text<Mode>(), network: text<Network>() };

export const simChainsTable = defineTable('sim_chain', {
  ...chain,
  height: wide(),
  hash: text(),
  nextBlockAt: orNull(time()),
  /** Both of the last release, which set fees for everybody; to be dropped by a migration of the next one. */
  feePercent: filled(integer()),
  feeUntil: orNull(time()),
});

export const simFeesTable = defineTable('sim_fee', {
  merchantId: uuid(),
  ...chain,
  percent: integer(),
  setAt: filled(time()),
  until: time(),
});

export const simBlocksTable = defineTable('sim_block', {
  ...chain,
  height: wide(),
  hash: text(),
  parentHash: text(),
  blockTime: time(),
});

export const simTransactionsTable = defineTable('sim_transaction', {
  ...chain,
  txid: text(),
  seq: filled(serial()),
  movements: json<readonly object[]>(),
  spends: texts(),
  failed: filled(bool()),
  state: text(),
  blockHeight: orNull(wide()),
  position: orNull(integer()),
  createdAt: filled(time()),
  merchantId: orNull(uuid()),
});

export const simCommandsTable = defineTable('sim_command', {
  id: filled(serial()),
  ...chain,
  command: json<object>(),
  dueAt: filled(time()),
  doneAt: orNull(time()),
  createdAt: filled(time()),
  merchantId: orNull(uuid()),
});
