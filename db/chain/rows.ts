import type { ChainKind, Mode, Network } from '../../domain/assets/assets.ts';
import { big, bool, defineTable, filled, orNull, text, time, uuid, wide } from '../core/table.ts';

const chain = { mode: text<Mode>(), network: text<Network>() };

export const chainCursorsTable = defineTable('chain_cursor', {
  ...chain,
  height: wide(),
  blockHash: text(),
  blockTime: time(),
  checkedAt: time(),
});

export const chainBlocksTable = defineTable('chain_block', {
  ...chain,
  height: wide(),
  hash: text(),
  parentHash: text(),
  blockTime: time(),
});

export const chainIdentitiesTable = defineTable('chain_identity', {
  ...chain,
  chain: text<ChainKind>(),
  name: text(),
  simulated: bool(),
});

export const untracedBlocksTable = defineTable('untraced_blocks', {
  ...chain,
  fromHeight: wide(),
  toHeight: wide(),
});

export const refusedTracesTable = defineTable('refused_traces', { ...chain, height: wide(), triedAt: time() });

export const watchedAddressesTable = defineTable('watched_address', {
  ...chain,
  addressKey: text(),
  /** -1: none. */
  destinationTag: filled(big()),
  derivationIndex: wide(),
  invoiceId: orNull(uuid()),
  quoteId: orNull(uuid()),
  staticAddressId: orNull(uuid()),
  createdAt: filled(time()),
});
