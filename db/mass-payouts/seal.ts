import {
  type ApprovedLine,
  type ApprovedMass,
  type ApprovedSlice,
  sliceApprovalText,
} from '../../domain/payouts/approval.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { createMacs } from '../payouts/mac.ts';
import { type GoodLine, linesTable, type MassPayoutRow, massPayoutsTable, type SliceRow, slicesTable } from './rows.ts';

/**
 * What an approval of a mass payout authenticates, slice by slice: whose money it is, and every line of it (hazard 68).
 */
export interface MassSeal {
  seal(slice: SealedSlice, by: PayoutActor): string;
  /**
   * Whether the slice is what was approved. `outdated`: the approval was given before it named merchant, mode and fee
   * payer.
   */
  judge(slice: SealedSlice, by: PayoutActor, mac: string | null): 'sealed' | 'outdated' | 'changed';
}

export interface SealedSlice {
  readonly mass: MassPayoutRow;
  readonly slice: SliceRow;
  readonly lines: readonly GoodLine[];
}

/** @param encryptionKey 32 bytes, the product's: whoever can only write to the database can approve nothing */
export function createMassSeal(encryptionKey: Uint8Array): MassSeal {
  const macs = createMacs(encryptionKey, 'tidegate mass payout approval');
  const textOf = (slice: SealedSlice, by: PayoutActor) => sliceApprovalText(columnsOf(slice), `${by.kind}:${by.id}`);
  return {
    seal: (slice, by) => macs.macOf(textOf(slice, by)),
    judge(slice, by, mac) {
      if (macs.isMacOf(textOf(slice, by), mac)) return 'sealed';
      return macs.isMacOf(firstTextOf(slice, by), mac) ? 'outdated' : 'changed';
    },
  };
}

/** What approvals said before version 2: lines alone. */
function firstTextOf(sealed: SealedSlice, by: PayoutActor): string {
  const { mass, slice, lines } = columnsOf(sealed);
  return JSON.stringify([
    'mass-payout-approval-1',
    mass.id,
    slice.slice,
    by.kind,
    by.id,
    lines.map((line) => [
      ...[line.number, line.gate_id, line.address, line.address_key, line.destination_tag],
      ...[line.amount_minor, line.net_minor, line.service_fee_minor, line.network_fee_minor],
    ]),
  ]);
}

/** As the database has them: what is authenticated does not depend on the code's own names. */
function columnsOf({ mass, slice, lines }: SealedSlice) {
  return {
    mass: massPayoutsTable.write(mass) as ApprovedMass,
    slice: slicesTable.write(slice) as ApprovedSlice,
    lines: lines.map((line) => linesTable.write(line) as ApprovedLine),
  };
}
