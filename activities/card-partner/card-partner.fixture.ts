import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { inTransaction } from '../../db/core/sequelize.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { upsertRates } from '../../db/rates/rates.ts';
import { ensureSimChain, mineBlocks } from '../../db/simulator/chain.ts';
import { simTransactions } from '../../db/simulator/transactions.ts';
import { parseAddress } from '../../domain/assets/addresses.ts';
import { ASSETS, type CryptoGateId, gate, NETWORKS } from '../../domain/assets/assets.ts';
import { accountXpubOf, deriveAddress } from '../../domain/assets/derivation.ts';
import { newId } from '../../domain/ids.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { openBanxa } from './banxa.ts';
import type { BanxaOptions } from './banxa-calls.ts';
import type { CardPartner, OrderRequest } from './port.ts';
import type { CardBehavior } from './simulator/faults.ts';
import { testCardOf } from './simulator/faults.ts';
import { type CardPartnerSimulator, startCardPartnerSimulator } from './simulator/server.ts';
import { isFromPartner, webhookPath } from './webhook.ts';

/** A webhook as it arrived, and whether the partner had signed it. */
export interface Arrived {
  readonly isTheirs: boolean;
  readonly body: { readonly order_id?: string; readonly status?: string; readonly transaction_hash?: string };
}

const MODE = 'sandbox';
const KEYS = { partner: 'tidegate', key: 'key-1', secret: 'secret-1', webhookSecret: 'hooks-1' };
const PRICES: Readonly<Record<string, string>> = { BTC: '60000', ETH: '3000', USDT: '0.92', XRP: '0.55', TRX: '0.12' };
export const START_MS = Date.parse('2026-11-29T10:00:00Z');

/** The adapter on the simulator, with a clock, a chain and a receiver of webhooks that the test drives. */
export async function openPartnerTest() {
  const { db } = await openTestDatabase();
  const arrived: Arrived[] = [];
  const answers = { webhookStatus: 204 };
  const clock = { ms: START_MS };
  let simulator: CardPartnerSimulator;
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      arrived.push({ isTheirs: isTheirs(request.headers, body), body: JSON.parse(body.toString()) as Arrived['body'] });
      response.writeHead(answers.webhookStatus).end();
    });
  });
  const isTheirs = ({ authorization }: IncomingHttpHeaders, body: Uint8Array) =>
    isFromPartner({ path: webhookPath(MODE), authorization, body }, KEYS.webhookSecret, clock.ms);

  beforeAll(async () => {
    await inTransaction(db, async (tx) => {
      for (const network of NETWORKS) await ensureSimChain(tx, { mode: MODE, network }, START_MS);
      const about = { source: 'test', sampledAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
      const rates = ASSETS.map((asset) => parseRate(PRICES[asset] ?? '80', { asset, currency: 'EUR', ...about }));
      await upsertRates(tx, MODE, rates);
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${webhookPath(MODE)}`;
    simulator = await startCardPartnerSimulator({
      db,
      accounts: [{ ...KEYS, mode: MODE, webhookUrl }],
      stateFile: null,
      isAlive: false,
      nowMs: () => clock.ms,
    });
  });
  afterEach(() => {
    simulator.faults.clear();
    arrived.length = 0;
    answers.webhookStatus = 204;
  });
  afterAll(async () => {
    await simulator.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const open = (changes: Partial<BanxaOptions> = {}): CardPartner =>
    openBanxa({ ...KEYS, url: simulator.url, nowMs: () => clock.ms, ...changes });

  /** One step of the simulator, with a block afterwards. */
  const step = async (ms = 1_500) => {
    clock.ms += ms;
    await simulator.advance();
    for (const network of NETWORKS) {
      await inTransaction(db, async (tx) => {
        await mineBlocks(tx, { mode: MODE, network }, { nowMs: clock.ms });
      });
    }
  };

  /** Sends a form of the checkout page, and answers with the page after it. */
  const submit = async (pageUrl: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(fields) });
    return response.text();
  };

  /** Goes through the checkout page up to the card; the payer's identity is fine. */
  const checkout = async (checkoutUrl: string, behavior: CardBehavior, name = 'Nora Quay'): Promise<string> => {
    const pageUrl = (await fetch(checkoutUrl)).url;
    await submit(pageUrl, { step: 'email', email: 'nora@example.com' });
    await submit(pageUrl, { step: 'identity', name });
    await submit(pageUrl, { step: 'card', number: testCardOf(behavior) });
    return pageUrl;
  };

  /** The amount that a transaction paid to the payer's address; null if the chain does not know it. */
  const paidToPayer = async (gateId: CryptoGateId, txid: string): Promise<bigint | null> => {
    const { network } = gate(gateId);
    const [found] = await simTransactions(db, { mode: MODE, network }, [txid]);
    if (found === undefined) return null;
    const { addressKey } = parseAddress(network, addressOf(gateId).address, 'regtest');
    return found.movements.reduce((sum, each) => sum + (each.addressKey === addressKey ? each.amountMinor : 0n), 0n);
  };

  return {
    db,
    open,
    step,
    submit,
    checkout,
    paidToPayer,
    clock,
    arrived,
    answers,
    simulator: () => simulator,
    /** Takes all news that wait. */
    settle: async () => {
      for (let step_ = 0; step_ < 12; step_ += 1) await step();
    },
  };
}

/** An address of the payer. */
export function addressOf(gateId: CryptoGateId) {
  const { network } = gate(gateId);
  const accountXpub = accountXpubOf({ seed: Buffer.alloc(64, 3), network, chain: 'regtest' });
  return deriveAddress({ network, accountXpub, index: 0, chain: 'regtest' });
}

export function orderRequest(changes: Partial<OrderRequest> = {}): OrderRequest {
  const gateId = changes.gateId ?? 'BTC';
  return {
    reference: newId(),
    customerId: newId(),
    gateId,
    currency: 'EUR',
    amount: { kind: 'fiat', minor: 10_000n },
    method: 'card',
    address: addressOf(gateId).address,
    destinationTag: gateId === 'XRP' ? 77n : null,
    returnUrl: 'https://shop.example/back',
    ...changes,
  };
}
