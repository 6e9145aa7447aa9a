import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { openRpc } from '../../activities/chain/json-rpc.ts';
import { paymentOf, walletFor } from '../../activities/chain/utxo/node.fixture.ts';
import { openUtxoChain } from '../../activities/chain/utxo/port.ts';
import { UTXO_RULES } from '../../activities/chain/utxo/rules.ts';
import { compareCustody } from '../../activities/custody/check.ts';
import { openUtxoHoldings } from '../../activities/custody/utxo.ts';
import { strangerOf } from '../../activities/signer/utxo/gateway.fixture.ts';
import type { MassPayout, MassPayoutLine } from '../../contract/mass-payouts.ts';
import type { Payout } from '../../contract/payouts.ts';
import { connect } from '../../db/connect.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { parseUtxoAddress } from '../../domain/address/bitcoin.ts';
import { gates } from '../../domain/assets/assets.ts';
import { custodyDifference } from '../../domain/assets/custody.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { useBchd, useBtcd, useLitecoind } from '../../scripts/testing/nodes.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { openShop, type Shop } from '../shop.fixture.ts';
import { describeStandstill } from '../standstill.fixture.ts';

const NETWORKS = ['LTC', 'BTC', 'BCH'] as const;
type Network = (typeof NETWORKS)[number];
const DECIMALS = 8;
/** Of one coin and two outputs. */
const PAYMENT_VBYTES = { LTC: 141n, BTC: 141n, BCH: 226n };

/**
 * The product on nodes instead of the simulator: what comes in is what goes out, and the coins on the chains are those
 * in the books.
 */
