import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../examples.fixture.ts';
import type { LimitBound } from '../outflows/limits.ts';
import { PAYOUT_STATUSES } from '../state/payout-status.ts';
import {
  isByAnotherPerson,
  isClosed,
  judgePayout,
  judgeReplacement,
  type SigningFacts,
  type SigningVerdict,
} from './signing.ts';

const minor = fc.bigInt({ min: 1n, max: 50n });
const maybe = fc.option(minor);
const bound: fc.Arbitrary<LimitBound> = fc.record({
  limits: fc.record({ minMinor: minor, maxMinor: maybe, hourlyMinor: maybe, dailyMinor: maybe }),
  use: fc.record({ hourMinor: minor, dayMinor: minor }),
});
const mostly = fc.oneof({ arbitrary: fc.constant(true), weight: 6 }, { arbitrary: fc.boolean(), weight: 1 });
const facts: fc.Arbitrary<SigningFacts> = fc.record({
  stopped: mostly.map((each) => !each),
  status: fc.oneof({ arbitrary: fc.constant('queue' as const), weight: 6 }, fc.constantFrom(...PAYOUT_STATUSES)),
  signed: mostly.map((each) => !each),
  suspended: mostly.map((each) => !each),
  approved: mostly,
  coolingOff: mostly.map((each) => !each),
  closed: mostly.map((each) => !each),
  beyondOwnLimits: mostly.map((each) => !each),
  netMinor: fc.constantFrom(9n, 10n),
  heldMinor: fc.constantFrom(12n, 13n),
  hold: fc.option(
    fc.record({
      state: fc.constantFrom('open', 'open', 'open', 'open', 'posted', 'voided'),
      heldMinor: fc.constantFrom(12n, 13n),
      netMinor: fc.constantFrom(9n, 10n),
      frozen: fc.boolean(),
    }),
    { freq: 20 },
  ),
  target: fc.oneof(
    { arbitrary: fc.constant('as_approved' as const), weight: 6 },
    fc.constantFrom('changed' as const, 'refused' as const),
  ),
  merchant: fc.option(bound),
  gateway: bound,
});

/** Said once more in other words: nothing may be in the way. */
function isSound({ hold, netMinor, heldMinor, ...at }: SigningFacts): boolean {
  const isHeld = hold?.state === 'open' && !hold.frozen && hold.netMinor === netMinor && hold.heldMinor === heldMinor;
  const mayLeave = !at.stopped && !at.suspended && !at.closed && !at.coolingOff;
  return mayLeave && at.approved && at.target === 'as_approved' && isHeld;
}

function fits({ limits, use }: LimitBound, netMinor: bigint): boolean {
  const { maxMinor, hourlyMinor, dailyMinor } = limits;
  return (
    (maxMinor === null || netMinor <= maxMinor) &&
    (hourlyMinor === null || use.hourMinor + netMinor <= hourlyMinor) &&
    (dailyMinor === null || use.dayMinor + netMinor <= dailyMinor)
  );
}

