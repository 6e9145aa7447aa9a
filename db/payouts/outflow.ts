import type { PayoutRow } from '../../domain/payouts/record.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import { payoutSnapshotOf } from '../../domain/state/payout-snapshot.ts';
import type { Outflow } from '../outflows/outflow.ts';
import { applyStep } from '../process/apply.ts';
import { payoutProcess } from './process.ts';
import { lockPayout } from './read.ts';
import type { PayoutSettings } from './settings.ts';

/** Payouts, refunds, withdrawals in coins and what claims pay back. */
export function chainOutflow({ seal }: PayoutSettings): Outflow<PayoutRow, PayoutSnapshot> {
  return {
    name: 'payout',
    lock: lockPayout,
    seal: seal.approve,
    apply: (tx, step) => applyStep(tx, payoutProcess, step),
    snapshotOf: payoutSnapshotOf,
    kindOf: ({ kind }) => kind,
  };
}
