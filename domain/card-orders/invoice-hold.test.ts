import { describe, expect, test } from 'vitest';
import { INVOICE_STATUSES } from '../state/invoice-status.ts';
import { coinFor, HOLD_MS, heldUntilMs, isStable } from './invoice-hold.ts';

const NOW = 1_000_000;
const invoice = { status: 'pending', isPaid: false, wasHeld: false, expiresAtMs: NOW + 60_000 } as const;

describe('an invoice whose payer buys the coins by card', () => {
  test('stays open for an hour, once', () => {
    expect(heldUntilMs(invoice, NOW)).toBe(NOW + HOLD_MS);
    expect(heldUntilMs({ ...invoice, wasHeld: true }, NOW)).toBeNull();
  });

  test('never ends earlier than it would have', () => {
    expect(heldUntilMs({ ...invoice, expiresAtMs: NOW + HOLD_MS }, NOW)).toBeNull();
    expect(heldUntilMs({ ...invoice, expiresAtMs: NOW + HOLD_MS - 1 }, NOW)).toBe(NOW + HOLD_MS);
  });

  test('is not opened again by it, and not changed once money was seen', () => {
    expect(heldUntilMs({ ...invoice, expiresAtMs: NOW - 1 }, NOW)).toBeNull();
    expect(heldUntilMs({ ...invoice, expiresAtMs: NOW }, NOW)).toBe(NOW + HOLD_MS);
    expect(heldUntilMs({ ...invoice, isPaid: true }, NOW)).toBeNull();
    for (const status of INVOICE_STATUSES) {
      expect(heldUntilMs({ ...invoice, status }, NOW) !== null, status).toBe(status === 'pending');
    }
  });
});

describe('the coin that is bought', () => {
  test('is a stablecoin where one is sold, else the first that is', () => {
    expect(coinFor(['BTC', 'USDT_TRC20', 'USDT_ERC20'], () => true)).toBe('USDT_TRC20');
    expect(coinFor(['BTC', 'USDT_TRC20'], (gateId) => !isStable(gateId))).toBe('BTC');
    expect(coinFor(['BTC'], () => false)).toBeUndefined();
  });
});
