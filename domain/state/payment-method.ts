import { always, type StateTable } from '../process/table.ts';

/** The statuses of a payment method (spec §4); `pending` waits for the confirmations of ownership and correctness. */
export const METHOD_STATUSES = ['pending', 'error', 'active', 'paused', 'deleted'] as const;
export type MethodStatus = (typeof METHOD_STATUSES)[number];

export type MethodEvent =
  | { readonly type: 'confirm' | 'activate' | 'pause' | 'update' | 'delete' }
  /** `reason` is a sentence for people. */
  | { readonly type: 'refuse'; readonly reason: string };

export type MethodEventType = MethodEvent['type'];

const remove = [{ when: always, to: 'deleted' }] as const;

/** A changed method must be confirmed again: the earlier confirmation was for another address. */
export const methodTable: StateTable<MethodStatus, MethodEventType, null, never, never> = {
  pending: {
    confirm: [{ when: always, to: 'active' }],
    refuse: [{ when: always, to: 'error' }],
    update: [{ when: always, to: 'pending' }],
    delete: remove,
  },
  error: { update: [{ when: always, to: 'pending' }], delete: remove },
  active: {
    activate: [{ when: always, to: 'same' }],
    pause: [{ when: always, to: 'paused' }],
    refuse: [{ when: always, to: 'error' }],
    update: [{ when: always, to: 'pending' }],
    delete: remove,
  },
  paused: {
    activate: [{ when: always, to: 'active' }],
    pause: [{ when: always, to: 'same' }],
    update: [{ when: always, to: 'pending' }],
    delete: remove,
  },
  deleted: {},
};
