import { heartbeat } from '@temporalio/activity';
import { expireMassApproval } from '../../db/mass-payouts/commands.ts';
import { openNextSlice } from '../../db/mass-payouts/open.ts';
import { massWatchOf } from '../../db/mass-payouts/publish.ts';
import { readMassRow, waitingLines } from '../../db/mass-payouts/read.ts';
import type { MassSettings } from '../../db/mass-payouts/settings.ts';
import { overdueLines, type SliceWork, sliceWork } from '../../db/mass-payouts/slice-work.ts';
import { applyPayoutEvent } from '../../db/payouts/apply.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import { isDomainError } from '../../domain/errors.ts';
import { MASS_MAX_AHEAD, type MassPayoutWatch } from '../../domain/state/mass-payout-watch.ts';

export interface MassActivityDeps {
  readonly db: Db;
  readonly settings: MassSettings;
  readonly nowMs: () => number;
}

export interface MassInput {
  readonly massPayoutId: string;
}

export interface SliceInput extends MassInput {
  readonly slice: number;
}

/** What opening slices came to. */
export interface Opened {
  readonly watch: MassPayoutWatch;
  /** What kept it from going on, in words; null: nothing did. */
  readonly trouble: string | null;
}

export type MassActivities = ReturnType<typeof createMassActivities>;

/** What the workflows of mass payouts call besides signer and node. */
export function createMassActivities({ db, settings, nowMs }: MassActivityDeps) {
  const money = <T>(work: (tx: Tx) => Promise<T>) => retrying(() => moneyTransaction(db, work));
  const watch = async (massPayoutId: string): Promise<MassPayoutWatch> => {
    const [row, waiting] = [await readMassRow(db, massPayoutId), await waitingLines(db, massPayoutId)];
    return massWatchOf(row, waiting);
  };

  return {
    /**
     * Makes payouts of the next slices, one transaction each, until there are enough that wait for the signer. A crash in between leaves whole slices: asked
     * again, it goes on with the next.
     */
    async openSlices({ massPayoutId }: MassInput): Promise<Opened> {
      for (;;) {
        const now = await watch(massPayoutId);
        if (now.waiting === 0 || now.ahead >= MASS_MAX_AHEAD) return { watch: now, trouble: null };
        heartbeat({ waiting: now.waiting });
        try {
          const opened = await money((tx) => openNextSlice(tx, settings, { massPayoutId, nowMs: nowMs() }));
          if (!opened) return { watch: await watch(massPayoutId), trouble: null };
        } catch (error) {
          if (!isDomainError(error, 'account_frozen')) throw error;
          return { watch: now, trouble: 'Outgoing payments of the balance are suspended.' };
        }
      }
    },

    /** Nobody approved it in time: the money goes back. */
    async expireMassApproval({ massPayoutId }: MassInput): Promise<MassPayoutWatch> {
      await money((tx) => expireMassApproval(tx, { id: massPayoutId, nowMs: nowMs() }));
      return watch(massPayoutId);
    },

    /** Asks for an operator for each line that was sent together with others and waits too long, and tells how far all are. */
    async lookAtMassPayout({ massPayoutId }: MassInput): Promise<MassPayoutWatch> {
      for (const payoutId of await overdueLines(db, massPayoutId)) {
        const event = { type: 'overdue', reason: 'confirmation_overdue' } as const;
        const step = { payoutId, event, cause: `mass:overdue:${Math.floor(nowMs() / 3_600_000)}`, nowMs: nowMs() };
        await money((tx) => applyPayoutEvent(tx, step)).catch((error: unknown) => {
          // It has moved on in the meantime.
          if (!isDomainError(error)) throw error;
        });
      }
      return watch(massPayoutId);
    },

    /** What of a slice is to be signed and sent now. */
    sliceWork: ({ massPayoutId, slice }: SliceInput): Promise<SliceWork> => sliceWork(db, massPayoutId, slice),
  };
}
