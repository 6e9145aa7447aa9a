import { randomUUID } from 'node:crypto';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { Tidegate } from '../packages/node/src/index.ts';
import { freePort } from '../scripts/process/ports.ts';
import { apiEnvironment, startApi } from './create-invoice.bench.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { inTurns, medians } from './turns.ts';

const ROUNDS = 200;
const BODY = { amount: '49.90', currency: 'EUR', gate_id: 'BTC' } as const;

/** The first invoice of a new client of the Node SDK beside the same request by bare `fetch`, in turns. */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url: database, db }) => {
    const { token } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    const port = await freePort();
    const api = await startApi(apiEnvironment(database), port);
    const url = `http://127.0.0.1:${port}`;
    const bySdk = async () => void (await new Tidegate({ url, ...token }).invoices.create(BODY));
    const bare = async () => {
      // The SDK sends a key, too, which is work for the gateway.
      const key = { 'idempotency-key': randomUUID() };
      const headers = { authorization: basic(token), 'content-type': 'application/json', ...key };
      const answer = await fetch(`${url}/api/v1/invoices`, { method: 'POST', headers, body: JSON.stringify(BODY) });
      if (answer.status !== 201) throw new Error(await answer.text());
      await answer.json();
    };
    try {
      // The first requests compile the server and `fetch`, for both.
      for (let count = 0; count < 20; count += 1) await bare();
      const { value, reference } = medians(
        await inTurns(ROUNDS, { value: () => timed(bySdk), reference: () => timed(bare) }),
      );
      return [
        {
          name: 'first invoice of a new client of the Node SDK, median',
          value,
          unit: 'ms',
          reference: { name: 'the same by bare HTTP with a key', value: reference },
          target: '≤ 5 ms above the reference',
          ok: value - reference <= 5,
        },
      ];
    } finally {
      await api.stop();
    }
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
