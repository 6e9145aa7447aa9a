import { inTransaction } from '../../../db/core/sequelize.ts';
import { simTip } from '../../../db/simulator/chain.ts';
import { payOnSimulatedChain } from '../../../db/simulator/payments.ts';
import { simTransactions } from '../../../db/simulator/transactions.ts';
import { gate, type Mode } from '../../../domain/assets/assets.ts';
import { accountXpubOf, deriveAddress } from '../../../domain/assets/derivation.ts';
import { parseAmount } from '../../../domain/money/money.ts';
import type { SimulatorContext } from './context.ts';
import type { SimulatedOrder, SimulatedStatus } from './state.ts';

/** Moves an order to a status, and sends the webhook about it as the card's behavior says. */
export function setStatus(context: SimulatorContext, order: SimulatedOrder, status: SimulatedStatus): void {
  const { nowMs, state } = context;
  order.status = status;
  order.statusAtMs = nowMs();
  announce(context, order);
  state.save();
}

/** Lets an order go on by itself after one step. */
export function goOn({ nowMs, pace, state }: SimulatorContext, order: SimulatedOrder): void {
  order.nextAtMs = nowMs() + pace.stepMs;
  state.save();
}

/** Lets time pass: orders go on, expire, and their coins are sent. */
export async function advanceOrders(context: SimulatorContext): Promise<void> {
  const { state, nowMs } = context;
  const troubles: unknown[] = [];
  for (const order of state.orders.values()) {
    const waits = order.status === 'pendingPayment' || order.status === 'waitingPayment';
    if (order.nextAtMs === null && waits && order.expiresAtMs <= nowMs()) setStatus(context, order, 'expired');
    if (order.nextAtMs === null || order.nextAtMs > nowMs()) continue;
    try {
      await advance(context, order);
    } catch (error) {
      // Such as a database that is away: the order tries the same step again, and the others go on.
      goOn(context, order);
      troubles.push(error);
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} simulated orders could not go on.`);
}

async function advance(context: SimulatorContext, order: SimulatedOrder): Promise<void> {
  order.nextAtMs = null;
  switch (order.status) {
    case 'extraVerification':
      return order.step === 'identity_pending' ? identityKnown(context, order) : to('inProgress');
    case 'waitingPayment':
      return to(order.behavior === 'more_identity' ? 'extraVerification' : 'paymentReceived');
    case 'paymentReceived':
      return to(order.behavior === 'unknown_status' ? 'underReview' : 'inProgress');
    case 'underReview':
      return to('inProgress');
    case 'inProgress':
      return send(context, order);
    case 'cryptoTransferred':
      return (await isConfirmed(context, order)) ? complete(context, order) : goOn(context, order);
    case 'complete':
      return setStatus(context, order, 'refunded');
    case 'expired':
      order.expiresAtMs = context.nowMs() + context.pace.orderLifeMs;
      order.behavior = 'pays';
      setStatus(context, order, 'pendingPayment');
      return startPayment(context, order);
    case 'pendingPayment':
    case 'declined':
    case 'cancelled':
    case 'refunded':
      return;
    default:
      return order.status satisfies never;
  }

  function to(status: SimulatedStatus): void {
    setStatus(context, order, status);
    goOn(context, order);
  }
}

/** The payer has paid, and the card network has not confirmed it yet. */
export function startPayment(context: SimulatorContext, order: SimulatedOrder): void {
  setStatus(context, order, 'waitingPayment');
  order.step = 'done';
  goOn(context, order);
}

function identityKnown(context: SimulatorContext, order: SimulatedOrder): void {
  context.state.known.add(order.customerId);
  order.step = 'card';
  setStatus(context, order, 'pendingPayment');
}

function complete(context: SimulatorContext, order: SimulatedOrder): void {
  setStatus(context, order, 'complete');
  if (order.behavior !== 'chargeback') return;
  order.nextAtMs = context.nowMs() + context.pace.chargebackMs;
  context.state.save();
}

/**
 * Sends the coins. The hash is stored before anything else happens, but the chain and the file are two places: after a
 * crash in between the coins are sent again, as a careless partner would.
 */
async function send(context: SimulatorContext, order: SimulatedOrder): Promise<void> {
  const of = gate(order.gateId);
  const { behavior, mode } = order;
  const wholeMinor = parseAmount(order.cryptoAmount, of.decimals);
  const txid =
    behavior === 'delivers_nothing'
      ? '0'
      : await inTransaction(context.db, (tx) =>
          payOnSimulatedChain(tx, {
            mode,
            gate: of,
            address: behavior === 'delivers_elsewhere' ? strangerAddress(order) : order.address,
            destinationTag: order.tag === null ? null : BigInt(order.tag),
            amountMinor: behavior === 'delivers_less' ? wholeMinor / 2n : wholeMinor,
          }),
        );
  if (txid === null) return goOn(context, order);
  order.transactionHash = txid;
  setStatus(context, order, 'cryptoTransferred');
  goOn(context, order);
}

/** Somebody else's address of the network. */
function strangerAddress({ gateId }: SimulatedOrder): string {
  const { network } = gate(gateId);
  const accountXpub = accountXpubOf({ seed: Buffer.alloc(64, 7), network, chain: 'regtest' });
  return deriveAddress({ network, accountXpub, index: 1, chain: 'regtest' }).address;
}

/** A payment that is taken back is confirmed in full before: a chargeback comes after the delivery. */
async function isConfirmed(
  { db }: SimulatorContext,
  { mode, gateId, transactionHash, behavior }: SimulatedOrder,
): Promise<boolean> {
  if (transactionHash === '0') return true;
  const { network, confirmations } = gate(gateId);
  const chain = { mode, network };
  const [found] = await simTransactions(db, chain, [transactionHash]);
  if (found?.state !== 'mined' || found.blockHeight === null) return false;
  const { height } = await simTip(db, chain);
  return height - found.blockHeight + 1 >= (behavior === 'chargeback' ? confirmations : 1);
}

function announce({ state, pace, nowMs }: SimulatorContext, order: SimulatedOrder): void {
  const { mode, behavior } = order;
  if (behavior === 'webhooks_lost') return;
  const body = JSON.stringify(webhookBody(order));
  const send = (inMs: number, isForged = false, text = body) =>
    state.addWebhook({ mode, body: text, isForged, dueAtMs: nowMs() + inMs });
  if (behavior === 'webhooks_forged')
    send(
      0,
      true,
      JSON.stringify({ ...webhookBody(order), status: 'complete', transaction_hash: `0x${'f'.repeat(64)}` }),
    );
  send(delayOf(order, pace));
  if (behavior === 'webhooks_doubled') send(1);
}

/** Late ones all wait; of those in the wrong order, some wait for their successor. */
function delayOf({ behavior, status }: SimulatedOrder, { lateMs, stepMs }: SimulatorContext['pace']): number {
  if (behavior === 'webhooks_late') return lateMs;
  return behavior === 'webhooks_reordered' && REORDERED.has(status) ? Math.ceil(stepMs * 2.5) : 0;
}

const REORDERED: ReadonlySet<SimulatedStatus> = new Set(['waitingPayment', 'inProgress']);

/** In the published form, with the published date that has nothing between day and time. */
function webhookBody(order: SimulatedOrder) {
  const at = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', '');
  return {
    order_id: order.id,
    status: order.status,
    status_date: at(order.statusAtMs),
    created_at: at(order.createdAtMs),
    updated_at: at(order.statusAtMs),
    external_id: order.reference,
    order_type: 'BUY',
    crypto_coin: order.crypto,
    crypto_blockchain: order.blockchain,
    crypto_amount: order.cryptoAmount,
    fiat_currency: order.fiat,
    fiat_amount: order.fiatAmount,
    payment_method: order.method,
    processing_fee: order.processingFee,
    network_fee: order.networkFee,
    transaction_hash: order.transactionHash,
    metadata: order.metadata ?? [],
  };
}

/** A webhook about a customer instead of an order, which partners send to the same address. */
export function announceCustomer({ state, nowMs }: SimulatorContext, mode: Mode, customerId: string): void {
  const body = JSON.stringify({ event: 'kyc.updated', external_customer_id: customerId, status: 'approved' });
  state.addWebhook({ mode, body, isForged: false, dueAtMs: nowMs() });
}
