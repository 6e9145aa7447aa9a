import { openBanxa } from '../activities/card-partner/banxa.ts';
import { signedAuthorization } from '../activities/card-partner/signature.ts';
import { placeCardOrder } from '../db/card-orders/act.ts';
import { cardDesk } from '../db/card-orders/testing.fixture.ts';
import { connect } from '../db/connect.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { one } from '../db/core/sql.ts';
import { parseAddress } from '../domain/assets/addresses.ts';
import { openSimulatedPartner } from '../e2e/card-partner.fixture.ts';
import { outsideAddress } from '../e2e/card-purchase.fixture.ts';
import { type RunningProduct, startProduct } from '../scripts/testing/product.ts';
import { until } from '../scripts/testing/until.ts';
import { type Figure, percentile } from './figure.ts';
import { inParallel } from './shop.ts';

const WARM_UP = 5;
const ORDERS = 40;
const TARGET_MS = 1_000;
const PATIENCE_MS = 120_000;

/**
 * From the partner's webhook about a payment to the paid order in the event stream of its page, over the whole running
 * product. The partner sends none of its own: the benchmark sends them, so that it knows when.
 */
export async function run(): Promise<readonly Figure[]> {
  const product = await startProduct();
  const db = connect(product.servers.databaseUrl, { poolSize: 4, applicationName: 'tidegate-bench' });
  try {
    const customers = openCustomers(product, db);
    const orders = await customers.place(WARM_UP + ORDERS);
    const found: number[] = [];
    for (const order of orders) found.push(await customers.shownAfterMs(order));
    const p95 = percentile(found.slice(WARM_UP), 0.95);
    return [
      {
        name: `card order: webhook in → shown on its page, one at a time, p95 of ${ORDERS}`,
        value: p95,
        unit: 'ms',
        reference: { name: 'the median', value: percentile(found.slice(WARM_UP), 0.5) },
        target: `≤ ${TARGET_MS} ms`,
        ok: p95 <= TARGET_MS,
      },
    ];
  } finally {
    await db.close();
    await product.stop();
  }
}

/** An order whose customer is about to enter the card. */
interface PlacedOrder {
  readonly id: string;
  readonly secret: string;
}

function openCustomers(product: RunningProduct, db: Db) {
  const { url } = product.started;
  const partner = openSimulatedPartner(url, product.dataDir);
  const desk = cardDesk(db);

  async function place(count: number): Promise<readonly PlacedOrder[]> {
    const shop = await one<Parameters<typeof desk.complete>[0]>(db, shopSql, []);
    const amount = { kind: 'fiat', minor: 10_000n } as const;
    const purchase = { gateId: 'BTC', currency: 'EUR', amount, method: 'card' } as const;
    const { cryptoMinor } = await openBanxa(partner.account).quote(purchase);
    const placed: PlacedOrder[] = [];
    await inParallel(count, 8, async (index) => {
      const address = outsideAddress(index);
      const { addressKey } = parseAddress('BTC', address, 'regtest');
      // Fewer coins than the partner sells: it takes the order also when its price moves.
      const of = { gateId: 'BTC', cryptoMinor: (cryptoMinor * 90n) / 100n, address, addressKey } as const;
      const { id, secret } = await desk.complete(shop, of);
      await inTransaction(db, (tx) => placeCardOrder(tx, id, Date.now()));
      await until(() => isAtCard(id), `the customer of ${id} may enter the card`, PATIENCE_MS);
      await until(() => isToBePaid(id), `${id} waits for its payment`, PATIENCE_MS);
      placed.push({ id, secret });
    });
    return placed;
  }

  async function isAtCard(id: string): Promise<boolean> {
    const [order] = partner.ordersOf(id);
    if (order?.step === 'card') return true;
    if (order !== undefined) await partner.submitNext(order, 'webhooks_lost');
    return false;
  }

  async function isToBePaid(id: string): Promise<boolean> {
    const { status } = await one<{ status: string }>(db, 'SELECT status FROM card_order WHERE id = $1', [id]);
    return status === 'payment';
  }

  /** Pays the order, then sends the webhook. @returns how long afterwards its page knows */
  async function shownAfterMs({ id, secret }: PlacedOrder): Promise<number> {
    const [order] = partner.ordersOf(id);
    if (order === undefined) throw new Error(`The partner does not have ${id}.`);
    const page = await openPage(`${url}/customer/card-payment/orders/${id}/events`, secret);
    try {
      await partner.submitNext(order, 'webhooks_lost');
      const isPaid = async () => partner.ordersOf(id).some(({ status }) => PAID.has(status));
      await until(isPaid, `${id} is paid at the partner`, PATIENCE_MS);
      const sentAtMs = performance.now();
      await sendWebhook({ order_id: order.id, external_id: id, status: 'paymentReceived', order_type: 'BUY' });
      // The workflow also asks by itself, rarely: then the page may know before.
      return Math.max((await page.paidAtMs) - sentAtMs, 0);
    } finally {
      page.close();
    }
  }

  async function sendWebhook(content: object): Promise<void> {
    const { account } = partner;
    const { pathname: path } = new URL(account.webhookUrl);
    const body = Buffer.from(JSON.stringify(content));
    const keys = { key: account.key, secret: account.webhookSecret };
    const authorization = signedAuthorization(keys, { method: 'POST', path, nonce: String(Date.now()), body });
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}.`);
  }

  return { place, shownAfterMs };
}

/** The statuses of the partner after a payment. */
const PAID: ReadonlySet<string> = new Set(['paymentReceived', 'inProgress', 'cryptoTransferred', 'complete']);
/** Those of an order whose page does not show a payment yet. */
const UNPAID: ReadonlySet<string> = new Set(['placing', 'identity', 'payment']);

interface PageOrder {
  readonly status: string;
}

/** Follows an order as its page does. Resolves once the stream is open and has given the order as it was. */
async function openPage(url: string, secret: string) {
  const abort = new AbortController();
  const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` }, signal: abort.signal });
  if (!response.ok || response.body === null) throw new Error(`The stream was answered with ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const nextStatus = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await reader.read();
        if (done) throw new Error('The stream ended.');
        text += value;
        continue;
      }
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined && /^event: card_order$/m.test(event)) return (JSON.parse(data) as PageOrder).status;
    }
  };
  await nextStatus();
  const paid = async () => {
    while (UNPAID.has(await nextStatus()));
    return performance.now();
  };
  const paidAtMs = paid();
  // The caller gets its failure, also when something else fails before.
  paidAtMs.catch(() => undefined);
  return { paidAtMs, close: () => abort.abort() };
}

/** The shop of the demo data. */
const shopSql = `
  SELECT p.id AS "profileId", p.merchant_id AS "merchantId", p.mode FROM profile p
  WHERE p.mode = 'sandbox' AND NOT EXISTS (SELECT FROM demo_shop d WHERE d.profile_id = p.id)
  ORDER BY p.created_at LIMIT 1`;
