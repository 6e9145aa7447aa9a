import type { OutboxRow } from '../core/outbox.ts';

interface Delivery {
  readonly id: string;
  readonly merchantId: string;
  readonly invoiceId: string | null;
  readonly type: string;
  readonly url: string;
}

interface WebhookPlan {
  /** No attempt was made yet: the first one follows without a pause. */
  readonly attemptAtOnce: boolean;
  /** The pause before each attempt; by default the whole plan. */
  readonly pausesSeconds?: readonly number[];
}

/** Starts the workflow that continues a delivery. One that has ended may start again; one that is running goes on. */
export function webhookStart({ id, merchantId, invoiceId, type, url }: Delivery, plan: WebhookPlan): OutboxRow {
  const input = { version: 1, eventId: id, type, host: new URL(url).host, ...plan };
  const payload = {
    workflowType: 'webhookWorkflow',
    workflowId: `webhook:${id}`,
    taskQueue: 'core',
    restart: true,
    input,
    searchAttributes: { MerchantId: merchantId, ...(invoiceId === null ? {} : { ParentId: invoiceId }) },
    summary: `${type} → ${input.host}`,
  };
  return { topic: 'workflow.start', payload };
}
