import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { TronWeb, utils } from 'tronweb';
import { type Hex, hexToBigInt } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EvmPayer, openEvmPayer } from '../../activities/chain/evm/node.fixture.ts';
import { base58Of, tokenWithBalances } from '../../activities/chain/tron/chain.fixture.ts';
import { startTronNode, type TronNodeSimulator } from '../../activities/chain/tron/node.fixture.ts';
import { hexOfKey } from '../../activities/chain/tron/wallet.fixture.ts';
import type { Invoice } from '../../contract/invoice.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { type RunningNode, startAnvil } from '../../scripts/services/chain-nodes.ts';
import { buildFrontEnds } from '../../scripts/start/front-ends.ts';
import { withBrowser } from '../../scripts/testing/browser.ts';
import { injectWallets, refusal, type TestWallet } from '../../scripts/testing/browser-wallet.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { ensureAnvil } from '../../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { openShop, type Shop } from '../shop.fixture.ts';
import { Persistent } from './crowd.fixture.ts';
import { type Gateway, startGateway } from './gateway.fixture.ts';

const KEY = '9'.padStart(64, '0');
const TRON_USDT = `41${'5d'.repeat(20)}`;
/** Blocks come so often. */
const PACE_MS = 400;

let missing: string | undefined;
let anvil: RunningNode & { readonly url: string };
let evm: EvmPayer;
let tron: TronNodeSimulator;
let gateway: Gateway;
let shop: Shop;
let isMining = true;
const closers: (() => Promise<unknown>)[] = [];
const visit = withBrowser();

beforeAll(async () => {
  const program = await ensureAnvil();
  if (!isFound(program)) {
    noteServer({ name: 'anvil', missing: program.missing });
    if (process.env.CI) throw new Error(program.missing);
    missing = program.missing;
    return;
  }
  noteServer({ name: 'anvil', origin: program.origin });
  await buildFrontEnds(join(import.meta.dirname, '../..'));
  anvil = await startAnvil({ args: ['--no-mining'] });
  closers.push(() => anvil.stop());
  evm = await openEvmPayer(anvil.url);
  tron = await startTronNode();
  closers.push(() => tron.close());
  const owner = hexOfKey(KEY);
  tron.chain.give(owner, 10n ** 13n);
  tron.chain.deploy(TRON_USDT, tokenWithBalances(TRON_USDT, new Map([[owner, 10n ** 12n]])));
  tron.chain.produce(20);
  gateway = await startGateway({
    SANDBOX_SEED: TEST_MNEMONIC,
    SANDBOX_CHAIN_ETH_URL: anvil.url,
    SANDBOX_USDT_ERC20_CONTRACT: evm.contracts.usdt.address,
    SANDBOX_CHAIN_TRON_URL: tron.url,
    SANDBOX_USDT_TRC20_CONTRACT: base58Of(TRON_USDT),
  });
  closers.push(() => gateway.stop());
  shop = openShop(gateway.started);
  const mining = keepMining();
  closers.push(() => {
    isMining = false;
    return mining;
  });
}, 300_000);
beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
}, 120_000);

async function keepMining(): Promise<void> {
  while (isMining) {
    await evm.mine(1).catch(() => undefined);
    tron.chain.produce();
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
}

async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(anvil.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  if (error !== undefined) throw refusal(error.code, error.message);
  return result;
}

/** A wallet that keeps its accounts on the node; at first on another chain, which it leaves when it is asked to. */
function evmWallet(): TestWallet & { readonly calls: string[] } {
  const calls: string[] = [];
  let chain: unknown = '0x89';
  return {
    name: 'Fjord',
    family: 'eip6963',
    calls,
    async answer(method, params) {
      calls.push(method);
      if (method === 'eth_requestAccounts') return ask('eth_accounts', []);
      if (method === 'eth_chainId') return chain;
      if (method === 'wallet_switchEthereumChain') {
        chain = (params[0] as { chainId: string }).chainId;
        return null;
      }
      return ask(method, params);
    },
  };
}

/** A wallet of TRON, which signs and cannot send. */
const tronWallet: TestWallet = {
  name: 'Skerry',
  family: 'TIP6963',
  async answer(method, params) {
    if (method === 'eth_requestAccounts') return [TronWeb.address.fromPrivateKey(KEY)];
    if (method !== 'sign') throw refusal(4200, 'Unsupported method');
    return utils.crypto.signTransaction(KEY, structuredClone(params[0]) as never);
  },
};

/** Opens a new invoice in a browser with this wallet. */
async function open(gateId: CryptoGateId, wallet: TestWallet) {
  const body = { amount: '25.00', currency: 'EUR', gate_id: gateId } as const;
  // There are no rates in the first seconds.
  const invoice = await new Persistent(shop).post<Invoice>('/api/v1/invoices', body);
  const visited = await visit(gateway.started.url, { viewport: { width: 1441, height: 900 } });
  await injectWallets(visited.page, [wallet]);
  await visited.page.goto(`${gateway.started.url}/invoice/${invoice.id}`);
  return { invoice, ...visited };
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay with (Fjord|Skerry)/ });

test.each(['ETH', 'USDT_ERC20'] as const)(
  'one click in a browser with a wallet pays an invoice in %s on a real node, to the end',
  async (gateId) => {
    const wallet = evmWallet();
    const { invoice, page, context, complaints } = await open(gateId, wallet);
    await pay(page).click();
    await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
    expect(wallet.calls).toContain('wallet_switchEthereumChain');
    const { amount_due, amount_paid, transactions } = await shop.until(invoice.id, 'done');
    expect([amount_paid, transactions.length]).toEqual([amount_due, 1]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test.each(['TRX', 'USDT_TRC20'] as const)(
  'one click with a wallet of TRON pays an invoice in %s, to the end',
  async (gateId) => {
    const { invoice, page, context, complaints } = await open(gateId, tronWallet);
    await pay(page).click();
    await page.getByRole('heading', { name: 'Paid, thank you' }).waitFor();
    const { amount_due, amount_paid, transactions } = await shop.until(invoice.id, 'done');
    expect([amount_paid, transactions.length]).toEqual([amount_due, 1]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('a wallet whose account has too little is asked to send nothing', async () => {
  const poor = evmWallet();
  const stranger = '0x00000000000000000000000000000000000000aa';
  const wallet: TestWallet = {
    ...poor,
    answer: async (method, params) => (method === 'eth_requestAccounts' ? [stranger] : poor.answer(method, params)),
  };
  const { invoice, page, context } = await open('USDT_ERC20', wallet);
  await pay(page).click();
  await page.getByText('does not have enough').waitFor();
  expect(poor.calls).not.toContain('eth_sendTransaction');
  expect(hexToBigInt((await ask('eth_getTransactionCount', [stranger, 'latest'])) as Hex)).toBe(0n);
  expect((await shop.read(invoice.id)).status).toBe('pending');
  await context.close();
});
