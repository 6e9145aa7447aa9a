import { always, type Condition, type StateTable } from '../process/table.ts';
import type { CaseStatus } from './case.ts';

/** Events of a case. */
export const CASE_EVENTS = [
  'tested',
  'test_skipped',
  'business_submitted',
  'personal_submitted',
  'checked',
  'unreadable',
  'checks_overdue',
  'approve',
  'more',
  'refuse',
  'answered',
  'open',
  'deadline',
  'reopen',
  'documents_expire',
  'hit',
  'period_over',
  'suspend',
  'restrict',
  'lift',
  'reverify',
  'appeal_granted',
  'change_reported',
  'edited',
] as const;
export type CaseEvent = (typeof CASE_EVENTS)[number];

/** The facts that the table reads of a case. */
export interface CasePosition {
  /** The integration was tested, or the merchant skipped it. */
  readonly integrationDone: boolean;
  /** With the decision at hand there are two approvals of two roles, as the risk wants them. */
  readonly approvalsComplete: boolean;
  /** With the decision at hand two people with different roles refuse. */
  readonly refusalComplete: boolean;
  /** With the decision at hand two people of two roles want the same suspension or restriction, or its end. */
  readonly votesComplete: boolean;
}

export type CaseMark =
  | 'new_round'
  | 'tell_merchant'
  | 'production_opens'
  | 'production_closes'
  | 'relationship_ends'
  | 'relationship_begins_again';

const tested: Condition<CasePosition> = { description: 'integration done', isMet: (at) => at.integrationDone };
const complete: Condition<CasePosition> = {
  description: 'two people with different roles approve',
  isMet: (at) => at.approvalsComplete,
};

const refused: Condition<CasePosition> = {
  description: 'two people with different roles refuse',
  isMet: (at) => at.refusalComplete,
};

const agreed: Condition<CasePosition> = {
  description: 'two people with different roles agree',
  isMet: (at) => at.votesComplete,
};

type CaseRules = NonNullable<StateTable<CaseStatus, CaseEvent, CasePosition, string, CaseMark>[CaseStatus]>;

/** Whatever staff restrict or give back stays within the status; its votes are used up. */
const restrictions = {
  restrict: [
    { when: agreed, to: 'same', marks: ['new_round'] },
    { when: always, to: 'same' },
  ],
  lift: [
    { when: agreed, to: 'same', marks: ['new_round'] },
    { when: always, to: 'same' },
  ],
} as const satisfies CaseRules;

/** The actions of staff on a merchant in production, in every status. */
const acts: CaseRules = {
  ...restrictions,
  suspend: [
    {
      when: agreed,
      to: 'suspended',
      reason: 'suspended_by_staff',
      marks: ['tell_merchant', 'production_closes'],
    },
    { when: always, to: 'same' },
  ],
  refuse: [
    { when: refused, to: 'declined', marks: ['tell_merchant', 'production_closes', 'relationship_ends'] },
    { when: always, to: 'same' },
  ],
};

/**
 * Status × event of a case (spec §1, §4). An event that is not listed is refused and changes nothing. Every change of
 * status starts a new round: votes count only in the status in which they were given.
 */
export const caseTable: StateTable<CaseStatus, CaseEvent, CasePosition, string, CaseMark> = {
  integrating: {
    tested: [{ when: always, to: 'business' }],
    test_skipped: [{ when: always, to: 'business' }],
    deadline: [{ when: always, to: 'expired', marks: ['tell_merchant', 'relationship_ends'] }],
  },
  business: {
    business_submitted: [{ when: always, to: 'personal' }],
    deadline: [{ when: always, to: 'expired', marks: ['tell_merchant', 'relationship_ends'] }],
  },
  personal: {
    business_submitted: [{ when: always, to: 'same' }],
    personal_submitted: [{ when: always, to: 'checking' }],
    deadline: [{ when: always, to: 'expired', marks: ['tell_merchant', 'relationship_ends'] }],
  },
  checking: {
    checked: [{ when: always, to: 'review' }],
    unreadable: [{ when: always, to: 'more_requested', reason: 'unreadable', marks: ['tell_merchant'] }],
    checks_overdue: [{ when: always, to: 'review', reason: 'provider_silent' }],
  },
  review: {
    approve: [
      { when: complete, to: 'approved' },
      { when: always, to: 'same' },
    ],
    more: [{ when: always, to: 'more_requested', reason: 'asked_by_staff', marks: ['tell_merchant'] }],
    refuse: [
      { when: refused, to: 'declined', marks: ['tell_merchant', 'production_closes', 'relationship_ends'] },
      { when: always, to: 'same' },
    ],
  },
  more_requested: {
    answered: [{ when: always, to: 'checking' }],
    refuse: [
      { when: refused, to: 'declined', marks: ['tell_merchant', 'production_closes', 'relationship_ends'] },
      { when: always, to: 'same' },
    ],
    deadline: [{ when: always, to: 'expired', marks: ['tell_merchant', 'relationship_ends'] }],
  },
  approved: {
    open: [{ when: always, to: 'production', marks: ['production_opens'] }],
  },
  production: {
    ...acts,
    more: [{ when: always, to: 'renewal', reason: 'asked_by_staff', marks: ['tell_merchant'] }],
    reverify: [{ when: always, to: 'rechecking', reason: 'reverification' }],
    change_reported: [{ when: always, to: 'rechecking', reason: 'change_reported' }],
    documents_expire: [{ when: always, to: 'renewal', reason: 'documents_expire', marks: ['tell_merchant'] }],
    hit: [{ when: always, to: 'rechecking', reason: 'screening_hit' }],
    period_over: [{ when: always, to: 'rechecking', reason: 'yearly_review' }],
  },
  renewal: {
    // The team decides after the answer in any case: a hit or a second look that moved the case on before would show
    // itself to the merchant, who could no longer answer.
    ...acts,
    change_reported: [{ when: always, to: 'same' }],
    answered: [{ when: always, to: 'rechecking', reason: 'renewed_documents' }],
    deadline: [{ when: always, to: 'suspended', reason: 'no_answer', marks: ['tell_merchant', 'production_closes'] }],
  },
  rechecking: {
    ...acts,
    change_reported: [{ when: always, to: 'same' }],
    approve: [
      { when: complete, to: 'production', marks: ['production_opens'] },
      { when: always, to: 'same' },
    ],
    more: [{ when: always, to: 'renewal', reason: 'asked_by_staff', marks: ['tell_merchant'] }],
  },
  suspended: {
    lift: restrictions.lift,
    approve: [
      { when: complete, to: 'approved' },
      { when: always, to: 'same' },
    ],
    answered: [{ when: always, to: 'review', reason: 'renewed_documents' }],
    edited: [{ when: always, to: 'same', marks: ['new_round'] }],
    refuse: [
      { when: refused, to: 'declined', marks: ['tell_merchant', 'relationship_ends'] },
      { when: always, to: 'same' },
    ],
    deadline: [{ when: always, to: 'expired', reason: 'no_answer', marks: ['tell_merchant', 'relationship_ends'] }],
  },
  declined: {
    appeal_granted: [{ when: always, to: 'review', reason: 'appeal', marks: ['relationship_begins_again'] }],
  },
  expired: {
    reopen: [
      { when: tested, to: 'business', marks: ['relationship_begins_again'] },
      { when: always, to: 'integrating', marks: ['relationship_begins_again'] },
    ],
  },
};
