import type { PayoutFacts } from './payout-facts.ts';
import type { WithdrawalFacts } from './withdrawal-facts.ts';

const fresh = {
  version: 1,
  statusReason: null,
  statusWords: null,
  needsOperator: false,
  approvalRequired: false,
  createdBy: 'creator',
  creators: [],
  notBefore: null,
  hold: 'open',
} as const;

/** A payout that waits for the signer, with nothing signed. */
export function payoutFacts(nowMs: number, changes: Partial<PayoutFacts> = {}): PayoutFacts {
  return {
    ...fresh,
    id: 'p',
    kind: 'payout',
    status: 'queue',
    gateId: 'BTC',
    network: 'BTC',
    approvedBy: null,
    createdAt: new Date(nowMs),
    transactions: [],
    ...changes,
  };
}

/** A withdrawal that waits for the bank and is in no file. */
export function withdrawalFacts(nowMs: number, changes: Partial<WithdrawalFacts> = {}): WithdrawalFacts {
  return {
    ...fresh,
    status: 'queue',
    createdAt: new Date(nowMs),
    bankStage: 'none',
    payeeName: null,
    bankReference: null,
    ...changes,
  };
}
