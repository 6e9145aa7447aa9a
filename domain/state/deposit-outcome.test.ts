import { describe, expect, it, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import type { PaymentStatus } from '../invoices/record.ts';
import { isCreditMove } from './credit-change.ts';
import { type DepositEffect, type DepositState, nextDeposit } from './deposit.ts';
import type { DepositEvent, DepositFacts, DepositPayment } from './deposit-facts.ts';
import { DEPOSIT_STATUSES, type DepositStatus, isDepositStatus } from './deposit-status.ts';
import { depositTable } from './deposit-table.ts';

const MINIMUM = 1_000n;
const FINALITY_FROM = 50_000n;
const changed = { type: 'payments_changed' } as const;
const settle = { type: 'settle', converts: true } as const;
const resolve = { type: 'resolve', by: 'staff', note: 'It is gone.' } as const;
const hold = { type: 'hold' } as const;
const clear = { type: 'clear' } as const;

/** A payment in the status, credited in the ledger as its status requires unless the argument says otherwise. */
function paid(status: PaymentStatus, amountMinor = 10_000n, more: Partial<DepositPayment> = {}): DepositPayment {
  const credited = more.credited ?? status === 'confirmed';
  return {
    id: 'p',
    key: 'BTC:tx:0',
    network: 'BTC',
    status,
    amountMinor,
    finalized: false,
    creditCount: 1,
    credited,
    creditedMinor: credited ? amountMinor : 0n,
    ...more,
  };
}
const second = { id: 'q', key: 'BTC:tx:1' };

/** A deposit as it was recorded: what its payments are now is news only where their credits differ. */
function facts(payments: readonly DepositPayment[], more: Partial<DepositFacts> = {}): DepositFacts {
  return {
    id: 'd',
    version: 3,
    status: 'processing',
    reason: null,
    needsOperator: false,
    complianceHold: false,
    announced: true,
    gateId: 'BTC',
    feeBps: 50,
    minimumMinor: MINIMUM,
    finalityFromMinor: FINALITY_FROM,
    autoconversion: { type: 'none' },
    settledMinor: 0n,
    convertedMinor: 0n,
    convertingMinor: 0n,
    payments,
    amountMinor: payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    ...more,
  };
}

type Change = Partial<Omit<DepositState, 'version'>>;

/** Expects exactly these changes of the row and these effects; null: nothing happens at all. */
function expectStep(before: DepositFacts, event: DepositEvent, to: Change | null, effects: readonly DepositEffect[]) {
  const { status, reason, needsOperator, complianceHold, announced, amountMinor, settledMinor } = before;
  expect(nextDeposit(before, event)).toEqual({
    changed: to !== null,
    state: {
      version: before.version + (to === null ? 0 : 1),
      status,
      reason,
      needsOperator,
      complianceHold,
      announced,
      amountMinor,
      settledMinor,
      ...to,
    },
    effects,
  });
}

function refusalOf(before: DepositFacts, event: DepositEvent) {
  try {
    nextDeposit(before, event);
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
  return null;
}

const credit = (minor: bigint, { id: paymentId, key: paymentKey } = paid('seen'), n = 2): DepositEffect => ({
  type: 'credit',
  paymentId,
  paymentKey,
  n,
  network: 'BTC',
  minor,
});
const reverse = (minor: bigint, { id: paymentId, key: paymentKey } = paid('seen')): DepositEffect => ({
  type: 'reverse',
  paymentId,
  paymentKey,
  n: 1,
  network: 'BTC',
  minor,
});
const publish = { type: 'publish' } as const;
const message = 'Settled money of this deposit was reorganized. Outgoing money of the merchant’s balance is frozen.';
const requested: readonly DepositEffect[] = [{ type: 'freeze' }, { type: 'alert', message }];
const answered: readonly DepositEffect[] = [{ type: 'unfreeze' }, { type: 'resolve_alert' }];

const untold = { announced: false };
const small = { status: 'processing', reason: 'below_minimum' } as const;
const final = { status: 'processing', reason: 'awaiting_finality' } as const;
/** Everything was settled and then reorganized; `left` is what is settled still. */
const lost = (left: bigint) =>
  ({ status: 'error', reason: 'reorganized', needsOperator: true, settledMinor: left }) as const;

describe('what the chain says of a deposit that is not settled', () => {
  const cells: readonly [string, readonly DepositPayment[], Change, readonly DepositEffect[]][] = [
    ['in no block', [paid('seen')], {}, []],
    ['in a block', [paid('mined')], { status: 'confirming' }, []],
    ['partly in no block', [paid('mined'), paid('seen', 1n, second)], {}, []],
    ['partly confirmed', [paid('confirmed', MINIMUM - 1n), paid('mined', 1n, second)], { status: 'confirming' }, []],
    [
      'confirmed beside what is not',
      [paid('confirmed', MINIMUM), paid('seen', 1n, second)],
      { status: 'processing' },
      [],
    ],
    ['confirmed', [paid('confirmed')], { status: 'processing' }, []],
    [
      'confirmed, not credited',
      [paid('confirmed', 10_000n, { credited: false })],
      { status: 'processing' },
      [credit(10_000n)],
    ],
    ['dropped', [paid('dropped')], { status: 'error', reason: 'dropped' }, []],
    ['failed', [paid('failed'), paid('dropped', 1n, second)], { status: 'error', reason: 'failed' }, []],
    ['replaced', [paid('replaced'), paid('failed', 1n, second)], { status: 'error', reason: 'replaced' }, []],
    ['of the minimum', [paid('confirmed', MINIMUM)], { status: 'processing' }, []],
    ['below it and confirmed', [paid('confirmed', MINIMUM - 1n)], small, []],
    ['below it and partly confirmed', [paid('confirmed', 1n), paid('seen', 2n, second)], small, []],
    ['below it and in a block', [paid('mined', MINIMUM - 1n)], { status: 'confirming' }, []],
    ['below it and in no block', [paid('seen', MINIMUM - 1n)], {}, []],
    ['large and not final', [paid('confirmed', FINALITY_FROM)], final, []],
    ['large and final', [paid('confirmed', FINALITY_FROM, { finalized: true })], { status: 'processing' }, []],
    ['not large and not final', [paid('confirmed', FINALITY_FROM - 1n)], { status: 'processing' }, []],
    [
      'large and partly final',
      [paid('confirmed', FINALITY_FROM, { finalized: true }), paid('confirmed', 1n, second)],
      final,
      [],
    ],
  ];

  it.each(cells)('%s: recorded, and published once it reaches the minimum', (_what, payments, to, effects) => {
    const before = facts(payments, { version: 0, status: 'created', ...untold });
    const live = payments.filter(({ status }) => !['dropped', 'replaced', 'failed'].includes(status));
    const announced = live.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) >= MINIMUM;
    expectStep(before, changed, { ...to, announced }, announced ? [...effects, publish] : effects);
  });

  it.each(cells)('%s: moves what waits, and changes nothing the second time', (_what, payments, to, effects) => {
    const cell = { status: 'pending', ...to } as const;
    for (const status of ['pending', 'confirming', 'processing'] as const) {
      const before = facts(payments, { status });
      // A reason counts as well: below the minimum or not final, the status stays and the reason comes.
      const isNews = status !== cell.status || effects.length > 0 || (cell.reason ?? null) !== null;
      const news = status === cell.status ? [] : [publish];
      expectStep(before, changed, isNews ? { reason: null, ...cell } : null, [...effects, ...news]);
    }
    if (effects.length === 0) {
      expectStep(facts(payments, { reason: null, ...cell }), changed, null, []);
    }
  });

  it('asks for no finality where the chain has none', () => {
    const before = facts([paid('confirmed', FINALITY_FROM)], { finalityFromMinor: null });
    expectStep(before, changed, null, []);
  });

  it('shows what is live, and of a deposit that is gone what was announced', () => {
    const beside = (status: PaymentStatus) =>
      facts([paid('mined'), paid(status, 500n, second)], { status: 'confirming', amountMinor: 10_000n });
    expectStep(beside('mined'), changed, { amountMinor: 10_500n }, []);
    expectStep(beside('replaced'), changed, null, []);
    const gone = facts([paid('dropped')], { status: 'pending', amountMinor: 77n });
    expectStep(gone, changed, { status: 'error', reason: 'dropped' }, [publish]);
  });

  it('announces a deposit when it reaches its minimum, without a new status', () => {
    const before = facts([paid('mined', MINIMUM)], { status: 'confirming', amountMinor: MINIMUM, ...untold });
    expectStep(before, changed, { announced: true }, [publish]);
  });

  it('credits each payment below the minimum, although nothing else changes', () => {
    const payments = [paid('confirmed', 1n), paid('confirmed', 2n, { ...second, credited: false, creditCount: 0 })];
    const before = facts(payments, { ...small, ...untold });
    expectStep(before, changed, {}, [credit(2n, second as DepositPayment, 1)]);
  });

  it('says of confirmed money that a reorganization took it, until it is in a block again', () => {
    const back = paid('seen', 10_000n, { credited: true, creditedMinor: 10_000n });
    const other = paid('seen', 1n, second);
    expectStep(facts([back, other]), changed, { status: 'pending', reason: 'reorganized' }, [
      reverse(10_000n),
      publish,
    ]);
    const waiting = { status: 'pending', reason: 'reorganized' } as const;
    expectStep(facts([paid('seen')], waiting), changed, null, []);
    expectStep(facts([paid('mined')], waiting), changed, { status: 'confirming', reason: null }, [publish]);
  });

  it('credits a payment again that is mined again with another amount', () => {
    const again = paid('confirmed', 12_000n, { credited: true, creditedMinor: 10_000n });
    expectStep(facts([again]), changed, {}, [credit(12_000n), reverse(10_000n)]);
  });

  it('comes back from an error that needed nobody', () => {
    const dropped = { status: 'error', reason: 'dropped' } as const;
    expectStep(facts([paid('dropped')], dropped), changed, null, []);
    expectStep(facts([paid('replaced')], dropped), changed, { reason: 'replaced' }, []);
    expectStep(facts([paid('seen')], dropped), changed, { status: 'pending', reason: null }, [publish]);
    expectStep(facts([paid('mined')], dropped), changed, { status: 'confirming', reason: null }, [publish]);
    const confirmed = facts([paid('confirmed', 10_000n, { credited: false })], dropped);
    expectStep(confirmed, changed, { status: 'processing', reason: null }, [credit(10_000n), publish]);
  });
});

describe('a deposit that is settled', () => {
  const confirmed = paid('confirmed');
  const done = (payments: readonly DepositPayment[], more: Partial<DepositFacts> = {}) =>
    facts(payments, { status: 'done', settledMinor: 10_000n, amountMinor: 10_000n, ...more });

  it('was confirmed, final and at least the minimum', () => {
    const settled = (minor: bigint): DepositEffect => ({
      type: 'settle',
      serviceFeeMinor: minor / 200n,
      netMinor: minor - minor / 200n,
    });
    expectStep(facts([confirmed]), settle, { status: 'done', settledMinor: 10_000n }, [settled(10_000n), publish]);
    const minimum = facts([paid('confirmed', MINIMUM)]);
    expectStep(minimum, settle, { status: 'done', settledMinor: MINIMUM }, [settled(MINIMUM), publish]);
    const isFinal = paid('confirmed', FINALITY_FROM, { finalized: true });
    const done = { status: 'done', reason: null, settledMinor: FINALITY_FROM } as const;
    expectStep(facts([isFinal], final), settle, done, [settled(FINALITY_FROM), publish]);
  });

  it.each<[string, DepositFacts]>([
    ['staff hold', facts([confirmed], { complianceHold: true })],
    ['is partly unconfirmed', facts([paid('confirmed', MINIMUM - 1n), paid('mined', 1n, second)])],
    ['is not final', facts([paid('confirmed', FINALITY_FROM)])],
    ['is below the minimum', facts([paid('confirmed', MINIMUM - 1n)])],
    ['is settled', facts([confirmed], { settledMinor: 10_000n })],
    ['is gone', facts([paid('dropped')])],
  ])('is none that %s', (_what, before) => {
    expect(refusalOf(before, settle)).toBe('illegal_transition');
  });

  it('stays as it is while nothing is lost and nothing more is confirmed', () => {
    expectStep(done([confirmed]), changed, null, []);
    expectStep(done([confirmed], { reason: 'resolved_by_operator' }), changed, null, []);
    const more = [confirmed, paid('confirmed', 5n, second), paid('seen', 3n, { id: 'r', key: 'BTC:tx:2' })];
    expectStep(done(more), changed, { amountMinor: 10_008n }, []);
  });

  it('takes what is confirmed later, the rest of it only, below the minimum too', () => {
    const more = [confirmed, paid('confirmed', 500n, { ...second, credited: false, creditCount: 0 })];
    const credited = credit(500n, second as DepositPayment, 1);
    const after = { status: 'processing', amountMinor: 10_500n } as const;
    expectStep(done(more), changed, after, [credited, publish]);
    const settled = { type: 'settle', serviceFeeMinor: 2n, netMinor: 498n } as const;
    const ready = facts([confirmed, paid('confirmed', 500n, second)], { settledMinor: 10_000n });
    expectStep(ready, settle, { status: 'done', settledMinor: 10_500n }, [settled, publish]);
    const small = facts([paid('confirmed', 500n), paid('confirmed', 300n, second)], { settledMinor: 500n });
    expectStep(small, changed, null, []);
    expect(nextDeposit(small, settle).state).toMatchObject({ status: 'done', settledMinor: 800n });
  });

  it('waits for finality when what is confirmed later makes it large', () => {
    const large = [confirmed, paid('confirmed', 40_000n, second)];
    expectStep(done(large), changed, { ...final, amountMinor: FINALITY_FROM }, [publish]);
    const isFinal = large.map((each) => ({ ...each, finalized: true }));
    expectStep(done(isFinal), changed, { status: 'processing', amountMinor: FINALITY_FROM }, [publish]);
    // All of it is settled: finality is not requested again.
    const settled = done(large, { settledMinor: FINALITY_FROM, amountMinor: FINALITY_FROM });
    expectStep(settled, changed, null, []);
  });

  it.each(['pending', 'confirming', 'processing', 'done', 'error'] as const)(
    'is taken back when a reorganization takes it while it is %s, and an operator is asked',
    (status) => {
      const payments = [
        paid('seen', 7_000n, { credited: true, creditedMinor: 7_000n }),
        paid('confirmed', 3_000n, second),
      ];
      const unsettled = { type: 'unsettle', serviceFeeMinor: 35n, netMinor: 6_965n } as const;
      const news = status === 'error' ? [] : [publish];
      const effects = [unsettled, reverse(7_000n), ...requested, ...news];
      expectStep(done(payments, { status }), changed, lost(3_000n), effects);
    },
  );

  it('and lost waits for an operator or the money, and asks once', () => {
    const gone = [paid('dropped'), paid('confirmed', 3_000n, second)];
    expectStep(done(gone, { ...lost(3_000n), amountMinor: 3_000n }), changed, null, []);
    expectStep(done([paid('dropped')], lost(0n)), changed, null, []);
    const more = [paid('dropped', 3_000n, { credited: true, creditedMinor: 3_000n })];
    const unsettled = { type: 'unsettle', serviceFeeMinor: 15n, netMinor: 2_985n } as const;
    expectStep(done(more, lost(3_000n)), changed, { settledMinor: 0n }, [unsettled, reverse(3_000n)]);
  });

  it('and lost is settled again when the money is back', () => {
    const back = facts([paid('confirmed', 10_000n, { credited: false })], lost(3_000n));
    const after = { status: 'processing', reason: null, needsOperator: false } as const;
    expectStep(back, changed, after, [credit(10_000n), ...answered, publish]);
    const large = facts([paid('confirmed', FINALITY_FROM)], lost(3_000n));
    expectStep(large, changed, { ...final, needsOperator: false }, [...answered, publish]);
    const isFinal = facts([paid('confirmed', FINALITY_FROM, { finalized: true })], lost(3_000n));
    expectStep(isFinal, changed, after, [...answered, publish]);
  });

  it('and lost is accepted by an operator: what is left stays settled', () => {
    const resolved = { reason: 'resolved_by_operator', needsOperator: false } as const;
    const left = facts([paid('confirmed', 3_000n)], lost(3_000n));
    expectStep(left, resolve, { status: 'done', ...resolved }, [...answered, publish]);
    expectStep(facts([paid('dropped')], lost(0n)), resolve, resolved, answered);
    const unasked = facts([paid('dropped')], { status: 'error', reason: 'dropped', settledMinor: 1n });
    expect(refusalOf(unasked, resolve)).toBe('illegal_transition');
  });
});

describe('the conversion of a deposit', () => {
  const OTHERS = new Set(['settle', 'unsettle', 'reverse', 'freeze', 'alert', 'publish']);
  const full = { autoconversion: { type: 'full', gate_id: 'EUR' } } as const;
  const part = { autoconversion: { type: 'partial', gate_id: 'EUR', percent: 40 } } as const;
  const conversions = (before: DepositFacts, event: DepositEvent) =>
    nextDeposit(before, event).effects.filter((effect) => !OTHERS.has(effect.type));

  it('is of what reaches the merchant, all or a part, after it is settled', () => {
    expect(nextDeposit(facts([paid('confirmed')], full), settle).effects).toEqual([
      { type: 'settle', serviceFeeMinor: 50n, netMinor: 9_950n },
      { type: 'convert', to: 'EUR', minor: 9_950n },
      publish,
    ]);
    expect(conversions(facts([paid('confirmed')], part), settle)).toEqual([
      { type: 'convert', to: 'EUR', minor: 3_980n },
    ]);
    const more = facts([paid('confirmed'), paid('confirmed', 1_001n, second)], { ...part, settledMinor: 10_000n });
    expect(conversions(more, settle)).toEqual([{ type: 'convert', to: 'EUR', minor: 398n }]);
  });

  it.each<[string, Partial<DepositFacts>, boolean]>([
    ['the mode does not convert', full, false],
    ['it is that asset already', { autoconversion: { type: 'full', gate_id: 'BTC' } }, true],
    ['nothing is wished', {}, true],
    ['the part rounds to nothing', { ...part, settledMinor: 9_999n }, true],
  ])('is none where %s', (_what, more, converts) => {
    expect(conversions(facts([paid('confirmed')], more), { type: 'settle', converts })).toEqual([]);
  });

  it('is taken back before what was settled, no more than was converted', () => {
    const gone = [
      paid('dropped', 7_000n, { credited: true, creditedMinor: 7_000n }),
      paid('confirmed', 3_000n, second),
    ];
    const done = (more: Partial<DepositFacts>) => facts(gone, { status: 'done', settledMinor: 10_000n, ...more });
    expect(nextDeposit(done({ ...full, convertedMinor: 9_950n }), changed).effects.slice(0, 2)).toEqual([
      { type: 'unconvert', minor: 6_965n },
      { type: 'unsettle', serviceFeeMinor: 35n, netMinor: 6_965n },
    ]);
    const taken = (more: Partial<DepositFacts>) => conversions(done(more), changed);
    expect(taken({ ...part, convertedMinor: 3_980n })).toEqual([{ type: 'unconvert', minor: 2_786n }]);
    expect(taken({ ...part, convertedMinor: 100n })).toEqual([{ type: 'unconvert', minor: 100n }]);
    expect(taken({ ...part, convertedMinor: 0n })).toEqual([]);
    expect(taken({})).toEqual([]);
  });
});

describe('staff', () => {
  it.each<DepositStatus>(['created', 'pending', 'confirming', 'processing', 'error'])(
    'hold and release a deposit that is %s, and nobody outside sees it',
    (status) => {
      const before = facts([paid('confirmed', 1n)], { ...small, ...untold, status });
      for (const [event, complianceHold] of [
        [hold, true],
        [clear, false],
      ] as const) {
        const { changed, state, effects } = nextDeposit({ ...before, complianceHold: !complianceHold }, event);
        expect({ changed, effects }).toEqual({ changed: true, effects: [] });
        expect(state).toMatchObject({ version: 3, status, reason: 'below_minimum', complianceHold, announced: false });
      }
      expect(refusalOf(before, clear)).toBe('illegal_transition');
      expect(nextDeposit({ ...before, complianceHold: true }, hold).changed).toBe(false);
    },
  );

  it('hold no money that is settled, and release what was settled while they held it', () => {
    const done = facts([paid('confirmed')], { status: 'done', reason: 'resolved_by_operator', settledMinor: 10_000n });
    expect(refusalOf(done, hold)).toBe('illegal_transition');
    const { changed, state } = nextDeposit({ ...done, complianceHold: true }, clear);
    expect(changed).toBe(true);
    expect(state).toMatchObject({ version: 3, reason: 'resolved_by_operator', complianceHold: false });
  });

  it('keep their hold whatever the chain says', () => {
    const before = facts([paid('mined')], { status: 'pending', complianceHold: true });
    expectStep(before, changed, { status: 'confirming', complianceHold: true }, [publish]);
  });
});

test('a deposit refuses every event that its table does not list', () => {
  for (const status of DEPOSIT_STATUSES) {
    for (const event of [changed, settle, hold, clear, resolve]) {
      if (depositTable[status][event.type] !== undefined) continue;
      expect([status, event.type, refusalOf(facts([paid('confirmed')], { status }), event)]).toEqual([
        status,
        event.type,
        'illegal_transition',
      ]);
    }
  }
});

test('a word is a status of a deposit or it is not; an effect moves a credit or it does not', () => {
  expect([...DEPOSIT_STATUSES, 'sold'].filter(isDepositStatus)).toEqual(DEPOSIT_STATUSES);
  const effects = [credit(1n), publish, reverse(1n)];
  expect(effects.filter(isCreditMove)).toEqual([credit(1n), reverse(1n)]);
});
