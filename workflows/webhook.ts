import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks/activities.ts';
import { WEBHOOK_PAUSES_SECONDS } from '../domain/webhooks/pauses.ts';
import { taskQueues, type WebhookInput } from './messages.ts';

export interface WebhookResult {
  readonly outcome: 'delivered' | 'failed';
  readonly attempts: number;
}

/**
 * `webhook:<event id>`: continues a delivery after its first attempt, with growing pauses over three days, until the
 * receiver answers with 2xx. The database has every attempt and the planned time of the next one.
 */
export async function webhookWorkflow(input: WebhookInput): Promise<WebhookResult> {
  const planned = input.pausesSeconds ?? WEBHOOK_PAUSES_SECONDS;
  const pauses = input.attemptAtOnce ? [0, ...planned] : planned;
  let lastAnswer = input.attemptAtOnce ? 'nothing yet: it had too many open requests' : 'an error to the first attempt';
  for (const [index, pauseSeconds] of pauses.entries()) {
    setCurrentDetails(
      `${input.type} to ${input.host}: attempt ${index + 1} of ${pauses.length} ` +
        `follows in ${describe(pauseSeconds)}. Last answer: ${lastAnswer}.`,
    );
    if (pauseSeconds > 0)
      await sleep(pauseSeconds * jitter(), { summary: `until attempt ${index + 1} of ${input.type} → ${input.host}` });
    const next = pauses[index + 1] ?? null;
    const { outcome, detail } = await attempt(input, index + 1, next);
    lastAnswer = detail;
    if (outcome !== 'delivered') continue;
    setCurrentDetails(`${input.type} to ${input.host}: delivered with attempt ${index + 1} (${detail}).`);
    return { outcome, attempts: index + 1 };
  }
  setCurrentDetails(
    `${input.type} to ${input.host}: failed after ${pauses.length} attempts; last answer: ${lastAnswer}.`,
  );
  return { outcome: 'failed', attempts: pauses.length };
}

type Attempt = Awaited<ReturnType<WebhookActivities['attemptWebhook']>>;

/** One attempt, once the receiver has a free slot. If it never has one, the planned attempt is lost. */
async function attempt(
  { eventId, type, host }: WebhookInput,
  number: number,
  nextPauseSeconds: number | null,
): Promise<Attempt> {
  const { attemptWebhook, giveUpWebhook } = proxyActivities<WebhookActivities>({
    taskQueue: taskQueues.webhooks,
    startToCloseTimeout: '30 seconds',
    scheduleToCloseTimeout: '1 day',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    summary: `${type} → ${host}, attempt ${number}`,
  });
  let result = await attemptWebhook({ eventId, nextPauseSeconds });
  for (let turn = 1; result.outcome === 'busy' && turn <= MAX_BUSY_TURNS; turn += 1) {
    await sleep(Math.min(300, 2.5 * 2 ** turn) * jitter(), {
      summary: `until ${host} has fewer open requests`,
    });
    result = await attemptWebhook({ eventId, nextPauseSeconds });
  }
  if (result.outcome === 'busy' && nextPauseSeconds === null) await giveUpWebhook({ eventId });
  return result;
}

const MAX_BUSY_TURNS = 12;

/** A second in milliseconds plus up to 10 %, so that deliveries that failed together are not retried together. */
function jitter(): number {
  return 1_000 + Math.floor(Math.random() * 100);
}

function describe(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
