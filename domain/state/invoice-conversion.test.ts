import { describe, expect, it } from 'vitest';
import type { Autoconversion } from '../invoices/record.ts';
import { btc, facts, LATE_MS, ON_TIME_MS, payment } from './invoice.fixture.ts';
import { conversionOf } from './invoice-conversion.ts';
import { type InvoiceFacts, type PaymentFact, positionOf } from './invoice-facts.ts';

const FULL: Autoconversion = { type: 'full', gate_id: 'EUR' };
const part = (percent: number): Autoconversion => ({ type: 'partial', gate_id: 'EUR', percent });
const onTime = (minor: bigint) => payment('on-time', minor, { status: 'confirmed' });
const late = (minor: bigint) => payment('late', minor, { status: 'confirmed', firstSeenAtMs: LATE_MS });

/** The conversion when the settled amount becomes `targetMinor`; asked are 1000 of BTC, the fee is 1 %. */
const converted = (targetMinor: bigint, changes: Partial<InvoiceFacts> = {}) =>
  conversionOf(
    positionOf(facts({ autoconversion: FULL, payments: [onTime(1_000n)], ...changes }), ON_TIME_MS),
    targetMinor,
  );
const taken = (lockedMinor: bigint, presentMinor = 0n) => ({
  type: 'convert',
  gateId: 'BTC',
  to: 'EUR',
  lockedMinor,
  presentMinor,
});

describe('a settlement converts', () => {
  it.each<[string, Partial<InvoiceFacts>]>([
    ['the merchant wants none', { autoconversion: { type: 'none' } }],
    ['it was paid in that asset', { autoconversion: { type: 'full', gate_id: 'BTC' } }],
    ['no asset was chosen', { quoteId: null, payments: [] }],
  ])('nothing when %s', (_, changes) => {
    expect(converted(1_000n, changes)).toBeNull();
  });

  it('what reaches the merchant, at the locked rate when it was due and paid in time', () => {
    expect(converted(1_000n)).toEqual(taken(990n));
  });

  it('nothing of the fees that the customer pays', () => {
    expect(converted(1_000n, { serviceFeeMinor: 200n, quotes: [{ ...btc, networkFeeMinor: 300n }] })).toEqual(
      taken(950n),
    );
  });

  it('the whole units of a percentage', () => {
    expect(converted(1_000n, { autoconversion: part(33) })).toEqual(taken(326n));
    expect(converted(50n, { autoconversion: part(1) })).toBeNull();
  });

  it('in parts as much as at once', () => {
    const autoconversion = part(33);
    expect(converted(400n, { autoconversion })).toEqual(taken(130n));
    expect(converted(1_000n, { autoconversion, amountSettledMinor: 400n })).toEqual(taken(196n));
    // Half of each unit is nothing, half of both is one, at the locked rate as both are.
    expect(converted(2n, { autoconversion: part(50), amountSettledMinor: 1n })).toEqual(taken(1n));
  });

  it('nothing again when the settled amount stays', () => {
    expect(converted(1_000n, { amountSettledMinor: 1_000n, convertedMinor: 990n })).toBeNull();
  });
});

describe('the rate of the moment', () => {
  it('is for what is more than due, of which no fee is taken', () => {
    expect(converted(1_200n, { payments: [onTime(1_200n)] })).toEqual(taken(990n, 200n));
    expect(converted(1_200n, { payments: [onTime(1_200n)], amountSettledMinor: 1_000n })).toEqual(taken(0n, 200n));
  });

  it('is for what came late', () => {
    expect(converted(1_000n, { payments: [late(1_000n)] })).toEqual(taken(0n, 990n));
  });

  it('takes its part of a percentage', () => {
    const payments = [onTime(400n), late(600n)];
    const accepted = { payments, autoconversion: part(50), underpaidPolicy: 'accept' } as const;
    expect(converted(1_000n, accepted)).toEqual(taken(198n, 297n));
  });
});

