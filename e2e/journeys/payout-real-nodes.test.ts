import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRpc } from '../../activities/chain/json-rpc.ts';
import { paymentOf, walletFor } from '../../activities/chain/utxo/node.fixture.ts';
import { openUtxoChain } from '../../activities/chain/utxo/port.ts';
import { compareCustody } from '../../activities/custody/check.ts';
import { openUtxoHoldings } from '../../activities/custody/utxo.ts';
import { strangerOf } from '../../activities/signer/utxo/gateway.fixture.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { connect } from '../../db/sequelize.ts';
import { parseUtxoAddress } from '../../domain/address/bitcoin.ts';
import { gates } from '../../domain/assets.ts';
import { custodyDifference } from '../../domain/custody.ts';
import { formatAmount, parseAmount } from '../../domain/money.ts';
import type { PayoutView } from '../../domain/view/payout.ts';
import { useBchd, useBtcd, useLitecoind } from '../../scripts/testing/nodes.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { openShop, type Shop } from '../shop.fixture.ts';

const NETWORKS = ['LTC', 'BTC', 'BCH'] as const;
type Network = (typeof NETWORKS)[number];
const DECIMALS = 8;

/** The product on nodes instead of the simulator: what comes in is what goes out, and the coins on the chains are those in the books. */
describe('payouts on real nodes', () => {
  const wallets = { LTC: walletFor('LTC'), BTC: walletFor('BTC'), BCH: walletFor('BCH') };
  const servers = {
    LTC: useLitecoind(),
    BTC: useBtcd({ miningAddress: wallets.BTC.address }),
    BCH: useBchd({ miningAddress: wallets.BCH.address }),
  };
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
    'a shop is paid in %s and pays out of it',
    async (network) => {
      const { confirmations } = gates[network];
      const invoice = await shop.create({ amount: '200.00', gate_id: network });
      const due = parseAmount(invoice.amount_due ?? '', DECIMALS);
      await pay(network, invoice.address ?? '', due);
      await shop.untilSeen(invoice.id);
      await mine(network, confirmations);
      await shop.until(invoice.id, 'done');

      const target = strangerOf(network);
      const body = {
        gate_id: network,
        amount: formatAmount(due / 4n, DECIMALS),
        address: target.address,
        fee_payer: 'merchant',
        reference: `real-${network}`,
      };
      const asked = await shop.call<{ data: PayoutView }>('POST', '/api/v1/payouts', body, {
        'idempotency-key': body.reference,
      });
      expect(asked.status, JSON.stringify(asked.body)).toBe(201);
      const { id } = asked.body.data;
      const read = async () => (await shop.call<{ data: PayoutView }>('GET', `/api/v1/payouts/${id}`)).body.data;
      await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 200 }).toBe('confirming');
      await mine(network, confirmations);
      await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 200 }).toBe('done');

      const { txid } = await read();
      const port = openUtxoChain({ mode: 'sandbox', network, url: servers[network]().url });
      const found = await port.transaction(txid ?? '');
      await port.close();
      expect(found?.block).not.toBeNull();
      const given = found?.movements.filter(({ addressKey }) => addressKey === target.script);
      expect(given?.map(({ amountMinor }) => amountMinor)).toEqual([due / 4n]);
    },
    180_000,
  );

  test('the books are in balance, and the coins on the chains are those in the books', async () => {
    const db = connect(product.servers.databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
    expect((await trialBalance(db)).mismatches).toEqual([]);
    for (const network of NETWORKS) {
      const chain = { mode: 'sandbox', network } as const;
      const port = openUtxoChain({ ...chain, url: servers[network]().url });
      const holdings = openUtxoHoldings(chain, servers[network]().url);
      const compared = await compareCustody(db, { port, holdings });
      await Promise.all([port.close(), holdings.close()]);
      expect(compared?.figures.map(custodyDifference), network).toEqual([0n]);
    }
    await db.close();
  }, 60_000);

  async function withNode<T>(network: Network, work: (rpc: ReturnType<typeof openRpc>) => Promise<T>): Promise<T> {
    const rpc = openRpc({ url: servers[network]().url });
    return work(rpc).finally(() => rpc.close());
  }

  function mine(network: Network, count: number): Promise<string[]> {
    return withNode(network, (rpc) =>
      network === 'LTC'
        ? rpc.call<string[]>('generatetoaddress', [count, wallets.LTC.address])
        : rpc.call<string[]>('generate', [count]),
    );
  }

  /** With the first coin that was mined. */
  async function pay(network: Network, address: string, valueMinor: bigint): Promise<void> {
    const port = openUtxoChain({ mode: 'sandbox', network, url: servers[network]().url });
    const [coinbase] = (await port.blockAt(1))?.transactions ?? [];
    await port.close();
    const [reward] = coinbase?.movements ?? [];
    if (coinbase === undefined || reward === undefined) throw new Error('Nothing was mined.');
    const { script } = parseUtxoAddress(network, address, 'regtest');
    const coin = { txid: coinbase.txid, n: 0, valueMinor: reward.amountMinor };
    const raw = wallets[network].sign(paymentOf(wallets[network], coin, [{ script, valueMinor }]));
    await withNode(network, (rpc) => rpc.call('sendrawtransaction', [raw]));
  }
});
