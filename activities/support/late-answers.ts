import { raiseAlert, resolveOtherAlerts } from '../../db/alerts/alerts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { findLateTickets } from '../../db/support/late.ts';
import { type Rounds, startRounds } from '../rounds.ts';

interface LateAnswers {
  readonly db: Db;
  /** The promised answer time. */
  readonly answerHours: number;
  readonly nowMs: () => number;
}

/** Watches the promised answer time, in every process that may: all of them come to the same alerts. */
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
const KIND = 'tickets_late';

/** Many late tickets are one matter, which needs no further alerts. */
export const MOST_ALERTS = 10;

/**
 * An alert about each late ticket, of those that have waited longest, open until it is answered: one that stays late
 * does not silence the next. It names the reference and no person.
 */
export async function checkLateAnswers({ db, answerHours, nowMs }: LateAnswers): Promise<void> {
  const late = await findLateTickets(db, { answerHours, nowMs: nowMs(), most: MOST_ALERTS });
  await resolveOtherAlerts(
    db,
    KIND,
    late.map(({ id }) => subjectOf(id)),
  );
  for (const { id, reference, waitingSince } of late) {
    const message =
      `The ticket ${reference} waits for more than the promised ${answerHours} hours for an answer, ` +
      `since ${waitingSince}.`;
    await raiseAlert(db, { kind: KIND, subject: subjectOf(id), message });
  }
}

const subjectOf = (id: string) => `ticket:${id}`;
