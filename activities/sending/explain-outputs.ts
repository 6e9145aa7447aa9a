import type { Movement } from '../../db/chain/movement.ts';
import type { PayableRow } from '../../db/sending/adoption.ts';

/** An output to an address of ours: the index of its change address, null for an account or what payers are given. */
export interface OwnOutput {
  readonly index: number | null;
}

export interface Explanation {
  readonly lines: readonly { readonly payoutId: string; readonly output: string }[];
  readonly own: readonly { readonly movement: Movement; readonly index: number | null }[];
  /** Each output that no payout explains, for a person to decide. */
  readonly problems: readonly string[];
}

/**
 * The purposes of the outputs of a transaction of ours: the oldest payouts with exactly this gate, address, tag and
 * amount, each once, then change. A payout that is not in the queue cannot have been signed as it is in the database.
 */
export function explainOutputs(
  movements: readonly Movement[],
  payouts: readonly PayableRow[],
  ownOutput: (movement: Movement) => OwnOutput | null,
): Explanation {
  const left = [...payouts];
  const lines: { payoutId: string; output: string }[] = [];
  const own: { movement: Movement; index: number | null }[] = [];
  const problems: string[] = [];
  for (const movement of movements) {
    const at = left.findIndex((payout) => isPaidBy(payout, movement));
    const [payout] = at < 0 ? [] : left.splice(at, 1);
    if (payout !== undefined && (payout.status === 'queue' || payout.status === 'confirming')) {
      lines.push({ payoutId: payout.id, output: movement.output });
      continue;
    }
    if (payout !== undefined) {
      problems.push(
        `it pays the payout ${payout.id}, which is ${payout.status}: bring it into the queue, then check again`,
      );
      continue;
    }
    const mine = ownOutput(movement);
    if (mine !== null) own.push({ movement, index: mine.index });
    else
      problems.push(
        `it pays ${movement.amountMinor} of ${movement.assetRef} to ${movement.addressKey}: no payout is known`,
      );
  }
  return { lines, own, problems };
}

function isPaidBy(payout: PayableRow, movement: Movement): boolean {
  return (
    payout.gateId === movement.gateId &&
    payout.addressKey === movement.addressKey &&
    payout.netMinor === String(movement.amountMinor) &&
    payout.destinationTag === (movement.destinationTag === null ? null : String(movement.destinationTag))
  );
}
