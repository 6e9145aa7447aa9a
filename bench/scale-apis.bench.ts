import autocannon from 'autocannon';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';
import { limitProcessor, processorMs } from './scale/cpu-share.ts';
import { inTurns, overallRates } from './turns.ts';

/** So small that two APIs, Postgres and the load fit on two cores: what is compared is the APIs. */
const SHARE = 0.2;
const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 16;

/** Invoices created by two APIs of a fifth of a core each, beside one of them. */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const { token } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    const apis = [await startBenchApi(url), await startBenchApi(url)] as const;
    const pids = apis.map(({ api }) => api.pid);
    const create = async (origins: readonly string[], amount?: number) => {
      const results = await Promise.all(
        origins.map((origin) =>
          autocannon({
            url: `${origin}/api/v1/invoices`,
            method: 'POST',
            connections: CONNECTIONS / origins.length,
            headers: { authorization: basic(token), 'content-type': 'application/json' },
            body: JSON.stringify({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' }),
            ...(amount === undefined ? { duration: SECONDS } : { amount }),
          }),
        ),
      );
      if (results.some(({ non2xx, errors }) => non2xx + errors > 0)) throw new Error('invoices were refused');
      return results.reduce((sum, result) => sum + result['2xx'], 0);
    };
    const both = apis.map(({ origin }) => origin);
    let releases: (() => void)[] = [];
    try {
      await create(both, 600);
      releases = pids.map((pid) => limitProcessor(pid, SHARE));
      let alone = 0;
      const rates = overallRates(
        await inTurns(ROUNDS, {
          value: async () => (await create(both)) / SECONDS,
          reference: async () => {
            const usedMs = processorMs(pids[0] ?? 0);
            const made = await create(both.slice(0, 1));
            alone += (processorMs(pids[0] ?? 0) - usedMs) / made;
            return made / SECONDS;
          },
        }),
      );
      return [
        {
          name: `invoices created by two APIs, ${SHARE} of a core each`,
          value: rates.value,
          unit: '/s',
          reference: { name: 'one of them', value: rates.reference },
          target: '≥ 1.7 of the reference',
          ok: rates.value / rates.reference >= 1.7,
        },
        { name: "processor time of the API for one invoice's creation", value: alone / ROUNDS, unit: 'ms' },
      ];
    } finally {
      for (const release of releases) release();
      for (const { api } of apis) await api.stop();
    }
  });
}
