import { heartbeat } from '@temporalio/activity';
import { deleteOldConsents } from '../../db/accounts/cookie-consents.ts';
import { deleteOldLockouts } from '../../db/accounts/lockouts.ts';
import { deleteExpiredSessions } from '../../db/accounts/sessions.ts';
import { deleteOldQuestions } from '../../db/accounts/verification-codes.ts';
import { deleteOldVisitors } from '../../db/accounts/visitors.ts';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { deleteOldQuotes } from '../../db/conversions/quotes.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { deleteOldRequests } from '../../db/history/request-log.ts';
import { deleteOldIdempotencyKeys } from '../../db/idempotency/keys.ts';
import { forgetFullCheck, isFullCheckDue, recordFullCheck } from '../../db/ledger/checks.ts';
import { freezeBooks } from '../../db/ledger/freezes.ts';
import { type Mismatch, recentTrialBalance, type TrialBalance, trialBalance } from '../../db/ledger/trial-balance.ts';
import { deleteOldArticleAnswers } from '../../db/site/article-answers.ts';
import { deleteOldStatusDays } from '../../db/site/status-days.ts';
import { deleteExpiredStaffSessions } from '../../db/staff/sessions.ts';
import { pause } from '../pause.ts';
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

/** The activities of the trial balance's workflow. */
export function createLedgerActivities(deps: LedgerActivityDeps) {
  const { db, checkEveryMs = 60_000, nowMs = Date.now, onChecked } = deps;
  return {
    /** Checks the books every minute for one turn. */
    watchBooks: ({ turnMs }: TurnInput) =>
      repeatCheck({ turnMs, everyMs: checkEveryMs, nowMs }, async () => {
        const result = await checkTrialBalance(db, { everyMs: checkEveryMs, onRecent: heartbeat });
        onChecked?.(result);
        return result;
      }),

    /**
     * Deletes expired sessions, idempotency keys older than a day, mailed codes, counted attempts, unused prices,
     * old answers about help articles, old days of the status page, and API requests older than 30 days.
     */
    async removeExpired(): Promise<{ sessions: number; idempotencyKeys: number }> {
      await deleteOldQuestions(db);
      await deleteOldLockouts(db);
      await deleteOldVisitors(db);
      await deleteOldConsents(db);
      await deleteOldArticleAnswers(db, nowMs());
      await deleteOldStatusDays(db, nowMs());
      await deleteOldQuotes(db);
      await deleteOldRequests(db, nowMs());
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

interface CheckOptions {
  /** While all entries are summed, how often the new ones are checked; by default every minute. */
  readonly everyMs?: number;
  /** Called after each of these checks. */
  readonly onRecent?: (result: TrialBalanceResult) => void;
}

/**
 * Checks the books: new entries every time, all entries also once a day and while something is wrong. If the books do
 * not balance, all outgoing money stops and an operator is alerted once. When they balance again, the alert is
 * resolved, but only an operator can release the money.
 */
export async function checkTrialBalance(
  db: Db,
  { everyMs = 60_000, onRecent = () => {} }: CheckOptions = {},
): Promise<TrialBalanceResult> {
  const recent = await checkWith(db, recentTrialBalance);
  const isFull = await isFullCheckDue(db, FULL_EVERY_MS);
  const result = isFull ? await checkAll(db, everyMs, onRecent) : recent;
  await checkNetworkFees(db);
  return result;
}

/** All entries and the audit log may take hours: new entries are checked meanwhile, and count for the result. */
async function checkAll(
  db: Db,
  everyMs: number,
  onRecent: NonNullable<CheckOptions['onRecent']>,
): Promise<TrialBalanceResult> {
  let mismatchesMeanwhile = 0;
  const meanwhile = async () => {
    const recent = await checkWith(db, recentTrialBalance);
    mismatchesMeanwhile += recent.mismatches;
    onRecent(recent);
  };
  const all = checkWith(db, () => trialBalance(db, { keepSums: true }));
  const result = await whileDoing(all, { everyMs, meanwhile });
  if (result.mismatches > 0) return result;
  // A sum may have become wrong since its snapshot.
  await meanwhile();
  if (mismatchesMeanwhile > 0) return { ...result, mismatches: mismatchesMeanwhile };
  await inTransaction(db, async (tx) => {
    await recordFullCheck(tx);
    await resolveAlert(tx, ALERT);
  });
  await whileDoing(checkAuditLog(db), { everyMs, meanwhile });
  return result;
}

async function checkWith(db: Db, balance: (db: Db) => Promise<TrialBalance>): Promise<TrialBalanceResult> {
  const { accounts, transfers, mismatches } = await balance(db);
  if (mismatches.length > 0) {
    await inTransaction(db, async (tx) => {
      await forgetFullCheck(tx);
      const isNew = await raiseAlert(tx, { ...ALERT, message: describe(mismatches) });
      // An operator may release money while the alert is open; that decision is not overruled.
      if (isNew) await freezeBooks(tx);
    });
  }
  return { accounts, transfers, mismatches: mismatches.length };
}

interface Meanwhile {
  readonly everyMs: number;
  readonly meanwhile: () => Promise<void>;
}

/** Repeats `meanwhile`, with a pause before each, until the work is done. @returns what the work gives */
async function whileDoing<T>(work: Promise<T>, { everyMs, meanwhile }: Meanwhile): Promise<T> {
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  // Awaited below, unless `meanwhile` fails first.
  done.catch(() => undefined);
  for (;;) {
    await pause(over.signal, everyMs);
    if (over.signal.aborted) return done;
    await meanwhile();
  }
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