describe('the locked rate is for what settles without a choice', () => {
  const short = [onTime(999n)];
  it('never for a shortfall that somebody decides about, on a day that suits them', () => {
    expect(converted(999n, { payments: short })).toEqual(taken(0n, 990n));
    expect(converted(1_000n, { payments: [onTime(400n), late(600n)] })).toEqual(taken(0n, 990n));
    expect(converted(1_000n, { payments: [...short, late(1n)], autocomplete: true })).toEqual(taken(0n, 990n));
  });

  it('never for a canceled invoice, whose money its merchant may take at any time', () => {
    expect(converted(1_000n, { canceledAtMs: ON_TIME_MS })).toEqual(taken(0n, 990n));
    expect(converted(1_000n, { canceledAtMs: ON_TIME_MS, underpaidPolicy: 'accept' })).toEqual(taken(0n, 990n));
  });

  it('for what is short within the tolerance, and what comes late on top has the rate of the moment', () => {
    const tolerant = { underpaidToleranceBps: 10 };
    expect(converted(999n, { payments: short, ...tolerant })).toEqual(taken(990n));
    expect(converted(998n, { payments: [onTime(998n)], ...tolerant })).toEqual(taken(0n, 989n));
    expect(converted(1_000n, { payments: [...short, late(1n)], amountSettledMinor: 999n, ...tolerant })).toBeNull();
    expect(converted(1_005n, { payments: [...short, late(6n)], amountSettledMinor: 999n, ...tolerant })).toEqual(
      taken(0n, 5n),
    );
  });

  it('for a shortfall that the profile accepts, which the deadline settles', () => {
    expect(converted(400n, { payments: [onTime(400n)], underpaidPolicy: 'accept' })).toEqual(taken(396n));
  });

  it('however long staff hold what was paid in time', () => {
    expect(conversionOf(positionOf(facts({ autoconversion: FULL, payments: [onTime(1_000n)] }), 1e15), 1_000n)).toEqual(
      taken(990n),
    );
  });
});

describe('a settlement that shrinks', () => {
  const shrunk = (targetMinor: bigint, changes: Partial<InvoiceFacts> = {}) =>
    converted(targetMinor, { amountSettledMinor: 1_000n, convertedMinor: 990n, ...changes });

  it('takes the converted part of the difference back', () => {
    expect(shrunk(600n)).toMatchObject({ type: 'unconvert', gateId: 'BTC', minor: 396n });
    expect(shrunk(600n, { autoconversion: part(50), convertedMinor: 495n })).toMatchObject({ minor: 198n });
  });

  it('says how much stays at the locked rate, so that what was lost is taken back at its own', () => {
    const lost = (payments: readonly PaymentFact[], targetMinor: bigint, changes: Partial<InvoiceFacts> = {}) =>
      shrunk(targetMinor, { payments, ...changes });
    expect(lost([onTime(1_000n)], 1_000n, { amountSettledMinor: 1_200n })).toMatchObject({
      minor: 200n,
      lockedLeftMinor: 990n,
    });
    const accept = { underpaidPolicy: 'accept' } as const;
    expect(lost([late(600n)], 600n, accept)).toMatchObject({ minor: 396n, lockedLeftMinor: 0n });
    expect(lost([onTime(400n)], 400n, accept)).toMatchObject({ minor: 594n, lockedLeftMinor: 396n });
    const half = { ...accept, autoconversion: part(50), convertedMinor: 495n };
    expect(lost([onTime(400n)], 400n, half)).toMatchObject({ minor: 297n, lockedLeftMinor: 198n });
    expect(lost([onTime(400n)], 400n)).toMatchObject({ minor: 594n, lockedLeftMinor: 0n });
  });

  it('converts what comes back after an error at the rate that it had', () => {
    const accepted = { status: 'error', underpaidPolicy: 'accept', completedAtMs: 7 } as const;
    const kept = { ...late(600n), credited: true, creditedMinor: 600n };
    const back = { ...accepted, amountSettledMinor: 600n, convertedMinor: 594n, payments: [onTime(400n), kept] };
    expect(converted(1_000n, back)).toEqual(taken(396n));
    const early = { ...onTime(400n), credited: true, creditedMinor: 400n };
    const lateBack = { ...accepted, amountSettledMinor: 400n, convertedMinor: 396n, payments: [early, late(600n)] };
    expect(converted(1_000n, lateBack)).toEqual(taken(0n, 594n));
  });

  it('takes back no more than was converted', () => {
    expect(shrunk(600n, { convertedMinor: 100n })).toMatchObject({ minor: 100n });
    expect(shrunk(600n, { convertedMinor: 0n })).toBeNull();
  });

  it('takes nothing back when the whole units of a percentage stay', () => {
    expect(shrunk(990n, { autoconversion: part(1), convertedMinor: 9n })).toBeNull();
  });
});
