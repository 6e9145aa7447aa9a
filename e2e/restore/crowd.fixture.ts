import type { Invoice } from '../../contract/invoice.ts';
import type { CreateInvoiceBody } from '../../contract/new-invoice.ts';
import type { CreatePayoutBody, Payout } from '../../contract/payouts.ts';
import { gate, gates } from '../../domain/assets/assets.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import type { NodeUnderTest, Recipient } from '../faults/chains/chain.fixture.ts';
import { Persistent } from '../faults/crowd.fixture.ts';
import type { Shop } from '../shop.fixture.ts';

/** The payments of an invoice before the moment that is restored, and after it. In percent of the amount due. */
interface Story {
  readonly name: string;
  /** Paid and mined before the moment; paid and waiting in the mempool at the moment; paid after it. */
  readonly settled?: number;
  readonly waiting?: number;
  readonly later?: number;
  readonly lifetimeSeconds?: number;
  readonly ends: InvoiceStatus;
}

const STORIES: readonly Story[] = [
  { name: 'done before', settled: 100, ends: 'done' },
  { name: 'in the mempool', waiting: 100, ends: 'done' },
  { name: 'paid after the moment', later: 100, ends: 'done' },
  { name: 'a part before, the rest after', waiting: 40, later: 60, ends: 'done' },
  { name: 'overpaid, in the mempool', waiting: 150, ends: 'overpaid' },
  { name: 'never paid, overdue when it is restored', lifetimeSeconds: 60, ends: 'expired' },
];

export interface DrillInvoice {
  readonly story: Story;
  readonly id: string;
  readonly node: NodeUnderTest;
  readonly address: string;
  readonly tag: string | null;
  readonly dueMinor: bigint;
}

/** Creates invoices of every story, on each chain in turn. */
export async function createInvoices(
  shop: Shop,
  nodes: readonly NodeUnderTest[],
  count: number,
): Promise<readonly DrillInvoice[]> {
  const client = new Persistent(shop);
  const invoices: DrillInvoice[] = [];
  for (let at = 0; at < count; at += 1) {
    const story = turn(STORIES, at);
    const node = turn(nodes, Math.floor(at / STORIES.length) + at);
    invoices.push({ story, node, ...(await createInvoice(client, node, story)) });
  }
  return invoices;
}

async function createInvoice(client: Persistent, { gateId }: NodeUnderTest, { lifetimeSeconds }: Story) {
  const invoice = await client.post<Invoice>('/api/v1/invoices', {
    amount: '60.00',
    currency: 'EUR',
    gate_id: gateId,
    lifetime_seconds: lifetimeSeconds,
  } satisfies CreateInvoiceBody);
  const { id, address, destination_tag: tag, amount_due: due } = invoice;
  if (address === null || due === null) throw new Error(`Invoice ${id} cannot be paid.`);
  return { id, address, tag, dueMinor: parseAmount(due, gates[gateId].decimals) };
}

/** Customers pay their part of this time. */
export async function payPart(invoices: readonly DrillInvoice[], when: 'settled' | 'waiting' | 'later'): Promise<void> {
  for (const { node, address, tag, dueMinor, story } of invoices) {
    const percent = story[when];
    const before = when === 'later' ? story.waiting : undefined;
    if (percent === undefined) continue;
    const part = (dueMinor * BigInt(percent)) / 100n;
    // The second part is the exact remainder of the rounded first part.
    await node.pay({ address, tag }, before === undefined ? part : dueMinor - (dueMinor * BigInt(before)) / 100n);
  }
}

export interface DrillPayout {
  readonly cell: string;
  readonly id: string;
  readonly node: NodeUnderTest;
  readonly recipient: Recipient;
  readonly minor: bigint;
}

/** Asks for payouts on each chain in turn, no two of the same amount. */
export async function requestPayouts(
  shop: Shop,
  nodes: readonly NodeUnderTest[],
  { cell, count, from }: { readonly cell: string; readonly count: number; readonly from: number },
): Promise<readonly DrillPayout[]> {
  const client = new Persistent(shop);
  const payouts: DrillPayout[] = [];
  for (let at = 0; at < count; at += 1) {
    const node = turn(nodes, at);
    const of = gate(node.gateId);
    const recipient = node.newRecipient();
    const minor = 4n * of.networkFeeMinor + BigInt(from + at);
    const { id } = await client.post<Payout>('/api/v1/payouts', {
      gate_id: of.id,
      amount: formatAmount(minor, of.decimals),
      address: recipient.address,
      fee_payer: 'merchant',
    } satisfies CreatePayoutBody);
    payouts.push({ cell, id, node, recipient, minor });
  }
  return payouts;
}

function turn<T>(of: readonly T[], at: number): T {
  const one = of[at % of.length];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}
