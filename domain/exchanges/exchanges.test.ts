import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gate } from '../assets/assets.ts';
import { EXCHANGE_IDS, EXCHANGES } from './exchanges.ts';
import { readFeeEntries } from './fee-entries.ts';
import { FEE_ENTRY_DAYS, type FeeEntry, isCurrentEntry, planWithdrawal } from './withdrawal.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');
const entry: FeeEntry = { feeMinor: 1_500n, minimumMinor: 20_000n, source: 'Fee page', asOf: '2026-11-20' };
const plan = (change: Partial<Parameters<typeof planWithdrawal>[0]>) =>
  planWithdrawal({ dueMinor: 140_597n, charge: 'deducted', entry, nowMs, ...change });

describe('the amount to type at an exchange', () => {
  it('is grossed up by a fee that is deducted, and unchanged where the fee is added', () => {
    expect(plan({})).toEqual({ typeMinor: 142_097n, isBelowMinimum: false });
    expect(plan({ charge: 'added' })).toEqual({ typeMinor: 140_597n, isBelowMinimum: false });
  });

  it('is not guessed where the way of charging varies, or a deducted fee is unknown', () => {
    expect(plan({ charge: 'varies' })).toEqual({ typeMinor: null, isBelowMinimum: false });
    expect(plan({ entry: null })).toEqual({ typeMinor: null, isBelowMinimum: null });
    expect(plan({ charge: 'added', entry: null })).toEqual({ typeMinor: 140_597n, isBelowMinimum: null });
  });

  it('uses no entry past its days, nor one from the future', () => {
    const at = (days: number) => nowMs + days * 86_400_000;
    expect(isCurrentEntry(entry, Date.parse('2026-12-20T00:00:00Z'))).toBe(true);
    expect(isCurrentEntry(entry, Date.parse('2026-12-20T00:00:00.001Z'))).toBe(false);
    expect(plan({ nowMs: at(FEE_ENTRY_DAYS) })).toEqual({ typeMinor: null, isBelowMinimum: null });
    expect(plan({ entry: { ...entry, asOf: '2026-12-01' } }).typeMinor).toBeNull();
  });

  it('says what the exchange does not send: what is typed counts, not what arrives', () => {
    expect(plan({ dueMinor: 18_499n }).isBelowMinimum).toBe(true);
    expect(plan({ dueMinor: 18_500n }).isBelowMinimum).toBe(false);
    expect(plan({ dueMinor: 19_999n, charge: 'added' }).isBelowMinimum).toBe(true);
    expect(plan({ dueMinor: 20_000n, charge: 'varies' }).isBelowMinimum).toBe(false);
  });

  it('leaves exactly what is due after a deducted fee', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.bigInt({ min: 0n, max: 10n ** 20n }), (due, feeMinor) => {
        const { typeMinor } = plan({ dueMinor: due, entry: { ...entry, feeMinor } });
        expect((typeMinor ?? 0n) - feeMinor).toBe(due);
      }),
    );
  });
});

describe('the list of exchanges', () => {
  it.each(EXCHANGE_IDS)('names %s, its source and the day it was read', (id) => {
    const { name, source, asOf, networks, tagName } = EXCHANGES[id];
    expect(EXCHANGES[id].id).toBe(id);
    expect([name, source, tagName].every((text) => text.trim() !== '')).toBe(true);
    expect(Number.isFinite(Date.parse(`${asOf}T00:00:00Z`))).toBe(true);
    for (const gateId of Object.keys(networks)) expect(gate(gateId).id).toBe(gateId);
  });
});

describe('the entries of an operator', () => {
  it('are read with their source and day', () => {
    const read = readFeeEntries(
      'kraken BTC 0.00001 0.0001 2026-11-20 Kraken fee page;\n okx USDT_TRC20 1 2.5 2026-11-21 OKX; ',
    );
    expect(read).toEqual(
      new Map([
        ['kraken:BTC', { feeMinor: 1_000n, minimumMinor: 10_000n, asOf: '2026-11-20', source: 'Kraken fee page' }],
        ['okx:USDT_TRC20', { feeMinor: 1_000_000n, minimumMinor: 2_500_000n, asOf: '2026-11-21', source: 'OKX' }],
      ]),
    );
    expect(readFeeEntries('kraken ETH 0.0012 0.002 2026-11-20 Kraken')).toEqual(
      new Map([['kraken:ETH', expect.objectContaining({ feeMinor: 1_200_000_000_000_000n })]]),
    );
  });

  it.each([
    'mtgox BTC 0.00001 0.0001 2026-11-20 Page',
    'kraken EUR 1 2 2026-11-20 Page',
    'kraken BTC -1 0.0001 2026-11-20 Page',
    'kraken BTC 1e-5 0.0001 2026-11-20 Page',
    'kraken BTC 0.000000001 0.0001 2026-11-20 Page',
    'kraken ETH 0.000000001 0.0001 2026-11-20 Page',
    'kraken BTC 0.00001 0.0001 2026-02-30 Page',
    'kraken BTC 0.00001 0.0001 2026-11-20',
    'kraken BTC 0.00001 x 2026-11-20 Page',
  ])('are refused where one is wrong: %s', (wrong) => {
    expect(readFeeEntries(`okx BTC 0.1 0.1 2026-11-20 OKX; ${wrong}`)).toBe(wrong);
  });

  it('name an exchange and gate once', () => {
    const twice = 'okx BTC 0.1 0.1 2026-11-20 OKX';
    expect(readFeeEntries(`${twice}; ${twice}`)).toBe(twice);
  });
});
