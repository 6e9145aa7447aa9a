import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import { freezeAllOutgoing } from '../../db/ledger/balances.ts';
import { type Mismatch, trialBalance } from '../../db/ledger/trial-balance.ts';
import { type Db, inTransaction } from '../../db/sequelize.ts';

export interface TrialBalanceDeps {
  readonly db: Db;
}

/** The outcome, small enough for a workflow's history. */
export interface TrialBalanceResult {
  readonly accounts: number;
  readonly transfers: number;
  readonly mismatches: number;
}

export type LedgerActivities = ReturnType<typeof createLedgerActivities>;

/** The activities about the ledger as a whole. */
export function createLedgerActivities({ db }: TrialBalanceDeps) {
  return {
    /**
     * Adds the books up. When they do not, all outgoing money stops and an operator is alerted, once; unfreezing is the operator's decision.
     * When they do again, the alert closes.
     */
    async checkTrialBalance(): Promise<TrialBalanceResult> {
      const { accounts, transfers, mismatches } = await trialBalance(db);
      if (mismatches.length === 0) await resolveAlert(db, ALERT);
      else {
        await inTransaction(db, async (tx) => {
          const isNew = await raiseAlert(tx, { ...ALERT, message: describe(mismatches) });
          // An operator who lets money out again while the alert is open has decided so.
          if (isNew) await freezeAllOutgoing(tx);
        });
      }
      return { accounts, transfers, mismatches: mismatches.length };
    },
  };
}

const ALERT = { kind: 'trial_balance', subject: 'ledger' } as const;
const SHOWN = 10;

function describe(mismatches: readonly Mismatch[]): string {
  const lines = mismatches.slice(0, SHOWN).map(line);
  const more = mismatches.length > SHOWN ? [`and ${mismatches.length - SHOWN} more`] : [];
  return ['The books do not balance; outgoing money is frozen.', ...lines, ...more].join('\n');
}

function line(mismatch: Mismatch): string {
  switch (mismatch.check) {
    case 'asset_sum':
      return `${mismatch.mode} ${mismatch.asset}: ${mismatch.layer} entries sum to ${mismatch.difference}`;
    case 'account_entries':
      return `${mismatch.account}: ${mismatch.column} is ${mismatch.stored}, its entries say ${mismatch.fromEntries}`;
    case 'negative_account':
      return `${mismatch.account}: overdrawn by ${-mismatch.spendable}`;
  }
}
