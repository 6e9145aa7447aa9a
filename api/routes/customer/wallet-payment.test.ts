import { TronWeb, utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCursor } from '../../../db/chain/cursor.ts';
import { saveChainIdentity } from '../../../db/chain/identity.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
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

describe('a TRON wallet', () => {
  const key = '7'.padStart(64, '0');
  const from = String(TronWeb.address.fromPrivateKey(key));
  const post = (id: string, path: string, body: object) =>
    api.call({ url: `/customer/invoices/${id}/tron-transaction${path}`, body });
  /** An invoice in TRX on a chain that is followed, with what its wallet got and signed. */
  async function signed() {
    await startedAt(1_234_567);
    const { id } = await invoice('TRX');
    const { minor, address } = (await read(id)).json.data;
    const made = (await post(id, '', { from, minor })).json.data;
    const whole = utils.crypto.signTransaction(key, structuredClone(made.transaction));
    const [signature] = (whole as unknown as { signature: string[] }).signature;
    return { id, minor, address, made, body: { signature, order: made.order } };
  }
  async function startedAt(height: number) {
    const block = {
      height,
      hash: `000000000012d687${'ab'.repeat(24)}`,
      parentHash: 'cd'.repeat(32),
      timeMs: Date.now(),
    };
    await inTransaction(api.db, (tx) => startCursor(tx, { mode: 'sandbox', network: 'TRON' }, block, Date.now()));
  }
  const starts = async () =>
    select<{ payload: { workflowId: string; input: { raw: string } } }>(
      api.db,
      `SELECT payload FROM outbox WHERE payload->>'workflowType' = 'payerTransferWorkflow' ORDER BY id`,
    );

  test('signs a payment of what is missing, which is handed over in the words of the node', async () => {
    const { id, minor, address, made, body } = await signed();
    const { raw_data, txID } = made.transaction;
    expect(raw_data.contract[0].parameter.value).toMatchObject({
      owner_address: TronWeb.address.toHex(from),
      to_address: TronWeb.address.toHex(address),
      amount: Number(minor),
    });
    expect(raw_data).toMatchObject({ ref_block_bytes: 'd687', ref_block_hash: 'abababababababab' });
    const { status, json } = await post(id, '/signed', body);
    expect([status, json.data.txid]).toEqual([202, txID]);
    const [start] = await starts();
    expect(start?.payload.workflowId).toBe(`payer-transfer:sandbox:${txID}`);
    expect(JSON.parse(start?.payload.input.raw ?? '')).toEqual({
      ...made.transaction,
      signature: [body.signature?.toLowerCase()],
    });
  });

  test('has nothing handed over but what was made for the invoice and signed by its account', async () => {
    const before = (await starts()).length;
    const { id, minor, body } = await signed();
    const { id: other } = await invoice('TRX');
    const [facts, seal] = body.order.split('.');
    const richer = Buffer.from(facts, 'base64url').toString().replace(minor, `${minor}0`);
    const stranger = String(TronWeb.address.fromPrivateKey('8'.padStart(64, '0')));
    const { order } = (await post(id, '', { from: stranger, minor })).json.data;
    for (const [invoiceId, wrong] of [
      [other, body],
      [id, { ...body, order: `${Buffer.from(richer).toString('base64url')}.${seal}` }],
      [id, { ...body, order: facts }],
      [id, { ...body, order }],
      [id, { ...body, signature: '00'.repeat(65) }],
      [id, { ...body, signature: 'x' }],
    ] as const) {
      expect((await post(invoiceId, '/signed', wrong)).status).toBe(422);
    }
    expect(await starts()).toHaveLength(before);
  });

  test('gets nothing for another amount, account or network', async () => {
    await startedAt(1_234_567);
    const { id } = await invoice('TRX');
    const eth = await invoice('ETH');
    const { minor } = (await read(id)).json.data;
    const codeOf = async (invoiceId: string, body: object) => (await post(invoiceId, '', body)).json.code;
    expect(await codeOf(id, { from, minor: '1' })).toBe('changed_meanwhile');
    expect(await codeOf(id, { from: 'Tx', minor })).toBe('address_invalid');
    expect(await codeOf(id, { from: TronWeb.address.toHex(from), minor })).toBe('validation_failed');
    expect(await codeOf(eth.id, { from, minor: (await read(eth.id)).json.data.minor })).toBe('conflict');
    expect(await codeOf(newId(), { from, minor })).toBe('not_found');
  });

  test('can have so many handed over, and then has to wait', async () => {
    const { id, body } = await signed();
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await post(id, '/signed', body)).status);
    expect(statuses.at(0)).toBe(202);
    expect(statuses.at(-1)).toBe(429);
  });
});