describe('payouts on real nodes', () => {
  const wallets = { LTC: walletFor('LTC'), BTC: walletFor('BTC'), BCH: walletFor('BCH') };
  const servers = {
    LTC: useLitecoind(),
    BTC: useBtcd({ miningAddress: wallets.BTC.address }),
    BCH: useBchd({ miningAddress: wallets.BCH.address }),
  };
  /** How many mined coins paid something. */
  const spent = { LTC: 0, BTC: 0, BCH: 0 };
  let product: RunningProduct;
  let shop: Shop;

  beforeAll(async () => {
    for (const network of NETWORKS) await mine(network, 110);
    const urls = NETWORKS.map((network) => [`SANDBOX_CHAIN_${network}_URL`, servers[network]().url]);
    product = await startProduct(Object.fromEntries(urls));
    shop = openShop(product.started);
  }, 240_000);
  afterAll(() => product?.stop(), 60_000);

  test.each(NETWORKS)(
    'a shop is paid in %s, pays out of it and refunds a part',
    async (network) => {
      onTestFailed(async () => console.error(await describeStandstill(product.servers, NETWORKS)));
      const invoice = await shop.create({ amount: '200.00', gate_id: network });
      const due = parseAmount(invoice.amount_due ?? '', DECIMALS);
      await pay(network, invoice.address ?? '', due);
      await shop.untilSeen(invoice.id);
      await mine(network, gates[network].confirmations);
      await shop.until(invoice.id, 'done');

      const amount = formatAmount(due / 4n, DECIMALS);
      const payee = strangerOf(network);
      const payout = { gate_id: network, amount, address: payee.address, fee_payer: 'merchant', reference: 'real' };
      const txid = await sendOut(network, { path: '/api/v1/payouts', read: '/api/v1/payouts', body: payout });
      expect(await givenTo(network, txid, payee.script)).toEqual([due / 4n]);

      const payer = strangerOf(network);
      const path = `/api/v1/invoices/${invoice.id}/refunds`;
      const back = await sendOut(network, { path, read: '/api/v1/refunds', body: { amount, address: payer.address } });
      expect(await givenTo(network, back, payer.script)).toEqual([due / 4n]);
      expect(await shop.until(invoice.id, 'partially_refunded')).toMatchObject({ id: invoice.id });
    },
    180_000,
  );

  test('a mass payout of 60 lines is one transaction that pays each of them by an output of its own', async () => {
    const payees = Array.from({ length: 60 }, (_, at) => ({
      ...strangerOf('LTC'),
      amountMinor: 200_000n + BigInt(at),
    }));
    const lines = payees.map(({ address, amountMinor }, at) => ({
      gate_id: 'LTC',
      address,
      amount: formatAmount(amountMinor, DECIMALS),
      reference: `salary-${at}`,
    }));
    const body = { lines, fee_payer: 'merchant' };
    const key = { 'idempotency-key': 'mass' };
    const created = await shop.call<{ data: MassPayout }>('POST', '/api/v1/mass-payouts', body, key);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const path = `/api/v1/mass-payouts/${created.body.data.id}`;
    const now = async () => (await shop.call<{ data: MassPayout }>('GET', path)).body.data;
    await expect.poll(async () => (await now()).lines.sent, { interval: 200 }).toBe(60);
    // Signed is not sent yet: blocks go on.
    const afterBlock = () => mine('LTC', 1).then(async () => (await now()).status);
    await expect.poll(afterBlock, { interval: 500 }).toBe('done');
    const paid = (await shop.call<{ data: MassPayoutLine[] }>('GET', `${path}/lines?per_page=100`)).body.data;
    const [txid, ...others] = new Set(paid.map((line) => line.txid));
    expect(others).toEqual([]);
    for (const { script, amountMinor } of payees)
      expect(await givenTo('LTC', txid ?? '', script)).toEqual([amountMinor]);
  });

  test('the books are in balance, and the coins on the chains are those in the books', async () => {
    const db = connect(product.servers.databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
    expect((await trialBalance(db)).mismatches).toEqual([]);
    for (const network of NETWORKS) {
      const chain = { mode: 'sandbox', network } as const;
      const port = openUtxoChain({ ...chain, url: servers[network]().url });
      const holdings = openUtxoHoldings(chain, servers[network]().url);
      // The books follow the last block in their own time, and until then there is nothing to compare.
      const differences = async () =>
        (await compareCustody(db, { port, holdings }))?.figures.map((each) => custodyDifference(each));
      await expect.poll(differences, { interval: 200, message: network }).toEqual([0n]);
      await Promise.all([port.close(), holdings.close()]);
    }
    await db.close();
  });

  /** Asks for money to be sent, mines it and gives its transaction. */
  async function sendOut(network: Network, { path, read, body }: { path: string; read: string; body: object }) {
    const created = await shop.call<{ data: Payout }>('POST', path, body, {
      'idempotency-key': `${network}:${path}`,
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = created.body.data;
    const now = async () => (await shop.call<{ data: Payout }>('GET', `${read}/${id}`)).body.data;
    await expect.poll(async () => (await now()).status, { interval: 200 }).toBe('confirming');
    await mine(network, gates[network].confirmations);
    await expect.poll(async () => (await now()).status, { interval: 200 }).toBe('done');
    return (await now()).txid ?? '';
  }

  /** The amounts that a mined transaction pays to a script. */
  async function givenTo(network: Network, txid: string, script: string): Promise<bigint[]> {
    const port = openUtxoChain({ mode: 'sandbox', network, url: servers[network]().url });
    const found = await port.transaction(txid);
    await port.close();
    expect(found?.block ?? null).not.toBeNull();
    return (found?.movements ?? []).filter((each) => each.addressKey === script).map((each) => each.amountMinor);
  }

  async function withNode<T>(network: Network, work: (rpc: ReturnType<typeof openRpc>) => Promise<T>): Promise<T> {
    const rpc = openRpc({ url: servers[network]().url });
    try {
      return await work(rpc);
    } finally {
      await rpc.close();
    }
  }

  function mine(network: Network, count: number): Promise<string[]> {
    return withNode(network, (rpc) =>
      network === 'LTC'
        ? rpc.call<string[]>('generatetoaddress', [count, wallets.LTC.address])
        : rpc.call<string[]>('generate', [count]),
    );
  }

  /** With the first coin that was mined and not spent yet: a test that is repeated pays again. */
  async function pay(network: Network, address: string, valueMinor: bigint): Promise<void> {
    const port = openUtxoChain({ mode: 'sandbox', network, url: servers[network]().url });
    spent[network] += 1;
    const [coinbase] = (await port.blockAt(spent[network]))?.transactions ?? [];
    await port.close();
    const [reward] = coinbase?.movements ?? [];
    if (coinbase === undefined || reward === undefined) throw new Error('Nothing was mined.');
    const { script } = parseUtxoAddress(network, address, 'regtest');
    const coin = { txid: coinbase.txid, n: 0, valueMinor: reward.amountMinor };
    // btcd and bchd estimate fees from this transaction alone: at the rate that was quoted before, the quotes hold.
    const feeMinor = UTXO_RULES[network].fallbackRateMinor * PAYMENT_VBYTES[network];
    const raw = wallets[network].sign(paymentOf(wallets[network], coin, [{ script, valueMinor }], { feeMinor }));
    await withNode(network, (rpc) => rpc.call('sendrawtransaction', [raw]));
  }
});
