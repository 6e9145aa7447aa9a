import { signedAuthorization } from '../signature.ts';
import type { SimulatorContext } from './context.ts';
import type { SimulatedWebhook } from './state.ts';

const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 300_000;

/** Sends what is due, each on its own; without a 2xx it comes again, ever later. @returns how many arrived */
export async function sendWebhooks(context: SimulatorContext): Promise<number> {
  const { state, nowMs } = context;
  const due = state.webhooks.filter(({ dueAtMs }) => dueAtMs <= nowMs());
  if (due.length === 0) return 0;
  const arrived = new Set<SimulatedWebhook>();
  // In turn, so that those in the right order arrive in the right order.
  for (const webhook of due) {
    webhook.attempts += 1;
    webhook.dueAtMs = nowMs() + Math.min(1_000 * 2 ** webhook.attempts, MAX_PAUSE_MS);
    if (await send(context, webhook)) arrived.add(webhook);
  }
  const isOver = (webhook: SimulatedWebhook) =>
    arrived.has(webhook) || webhook.attempts >= MAX_ATTEMPTS || (webhook.isForged && webhook.attempts > 0);
  state.webhooks = state.webhooks.filter((webhook) => !isOver(webhook));
  state.save();
  return arrived.size;
}

async function send({ accounts, nowMs }: SimulatorContext, { mode, body, isForged }: SimulatedWebhook) {
  const account = accounts.find((each) => each.mode === mode);
  if (account === undefined) return true;
  const bytes = new TextEncoder().encode(body);
  const secret = isForged ? `${account.webhookSecret} guessed` : account.webhookSecret;
  const request = {
    method: 'POST',
    path: new URL(account.webhookUrl).pathname,
    nonce: String(nowMs()),
    body: bytes,
  };
  const response = await fetch(account.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: signedAuthorization({ key: account.key, secret }, request),
    },
    body: bytes,
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}
