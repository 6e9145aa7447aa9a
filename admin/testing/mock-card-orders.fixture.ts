import type { SpaCardOrder, SpaCardOrderStory } from '../../contract/card-orders.ts';
import { CARD_ORDER_STATUSES } from '../../domain/state/card-order-status.ts';
import { idOf } from './fixtures.fixture.ts';
import type { MockCall } from './mock-accounts.fixture.ts';
import { ADDRESS } from './payouts.fixture.ts';

/** The mock's purchases by card. */
export interface MockCardOrders {
  rows: SpaCardOrder[];
  order: SpaCardOrderStory;
}

const at = (time: string) => `2026-11-20T${time}.000Z`;
const TXID = '9f1e0b94d3f25a6688c07be1a94d20f35e91c8b7420d6fa1e83b5cc9047fa90f';

/** A purchase whose coins arrived, by default. */
export function makeCardOrder(changes: Partial<SpaCardOrderStory> = {}): SpaCardOrderStory {
  return {
    id: idOf(1500),
    version: 7,
    status: 'delivered',
    status_reason: null,
    needs_operator: false,
    mode: 'sandbox',
    invoice_id: null,
    gate_id: 'BTC',
    fiat: 'EUR',
    fiat_amount: '250.00',
    crypto_amount: '0.00310000',
    country: 'DE',
    method: 'card',
    customer_email: 'a•••@example.com',
    address: ADDRESS,
    destination_tag: null,
    txid: TXID,
    earnings: '2.50',
    earnings_status: 'pending',
    earnings_available_at: '2027-02-18T09:12:00.000Z',
    created_at: at('09:00:00'),
    delivered_at: at('09:12:00'),
    closed_at: at('09:12:00'),
    delivered_amount: '0.00310000',
    explorer_url: `https://mempool.space/tx/${TXID}`,
    timeline: [
      { at: at('09:02:10'), kind: 'placed' },
      { at: at('09:05:41'), kind: 'paid' },
      { at: at('09:06:02'), kind: 'sent' },
      { at: at('09:12:00'), kind: 'delivered' },
    ],
    ...changes,
  };
}

/** Coins that did not arrive in full. */
export function makeShortOrder(): SpaCardOrderStory {
  const timeline = makeCardOrder().timeline.slice(0, 3);
  return makeCardOrder({ ...UNPAID, status: 'sending', status_reason: 'short', needs_operator: true, timeline });
}

/** An invoice whose payment was taken back. */
export function makeChargedBack(): SpaCardOrderStory {
  return makeCardOrder({
    status: 'charged_back',
    invoice_id: idOf(0),
    earnings_status: 'reversed',
    earnings_available_at: null,
    timeline: [...makeCardOrder().timeline, { at: '2026-12-03T10:00:00.000Z', kind: 'charged_back' }],
  });
}

const UNPAID = { earnings: null, earnings_status: null, earnings_available_at: null, delivered_at: null } as const;

/** One in each status. */
export function makeCardOrderRows(): SpaCardOrder[] {
  return CARD_ORDER_STATUSES.filter((status) => status !== 'draft').map((status, index) => {
    const { delivered_amount, explorer_url, timeline, ...row } = makeCardOrder();
    const isDelivered = status === 'delivered' || status === 'charged_back';
    return {
      ...row,
      ...(isDelivered ? {} : UNPAID),
      ...(status === 'charged_back' ? { earnings_status: 'reversed' as const, earnings_available_at: null } : {}),
      id: idOf(1500 + index),
      status,
      needs_operator: status === 'processing',
      fiat_amount: `${250 - index}.00`,
    };
  });
}

export function makeCardOrders(changes: Partial<MockCardOrders> = {}): MockCardOrders {
  return { rows: makeCardOrderRows(), order: makeCardOrder(), ...changes };
}

type Answer = [status: number, body: unknown];

/** The calls of purchases by card; undefined for all others. */
export function cardOrderAnswer(call: MockCall, { cardOrders }: { cardOrders: MockCardOrders }): Answer | undefined {
  const [, id] = /^GET \/spa\/(?:sandbox|production)\/card-orders(?:\/(.+))?$/.exec(call.key) ?? [];
  if (!/\/card-orders(\/|$)/.test(call.key)) return undefined;
  if (id !== undefined) return id === cardOrders.order.id ? [200, { data: cardOrders.order }] : MISSING;
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
  const statuses = query.get('status')?.split(',');
  const ids = query.get('ids')?.split(',');
  const found = cardOrders.rows
    .filter(({ status }) => !statuses || statuses.includes(status))
    .filter(({ id }) => !ids || ids.includes(id))
    .filter((row) => row.id.includes(query.get('search') ?? ''));
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return [200, { data: shown, pagination: { total: found.length, page, per_page: perPage } }];
}

const MISSING: Answer = [404, { message: 'Nothing found', code: 'not_found', request_id: 'req-7f3a91' }];
