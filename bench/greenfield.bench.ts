import autocannon from 'autocannon';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { createShopKey } from '../db/greenfield/keys.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { ALL_GREENFIELD_PERMISSIONS } from '../domain/greenfield/permissions.ts';
import { freePort } from '../scripts/process/ports.ts';
import { apiEnvironment, startApi } from './create-invoice.bench.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';

const ROUNDS = 6;
const INVOICES = 400;
const CONNECTIONS = 16;

/**
 * Invoices by the door for BTCPay's plugins beside the same ones by our own API, on one server, in turns, so that a
 * slow moment of the machine meets both.
 */
export function run(): Promise<readonly Figure[]> {
  return withBenchDatabase(async ({ url, db }) => {
    const { token, profileId } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    const { key } = await inTransaction(db, (tx) =>
      createShopKey(tx, { profileId, label: 'bench', permissions: ALL_GREENFIELD_PERMISSIONS, createdBy: null }),
    );
    const port = await freePort();
    const api = await startApi(apiEnvironment(url), port);
    const origin = `http://127.0.0.1:${port}`;
    const own: Door = { url: `${origin}/api/v1/invoices`, authorization: basic(token), body: OWN };
    const greenfield: Door = {
      url: `${origin}/btcpay/api/v1/stores/${profileId}/invoices`,
      authorization: `token ${key}`,
      body: GREENFIELD,
    };
    try {
      const seconds = { own: 0, greenfield: 0 };
      for (const door of [own, greenfield]) await shoot(door, INVOICES);
      for (let round = 0; round < ROUNDS; round += 1) {
        seconds.own += await shoot(own, INVOICES);
        seconds.greenfield += await shoot(greenfield, INVOICES);
      }
      const perSecond = (each: number) => (ROUNDS * INVOICES) / each;
      return [figure(perSecond(seconds.greenfield), perSecond(seconds.own))];
    } finally {
      await api.stop();
    }
  });
}

const OWN = JSON.stringify({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' });
const GREENFIELD = JSON.stringify({ amount: '49.90', currency: 'EUR', checkout: { paymentMethods: ['BTC_CHAIN'] } });

interface Door {
  readonly url: string;
  readonly authorization: string;
  readonly body: string;
}

function figure(greenfield: number, own: number): Figure {
  return {
    name: 'invoices created by Greenfield, asset chosen',
    value: greenfield,
    unit: '/s',
    reference: { name: 'the same by /api/v1', value: own },
    target: '≥ 0.90 of the reference',
    ok: greenfield / own >= 0.9,
  };
}

async function shoot({ url, authorization, body }: Door, amount: number): Promise<number> {
  const headers = { authorization, 'content-type': 'application/json' };
  const result = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    amount,
    sampleInt: 20,
    headers,
    body,
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers of ${url} were refusals`);
  return (result.finish.getTime() - result.start.getTime()) / 1000;
}
