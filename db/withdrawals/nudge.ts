import type { Mode } from '../../domain/assets/assets.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { nudgeOf } from '../process/workflow.ts';
import { withdrawalProcess } from './process.ts';
import { withdrawalsTable } from './rows.ts';

interface Release {
  readonly modes: readonly Mode[];
  /** Default: all merchants. */
  readonly merchantId?: string;
}

/** Signals the workflows of queued withdrawals to retry at once, because an obstacle is gone. */
export async function nudgeWithdrawals(tx: Tx, releases: readonly Release[]): Promise<void> {
  for (const { modes, merchantId } of releases) {
    const rows = await select<WithdrawalRow>(tx, queuedSql, [modes, merchantId ?? null]);
    await enqueue(
      tx,
      rows.map((row) => nudgeOf(withdrawalProcess, { row: withdrawalsTable.read(row) })),
    );
  }
}

const queuedSql = prepared(`
  SELECT ${withdrawalsTable.selected()} FROM withdrawal
  WHERE status = 'queue' AND bank_stage = 'none' AND mode = ANY($1::text[])
    AND ($2::uuid IS NULL OR merchant_id = $2)`);
