import { randomUUID } from 'node:crypto';
import type { Balance } from '../../contract/balances.ts';
import type { Invoice } from '../../contract/invoice.ts';
import type { CreateInvoiceBody } from '../../contract/new-invoice.ts';
import type { CreatePayoutBody, Payout } from '../../contract/payouts.ts';
import { connect } from '../../db/connect.ts';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import { bookOwnFunds } from '../../db/custody/own-funds.ts';
import { gate, type UtxoNetwork } from '../../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { startToxiproxy, type ToxicWay } from '../../scripts/services/toxiproxy.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { openShop, type Shop } from '../shop.fixture.ts';
import { describeStandstill } from '../standstill.fixture.ts';
import type { NodeUnderTest, Recipient } from './chains/chain.fixture.ts';
import { startEvmNode } from './chains/evm.fixture.ts';
import { startTronNodeUnderTest } from './chains/tron.fixture.ts';
import { startUtxoNode } from './chains/utxo.fixture.ts';
import { startXrpNode } from './chains/xrp.fixture.ts';
import { Persistent } from './crowd.fixture.ts';
import { type Gateway, startGateway } from './gateway.fixture.ts';
import { type Liar, startLiar } from './liar.fixture.ts';

/** A chain of the gateway: the node, what lies in front of it, and the way that can be spoilt in front of that. */
export interface FaultyNode extends NodeUnderTest {
  readonly liar: Liar;
  readonly way: ToxicWay;
}

/** A requested payout. */
export interface RequestedPayout {
  /** The faults that it met. */
  readonly cell: string;
  readonly id: string;
  readonly node: FaultyNode;
  readonly recipient: Recipient;
  readonly minor: bigint;
}

/** The whole product on nodes that can be killed and spoilt, with money to pay out. */
export interface FaultyGateway extends Gateway {
  readonly db: Db;
  readonly shop: Shop;
  readonly nodes: readonly FaultyNode[];
  /** All requested payouts. */
  readonly requested: readonly RequestedPayout[];
  pay(node: FaultyNode, cell: string): Promise<RequestedPayout>;
  /** Pauses the chains: coins and books can be compared only while neither moves. */
  stillStand(): Promise<void>;
  /**
   * Asks for so many at once, each a bit more than its part of the balance if only `covered` are to fit. @returns how
   * many were made
   */
  payAtOnce(node: FaultyNode, requests: { readonly count: number; readonly covered: number }): Promise<number>;
}

/** Time between blocks: several confirmations must not take long, and things happen between two blocks. */
const PACE_MS = 400;
const INVOICES = 4;
const INVOICE_EUR = '400.00';

/**
 * Starts nodes, proxies and the product, and lets customers pay invoices on every chain. Whatever was started is
 * stopped by `stop`, also after a failure.
 */
