import { performance } from 'node:perf_hooks';
import { one, prepared } from '../db/core/sql.ts';
import { signInAt, startBenchApi } from './account-shop.ts';
import { type Figure, percentile } from './figure.ts';
import { INVOICES, type MillionInvoices } from './million-invoices.ts';

const CALLS = 300;

/** Calls of the back office for a merchant with a million invoices, one after the other, beside a query for one row. */
export async function readFigures(
  { url, db, shop }: MillionInvoices,
  { paths, mostMs }: { readonly paths: readonly string[]; readonly mostMs: number },
): Promise<Figure[]> {
  const { api, origin } = await startBenchApi(url);
  try {
    const headers = await signInAt(origin, shop.user);
    const bare = await timed(() => one(db, bareRowSql, [shop.profileId]));
    const figures: Figure[] = [];
    for (const path of paths) {
      const times = await timed(async () => {
        const answer = await fetch(`${origin}/spa/sandbox/${path}`, { headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
      });
      const p99 = percentile(times, 0.99);
      figures.push({
        name: `${path} of a merchant with ${INVOICES} invoices, 99th percentile`,
        value: p99,
        unit: 'ms',
        reference: { name: 'a bare query for one row', value: percentile(bare, 0.99) },
        target: `≤ ${mostMs} ms`,
        ok: p99 <= mostMs,
      });
    }
    return figures;
  } finally {
    await api.stop();
  }
}

/** The milliseconds of each call, one after the other; the first ones, which prepare statements, do not count. */
async function timed(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let made = 0; made < CALLS + 20; made += 1) {
    const beganAt = performance.now();
    await call();
    if (made >= 20) times.push(performance.now() - beganAt);
  }
  return times;
}

const bareRowSql = prepared('SELECT invoice_currency FROM profile WHERE id = $1');
