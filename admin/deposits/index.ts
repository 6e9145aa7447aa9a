import type { AppResource } from '../resource.ts';

/** Both are tabs of the balance: a deposit has its page there, the address of a customer a dialog over the list. */
export const deposits = {
  collections: { deposits: 'deposit', addresses: 'address' },
} as const satisfies AppResource;
