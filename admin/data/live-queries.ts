/** The objects that the live stream reports on, by the name of their events. */
export const LIVE_ENTITIES = [
  'invoice',
  'payout',
  'refund',
  'mass_payout',
  'withdrawal',
  'deposit',
  'card_order',
] as const;
export type LiveEntity = (typeof LIVE_ENTITIES)[number];

/** The collection that the rows of an entity are read from. */
const RESOURCES: Readonly<Record<LiveEntity, string>> = {
  invoice: 'invoices',
  payout: 'payouts',
  refund: 'refunds',
  mass_payout: 'mass-payouts',
  withdrawal: 'withdrawals',
  deposit: 'deposits',
  card_order: 'card-orders',
};

/**
 * Which cached answers a change makes stale: the thing itself, balances, and lists read in the background (counts, the
 * dashboard). The lists that a page shows are not among them: their rows never jump.
 */
export function isStaleAfter(queryKey: readonly unknown[], entity: LiveEntity, id: string): boolean {
  const [resource, method, params] = queryKey as [
    unknown,
    unknown,
    { id?: unknown; meta?: { still?: unknown } } | undefined,
  ];
  if (resource === 'balances') return true;
  // The status of a payment request follows from its invoices, and its row names only the one that decides.
  if (entity === 'invoice' && resource === 'payment-requests') return method === 'getOne';
  if (resource !== RESOURCES[entity]) return false;
  if (method === 'getOne') return params?.id === id;
  return method === 'getList' && params?.meta?.still !== true;
}
