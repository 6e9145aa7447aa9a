export const BALANCE_TABS = ['assets', 'convert', 'deposits', 'addresses', 'reports', 'reserves'] as const;
export type BalanceTab = (typeof BALANCE_TABS)[number];
/** The tabs, the page of one deposit, and the form for an address. */
export type BalanceRoom = BalanceTab | 'deposit' | 'new_deposit';

/** The part of `/balance` that an address names. */
export function roomIn(search: URLSearchParams): BalanceRoom {
  const tab = BALANCE_TABS.find((each) => each === search.get('tab')) ?? 'assets';
  if (tab === 'deposits' && search.has('id')) return 'deposit';
  return tab === 'addresses' && search.has('new') ? 'new_deposit' : tab;
}

/** The same for someone who may see these tabs: the first one in place of all others. */
export function openRoom(room: BalanceRoom, tabs: readonly BalanceTab[]): BalanceRoom {
  const tab = room === 'deposit' ? 'deposits' : room === 'new_deposit' ? 'addresses' : room;
  return tabs.includes(tab) ? room : 'assets';
}
