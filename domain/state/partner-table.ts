import { always, type StateTable } from '../process/table.ts';
import type { PartnerStatus } from './partner-status.ts';

/** `accept`: the partner accepts the agreement. All others are acts of staff. */
export type PartnerEventType = 'take_up' | 'approve' | 'decline' | 'accept' | 'pause' | 'resume' | 'end';

const declined = [{ when: always, to: 'declined' }] as const;
const ended = [{ when: always, to: 'ended' }] as const;

/** Partners, cell by cell. Nobody earns without a person's approval and an accepted agreement. */
export const partnerTable: StateTable<PartnerStatus, PartnerEventType, object, never, never> = {
  applied: { take_up: [{ when: always, to: 'in_review' }], decline: declined },
  in_review: {
    take_up: [{ when: always, to: 'same' }],
    approve: [{ when: always, to: 'approved' }],
    decline: declined,
  },
  approved: { approve: [{ when: always, to: 'same' }], accept: [{ when: always, to: 'active' }], decline: declined },
  active: { pause: [{ when: always, to: 'paused' }], end: ended },
  paused: { resume: [{ when: always, to: 'active' }], end: ended },
  ended: {},
  declined: {},
};
