import { describe, expect, it } from 'vitest';
import { btc, facts, ON_TIME_MS, payment } from './invoice.fixture.ts';
import { positionOf } from './invoice-facts.ts';
import { coveredAfter, type LedgerDecision, planLedger, replanCover, unclaimedMinor } from './invoice-ledger.ts';

const done: LedgerDecision = { status: 'done', excessKeptMinor: 0n, settlesRest: false, isWithheld: false };
const confirmed = (minor: bigint) => payment('p', minor, { status: 'confirmed', credited: true, creditCount: 1 });
const drawn = (minor: bigint) => ({ gateId: 'BTC', amountMinor: minor, drawnMinor: minor, open: false }) as const;

describe('a settlement', () => {
  it('takes no more than refunds left in the account of the invoice', () => {
    const at = positionOf(facts({ payments: [confirmed(1_000n)], refunds: [drawn(400n)] }), ON_TIME_MS);
    expect(planLedger(at, done)).toEqual({
      amountSettledMinor: 600n,
      effects: [{ type: 'settle', gateId: 'BTC', serviceFeeMinor: 6n, networkFeeMinor: 0n, netMinor: 594n }],
    });
  });

  it('never falls by what a refund drew: what is settled stays', () => {
    const before = facts({ payments: [confirmed(1_200n)], amountSettledMinor: 1_000n, refunds: [drawn(200n)] });
    expect(planLedger(positionOf(before, ON_TIME_MS), { ...done, excessKeptMinor: 200n })).toEqual({
      amountSettledMinor: 1_000n,
      effects: [],
    });
  });

  it('of another asset than the refund takes all that was asked', () => {
    const refund = { ...drawn(400n), gateId: 'LTC' } as const;
    const at = positionOf(facts({ payments: [confirmed(1_000n)], refunds: [refund] }), ON_TIME_MS);
    expect(planLedger(at, done).amountSettledMinor).toBe(1_000n);
  });
});

describe('a payment that was mined again with another amount', () => {
  it('is credited again before it is reversed, so that no account falls short in between', () => {
    const again = payment('p', 700n, { status: 'confirmed', credited: true, creditedMinor: 1_000n, creditCount: 1 });
    const at = positionOf(facts({ status: 'processing', payments: [again] }), ON_TIME_MS);
    const { effects } = planLedger(at, { ...done, status: 'processing' });
    expect(effects).toMatchObject([
      { type: 'credit', n: 2, minor: 700n },
      { type: 'reverse', n: 1, minor: 1_000n },
    ]);
  });
});

describe('the merchant’s balance', () => {
  const settledBy = (changes: Parameters<typeof facts>[0], decision: Partial<LedgerDecision>) =>
    planLedger(positionOf(facts(changes), ON_TIME_MS), { ...done, ...decision }).amountSettledMinor;

  it('is all that a refund left, where a merchant takes the rest', () => {
    const rest = { status: 'partially_refunded', settlesRest: true } as const;
    const settled = {
      completedAtMs: 7,
      amountSettledMinor: 400n,
      amountRefundedMinor: 300n,
      payments: [confirmed(1_500n)],
    };
    expect(settledBy(settled, rest)).toBe(1_200n);
    expect(settledBy({ amountRefundedMinor: 500n, payments: [confirmed(1_800n)] }, rest)).toBe(1_000n);
  });

  it('stays with an error as far as it is still there, and returns after it', () => {
    const lost = { amountSettledMinor: 1_000n, payments: [confirmed(600n)] };
    expect(settledBy({ status: 'done', ...lost }, { status: 'error' })).toBe(600n);
    const before = { status: 'partially_refunded', reason: null, settledMinor: 1_000n } as const;
    const inError = { status: 'error', before, payments: [confirmed(500n)] } as const;
    expect(settledBy(inError, { status: 'error' })).toBe(0n);
    expect(settledBy(inError, { status: 'partially_refunded' })).toBe(500n);
    expect(settledBy({ ...inError, before: null }, { status: 'refunded' })).toBe(0n);
  });

  it('is charged with its part of the network fee when it is settled in parts', () => {
    const quotes = [{ ...btc, networkFeeMinor: 300n }];
    const at = positionOf(facts({ quotes, amountSettledMinor: 400n, payments: [confirmed(1_000n)] }), ON_TIME_MS);
    expect(planLedger(at, done).effects).toEqual([
      { type: 'settle', gateId: 'BTC', serviceFeeMinor: 6n, networkFeeMinor: 18n, netMinor: 576n },
    ]);
  });

  it('is not what refunds drew from the account of the invoice', () => {
    const at = positionOf(facts({ payments: [confirmed(1_000n)], refunds: [drawn(400n)] }), ON_TIME_MS);
    expect(unclaimedMinor(at)).toBe(600n);
    expect(unclaimedMinor(positionOf(facts({ quoteId: null, refunds: [drawn(400n)] }), ON_TIME_MS))).toBe(0n);
  });
});

