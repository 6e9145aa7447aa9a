import { expect, test } from 'vitest';
import { select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { SAMPLE_MAX_AGE_MS } from '../../domain/payouts/network-fee.ts';
import { watchFees } from './fees.ts';
import { ChainUnavailableError } from './port.ts';

const { db } = await openTestDatabase();

const alerts = () =>
  select<{ message: string; open: boolean }>(
    db,
    `SELECT message, resolved_at IS NULL AS open FROM alert
     WHERE kind = 'network_fee_unknown' AND subject = 'sandbox:BTC' ORDER BY created_at`,
  );

test('operators are alerted once when a node has not reported fees for 15 minutes, until it reports them', async () => {
  const end = new AbortController();
  const startMs = Date.UTC(2026, 0, 1);
  let nowMs = startMs;
  /** The result of each call of the node: how many alerts there were, and how many of them open. */
  const found: (readonly [all: number, open: number])[] = [];
  const ages = [0, SAMPLE_MAX_AGE_MS - 1, SAMPLE_MAX_AGE_MS, SAMPLE_MAX_AGE_MS + 1];

  const port = {
    ...({ mode: 'sandbox', network: 'BTC' } as const),
    async gateCosts() {
      const before = await alerts();
      found.push([before.length, before.filter(({ open }) => open).length]);
      const age = ages.shift();
      if (age !== undefined) {
        nowMs = startMs + age;
        throw new ChainUnavailableError('The node is syncing.');
      }
      if (found.length > 5) end.abort();
      return [{ gateId: 'BTC', costMinor: 300n, ownCostMinor: 300n }] as const;
    },
  };
  await watchFees({ db, nowMs: () => nowMs }, port, { signal: end.signal, everyMs: 1 });

  expect(found).toEqual([...[0, 0, 0].map(() => [0, 0]), ...[1, 1].map(() => [1, 1]), [1, 0]]);
  const [alert] = await alerts();
  expect(alert?.message).toContain('The node is syncing. Until it does, at least the typical fee is charged.');
});
