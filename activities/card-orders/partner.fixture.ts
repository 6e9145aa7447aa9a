import {
  type CardPartner,
  CardPartnerAwayError,
  CardPartnerRefusedError,
  CardPartnerUnclearError,
  type OrderRequest,
  type PartnerOrder,
} from '../card-partner/port.ts';

/** How the next call that creates an order fails. */
export type CreateFault =
  /** The order is made, and its answer is lost. */
  | 'answer_lost'
  /** The order is not made, and nobody knows. */
  | 'request_lost'
  | 'away'
  | CardPartnerRefusedError;

/** A partner in memory, which answers as the port says that partners may. */
export function fakePartner() {
  const orders: PartnerOrder[] = [];
  const faults: CreateFault[] = [];
  const state = { isAway: false, isListLate: false, created: 0 };
  const guard = () => {
    if (state.isAway) throw new CardPartnerAwayError('The partner is away.');
  };

  function make(request: OrderRequest): PartnerOrder {
    const order: PartnerOrder = {
      partnerId: `P${orders.length + 1}-${request.reference}`,
      reference: request.reference,
      customerId: request.customerId,
      status: 'awaiting_payment',
      statusText: 'pendingPayment',
      gateId: request.gateId,
      currency: request.currency,
      fiatMinor: 10_000n,
      cryptoMinor: 50_000_000n,
      address: request.address,
      destinationTag: request.destinationTag,
      txid: null,
      payerUrl: `https://partner.test/order/${request.reference}`,
      createdAtMs: null,
      updatedAtMs: null,
    };
    orders.push(order);
    return order;
  }

  const partner: Pick<CardPartner, 'createOrder' | 'findOrder' | 'order'> = {
    async createOrder(request) {
      guard();
      state.created += 1;
      const fault = faults.shift();
      if (fault instanceof CardPartnerRefusedError) throw fault;
      if (fault === 'away') throw new CardPartnerAwayError('The partner is away.');
      if (fault === 'request_lost') throw new CardPartnerUnclearError('No answer.');
      const { partnerId } = make(request);
      if (fault === 'answer_lost') throw new CardPartnerUnclearError('No answer.');
      return { partnerId, checkoutUrl: `https://partner.test/checkout/${partnerId}` };
    },
    async findOrder({ reference, customerId }) {
      guard();
      const found = orders.filter((each) => each.reference === reference && each.customerId === customerId);
      if (found.length > 1) throw new CardPartnerUnclearError('Several orders.');
      return state.isListLate ? null : (found[0] ?? null);
    },
    async order(partnerId) {
      guard();
      const found = orders.find((each) => each.partnerId === partnerId);
      if (found === undefined) throw new CardPartnerRefusedError('not_found', 'No such order.');
      return found;
    },
  };

  return {
    // The activities of orders use these calls alone.
    partner: partner as CardPartner,
    faults,
    state,
    /** Its orders with this reference. */
    ordersOf: (reference: string) => orders.filter((each) => each.reference === reference),
    /** Another order with the same reference, as no partner should make one. */
    make,
    set(reference: string, change: Partial<PartnerOrder>) {
      const at = orders.findIndex((each) => each.reference === reference);
      const found = orders[at];
      if (found === undefined) throw new Error(`The partner has no order ${reference}.`);
      orders[at] = { ...found, ...change };
    },
  };
}
