import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import { deleteOldQuotes } from '../../db/conversions/quotes.ts';
import { forgetFullCheck, isFullCheckDue, recordFullCheck } from '../../db/ledger/checks.ts';
import { freezeBooks } from '../../db/ledger/freezes.ts';
import { type Mismatch, recentTrialBalance, trialBalance } from '../../db/ledger/trial-balance.ts';
import { deleteOldIdempotencyKeys } from '../../db/people/idempotency.ts';
import { deleteOldLockouts } from '../../db/people/lockouts.ts';
import { deleteExpiredSessions } from '../../db/people/sessions.ts';
import { deleteOldQuestions } from '../../db/people/verification-codes.ts';
import { deleteOldVisitors } from '../../db/people/visitors.ts';
import { type Db, inTransaction } from '../../db/sequelize.ts';
import { deleteExpiredStaffSessions } from '../../db/staff/sessions.ts';
import { repeatCheck, type TurnInput } from '../repeated-check.ts';
import { checkAuditLog } from './audit-log.ts';
import { checkNetworkFees } from './network-fees.ts';

export interface LedgerActivityDeps {
  readonly db: Db;
  /** The pause between two checks; by default a minute. */
  readonly checkEveryMs?: number;
  readonly nowMs?: () => number;
  /** Called after each check. */
  readonly onChecked?: (result: TrialBalanceResult) => void;
}

export type LedgerActivities = ReturnType<typeof createLedgerActivities>;

/** What the workflow of the trial balance calls. */
export function createLedgerActivities(deps: LedgerActivityDeps) {
  const { db, checkEveryMs = 60_000, nowMs = Date.now, onChecked } = deps;
  return {
    /** Checks the books every minute for one turn. */
    watchBooks: ({ turnMs }: TurnInput) =>
      repeatCheck({ turnMs, everyMs: checkEveryMs, nowMs }, async () => {
        const result = await checkTrialBalance(db);
        onChecked?.(result);
        return result;
      }),

    /** Deletes expired sessions, idempotency keys older than a day, mailed codes, counted attempts, unused prices. */
    async removeExpired(): Promise<{ sessions: number; idempotencyKeys: number }> {
      await deleteOldQuestions(db);
      await deleteOldLockouts(db);
      await deleteOldVisitors(db);
      await deleteOldQuotes(db);
      const sessions = (await deleteExpiredSessions(db)) + (await deleteExpiredStaffSessions(db));
      return { sessions, idempotencyKeys: await deleteOldIdempotencyKeys(db) };
    },
  };
}

/** The outcome of one check. */
export interface TrialBalanceResult {
  readonly accounts: number;
  readonly transfers: number;
  readonly mismatches: number;
}

/**
 * Checks the books: new entries every time, all entries once a day and while something is wrong. If the books do not
 * balance, all outgoing money stops and an operator is alerted once. When they balance again, the alert is resolved,
 * but only an operator can release the money.
 */
export async function checkTrialBalance(db: Db): Promise<TrialBalanceResult> {
  const isFull = await isFullCheckDue(db, FULL_EVERY_MS);
  const { accounts, transfers, mismatches } = await (isFull ? trialBalance(db) : recentTrialBalance(db));
  if (mismatches.length > 0) {
    await inTransaction(db, async (tx) => {
      await forgetFullCheck(tx);
      const isNew = await raiseAlert(tx, { ...ALERT, message: describe(mismatches) });
      // An operator may release money while the alert is open; that decision is not overruled.
      if (isNew) await freezeBooks(tx);
    });
  } else if (isFull) {
    await inTransaction(db, async (tx) => {
      await recordFullCheck(tx);
      await resolveAlert(tx, ALERT);
    });
    await checkAuditLog(db);
  }
  await checkNetworkFees(db);
  return { accounts, transfers, mismatches: mismatches.length };
}

const FULL_EVERY_MS = 24 * 3_600_000;
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
      return (
        `${mismatch.account}: ${mismatch.column} is ${mismatch.stored}, ` +
        `but its entries sum to ${mismatch.fromEntries}`
      );
    case 'rows':
      return (
        `${mismatch.subject} (${mismatch.mode} ${mismatch.asset}): ` +
        `${mismatch.what} is ${mismatch.found}, but should be ${mismatch.expected}`
      );
    case 'negative_account':
      return `${mismatch.account}: overdrawn by ${-mismatch.spendable}`;
  }
}
