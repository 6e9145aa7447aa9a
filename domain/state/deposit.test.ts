import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '../invoices/record.ts';
import { nextDeposit } from './deposit.ts';
import { type DepositFacts, type DepositPayment, MAX_PAYMENTS } from './deposit-facts.ts';

const facts = (payments: readonly DepositPayment[]): DepositFacts => ({
  id: 'd',
  version: 3,
  status: 'processing',
  reason: 'below_minimum',
  needsOperator: false,
  complianceHold: false,
  announced: false,
  gateId: 'BTC',
  feeBps: 50,
  minimumMinor: 4_000n,
  finalityFromMinor: null,
  autoconversion: { type: 'none' },
  amountMinor: 0n,
  settledMinor: 0n,
  convertedMinor: 0n,
  convertingMinor: 0n,
  payments,
});

const dust = (count: number, status: PaymentStatus = 'confirmed'): DepositPayment[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    key: `BTC:tx:${index}`,
    network: 'BTC',
    status,
    amountMinor: 10n,
    finalized: true,
    credited: status === 'confirmed',
    creditedMinor: status === 'confirmed' ? 10n : 0n,
    creditCount: 1,
  }));

const changed = { type: 'payments_changed' } as const;

describe('a deposit of payments below the minimum', () => {
  it('waits, unannounced, as long as a further payment can join it', () => {
    const { state, effects } = nextDeposit(facts(dust(MAX_PAYMENTS - 1)), changed);
    expect(state).toMatchObject({ status: 'processing', reason: 'below_minimum', announced: false });
    expect(effects.filter(({ type }) => type === 'publish')).toEqual([]);
    expect(() => nextDeposit(facts(dust(MAX_PAYMENTS - 1)), { type: 'settle', converts: true })).toThrow();
  });

  it('is settled with what it has once it is full: nothing could bring it to the minimum any more', () => {
    const full = facts(dust(MAX_PAYMENTS));
    const ready = nextDeposit(full, changed).state;
    expect(ready).toMatchObject({ status: 'processing', reason: null, announced: true });
    const { state, effects } = nextDeposit({ ...full, ...ready }, { type: 'settle', converts: true });
    expect(state).toMatchObject({ status: 'done', settledMinor: 2_000n });
    expect(effects).toContainEqual({ type: 'settle', netMinor: 1_990n, serviceFeeMinor: 10n });
  });

  it('is settled with what is confirmed once that reaches the minimum: dust beside it, which never confirms, delays nothing', () => {
    const large = dust(1).map((each) => ({ ...each, id: 'l', key: 'l', amountMinor: 4_000n, creditedMinor: 4_000n }));
    const mixed = facts([...dust(1, 'seen'), ...large]);
    const ready = nextDeposit(mixed, changed).state;
    expect(ready).toMatchObject({ status: 'processing', reason: null, announced: true });
    const { state } = nextDeposit({ ...mixed, ...ready }, { type: 'settle', converts: true });
    expect(state).toMatchObject({ status: 'done', settledMinor: 4_000n });
    const later = nextDeposit({ ...mixed, ...state, payments: [...dust(1), ...large] }, changed).state;
    expect(later).toMatchObject({ status: 'processing' });
    const short = large.map((each) => ({ ...each, amountMinor: 3_999n, creditedMinor: 3_999n }));
    expect(nextDeposit(facts([...dust(1, 'seen'), ...short]), changed).state.status).not.toBe('done');
    expect(() => nextDeposit(facts([...dust(1, 'mined'), ...short]), { type: 'settle', converts: true })).toThrow();
  });

  it('is not settled while one of its payments is unconfirmed, full or not', () => {
    const mixed = [...dust(MAX_PAYMENTS - 1), ...dust(1, 'seen').map((each) => ({ ...each, id: 'new', key: 'new' }))];
    expect(nextDeposit(facts(mixed), changed).state).toMatchObject({ status: 'pending', announced: true });
  });
});
