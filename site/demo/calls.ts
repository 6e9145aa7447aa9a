import type { DemoWebhook, NewDemoBody } from '../../contract/demo.ts';
import type { DemoAct } from '../../domain/demo/cases.ts';

/** A refusal, in English words for the visitor. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** Of the answer; null if there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

/** @returns the id of the new invoice. @throws CallError */
export async function makeDemo(body: NewDemoBody): Promise<string> {
  return (await call<{ id: string }>('/demo/invoices', { method: 'POST', body })).id;
}

/** @throws CallError */
export async function playDemo(id: string, act: DemoAct): Promise<void> {
  await call(`/demo/invoices/${id}/plays`, { method: 'POST', body: { act } });
}

/** The webhooks sent to the shop, oldest first. @throws CallError */
export async function readWebhooks(id: string): Promise<readonly DemoWebhook[]> {
  return call(`/demo/invoices/${id}/webhooks.json`, { method: 'GET' });
}

export async function call<Data>(
  url: string,
  { method, body }: { readonly method: 'GET' | 'POST'; readonly body?: object },
): Promise<Data> {
  const answer = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw new CallError('There was no answer. Please try again.', null);
  });
  const said = (await answer.json().catch(() => null)) as Answer<Data> | null;
  if (answer.ok && said?.data !== undefined) return said.data;
  const fields = Object.values(said?.errors ?? {}).flat();
  const message = [...new Set(fields)].join(' ') || (said?.message ?? 'That did not work. Please try again.');
  throw new CallError(message, answer.status);
}

interface Answer<Data> {
  readonly data?: Data;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** Shows why a call failed, or hides what an earlier one said. */
export function showProblem(root: ParentNode, error: unknown): void {
  const place = root.querySelector<HTMLElement>('[data-problem]');
  if (place === null) return;
  place.hidden = error === null;
  place.textContent = error instanceof Error ? error.message : '';
}

/** Writes text into each element that shows this. Never HTML: visitors type some of it. */
export function show(root: ParentNode, name: string, text: string): void {
  for (const place of root.querySelectorAll(`[data-show="${name}"]`)) place.textContent = text;
}
