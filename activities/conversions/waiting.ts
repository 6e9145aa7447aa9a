import {
  type DueConversion,
  dueConversions,
  postponeConversions,
  StillWaitsError,
} from '../../db/conversions/waiting.ts';
import { type Db, inTransaction, moneyTransaction, retrying } from '../../db/core/sequelize.ts';
import { applyDepositEvents } from '../../db/deposits/process.ts';
import { applyInvoiceEvents } from '../../db/invoices/process.ts';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { type Rounds, startRounds } from '../rounds.ts';

export interface ConvertingOptions {
  readonly nowMs: () => number;
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks for conversions that are due. */
  readonly pollMs?: number;
}

/**
 * Makes conversions that could not be made when their money was settled, as soon as they can be, or gives their coins
 * back when it takes too long. Every worker may run this: of two that try the same one, the second finds it done.
 */
export function startConverting(db: Db, { nowMs, onTrouble, pollMs = 1_000 }: ConvertingOptions): Rounds {
  return startRounds(async () => {
    await convertDue(db, nowMs(), onTrouble).catch(onTrouble);
    return pollMs;
  });
}

/** One round: tries everything that is due once. */
export async function convertDue(db: Db, nowMs: number, onTrouble: (error: unknown) => void): Promise<void> {
  for (const due of await dueConversions(db, nowMs, BATCH)) {
    try {
      await convert(db, due, nowMs);
    } catch (error) {
      await inTransaction(db, (tx) => postponeConversions(tx, due, nowMs));
      // Another worker has made it, or a reorganization took it.
      if (!(error instanceof StillWaitsError) && !isDomainError(error, 'illegal_transition')) onTrouble(error);
    }
  }
}

/** @throws StillWaitsError when nothing of it can be converted yet */
async function convert(db: Db, due: DueConversion, nowMs: number): Promise<void> {
  try {
    await applyTo(db, due, { type: 'convert', nowMs });
  } catch (error) {
    // At the very end it was tried once more: what is possible was promised.
    if (!due.isOver || !(error instanceof StillWaitsError)) throw error;
    await applyTo(db, due, { type: 'keep_coins', nowMs });
  }
}

async function applyTo(
  db: Db,
  { invoiceId, depositId }: DueConversion,
  { type, nowMs }: { readonly type: 'convert' | 'keep_coins'; readonly nowMs: number },
): Promise<void> {
  const step = { event: { type }, cause: `${type}:${newId(nowMs)}`, nowMs } as const;
  await retrying(() =>
    moneyTransaction(db, async (tx) => {
      const answers = [
        ...(invoiceId === null ? [] : await applyInvoiceEvents(tx, [{ id: invoiceId, ...step }])),
        ...(depositId === null ? [] : await applyDepositEvents(tx, [{ id: depositId, ...step }])),
      ];
      for (const { refused } of answers) if (refused !== undefined) throw refused;
    }),
  );
}

const BATCH = 50;
