import { describe, expect, it } from 'vitest';
import { isDomainError } from '../errors.ts';
import { INVOICE_STATUSES, isInvoiceStatus, OPEN_STATUSES } from './invoice-status.ts';
import { payoutFacts } from './outflow-facts.fixture.ts';
import { nextPayout } from './payout.ts';
import type { PayoutEvent } from './payout-event.ts';
import { APPROVAL_MS, type PayoutFacts } from './payout-facts.ts';
import { payoutSnapshotOf } from './payout-snapshot.ts';
import { isPayoutStatus, PAYOUT_STATUSES } from './payout-status.ts';

const NOW = 1_000_000;
const user = { kind: 'user', id: 'creator' } as const;
const signed = { transactions: [{ txid: 'a', status: 'signed' }] } as const;
const dead = { transactions: [{ txid: 'a', status: 'failed' }] } as const;
const unpaid = { type: 'resolve_unpaid', by: user, note: '' } as const;

const facts = (changes: Partial<PayoutFacts> = {}) => payoutFacts(NOW, changes);

const next = (before: Partial<PayoutFacts>, event: PayoutEvent) => nextPayout(facts(before), event, NOW);
const stateOf = (before: Partial<PayoutFacts>, event: PayoutEvent) => next(before, event).state;

function refusalOf(before: Partial<PayoutFacts>, event: PayoutEvent) {
  try {
    next(before, event);
  } catch (error) {
    if (isDomainError(error)) return [error.code, error.cause];
    throw error;
  }
  return null;
}

describe('a step of a payout is made when any one part of it changes', () => {
  it.each<[string, Partial<PayoutFacts>, PayoutEvent]>([
    ['the reason', { statusReason: 'stopped' }, { type: 'defer', reason: 'no_funds' }],
    [
      'the words',
      { statusReason: 'no_funds', statusWords: 'lacks 5' },
      { type: 'defer', reason: 'no_funds', words: 'lacks 6' },
    ],
    ['the operator', { statusReason: 'no_funds' }, { type: 'overdue', reason: 'no_funds' }],
    ['the hold', { status: 'error', ...dead }, { type: 'lapsed' }],
    ['a signature', signed, { type: 'signed' }],
  ])('%s', (_part, before, event) => {
    expect(next(before, event)).toMatchObject({ changed: true, state: { version: 2 } });
  });

  it('and else is none, without any effect', () => {
    const outcome = next({ statusReason: 'no_funds' }, { type: 'defer', reason: 'no_funds' });
    expect(outcome).toMatchObject({ changed: false, effects: [], state: { version: 1 } });
  });
});

describe('what a step of a payout does', () => {
  it('is published when the status changes, and ends an alert that is resolved', () => {
    expect(next({ statusReason: 'stopped' }, { type: 'defer', reason: 'no_funds' }).effects).toEqual([]);
    expect(next({ status: 'error', needsOperator: true, ...signed }, { type: 'confirmed' }).effects).toEqual([
      { type: 'end_hold', outcome: 'post' },
      { type: 'resolve_alert' },
      { type: 'publish' },
    ]);
    expect(next({ ...signed }, { type: 'sent' }).effects).toEqual([{ type: 'publish' }]);
    const approved = next({ status: 'new' }, { type: 'approve', by: user, mac: 'm' });
    expect(approved.effects).toEqual([{ type: 'approve', by: user, mac: 'm' }, { type: 'publish' }]);
  });

  it('gives nothing back that was given back', () => {
    expect(next({ hold: 'voided' }, { type: 'cancel', by: user }).effects).toEqual([{ type: 'publish' }]);
  });

  it('tells operators why, and keeps the request until it is resolved', () => {
    const failed = next({ status: 'confirming', ...signed }, { type: 'failed', reason: 'transaction_conflict' });
    const message = 'The payout is error (transaction conflict) and needs an operator.';
    expect(failed.effects).toContainEqual({ type: 'alert', message });
    const said = next({}, { type: 'overdue', reason: 'no_funds', words: 'lacks 5' });
    expect(said.effects).toEqual([
      { type: 'alert', message: 'The payout is queue (no funds: lacks 5) and needs an operator.' },
    ]);
    expect(next({ needsOperator: true, ...signed }, { type: 'signed' })).toMatchObject({
      state: { needsOperator: true },
      effects: [],
    });
  });
});

