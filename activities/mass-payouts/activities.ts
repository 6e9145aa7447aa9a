import { heartbeat, sleep } from '@temporalio/activity';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { expireMassApproval } from '../../db/mass-payouts/commands.ts';
import { openNextSlice } from '../../db/mass-payouts/open.ts';
import { massSnapshotOf } from '../../db/mass-payouts/publish.ts';
import { readMassPayout, waitingLines } from '../../db/mass-payouts/read.ts';
import type { MassSettings } from '../../db/mass-payouts/settings.ts';
import { overdueLines, type SliceWork, sliceWork } from '../../db/mass-payouts/slice-work.ts';
import { type RaiseOfOperator, raiseSliceFee } from '../../db/payouts/operate.ts';
import { payoutProcess } from '../../db/payouts/process.ts';
import { applyStep } from '../../db/process/apply.ts';
import { operator } from '../../db/staff/operators.ts';
import { type ErrorCode, isDomainError } from '../../domain/errors.ts';
import { MASS_MAX_UNSIGNED, type MassPayoutSnapshot } from '../../domain/state/mass-payout-snapshot.ts';
import { asFailure } from '../workflow-steps.ts';

export interface MassActivityDeps {
  readonly db: Db;
  readonly settings: MassSettings;
  readonly nowMs: () => number;
  /** Between two slices of one mass payout. */
  readonly paceMs?: number;
}

/**
 * 200 lines every two seconds: three times what merchants are promised, and lists and dashboards stay as quick as
 * without it (`bench/mass-payout.bench.ts`).
 */
const PACE_MS = 2_000;

export interface MassInput {
  readonly massPayoutId: string;
}

export interface SliceInput extends MassInput {
  readonly slice: number;
}

export interface SliceTrouble extends SliceInput {
  /** The reason that keeps its lines, in words; null: there is none any more. */
  readonly trouble: string | null;
}

/** The result of opening slices. */
export interface Opened {
  readonly watch: MassPayoutSnapshot;
  /** The reason that kept it from continuing, in words; null: there was none. */
  readonly trouble: string | null;
}

export type MassActivities = ReturnType<typeof createMassActivities>;

/** The activities of the mass payout workflows, apart from signer and node. */
export function createMassActivities({ db, settings, nowMs, paceMs = PACE_MS }: MassActivityDeps) {
  const money = <T>(work: (tx: Tx) => Promise<T>) => retrying(() => moneyTransaction(db, work));
  const watch = async (massPayoutId: string): Promise<MassPayoutSnapshot> => {
    const [row, waiting] = [await readMassPayout(db, massPayoutId), await waitingLines(db, massPayoutId)];
    return massSnapshotOf(row, waiting);
  };

  return {
    /**
     * Makes payouts of the next slices, one transaction each and a pause between them, until enough wait for the
     * signer. A crash in between leaves whole slices: asked again, it goes on with the next.
     */
    async openSlices({ massPayoutId }: MassInput): Promise<Opened> {
      for (let slices = 0; ; slices += 1) {
        const now = await watch(massPayoutId);
        if (now.waiting === 0 || now.ahead >= MASS_MAX_UNSIGNED) return { watch: now, trouble: null };
        heartbeat({ waiting: now.waiting });
        if (slices > 0) await sleep(paceMs);
        try {
          const opened = await money((tx) => openNextSlice(tx, settings, { massPayoutId, nowMs: nowMs() }));
          if (!opened) return { watch: await watch(massPayoutId), trouble: null };
        } catch (error) {
          const trouble = isDomainError(error) ? WAITED_OUT[error.code] : undefined;
          if (trouble === undefined) throw error;
          return { watch: now, trouble };
        }
      }
    },

    /** Returns the money if nobody approved in time. */
    async expireMassApproval({ massPayoutId }: MassInput): Promise<MassPayoutSnapshot> {
      await money((tx) => expireMassApproval(tx, { id: massPayoutId, nowMs: nowMs() }));
      return watch(massPayoutId);
    },

    /**
     * Requests an operator for each overdue line that was signed together with others, and returns the progress of all
     * lines.
     */
    async lookAtMassPayout({ massPayoutId }: MassInput): Promise<MassPayoutSnapshot> {
      for (const { id, reason } of await overdueLines(db, massPayoutId)) {
        const event = { type: 'overdue', reason: reason ?? 'confirmation_overdue' } as const;
        const step = { id, event, cause: `mass:overdue:${Math.floor(nowMs() / 3_600_000)}`, nowMs: nowMs() };
        await money((tx) => applyStep(tx, payoutProcess, step)).catch((error: unknown) => {
          // It has moved on in the meantime.
          if (!isDomainError(error)) throw error;
        });
      }
      return watch(massPayoutId);
    },

    /** The part of a slice that is to be signed and sent now. */
    sliceWork: ({ massPayoutId, slice }: SliceInput): Promise<SliceWork> => sliceWork(db, massPayoutId, slice),

    /** Requests one operator for all lines of a slice, or withdraws the request. */
    async tellSliceOperators({ massPayoutId, slice, trouble }: SliceTrouble): Promise<void> {
      const alert = { kind: 'mass_slice_needs_operator', subject: `mass_payout:${massPayoutId}:${slice}` } as const;
      if (trouble === null) await resolveAlert(db, alert);
      else {
        const message = `Slice ${slice} of the mass payout has not been sent for too long: ${trouble}`;
        await raiseAlert(db, { ...alert, message });
      }
    },

    /** An operator lets the transaction of the lines that wait for their signature cost more. */
    async raiseSliceFee({ massPayoutId, slice, ...raise }: SliceInput & RaiseOfOperator): Promise<void> {
      const { unsigned: payoutIds } = await sliceWork(db, massPayoutId, slice);
      const label = `slice ${slice} of mass payout ${massPayoutId}`;
      await money((tx) => raiseSliceFee(tx, settings, { ...raise, payoutIds, label })).catch((error: unknown) => {
        throw asFailure(error);
      });
    },

    /** @throws ApplicationFailure `permission_denied` unless it is somebody of the staff who may operate payouts */
    async mayOperateMass({ by }: { readonly by: string }): Promise<void> {
      await operator(db, by).catch((error: unknown) => {
        throw asFailure(error);
      });
    },
  };
}

/** The reason that keeps slices from being opened until somebody changes it, in words. */
const WAITED_OUT: Partial<Record<ErrorCode, string>> = {
  account_frozen: 'Outgoing payments from the balance are suspended.',
  merchant_blocked: 'The merchant is blocked.',
  merchant_restricted: "Compliance has restricted the merchant's outgoing money.",
  production_not_permitted: 'Compliance has closed production mode for the merchant.',
};
