import { raiseAlert } from '../../db/alerts/alerts.ts';
import { readClaimedPayment } from '../../db/claims/evidence.ts';
import { type ResolveClaim, resolveClaim } from '../../db/claims/operate.ts';
import { claimProcess } from '../../db/claims/process.ts';
import { amountOf, snapshotOf } from '../../db/claims/publish.ts';
import { readClaim } from '../../db/claims/read.ts';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import { applyStep } from '../../db/process/apply.ts';
import { coinOf } from '../../domain/assets/assets.ts';
import { judgeEvidence } from '../../domain/claims/evidence.ts';
import type { ClaimSnapshot } from '../../domain/state/claim-waits.ts';
import { type ChainConfig, openChain } from '../chain/open-chain.ts';
import { command, stepUnlessMoved } from '../workflow-steps.ts';

export interface ClaimActivityDeps {
  readonly db: Db;
  readonly nowMs: () => number;
}

/** The claim and the version that the workflow decided on: the same step is made only once. */
export interface ClaimStepInput {
  readonly claimId: string;
  readonly version: number;
}

export type ClaimActivities = ReturnType<typeof createClaimActivities>;
export type ClaimChecks = ReturnType<typeof createClaimChecks>;

/** The activities of the claim workflow that need the database alone. */
export function createClaimActivities({ db, nowMs }: ClaimActivityDeps) {
  return {
    /** Reminds the staff of a claim that waits for their decision. @returns the claim as it is now */
    async remindClaim({ claimId: id }: Pick<ClaimStepInput, 'claimId'>): Promise<ClaimSnapshot> {
      const row = await readClaim(db, id);
      const subject = `claim:${id}`;
      if (row.needsOperator) {
        const message = `${amountOf(row)} was paid back, and its payment is still reorganized.`;
        await raiseAlert(db, { kind: 'claim_lost', subject, message });
      } else if (row.status === 'review') {
        const message = `The claim to ${amountOf(row)} (${row.mode}) waits for a decision.`;
        await raiseAlert(db, { kind: 'claim_waits', subject, message });
      }
      return snapshotOf(row);
    },

    /** An operator accepts the loss. */
    resolveClaim: (input: Omit<ResolveClaim, 'nowMs'>): Promise<ClaimSnapshot> =>
      command(() =>
        moneyTransaction(db, async (tx) => snapshotOf(await resolveClaim(tx, { ...input, nowMs: nowMs() }))),
      ),
  };
}

/** The activity of the queues `chain-<network>` that asks the chain about a claimed payment. */
export function createClaimChecks({ db, nowMs, config }: ClaimActivityDeps & { readonly config: ChainConfig }) {
  return {
    /** Stores what the chain says now; without enough blocks, the claim stays as it is and is checked again. */
    async checkClaim({ claimId: id, version }: ClaimStepInput): Promise<ClaimSnapshot> {
      const claimed = await readClaimedPayment(db, id);
      const { mode, network, txid } = claimed;
      const port = await openChain(config, db, mode, network, nowMs);
      try {
        const [transaction, tip] = [await port.transaction(txid), await port.tip()];
        const found = transaction && { ...transaction, blockHeight: transaction.block?.height ?? null };
        const hasSenders = coinOf(network).family !== 'utxo';
        const judged = judgeEvidence({ ...claimed, hasSenders }, { found, tipHeight: tip.height, nowMs: nowMs() });
        const { outcome: type, evidence } = judged;
        if (type === 'waits') return snapshotOf(await readClaim(db, id));
        const step = { id, event: { type, evidence }, cause: `check:v${version}`, nowMs: nowMs(), byWorkflow: true };
        return await stepUnlessMoved(
          () =>
            moneyTransaction(db, async (tx) => {
              await applyStep(tx, claimProcess, step);
              return snapshotOf(await readClaim(tx, id));
            }),
          async () => snapshotOf(await readClaim(db, id)),
        );
      } finally {
        await port.close();
      }
    },
  };
}
