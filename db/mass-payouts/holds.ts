import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { resolveTransfer } from '../ledger/resolve.ts';
import { splitHold } from '../ledger/split-hold.ts';
import type { Posting, TransferRequest } from '../ledger/transfer-request.ts';
import { holdTransfers } from '../ledger/transfers.ts';

/** Amounts of one asset that leave a merchant's balance together, in minor units. */
interface Held {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly gateId: CryptoGateId;
  readonly network: Network;
  readonly netMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
}

export interface HeldSlice extends Held {
  readonly massPayoutId: string;
  readonly slice: number;
}

export interface HeldLine extends Held {
  readonly payoutId: string;
}

/**
 * Holds the whole sum of a mass payout, one hold for each slice, all or none.
 * @throws DomainError `insufficient_balance`, `account_frozen`
 */
export async function holdSlices(tx: Tx, slices: readonly HeldSlice[]): Promise<void> {
  await holdTransfers(tx, slices.map(sliceHold));
}

/** Replaces the slice's hold by one for each line, which its payout ends. */
export function openHolds(tx: Tx, slice: HeldSlice, lines: readonly HeldLine[]): Promise<void> {
  const whole = sliceHold(slice);
  return splitHold(tx, { whole, voidKey: `${whole.key}:opened`, parts: lines.map(lineHold) });
}

/** Returns the money of slices that will not be opened to the balance. */
export async function releaseSlices(tx: Tx, massPayoutId: string, slices: readonly number[]): Promise<void> {
  for (const slice of slices) {
    const pendingKey = sliceKey(massPayoutId, slice);
    await resolveTransfer(tx, { key: `${pendingKey}:void`, pendingKey, outcome: 'void' });
  }
}

function sliceHold(slice: HeldSlice): TransferRequest {
  return {
    key: sliceKey(slice.massPayoutId, slice.slice),
    kind: 'mass_payout',
    entity: `mass_payout:${slice.massPayoutId}`,
    postings: postingsOf(slice),
  };
}

/** The same hold as for a single payout (`db/outflows/holds.ts`), so both end in the same way. */
function lineHold(line: HeldLine): TransferRequest {
  const entity = `payout:${line.payoutId}`;
  return { key: `${entity}:hold`, kind: 'payout', entity, postings: postingsOf(line) };
}

function sliceKey(massPayoutId: string, slice: number): string {
  return `mass_payout:${massPayoutId}:${slice}:hold`;
}

function postingsOf(held: Held): Posting[] {
  const { mode, gateId: asset, network } = held;
  const available: AccountRef = { owner: held.merchantId, mode, asset, kind: 'available' };
  const to = (kind: AccountRef['kind']): AccountRef => ({ owner: GATEWAY, mode, asset, kind });
  const parts: readonly (readonly [AccountRef, bigint])[] = [
    [to(`custody:${network}`), held.netMinor],
    [to('fees:service'), held.serviceFeeMinor],
    [to('fees:network'), held.networkFeeMinor],
  ];
  return parts
    .map(([credit, minor]): Posting => ({ debit: available, credit, minor }))
    .filter(({ minor }) => minor > 0n);
}
