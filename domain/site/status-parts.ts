import type { Network } from '../assets/assets.ts';

/** The state of a part for visitors: it works, is delayed, or does not work. */
export type PartState = 'up' | 'late' | 'down';

/** A part of the gateway as visitors know it. */
export type StatusPart = 'pages' | `network-${Lowercase<Network>}` | 'rates' | 'messages' | 'settlement';

/** The part that takes payments on a network. */
export function partOf(network: Network): StatusPart {
  return `network-${network.toLowerCase() as Lowercase<Network>}`;
}

export const STATUS_PART_NAMES: Readonly<Record<StatusPart, string>> = {
  pages: 'Invoices, payers’ pages and back office',
  'network-btc': 'Payments on Bitcoin',
  'network-ltc': 'Payments on Litecoin',
  'network-bch': 'Payments on Bitcoin Cash',
  'network-eth': 'Payments on Ethereum',
  'network-tron': 'Payments on TRON',
  'network-xrp': 'Payments on the XRP Ledger',
  rates: 'Rates',
  messages: 'Webhooks and emails',
  settlement: 'Settlement, payouts and withdrawals',
};

export interface PartStatus {
  readonly part: StatusPart;
  readonly state: PartState;
}
