import {
  type ApprovedLine,
  type ApprovedMass,
  type ApprovedSlice,
  sliceApprovalText,
} from '../../domain/outflows/approval.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { createMacs } from '../outflows/mac.ts';
import { type GoodLine, linesTable, type MassPayoutRow, massPayoutsTable, type SliceRow, slicesTable } from './rows.ts';

/** An approval of a mass payout authenticates each slice: the owner of the money and every line (hazard 68). */
export interface MassSeal {
  seal(slice: SealedSlice, by: PayoutActor): string;
  /**
   * Whether the slice matches its approval. `outdated`: approved before approvals included merchant, mode and fee
   * payer.
   */
  judge(slice: SealedSlice, by: PayoutActor, mac: string | null): 'sealed' | 'outdated' | 'changed';
}

export interface SealedSlice {
  readonly mass: MassPayoutRow;
  readonly slice: SliceRow;
  readonly lines: readonly GoodLine[];
}

/**
 * @param encryptionKey 32 bytes, the product's: write access to the database alone is not enough to approve anything
 */
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

/** The content of approvals before version 2: lines only. */
function firstTextOf(sealed: SealedSlice, by: PayoutActor): string {
  const { mass, slice, lines } = columnsOf(sealed);
  return JSON.stringify([
    'mass-payout-approval-1',
    mass.id,
    slice.slice,
    by.kind,
    by.id,
    lines.map((line) => [
      line.number,
      line.gate_id,
      line.address,
      line.address_key,
      line.destination_tag,
      line.amount_minor,
      line.net_minor,
      line.service_fee_minor,
      line.network_fee_minor,
    ]),
  ]);
}

/** As stored in the database, so that authentication does not depend on names in the code. */
function columnsOf({ mass, slice, lines }: SealedSlice) {
  return {
    mass: massPayoutsTable.write(mass) as ApprovedMass,
    slice: slicesTable.write(slice) as ApprovedSlice,
    lines: lines.map((line) => linesTable.write(line) as ApprovedLine),
  };
}
