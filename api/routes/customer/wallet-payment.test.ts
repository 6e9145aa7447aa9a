import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveChainIdentity } from '../../../db/chain/identity.ts';
import { execute } from '../../../db/core/sql.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { qrModules } from '../../../domain/web/qr-code.ts';
import { TEST_MNEMONIC } from '../../../settings/config.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3';

let api: TestApi;
let simulated: TestApi;
let merchant: TestMerchant;
beforeAll(async () => {
  api = await startTestApi({
    env: {
      SANDBOX_SEED: TEST_MNEMONIC,
      SANDBOX_CHAIN_ETH_URL: 'http://127.0.0.1:1',
      SANDBOX_CHAIN_TRON_URL: 'http://127.0.0.1:1',
      SANDBOX_USDT_ERC20_CONTRACT: TOKEN,
    },
  });
  simulated = await startTestApi();
  for (const network of ['ETH', 'TRON'] as const) {
    await saveChainIdentity(api.db, { mode: 'sandbox', network }, { chain: 'regtest', name: 'test', simulated: false });
  }
  merchant = await api.merchant();
});
afterAll(async () => {
  await api?.close();
  await simulated?.close();
});

async function invoice(gateId: string | undefined, on = api, as = merchant.token) {
  const body = { amount: '50.00', currency: 'EUR', gate_id: gateId };
  const { status, json, text } = await on.call({ url: '/api/v1/invoices', body, as });
  if (status !== 201) throw new Error(text);
  return json.data;
}
const read = (id: string, on = api) => on.call({ url: `/customer/invoices/${id}/wallet-payment` });

describe('what a wallet in the browser has to send', () => {
  test('is what is missing, in minor units, on the chain and by the contract of the mode', async () => {
    const eth = await invoice('ETH');
    const { status, json, headers } = await read(eth.id);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(json.data).toMatchObject({
      gate_id: 'ETH',
      network: 'ETH',
      address: eth.address,
      chain_id: 31_337,
      token: null,
    });
    expect(Number(json.data.amount)).toBe(Number(eth.amount_due));
    expect(BigInt(json.data.minor)).toBe(BigInt(Math.round(Number(eth.amount_due) * 1e8)) * 10n ** 10n);
    const usdt = await invoice('USDT_ERC20');
    expect((await read(usdt.id)).json.data).toMatchObject({ chain_id: 31_337, token: TOKEN });
  });

  test('is nothing where no wallet in a browser can pay, or no money is awaited', async () => {
    const other = await invoice('BTC');
    const undecided = await invoice(undefined);
    // Its operator has not named the contract of this network.
    const unknownToken = await invoice('USDT_TRC20');
    const ended = await invoice('ETH');
    await execute(api.db, `UPDATE invoice SET status = 'canceled' WHERE id = $1`, [ended.id]);
    for (const { id } of [other, undecided, unknownToken, ended]) {
      const { status, json } = await read(id);
      expect([status, json.code]).toEqual([409, 'conflict']);
    }
    const elsewhere = await simulated.merchant();
    const unreal = await invoice('ETH', simulated, elsewhere.token);
    expect((await read(unreal.id, simulated)).status).toBe(409);
    expect((await read(newId())).status).toBe(404);
  });
});

test('the code of the page has its address and nothing else', async () => {
  const { id } = await invoice('BTC');
  const { json } = await api.call({ url: `/customer/invoices/${id}/page-code` });
  const url = `${api.deps.config.publicUrl}/invoice/${id}`;
  expect(json.data).toEqual({ url, modules: qrModules(url) });
  expect((await api.call({ url: `/customer/invoices/${newId()}/page-code` })).status).toBe(404);
});
