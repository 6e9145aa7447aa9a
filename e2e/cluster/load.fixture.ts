import type { Started } from '../../scripts/start/announce.ts';

/** The outcome of requests that were sent without a pause. */
export interface LoadOutcome {
  readonly answered: number;
  /** Every answer that was no success, and every request without an answer, in words. */
  readonly failures: readonly string[];
  /** The invoices that were created. */
  readonly invoices: readonly string[];
}

/**
 * Creates and reads invoices over several connections at once until it is stopped, each request once: what fails is
 * counted, not repeated.
 */
export function startLoad({ url, api }: Pick<Started, 'url' | 'api'>, clients = 6): { stop(): Promise<LoadOutcome> } {
  const authorization = `Basic ${btoa(`${api.key}:${api.secret}`)}`;
  const failures: string[] = [];
  const invoices: string[] = [];
  let answered = 0;
  let isOver = false;

  async function send(path: string, body?: object): Promise<{ data?: { id?: string } } | undefined> {
    const method = body === undefined ? 'GET' : 'POST';
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await answer.text();
      answered += 1;
      if (answer.ok) return JSON.parse(text) as { data?: { id?: string } };
      failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      failures.push(`${method} ${path}: ${String(error)}${cause}`);
    }
    return undefined;
  }

  async function shop(): Promise<void> {
    while (!isOver) {
      const made = await send('/api/v1/invoices', { amount: '20.00', currency: 'EUR', gate_id: 'BTC' });
      const id = made?.data?.id;
      if (id === undefined) continue;
      invoices.push(id);
      await send(`/api/v1/invoices/${id}`);
    }
  }

  const shops = Array.from({ length: clients }, shop);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(shops);
      return { answered, failures, invoices };
    },
  };
}
