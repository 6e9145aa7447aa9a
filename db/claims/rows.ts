import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import type { ClaimEvidence, ClaimFacts, ClaimVote } from '../../domain/state/claim.ts';
import type { ClaimReason, ClaimStatus } from '../../domain/state/claim-status.ts';
import {
  big,
  bool,
  defineTable,
  filled,
  integer,
  json,
  minor,
  orNull,
  type RowOf,
  text,
  time,
  uuid,
} from '../core/table.ts';

const columns = {
  id: uuid(),
  merchantId: uuid(),
  profileId: uuid(),
  mode: text<Mode>(),
  version: filled(integer()),
  status: text<ClaimStatus>(),
  statusReason: orNull(text<ClaimReason>()),
  needsOperator: filled(bool()),
  paymentId: uuid(),
  /** By whose link or details it was claimed; null: by the merchant's form. */
  invoiceId: orNull(uuid()),
  network: text<Network>(),
  /** Null: an asset that no gate has; then the claim is only recorded. */
  gateId: orNull(text<CryptoGateId>()),
  /** As the ledger names it. */
  asset: text(),
  txid: text(),
  /** Several may claim the payment, because it came without a tag of ours. */
  shared: filled(bool()),
  amountMinor: minor(),
  feeBps: integer(),
  /** Euro cents when it was claimed; null without a rate. */
  valueMinor: orNull(minor()),
  claimant: text<'payer' | 'merchant'>(),
  claimedBy: orNull(uuid()),
  email: orNull(text()),
  language: orNull(text<Language>()),
  address: orNull(text()),
  addressKey: orNull(text()),
  destinationTag: orNull(big()),
  evidence: filled(json<ClaimEvidence>()),
  votes: filled(json<readonly ClaimVote[]>()),
  note: orNull(text()),
  netMinor: orNull(minor()),
  serviceFeeMinor: orNull(minor()),
  networkFeeMinor: orNull(minor()),
  payoutId: orNull(uuid()),
  /** Paid back and then taken by a reorganization: booked as a loss of the gateway. */
  lossMinor: filled(minor()),
  createdAt: filled(time()),
  closedAt: orNull(time()),
  updatedAt: filled(time()),
};

export const claimsTable = defineTable('claim', columns);
export type ClaimRow = RowOf<typeof columns>;

export function toFacts({ version, status, statusReason: reason, needsOperator, lossMinor }: ClaimRow): ClaimFacts {
  return { version, status, reason, needsOperator, lossMinor };
}
