import { randomBytes } from 'node:crypto';
import { createPublicClient, erc20Abi, getAddress, type Hex, http } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EvmPayer, openEvmPayer } from '../../activities/chain/evm/node.fixture.ts';
import type { MassPayout, MassPayoutLine } from '../../contract/mass-payouts.ts';
import type { Payout } from '../../contract/payouts.ts';
import { connect } from '../../db/connect.ts';
import { readCustodyChecks } from '../../db/custody/checks.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { gates } from '../../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { useAnvil } from '../../scripts/testing/nodes.ts';
import { type RunningProduct, startProduct } from '../../scripts/testing/product.ts';
import { openShop, type Shop } from '../shop.fixture.ts';

type GateId = 'ETH' | 'USDT_ERC20';

/**
 * The product on an Ethereum node: deposits are swept to the account that pays, tokens after gas was sent ahead, and
 * all that leaves is paid from there.
 */
describe('payouts on a real Ethereum node', () => {
  const server = useAnvil({ args: ['--block-time', '0.3'] });
  let chain: EvmPayer;
  let product: RunningProduct;
  let shop: Shop;

  beforeAll(async () => {
    const { url } = server();
    chain = await openEvmPayer(url);
    product = await startProduct({
      SANDBOX_CHAIN_ETH_URL: url,
      SANDBOX_USDT_ERC20_CONTRACT: chain.contracts.usdt.address,
    });
    shop = openShop(product.started);
  }, 240_000);
  afterAll(() => product?.stop(), 60_000);

  test.each(['ETH', 'USDT_ERC20'] as const)(
    'a shop is paid in %s, pays out of it and refunds a part to the payer',
    async (gateId) => {
      const { decimals } = gates[gateId];
      const invoice = await shop.create({ amount: '200.00', gate_id: gateId });
      const due = parseAmount(invoice.amount_due ?? '', decimals);
      await pay(gateId, invoice.address ?? '', due);
      await shop.until(invoice.id, 'done');

      const amount = formatAmount(due / 4n, decimals);
      const payee = stranger();
      const payout = { gate_id: gateId, amount, address: payee, fee_payer: 'merchant', reference: 'real' };
      await sendOut(gateId, { path: '/api/v1/payouts', read: '/api/v1/payouts', body: payout });
      expect(await balanceOf(gateId, payee)).toBe(due / 4n);

      const before = await balanceOf(gateId, chain.payer.address);
      const path = `/api/v1/invoices/${invoice.id}/refunds`;
      const body = { amount, address: chain.payer.address };
      await sendOut(gateId, { path, read: '/api/v1/refunds', body });
      expect(await balanceOf(gateId, chain.payer.address)).toBe(before + due / 4n);
      await shop.until(invoice.id, 'partially_refunded');
    },
    400_000,
  );

  test('a mass payout: each line in a transaction of its own, their numbers in a row, every address paid once', async () => {
    const lines = Array.from({ length: 10 }, (_, at) => ({
      gate_id: 'ETH',
      address: stranger(),
      amount: `0.0005${at}`,
      reference: `salary-${at}`,
    }));
    const created = await shop.call<{ data: MassPayout }>(
      'POST',
      '/api/v1/mass-payouts',
      { lines, fee_payer: 'merchant' },
      { 'idempotency-key': 'mass' },
    );
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const path = `/api/v1/mass-payouts/${created.body.data.id}`;
    const status = async () => (await shop.call<{ data: MassPayout }>('GET', path)).body.data.status;
    await expect.poll(status, { interval: 500 }).toBe('done');
    for (const { address, amount } of lines) expect(await balanceOf('ETH', address)).toBe(parseAmount(amount, 18));
    const paid = (await shop.call<{ data: MassPayoutLine[] }>('GET', `${path}/lines?per_page=100`)).body.data;
    const numbers: number[] = [];
    for (const { txid } of paid) {
      numbers.push((await reader().getTransaction({ hash: (txid ?? '') as Hex })).nonce);
    }
    const first = Math.min(...numbers);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(lines.map((_, at) => first + at));
  }, 240_000);

  test('the books are in balance, and the coins on the chain are those in the books', async () => {
    const db = connect(product.servers.databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
    expect((await trialBalance(db)).mismatches).toEqual([]);
    // Chain and books are compared between two blocks; three a second leave hardly a moment for it on a busy machine.
    await chain.stopClock();
    const sinceMs = Date.now();
    const agreeing = async () =>
      (await readCustodyChecks(db))
        .filter(
          ({ mode, network, checkedAt }) => mode === 'sandbox' && network === 'ETH' && checkedAt.getTime() > sinceMs,
        )
        .map(({ gateId, differenceMinor, chainMinor }) => [gateId, differenceMinor, chainMinor > 0n]);
    const agreed = [
      ['ETH', 0n, true],
      ['USDT_ERC20', 0n, true],
    ];
    await expect.poll(agreeing, { interval: 1_000 }).toEqual(agreed);
    await db.close();
  });

  /** Asks for money to be sent and waits until it has its confirmations. */
  async function sendOut(gateId: GateId, { path, read, body }: { path: string; read: string; body: object }) {
    const key = { 'idempotency-key': `${gateId}:${path}` };
    const created = await shop.call<{ data: Payout }>('POST', path, body, key);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = created.body.data;
    const now = async () => (await shop.call<{ data: Payout }>('GET', `${read}/${id}`)).body.data;
    await expect.poll(async () => (await now()).status, { interval: 500 }).toBe('done');
    const { status } = await reader().getTransactionReceipt({ hash: ((await now()).txid ?? '') as Hex });
    expect(status).toBe('success');
  }

  async function pay(gateId: GateId, address: string, amountMinor: bigint): Promise<void> {
    const { usdt } = chain.contracts;
    await chain.send(
      gateId === 'ETH'
        ? { to: address as Hex, value: amountMinor }
        : { to: usdt.address, data: usdt.call('transfer', [address, amountMinor]) },
    );
  }

  function balanceOf(gateId: GateId, of: string): Promise<bigint> {
    const address = of as Hex;
    if (gateId === 'ETH') return reader().getBalance({ address });
    const token = { address: chain.contracts.usdt.address, abi: erc20Abi } as const;
    return reader().readContract({ ...token, functionName: 'balanceOf', args: [address] });
  }

  const reader = () => createPublicClient({ transport: http(server().url) });
});

/** Somebody who was never paid before. */
function stranger(): Hex {
  return getAddress(`0x${randomBytes(20).toString('hex')}`);
}
