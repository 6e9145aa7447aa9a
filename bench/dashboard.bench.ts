import { performance } from 'node:perf_hooks';
import { execute, select } from '../db/core/sql.ts';
import { checkDashboard } from '../db/dashboard/check.ts';
import { rebuildDashboard } from '../db/dashboard/project.ts';
import type { Figure } from './figure.ts';
import { withMillionInvoices } from './million-invoices.ts';
import { readFigures } from './read-figures.ts';

const MOST_MS = 50;
const LEAST_PER_SECOND = 20_000;
const PATHS = [
  'dashboard/operations-summary',
  'dashboard/revenue',
  'charts/balance?range=1Y',
  'charts/balance?range=all',
  'charts/revenue?range=1Y',
  'charts/revenue?range=all',
  'wallets',
  'history/info',
] as const;

/**
 * The dashboard of a merchant with a million invoices over two and a half years, paid with every coin: each of its
 * calls, beside one bare query for a row; and how fast its sums are computed from the beginning and compared, beside
 * one bare sum over the same entries.
 */
export function run(): Promise<readonly Figure[]> {
  return withMillionInvoices(async (on) => {
    const { db } = on;
    const rebuildSeconds = await secondsOf(async () => {
      read = await rebuildDashboard(db);
    });
    const bareSeconds = await secondsOf(() => select(db, bareSumSql));
    const differences = await checkDashboard(db);
    if (differences.length > 0) throw new Error(`The sums differ: ${JSON.stringify(differences[0])}`);
    await execute(db, 'VACUUM ANALYZE balance_day, balance_month, operation_day, payer_day, rate_day, account');
    const perSecond = read / rebuildSeconds;
    return [
      {
        name: `events of a rebuild, ${read} in all`,
        value: perSecond,
        unit: '/s',
        reference: { name: 'one bare sum over their entries', value: read / bareSeconds },
        target: `≥ ${LEAST_PER_SECOND} /s`,
        ok: perSecond >= LEAST_PER_SECOND,
      },
      ...(await readFigures(on, { paths: PATHS, mostMs: MOST_MS })),
    ];
  });
}

let read = 0;

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return (performance.now() - beganAt) / 1_000;
}

const bareSumSql = `
  SELECT a.asset, sum(e.amount)::text AS sum FROM transfer t JOIN entry e ON e.transfer_id = t.id
  JOIN account a ON a.id = e.account_id GROUP BY 1`;
