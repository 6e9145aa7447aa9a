import type { SEALED_WITHDRAWAL_COLUMNS } from '../../domain/outflows/approval.ts';
import { type WithdrawalRow, withdrawalColumns } from '../../domain/withdrawals/record.ts';
import { defineTable } from '../core/table.ts';
import type { CamelCase } from '../payouts/rows.ts';

export const withdrawalsTable = defineTable('withdrawal', withdrawalColumns);

/** The columns that an approval covers. */
export type ApprovableWithdrawal = Pick<WithdrawalRow, CamelCase<(typeof SEALED_WITHDRAWAL_COLUMNS)[number]>>;