describe('the decision of the signer', () => {
  it('is to sign exactly where nothing is in the way', () => {
    fc.assert(
      fc.property(facts, (at) => {
        const bounds = [at.merchant, at.gateway].filter((each) => each !== null);
        const may =
          !at.signed &&
          at.status === 'queue' &&
          isSound(at) &&
          !at.beyondOwnLimits &&
          bounds.every((each) => fits(each, at.netMinor));
        expect(judgePayout(at).kind === 'sign').toBe(may);
      }),
      { numRuns: examples(3_000) },
    );
  });

  it('hazard 68: is never to put off, let alone to sign, what was changed after its approval', () => {
    fc.assert(
      fc.property(facts, (at) => {
        const changed = {
          ...at,
          approved: false,
          signed: false,
          status: 'queue',
          stopped: false,
          suspended: false,
        } as const;
        expect(judgePayout(changed)).toEqual({ kind: 'permanent_refusal', reason: 'approval_void' });
      }),
    );
  });

  it('hazard 46: is to leave alone what is signed, whatever else there is', () => {
    fc.assert(
      fc.property(facts, (at) => {
        expect(judgePayout({ ...at, signed: true })).toEqual({ kind: 'signed' });
      }),
    );
  });

  it('is to believe no approval by the creator or a machine where another person has to approve', () => {
    const of = (
      approvedBy: string | null,
      approvedByKind: 'user' | 'token' | 'staff' | null,
      approvalRequired = true,
    ) => isByAnotherPerson({ approvalRequired, createdBy: 'ada', creators: ['mia'], approvedBy, approvedByKind });
    expect(of('bob', 'user')).toBe(true);
    expect(of('ops', 'staff')).toBe(true);
    expect(of('ada', 'user')).toBe(false);
    expect(of('mia', 'user')).toBe(false);
    expect(of('shop', 'token')).toBe(false);
    expect(of(null, null)).toBe(false);
    expect(of(null, 'user')).toBe(false);
    expect(of('ada', 'user', false)).toBe(true);
  });

  it('is to wait while production is closed to the merchant; payers get their money back unless it is blocked', () => {
    const of = (
      kind: 'payout' | 'refund' | 'balance_recovery',
      merchantStatus: string,
      mode: 'sandbox' | 'production' = 'production',
    ) => isClosed({ mode, kind, merchantStatus });
    expect(of('payout', 'verified')).toBe(false);
    for (const status of ['new', 'active', 'blocked']) expect(of('payout', status)).toBe(true);
    expect(of('refund', 'active')).toBe(false);
    expect(of('refund', 'blocked')).toBe(true);
    expect(of('balance_recovery', 'active')).toBe(false);
    for (const status of ['active', 'blocked']) expect(of('payout', status, 'sandbox')).toBe(false);
  });

  const sound: SigningFacts = {
    stopped: false,
    status: 'queue',
    signed: false,
    suspended: false,
    approved: true,
    coolingOff: false,
    closed: false,
    beyondOwnLimits: false,
    netMinor: 10n,
    heldMinor: 12n,
    target: 'as_approved',
    hold: { state: 'open', heldMinor: 12n, netMinor: 10n, frozen: false },
    merchant: null,
    gateway: {
      limits: { minMinor: 1n, maxMinor: 10n, hourlyMinor: 10n, dailyMinor: 10n },
      use: { hourMinor: 0n, dayMinor: 0n },
    },
  };
  const bounded = (limits: Partial<LimitBound['limits']>): Partial<SigningFacts> => ({
    merchant: { ...sound.gateway, limits: { ...sound.gateway.limits, ...limits } },
  });

  it('is to sign what reaches every limit and exceeds none', () => {
    expect(judgePayout(sound)).toEqual({ kind: 'sign' });
  });

  it.each<[SigningVerdict, Partial<SigningFacts>]>([
    [{ kind: 'not_queued' }, { status: 'confirming' }],
    [{ kind: 'retry_later', reason: 'stopped' }, { stopped: true }],
    [{ kind: 'retry_later', reason: 'operation_suspended' }, { suspended: true }],
    [{ kind: 'permanent_refusal', reason: 'approval_void' }, { target: 'changed' }],
    [{ kind: 'permanent_refusal', reason: 'hold_mismatch' }, { hold: null }],
    [{ kind: 'retry_later', reason: 'production_closed' }, { closed: true }],
    [
      { kind: 'retry_later', reason: 'balance_frozen' },
      { hold: { state: 'open', heldMinor: 12n, netMinor: 10n, frozen: true } },
    ],
    [{ kind: 'retry_later', reason: 'cooling_off' }, { coolingOff: true }],
    [{ kind: 'permanent_refusal', reason: 'address_refused' }, { target: 'refused' }],
    [{ kind: 'retry_later', reason: 'amount_limit' }, bounded({ maxMinor: 9n })],
    [{ kind: 'retry_later', reason: 'hourly_limit' }, bounded({ hourlyMinor: 9n })],
    [{ kind: 'retry_later', reason: 'daily_limit' }, bounded({ dailyMinor: 9n })],
    [{ kind: 'retry_later', reason: 'own_limit' }, { beyondOwnLimits: true }],
  ])('says why it is not to sign, and whether it will be tried again: %o', (verdict, changed) => {
    expect(judgePayout({ ...sound, ...changed })).toEqual(verdict);
  });

  it('about a replacement says why there is none', () => {
    expect(judgeReplacement({ ...sound, stopped: true })).toEqual({ kind: 'wait', reason: 'stopped' });
    expect(judgeReplacement({ ...sound, closed: true })).toEqual({ kind: 'cancel', reason: 'production_closed' });
    expect(judgeReplacement({ ...sound, stopped: true, closed: true }).kind).toBe('wait');
  });

  it('about a replacement asks for all but status and limits, and takes money that was paid out for held', () => {
    fc.assert(
      fc.property(facts, (at) => {
        const { hold } = at;
        const held = hold?.state === 'posted' ? { ...at, hold: { ...hold, state: 'open' as const } } : at;
        expect(judgeReplacement(at).kind === 'pay').toBe(isSound({ ...held, coolingOff: false }));
      }),
      { numRuns: examples(3_000) },
    );
  });

  it.each<[string, Partial<SigningFacts>]>([
    ['operation_suspended', { suspended: true }],
    ['approval_void', { approved: false }],
    ['approval_void', { target: 'changed' }],
    ['production_closed', { closed: true }],
    ['balance_frozen', { hold: { state: 'open', heldMinor: 12n, netMinor: 10n, frozen: true } }],
    ['balance_frozen', { hold: { state: 'posted', heldMinor: 12n, netMinor: 10n, frozen: true } }],
  ])('about a replacement is to cancel for %s: %o', (reason, changed) => {
    expect(judgeReplacement({ ...sound, ...changed })).toEqual({ kind: 'cancel', reason });
  });

  it.each<[string, Partial<SigningFacts>]>([
    ['hold_mismatch', { hold: null }],
    ['hold_mismatch', { hold: { state: 'voided', heldMinor: 12n, netMinor: 10n, frozen: false } }],
    ['hold_mismatch', { hold: { state: 'posted', heldMinor: 13n, netMinor: 10n, frozen: false } }],
    ['hold_mismatch', { hold: { state: 'posted', heldMinor: 12n, netMinor: 9n, frozen: false } }],
    ['address_refused', { target: 'refused' }],
  ])('about a replacement is to wait, and not to cancel, for %s: %o', (reason, changed) => {
    expect(judgeReplacement({ ...sound, ...changed })).toEqual({ kind: 'wait', reason });
  });

  it('about a payment that was paid out: to raise it when a reorganization undid it, never to sign it from the queue', () => {
    const paid: SigningFacts = { ...sound, hold: { state: 'posted', heldMinor: 12n, netMinor: 10n, frozen: false } };
    expect(judgeReplacement(paid)).toEqual({ kind: 'pay' });
    expect(judgePayout(paid)).toEqual({ kind: 'permanent_refusal', reason: 'hold_mismatch' });
  });
});
