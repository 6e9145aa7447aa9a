import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { findLateTickets } from '../../db/support/late.ts';
import { type Rounds, startRounds } from '../rounds.ts';

interface LateAnswers {
  readonly db: Db;
  /** The promised answer time. */
  readonly answerHours: number;
  readonly nowMs: () => number;
}

/** Watches the promised answer time, in every process that may: all of them come to the same alert. */
export function startLateAnswers(
  deps: LateAnswers,
  { onTrouble }: { readonly onTrouble: (error: unknown) => void },
): Rounds {
  return startRounds(async () => {
    await checkLateAnswers(deps).catch(onTrouble);
    return EVERY_MS;
  });
}

const EVERY_MS = 60_000;
const ALERT = { kind: 'tickets_late', subject: 'support' } as const;

/** One alert for all late tickets, open as long as there is one. It names references and no person. */
export async function checkLateAnswers({ db, answerHours, nowMs }: LateAnswers): Promise<void> {
  const late = await findLateTickets(db, { answerHours, nowMs: nowMs() });
  if (late === undefined) {
    await resolveAlert(db, ALERT);
    return;
  }
  const { count, reference, askedAt } = late;
  const waits = count === 1 ? `The ticket ${reference} waits` : `${count} tickets wait`;
  const oldest = count === 1 ? `since ${askedAt}` : `the longest, ${reference}, since ${askedAt}`;
  const message = `${waits} for more than the promised ${answerHours} hours for an answer, ${oldest}.`;
  await raiseAlert(db, { ...ALERT, message });
}