describe('the reason of a payout', () => {
  it('is the cool-off only while that lasts, and only before it is handed to the signer', () => {
    const approve = { type: 'approve', by: user, mac: '' } as const;
    const after = (notBefore: Date | null) => stateOf({ status: 'new', notBefore }, approve).statusReason;
    expect([new Date(NOW + 1), new Date(NOW), new Date(NOW - 1), null].map(after)).toEqual([
      'cooling_off',
      null,
      null,
      null,
    ]);
    expect(stateOf({ notBefore: new Date(NOW + 1), ...signed }, { type: 'sent' }).statusReason).toBeNull();
  });

  it('stays with the status and goes with it', () => {
    expect(
      stateOf({ status: 'confirming', statusReason: 'sent_again', ...signed }, { type: 'sent' }).statusReason,
    ).toBe('sent_again');
    expect(stateOf({ statusReason: 'stopped', ...signed }, { type: 'sent' }).statusReason).toBeNull();
  });

  it('keeps its words where there are no new ones, up to 500 characters', () => {
    const lacking = { statusReason: 'no_funds', statusWords: 'lacks 5' } as const;
    expect(stateOf(lacking, { type: 'overdue', reason: 'no_funds', words: null }).statusWords).toBe('lacks 5');
    expect(stateOf({}, { type: 'defer', reason: 'no_funds', words: 'x'.repeat(600) }).statusWords).toHaveLength(500);
  });
});

describe('who and what decides about a payout', () => {
  it('a machine approves only where no person has to; staff are people', () => {
    const by = (kind: 'token' | 'staff') => ({ type: 'approve', by: { kind, id: 'x' }, mac: '' }) as const;
    expect(stateOf({ status: 'new' }, by('token')).status).toBe('pending');
    const requested = { status: 'new', approvalRequired: true } as const;
    expect(refusalOf(requested, by('token'))).toEqual(['permission_denied', 'new does not take approve']);
    expect(stateOf(requested, by('staff')).status).toBe('pending');
  });

  it('a merchant cancels, or the product where the money of the invoice is gone', () => {
    const cancel = (kind: 'user' | 'system') => stateOf({}, { type: 'cancel', by: { kind, id: 'x' } }).statusReason;
    expect([cancel('user'), cancel('system')]).toEqual(['canceled_by_merchant', 'reorganised']);
  });

  it('a hold that differs from the payout looks tampered with', () => {
    expect(next({}, { type: 'refuse', reason: 'hold_mismatch' })).toMatchObject({
      state: { status: 'error', needsOperator: true },
      effects: [{ type: 'alert' }, { type: 'publish' }],
    });
  });

  it('a contract that refuses says nothing of a payout that is signed', () => {
    const refused = refusalOf(signed, { type: 'defer', reason: 'token_refuses' });
    expect(refused).toEqual(['illegal_transition', 'queue does not take defer']);
  });

  it('an operator tries again while the money is held', () => {
    const retry = { type: 'retry', by: user, note: '' } as const;
    expect(stateOf({ status: 'error', needsOperator: true }, retry)).toMatchObject({
      status: 'queue',
      needsOperator: false,
    });
  });

  it('money is returned only where it was let go and an operator was asked', () => {
    const undone = { status: 'error', needsOperator: true, hold: 'posted', ...dead } as const;
    expect(next(undone, unpaid).effects).toContainEqual({ type: 'end_hold', outcome: 'return' });
    expect(refusalOf({ ...undone, needsOperator: false }, unpaid)?.[0]).toBe('illegal_transition');
    expect(refusalOf({ ...undone, hold: 'voided' }, unpaid)?.[0]).toBe('illegal_transition');
  });
});

it('the workflow knows the newest transaction and when an approval is waited for no longer', () => {
  expect(APPROVAL_MS).toBe(604_800_000);
  const transactions = [...dead.transactions, { txid: 'b', status: 'sent' }, { txid: 'c', status: 'failed' }] as const;
  expect(payoutSnapshotOf(facts({ transactions, notBefore: new Date(5) }))).toEqual({
    version: 1,
    status: 'queue',
    reason: null,
    words: null,
    needsOperator: false,
    notBeforeMs: 5,
    txid: 'c',
    mayBePaid: true,
    approvalEndsMs: NOW + APPROVAL_MS,
  });
  expect(payoutSnapshotOf(facts()).txid).toBeNull();
});

it('a word is a status or it is not', () => {
  expect([...INVOICE_STATUSES, 'sold'].filter(isInvoiceStatus)).toEqual(INVOICE_STATUSES);
  expect([...PAYOUT_STATUSES, 'sold'].filter(isPayoutStatus)).toEqual(PAYOUT_STATUSES);
  expect([...OPEN_STATUSES]).toEqual(['new', 'pending', 'partially_paid']);
});
