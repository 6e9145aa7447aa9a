import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import { defineTable, filled, integer, minor, orNull, type RowOf, text, time, wide } from '../core/table.ts';

const columns = {
  mode: text<Mode>(),
  network: text<Network>(),
  gateId: text<CryptoGateId>(),
  height: wide(),
  chainMinor: minor(),
  booksMinor: minor(),
  incomingMinor: minor(),
  outgoingMinor: minor(),
  openFeesMinor: minor(),
  /** 0: books and chain agree; negative: coins are missing; positive: there are more coins than booked. */
  differenceMinor: minor(),
  differsSince: orNull(time()),
  toldMinor: filled(minor()),
  untoldMinor: filled(minor()),
  untoldSince: orNull(time()),
  untoldTimes: filled(integer()),
  checkedAt: time(),
  /** When the node gave the oldest answer that is part of `chainMinor`: unchanged addresses are read in turns. */
  askedSince: filled(time()),
};

export const custodyChecksTable = defineTable('custody_check', columns);
export type CustodyCheckRow = RowOf<typeof columns>;
