import { type LeasedNotice, leaseNotices, recordDelivered, recordFailed } from '../../db/alerts/deliveries.ts';
import { planDueAlerts } from '../../db/alerts/plan.ts';
import { updateUndelivered } from '../../db/alerts/undelivered.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { AlertSettings } from '../../domain/alerts/settings.ts';
import { pauseAfter } from '../../domain/alerts/verdict.ts';
import { pause } from '../pause.ts';
import type { AlertSender } from './channel.ts';
import { newsOf } from './news.ts';

export interface AlertDeliveryDeps {
  readonly db: Db;
  readonly settings: AlertSettings;
  /** One for each channel that is set up. */
  readonly senders: readonly AlertSender[];
  readonly onTrouble: (error: unknown) => void;
  readonly nowMs?: () => number;
  /** Called before and after each attempt; for tests, which end the process there. */
  readonly onStep?: (step: 'leased' | 'sent') => Promise<void>;
}

export interface AlertDelivery {
  /** Begins nothing more, and ends with the open attempts. */
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const CHECK_EVERY_MS = 15_000;

/**
 * Tells operators of alerts, with nothing but Postgres, because Temporal and RabbitMQ are what alerts are about. Each
 * channel has a loop of its own, so that one that hangs delays no other. Delivery is at least once: after a crash
 * between sending and recording, the notice is sent again under the same id. Any number of processes may do it.
 */
export function startAlertDelivery(deps: AlertDeliveryDeps): AlertDelivery {
  const { db, settings, senders, onTrouble, nowMs = Date.now } = deps;
  const stopping = new AbortController();
  /** @param turn says whether there may be more to do at once */
  const repeat = async (everyMs: number, turn: () => Promise<boolean>) => {
    while (!stopping.signal.aborted) {
      const isMore = await turn().catch((error: unknown) => {
        onTrouble(error);
        return false;
      });
      if (!isMore) await pause(stopping.signal, everyMs);
    }
  };
  const loops = [
    repeat(EVERY_MS, () => planDueAlerts(db, settings, nowMs())),
    repeat(CHECK_EVERY_MS, async () => {
      await updateUndelivered(
        db,
        senders.map(({ channel }) => channel),
      );
      return false;
    }),
    ...senders.map((sender) => repeat(EVERY_MS, () => deliverDue(deps, sender))),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(senders.map((sender) => sender.close()));
    },
  };
}

/** Sends what is due on one channel. @returns whether there may be more */
export async function deliverDue(deps: AlertDeliveryDeps, sender: AlertSender): Promise<boolean> {
  const { db, settings, nowMs = Date.now } = deps;
  const { notices, isMore } = await leaseNotices(db, { channel: sender.channel, settings, nowMs: nowMs() });
  if (notices.length > 0) await deps.onStep?.('leased');
  await Promise.all(notices.map((notice) => attempt(deps, sender, notice)));
  return isMore;
}

async function attempt({ db, onStep }: AlertDeliveryDeps, sender: AlertSender, notice: LeasedNotice): Promise<void> {
  const { delivered, detail, sentTo } = await sender.send(newsOf(notice), notice.sentTo);
  await onStep?.('sent');
  if (delivered) return recordDelivered(db, notice, sentTo);
  await recordFailed(db, notice, { pauseMs: pauseAfter(notice.attempts, Math.random()), reason: detail, sentTo });
}