describe('what the merchant covers', () => {
  const of = (changes: Parameters<typeof facts>[0], settledMinor = 0n, quote: typeof btc | null = btc) =>
    coveredAfter({ facts: facts(changes), quote }, settledMinor);

  it('is what is settled or refunded and no longer credited, by gate', () => {
    expect(of({ covered: { BTC: 5n }, payments: [confirmed(900n)] }, 1_000n)).toEqual({ BTC: 100n });
    expect(of({ refunds: [drawn(400n)], payments: [confirmed(400n)] })).toEqual({});
    const suspense = payment('x', 400n, { status: 'confirmed', quoteId: null });
    expect(of({ refunds: [drawn(400n)], payments: [suspense] })).toEqual({ BTC: 400n });
    expect(of({ refunds: [drawn(400n)] }, 0n, null)).toEqual({ BTC: 400n });
  });

  it('moves by what is more or less than before', () => {
    const at = (covered: bigint) => ({
      facts: facts({ refunds: [drawn(400n)], covered: { BTC: covered } }),
      quote: btc,
    });
    expect(replanCover([], at(400n), 0n)).toEqual([]);
    expect(replanCover([], at(100n), 0n)).toEqual([{ type: 'cover', gateId: 'BTC', minor: 300n }]);
    expect(replanCover([], at(500n), 0n)).toEqual([{ type: 'uncover', gateId: 'BTC', minor: 100n }]);
    const old = [
      { type: 'uncover', gateId: 'BTC', minor: 9n } as const,
      { type: 'cover', gateId: 'LTC', minor: 9n } as const,
    ];
    expect(replanCover(old, at(400n), 0n)).toEqual([]);
  });
});

describe('a movement of a payment', () => {
  const effectsOf = (changes: Parameters<typeof payment>[2]) =>
    planLedger(positionOf(facts({ payments: [payment('p', 5n, changes)] }), ON_TIME_MS), { ...done, status: 'pending' })
      .effects;

  it('is taken back from where it was credited to', () => {
    const credited = { credited: true, creditCount: 1 };
    expect(effectsOf({ ...credited, creditedTo: 'suspense' })).toMatchObject([
      { type: 'reverse', account: 'suspense' },
    ]);
    expect(effectsOf({ ...credited, quoteId: null })).toMatchObject([{ type: 'reverse', account: 'unsettled' }]);
  });

  it('is of its gate, or of the asset that is none', () => {
    const status = 'confirmed';
    expect(effectsOf({ status, assetRef: 'other' })).toMatchObject([{ account: 'unsettled', assetRef: 'BTC' }]);
    expect(effectsOf({ status, gateId: null, quoteId: null, assetRef: 'ETH:0xabc' })).toMatchObject([
      { account: 'suspense', assetRef: 'ETH:0xabc' },
    ]);
  });
});
