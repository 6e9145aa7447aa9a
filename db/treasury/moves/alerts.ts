import { gateDecimals } from '../../../domain/assets/assets.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { raiseAlert, resolveAlert } from '../../alerts/alerts.ts';
import type { Tx } from '../../core/sequelize.ts';
import type { Decided } from '../../process/define.ts';
import type { TransferKind } from './kind.ts';
import type { TransferRow } from './rows.ts';

/** Tells operators of transfers that failed, once each. */
export async function tellFailures(tx: Tx, failed: readonly Decided<TransferKind>[]): Promise<undefined> {
  for (const { before, step } of failed) {
    const why = step.event.type === 'fail' ? step.event.reason : 'The exchange never had it.';
    const { id } = before.row;
    await resolveAlert(tx, { kind: 'treasury_transfer_late', subject: id });
    await raiseAlert(tx, {
      kind: 'treasury_transfer_failed',
      subject: id,
      message: `${describeTransfer(before.row)} failed: ${why} The money is where it was.`,
    });
  }
  return undefined;
}

/** A transfer in words, such as "The transfer … of 0.5 BTC from exchange:kraken to BTC (production)". */
export function describeTransfer({ id, mode, gateId, amountMinor, fromPlace, toPlace }: TransferRow): string {
  const amount = formatAmount(amountMinor, gateDecimals(gateId));
  return `The transfer ${id} of ${amount} ${gateId} from ${fromPlace} to ${toPlace} (${mode})`;
}
