import type { GateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { HeldSource } from '../../domain/reserves/statement.ts';
import { bytes, day, defineTable, json, minor, orNull, type RowOf, small, text, time, wide } from '../core/table.ts';

export const reserveDaysTable = defineTable('reserve_day', {
  mode: text<Mode>(),
  day: day(),
  /** Of all balances. */
  moment: time(),
  /** With its signature. */
  statement: text(),
  keyId: text(),
  publishedAt: orNull(time()),
  /** From then on, no merchant's proof of the day is kept. */
  proofsRemovedAt: orNull(time()),
});

const assetColumns = {
  mode: text<Mode>(),
  day: day(),
  gateId: text<GateId>(),
  depth: small(),
  rootHash: bytes(),
  owedMinor: minor(),
  heldMinor: orNull(minor()),
  heldSource: orNull(text<HeldSource>()),
  heldAt: orNull(time()),
  provenMinor: orNull(minor()),
};
export const reserveAssetsTable = defineTable('reserve_asset', assetColumns);
export type ReserveAssetRow = RowOf<typeof assetColumns>;

export const reserveLeavesTable = defineTable('reserve_leaf', {
  mode: text<Mode>(),
  day: day(),
  gateId: text<GateId>(),
  /** A merchant's id, or {@link UNASSIGNED}. */
  owner: text(),
  amountMinor: minor(),
  place: wide(),
  salt: bytes(),
  /** 64 bytes a level: hash and sum of each sibling. */
  path: bytes(),
});

const addressColumns = {
  mode: text<Mode>(),
  day: day(),
  network: text<Network>(),
  address: text(),
  branch: small(),
  derivationIndex: wide(),
  amounts: json<Readonly<Record<string, string>>>(),
  readAt: time(),
  publicKey: orNull(text()),
  signature: orNull(text()),
};
export const reserveAddressesTable = defineTable('reserve_address', addressColumns);
export type ReserveAddressRow = RowOf<typeof addressColumns>;

/** The owner of the leaf for money of payers that belongs to no merchant yet. */
export const UNASSIGNED = 'unassigned';