export async function startFaultyGateway(utxo: readonly UtxoNetwork[]): Promise<FaultyGateway> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const toxiproxy = await startToxiproxy();
    closers.push(() => toxiproxy.stop());
    const starts = [...utxo.map(startUtxoNode), startEvmNode(), startXrpNode(), startTronNodeUnderTest()];
    const nodes = await Promise.all(
      starts.map(async (starting): Promise<FaultyNode> => {
        const node = await starting;
        closers.push(() => node.close());
        const liar = await startLiar(node.gateId, node.url);
        closers.push(() => liar.close());
        const way = await toxiproxy.open(node.gateId, liar);
        await node.giveFloat();
        return { ...node, liar, way };
      }),
    );
    const gateway = await startGateway({
      SANDBOX_SEED: TEST_MNEMONIC,
      SANDBOX_BLOCK_SECONDS: '1',
      ...Object.fromEntries(nodes.map((node) => [`SANDBOX_CHAIN_${gate(node.gateId).network}_URL`, urlThrough(node)])),
    });
    closers.push(() => gateway.stop());
    const db = connect(gateway.servers.databaseUrl, { poolSize: 2, applicationName: 'tidegate-audit' });
    closers.push(() => db.close());
    const stillStand = keepPace(nodes);
    closers.push(stillStand);
    const shop = openShop(gateway.started);
    for (const node of nodes) await bookFloat(db, node);
    await Promise.all(nodes.map((node) => earn(shop, node))).catch(async (error: unknown) => {
      const networks = nodes.map((node) => gate(node.gateId).network);
      throw new Error(await describeStandstill(gateway.servers, networks), { cause: error });
    });
    const requested: RequestedPayout[] = [];
    const pay = payer(shop, requested);
    return { ...gateway, db, shop, nodes, requested, pay, payAtOnce: crowder(shop, requested), stillStand, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function urlThrough({ url, way }: FaultyNode): string {
  const { username, password } = new URL(url);
  const user = username === '' ? '' : `${username}:${password}@`;
  return `http://${user}${way.listens}`;
}

/** Blocks at their pace on every chain, whatever else happens. @returns what ends it */
function keepPace(nodes: readonly FaultyNode[]): () => Promise<void> {
  let going = true;
  const paces = nodes.map(async (node) => {
    while (going) {
      // A node that is away makes none.
      await node.makeBlock().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  });
  return async () => {
    going = false;
    await Promise.all(paces);
  };
}

async function bookFloat(db: Db, { gateId, floatMinor }: FaultyNode): Promise<void> {
  if (floatMinor === 0n) return;
  const funds = {
    mode: 'sandbox',
    gate: gate(gateId),
    minor: floatMinor,
    by: 'test',
    note: 'fees and reserves',
  } as const;
  await moneyTransaction(db, (tx) => bookOwnFunds(tx, funds));
}

async function earn(shop: Shop, node: FaultyNode): Promise<void> {
  const client = new Persistent(shop);
  for (let made = 0; made < INVOICES; made += 1) {
    // There are no rates in the first seconds.
    const body = { amount: INVOICE_EUR, currency: 'EUR', gate_id: node.gateId } satisfies CreateInvoiceBody;
    const invoice = await client.post<Invoice>('/api/v1/invoices', body);
    const { address, destination_tag: tag, amount_due: due } = invoice;
    if (address === null || due === null) throw new Error(`Invoice ${invoice.id} cannot be paid.`);
    await node.pay({ address, tag }, parseAmount(due, gate(node.gateId).decimals));
    await shop.until(invoice.id, 'done');
  }
}

function payer(shop: Shop, requested: RequestedPayout[]): FaultyGateway['pay'] {
  const client = new Persistent(shop);
  return async (node, cell) => {
    const of = gate(node.gateId);
    const recipient = node.newRecipient();
    // No two are the same amount, and each can open an account.
    const minor = (node.gateId === 'XRP' ? 2_000_000n : 4n * of.networkFeeMinor) + BigInt(requested.length);
    const { id } = await client.post<Payout>('/api/v1/payouts', {
      gate_id: of.id,
      amount: formatAmount(minor, of.decimals),
      address: recipient.address,
      fee_payer: 'merchant',
      destination_tag: recipient.tag ?? undefined,
    } satisfies CreatePayoutBody);
    const payout = { cell, id, node, recipient, minor };
    requested.push(payout);
    return payout;
  };
}

function crowder(shop: Shop, requested: RequestedPayout[]): FaultyGateway['payAtOnce'] {
  return async (node, { count, covered }) => {
    const of = gate(node.gateId);
    const { body: found } = await shop.call<{ data: Balance[] }>('GET', '/api/v1/balances');
    const available = found.data.find(({ gate_id }) => gate_id === of.id)?.available ?? '0';
    // Fees are taken from it, so that all of it and no more leaves the balance.
    const amount = formatAmount(parseAmount(available, of.decimals) / BigInt(covered), of.decimals);
    const made = await Promise.all(
      Array.from({ length: count }, async () => {
        const recipient = node.newRecipient();
        const tag = recipient.tag === null ? {} : { destination_tag: recipient.tag };
        const request = { gate_id: of.id, amount, address: recipient.address, fee_payer: 'recipient', ...tag };
        const key = { 'idempotency-key': randomUUID() };
        const { status, body } = await shop.call<{ data: Payout; code?: string }>(
          'POST',
          '/api/v1/payouts',
          request,
          key,
        );
        if (status !== 201 && body.code !== 'insufficient_balance') throw new Error(JSON.stringify(body));
        if (status !== 201) return 0;
        const minor = parseAmount(body.data.net_amount, of.decimals);
        requested.push({ cell: `one of ${count} at once`, id: body.data.id, node, recipient, minor });
        return 1;
      }),
    );
    return made.reduce<number>((sum, one) => sum + one, 0);
  };
}
