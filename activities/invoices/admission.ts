import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { lockAdmission, readStrain, writeAdmission } from '../../db/invoices/admission.ts';
import { MOST_WAIT_MS, nextAdmission } from '../../domain/invoices/admission.ts';
import { type Rounds, startRounds } from '../rounds.ts';

export interface AdmissionOptions {
  readonly nowMs: () => number;
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** Whether a service is away, so that messages to it wait: fewer invoices would not help. */
  readonly isHindered: () => boolean;
  /** How often it looks. */
  readonly pollMs?: number;
}

/**
 * Decides how many invoices may be created while money waits. Every worker may run this; one at a time decides. If none
 * does, what was decided holds for five seconds, and then nothing is refused.
 */
export function startAdmission(db: Db, { nowMs, onTrouble, isHindered, pollMs = 500 }: AdmissionOptions): Rounds {
  return startRounds(async () => {
    if (!isHindered()) await decide(db, nowMs).catch(onTrouble);
    return pollMs;
  });
}

async function decide(db: Db, nowMs: () => number): Promise<void> {
  const { waitMs, admission } = await readStrain(db, nowMs());
  if (waitMs <= MOST_WAIT_MS && admission.perSecond === null) return;
  await inTransaction(db, async (tx) => {
    if (!(await lockAdmission(tx))) return;
    const strain = await readStrain(tx, nowMs());
    if (strain.decidedMsAgo >= BETWEEN_DECISIONS_MS) await writeAdmission(tx, nextAdmission(strain));
  });
}

/** A decision needs this long to show. */
const BETWEEN_DECISIONS_MS = 1_000;
