import { raiseAlert } from '../../db/alerts/alerts.ts';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import { type ResolveDeposit, resolveDeposit } from '../../db/deposits/operate.ts';
import { depositProcess } from '../../db/deposits/process.ts';
import { snapshotOf } from '../../db/deposits/publish.ts';
import { readDeposit } from '../../db/deposits/read.ts';
import { applyStep } from '../../db/process/apply.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { DepositSnapshot } from '../../domain/state/deposit-waits.ts';
import { command, stepUnlessMoved } from '../workflow-steps.ts';

export interface DepositActivityDeps {
  readonly db: Db;
  /** Whether the mode converts: without an exchange nothing could bring a position back. */
  readonly canConvert: (mode: Mode) => boolean;
  readonly nowMs: () => number;
}

/** The deposit and the version that the workflow decided on: the same step is made only once. */
export interface DepositStepInput {
  readonly depositId: string;
  readonly version: number;
}

export type DepositActivities = ReturnType<typeof createDepositActivities>;

/**
 * The activities of the deposit workflow: short database writes that return the deposit afterwards.
 */
export function createDepositActivities({ db, canConvert, nowMs }: DepositActivityDeps) {
  const readSnapshot = async (id: string) => snapshotOf((await readDeposit(db, id)).row);
  return {
    /** Moves what is confirmed to the merchant's balance, less the fee, and converts it as wanted. */
    settleDeposit({ depositId: id, version }: DepositStepInput): Promise<DepositSnapshot> {
      return stepUnlessMoved(
        () =>
          moneyTransaction(db, async (tx) => {
            const { row } = await readDeposit(tx, id);
            const event = { type: 'settle', converts: canConvert(row.mode) } as const;
            const step = { id, event, cause: `settle:v${version}`, nowMs: nowMs(), byWorkflow: true };
            return (await applyStep(tx, depositProcess, step)).watch;
          }),
        () => readSnapshot(id),
      );
    },

    /** Reminds operators of a deposit that needs them. */
    async remindDeposit({ depositId: id }: Pick<DepositStepInput, 'depositId'>): Promise<DepositSnapshot> {
      const snapshot = await readSnapshot(id);
      const message = 'Settled money of this deposit is still reorganized. It needs the chain or an operator.';
      if (snapshot.needsOperator)
        await raiseAlert(db, { kind: 'deposit_needs_operator', subject: `deposit:${id}`, message });
      return snapshot;
    },

    /** An operator accepts the loss. */
    resolveDeposit: (input: Omit<ResolveDeposit, 'nowMs'>): Promise<DepositSnapshot> =>
      command(() => moneyTransaction(db, (tx) => resolveDeposit(tx, { ...input, nowMs: nowMs() }))),
  };
}
